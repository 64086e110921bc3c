import { decisionOn } from '../result/review.ts';
import { isDecided } from '../result/outcome.ts';
import type { CheckResult, CaseResult, RequirementResult, Results, ReviewResult } from '../result/results.ts';
import { textOfCheck } from '../result/review.ts';

/** The decision of a person that settled a check under review; null where there is none, or its requirement is open all the same. */
export function settlementOf(
  check: CheckResult,
  testCase: CaseResult,
  results: Results,
): ReviewResult | null {
  if (check.verdict !== 'review') return null;
  const requirement = results.requirements.find(({ id }) => id === check.requirement);
  if (requirement === undefined || !isDecided(requirement)) return null;
  const exchanges = new Map([...results.controls, ...testCase.exchanges].map((one) => [one.id, one]));
  return decisionOn({ testCase, check, text: textOfCheck(check, exchanges) }, results.reviews);
}

/** The decisions that made a requirement count as it does, the same words of the same person once; none where it is not decided. */
export function decisionsOf(requirement: RequirementResult, { reviews }: Results): readonly ReviewResult[] {
  if (!isDecided(requirement)) return [];
  const own = reviews.filter(
    ({ state, decision, requirements }) =>
      state === 'used' && decision === requirement.decided && requirements.includes(requirement.id),
  );
  const keyOf = ({ decision, name, date, note }: ReviewResult): string =>
    JSON.stringify([decision, name, date, note]);
  return [...new Map(own.map((review) => [keyOf(review), review])).values()];
}
