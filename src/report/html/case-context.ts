import type { CaseResult, Results } from '../../result/results.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { exchangesById } from '../view.ts';
import type { Wording } from '../wording/wording.ts';

// What keeps a report of hundreds of exchanges, with whatever a target sent, small enough to be mailed.
const toldBodies = 40_000;
const toldRange = { least: 300, most: 4000 } as const;
const briefRange = { crowd: 1000, few: 400, many: 160 } as const;

/** What all cases of a run are shown with. */
export interface CaseContext {
  readonly words: Wording;
  /** Characters of a body in a case that failed or is under review. */
  readonly toldLimit: number;
  /** Characters of a body in any other case. */
  readonly briefLimit: number;
  /** The plain request by variant. */
  readonly plain: ReadonlyMap<string, Evidence>;
}

/** Whether a case is shown with all that it has to say from the start. */
export function isTold({ verdict }: Pick<CaseResult, 'verdict'>): boolean {
  return verdict === 'fail' || verdict === 'review';
}

function plainRequests({ baselines, cases, ...results }: Results): ReadonlyMap<string, Evidence> {
  const exchanges = exchangesById({ baselines, cases, ...results });
  return new Map(
    Object.keys(results.variants).flatMap((variant) => {
      const recorded = exchanges.get(baselines[variant]?.attempts.at(-1) ?? '');
      const plain = recorded ?? cases.find(({ id }) => id === `${variant}.success`)?.exchanges[0];
      return plain === undefined ? [] : [[variant, plain] as const];
    }),
  );
}

/** How much of each body a page of these results can hold, and what the requests differ from. */
export function caseContext(results: Results, words: Wording): CaseContext {
  const told = results.cases.filter(isTold).reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const share = Math.floor(toldBodies / Math.max(1, told));
  const isCrowd = results.cases.length > briefRange.crowd;
  return {
    words,
    toldLimit: Math.min(toldRange.most, Math.max(toldRange.least, share)),
    briefLimit: isCrowd ? briefRange.many : briefRange.few,
    plain: plainRequests(results),
  };
}
