import { deriveRequirements } from '../spec/requirement.ts';
import { specification } from '../spec/variant.ts';
import type { Waiver } from '../target/target.ts';
import type { Reason, Verdict } from '../verdict/verdict.ts';
import { assemble } from './assemble.ts';
import type { Review } from './decision.ts';
import type { Results } from './results.ts';
import { caseOf, checkOf, runOf } from './run.test-data.ts';

/** What differs from a run in which everything passes. */
export interface Departure {
  /** By requirement. */
  readonly verdicts?: Readonly<Record<string, Verdict | Reason>>;
  readonly waivers?: readonly Waiver[];
  readonly reviews?: readonly Review[];
}

/** The text of every answer that is under review. */
export const reviewedText = 'Code 17';

/** A run with one case for each requirement, named after it; all pass but those that are named. */
export function wholeRun({ verdicts = {}, waivers = [], reviews = [] }: Departure): Results {
  const cases = deriveRequirements(specification).map(({ id }) => {
    const check = checkOf(id, verdicts[id] ?? 'pass');
    return caseOf(id, [{ ...check, actual: check.verdict === 'review' ? reviewedText : '' }]);
  });
  return assemble(runOf(cases, { waivers, reviews }));
}
