import { caseOf } from '../report/made-results.test-data.ts';
import type { Evidence } from '../judge/evidence.ts';
import type { CaseResult } from './results.ts';

/** A case with these exchanges, each the last attempt at a request. */
export const caseShowing = (
  id: string,
  exchanges: readonly Evidence[],
  parts: Partial<CaseResult> = {},
): CaseResult =>
  caseOf(id, [], {
    kind: id.includes('.observed.') ? 'observed' : 'judged',
    exchanges,
    trials: exchanges.map((evidence) => ({
      request: evidence.planned,
      round: 1,
      attempts: [evidence.id],
      controls: [],
      outage: false,
      halted: null,
    })),
    ...parts,
  });
