import type { Results } from '../results/results.ts';
import { standingOf } from './compare-results.ts';
import type { Standing } from './compare-results.ts';

/** `first`: the earlier run could not judge the requirement, or left it out. */
type Mark = 'new' | 'known' | 'first';

/** What the failures of a run are beside those of an earlier run of the same target. */
export interface Since {
  /** Start of the earlier run. */
  readonly startedAt: string;
  /** By the id of each failed requirement. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Requirements that failed then and pass now. */
  readonly fixed: readonly string[];
}

/** Why two runs are not to be compared: what they differ in. */
export type Foreign = 'target' | 'variants' | 'rules';

/**
 * What is new, known and fixed since an earlier run, or why the two are not comparable. A target is known by
 * its name, because a test server may have another port in every run.
 */
export function sinceOf(before: Results, after: Results): Since | Foreign {
  if (before.target.name !== after.target.name) return 'target';
  if (before.target.variants.toSorted().join() !== after.target.variants.toSorted().join()) return 'variants';
  if (before.rules !== after.rules) return 'rules';
  const earlier = new Map(before.requirements.map((one) => [one.id, outcomes[standingOf(one)]]));
  const now = after.requirements.map((one) => ({ id: one.id, outcome: outcomes[standingOf(one)] }));
  return {
    startedAt: before.startedAt,
    marks: new Map(
      now
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ id }): [string, Mark] => [id, marks[earlier.get(id) ?? 'open']]),
    ),
    fixed: now
      .filter(({ id, outcome }) => outcome === 'passed' && earlier.get(id) === 'failed')
      .map(({ id }) => id),
  };
}

const outcomes = {
  pass: 'passed',
  settled: 'passed',
  fail: 'failed',
  rejected: 'failed',
  waived: 'failed',
  review: 'open',
  inconclusive: 'open',
  'not-run': 'open',
  absent: 'open',
} as const satisfies Record<Standing, string>;

const marks = { passed: 'new', failed: 'known', open: 'first' } as const;
