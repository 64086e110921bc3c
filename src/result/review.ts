import { checksUnderReview, decisionOn } from './decision.ts';
import type { Review } from './decision.ts';
import type { Results } from './results.ts';
import { tally } from './tally.ts';

/** A decision that still has to be made: the entry of a reviews file with its blanks. */
export interface ReviewDraft {
  readonly case: string;
  readonly text: string;
  readonly decision: '';
  readonly name: '';
  readonly date: '';
  /** Ids of the requirements that wait for it. */
  readonly requirements: readonly string[];
}

/** Results with these decisions in place of all that were made before. Throws a UserError where two of them contradict one another. */
export function settleReviews(results: Results, reviews: readonly Review[]): Results {
  return { ...results, ...tally(results, results.waivers, reviews) };
}

/** The texts that wait for a person, each of a case once, in the order of the cases. */
export function openReviews(results: Results): readonly ReviewDraft[] {
  const waiting = new Set(
    results.requirements
      .filter(({ verdict, decided }) => verdict === 'review' && decided === null)
      .map(({ id }) => id),
  );
  const open = checksUnderReview(results)
    .filter(({ check }) => waiting.has(check.requirement))
    .filter((each) => decisionOn(each, results.reviews) === null);
  const byText = Map.groupBy(open, ({ testCase, text }) => JSON.stringify([testCase.id, text]));
  return [...byText.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : {
          case: first.testCase.id,
          text: first.text,
          decision: '' as const,
          name: '' as const,
          date: '' as const,
          requirements: [...new Set([first, ...others].map(({ check }) => check.requirement))],
        },
  );
}
