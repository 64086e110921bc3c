import { caseOf } from '../report/made-results.test-data.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { CaseResult } from './results.ts';

/** A case that shows these exchanges, each of them the last attempt of a request. */
export const caseShowing = (
  id: string,
  exchanges: readonly Evidence[],
  parts: Partial<CaseResult> = {},
): CaseResult =>
  caseOf(id, [], {
    kind: id.includes('.observed.') ? 'observed' : 'judged',
    exchanges,
    trials: exchanges.map((evidence) => ({
      expectation: {
        label: evidence.label,
        words: evidence.words,
        condition: 'success',
        status: null,
        credentials: 'open',
        onOperation: true,
        onPath: true,
      },
      attempts: [evidence.id],
      controls: [],
      outage: false,
      ownRoute: false,
      ownGateway: false,
      earlierLogin: null,
      halted: null,
    })),
    ...parts,
  });
