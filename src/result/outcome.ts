import type { Verdict } from '../verdict/verdict.ts';
import type { Counts, RequirementResult } from './results.ts';

type Decided = Pick<RequirementResult, 'verdict' | 'decided'>;

/** What a requirement counts as: what persons decided where its verdict is `review`, else its verdict. */
export function outcomeOf({ verdict, decided }: Decided): Verdict {
  return verdict === 'review' ? (decided ?? verdict) : verdict;
}

/** Whether persons have decided what a requirement counts as. */
export const isDecided = ({ verdict, decided }: Decided): boolean => verdict === 'review' && decided !== null;

/** Whether a requirement fails the run: a failure, or a text that a person refused, and no waiver covers it. */
export const isFailure = (found: Decided & Pick<RequirementResult, 'waived'>): boolean =>
  outcomeOf(found) === 'fail' && !found.waived;

/** How many requirements count as which verdict; waived failures count as failures. */
export function countOutcomes(requirements: readonly Decided[]): Counts {
  const of = (verdict: Verdict): number =>
    requirements.filter((found) => outcomeOf(found) === verdict).length;
  return { pass: of('pass'), fail: of('fail'), review: of('review'), inconclusive: of('inconclusive') };
}
