import type { Results } from '../result/results.ts';
import { failure } from './explain-failure.ts';
import { requireOptions } from './require-options.ts';
import { settleCase } from './settle-case.ts';
import { outcomeOptionKinds, testOutcome } from './test-outcome.ts';
import type { OutcomeOptions, TestOutcome } from './test-outcome.ts';
import { unjudged } from './unjudged.ts';

/** A test that stands for a part of a run. */
export interface ConformanceTest {
  /** What a test runner calls it: id and title of its case. */
  readonly name: string;
  /** Id of its case; null for the last test, which speaks of the whole run. */
  readonly case: string | null;
  /** Variant of its case; null for the last test. */
  readonly variant: string | null;
  readonly outcome: TestOutcome;
}

/** Title of the test that fails where the command line would end with 3, or where a waiver is stale. */
export const lastTitle = 'everything that was provisioned could be judged';

/**
 * What the tests of a run say to a test runner: one for each case, and a last one that asks whether everything that was
 * provisioned could be judged. They are red where `exitCodeOf` is not 0: waivers and decisions of persons count as they
 * count there. A run that was interrupted is red as well.
 */
export function testsOf(results: Results, options: Partial<OutcomeOptions> = {}): readonly ConformanceTest[] {
  requireOptions('testsOf', options, outcomeOptionKinds);
  const { review = 'skip', complete = false } = options;
  const { cases, waivers, reviews, controls, startedAt } = results;
  const settlement = { waivers, reviews, controls, today: new Date(startedAt) };
  const own = cases.map((found): ConformanceTest => {
    const outcome = testOutcome(settleCase(found, settlement), { review, complete });
    return { name: `${found.id}: ${found.title}`, case: found.id, variant: found.variant, outcome };
  });
  return [...own, { name: lastTitle, case: null, variant: null, outcome: lastOutcome(results, complete) }];
}

function lastOutcome(results: Results, complete: boolean): TestOutcome {
  const problem = results.interrupted
    ? 'the run was interrupted before its end'
    : unjudged(results, complete);
  return problem === null ? { kind: 'pass' } : { kind: 'fail', error: failure(problem) };
}
