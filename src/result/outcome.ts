import type { Reason, Verdict } from '../verdict/check.ts';
import type { Counts, Overall, RequirementResult, Results } from './results.ts';

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
export const countOutcomes = (requirements: readonly Decided[]): Counts =>
  countVerdicts(requirements.map(outcomeOf));

/** How many there are of each verdict. */
export function countVerdicts(found: readonly Verdict[]): Counts {
  const of = (verdict: Verdict): number => found.filter((one) => one === verdict).length;
  return { pass: of('pass'), fail: of('fail'), review: of('review'), inconclusive: of('inconclusive') };
}

/** What requirements result in together: one unwaived failure is enough, and only passes make it conforming; what persons decided counts as they decided it. */
export function overallOf(requirements: readonly RequirementResult[]): Overall {
  if (requirements.some(isFailure)) return 'nonconforming';
  return requirements.every((found) => outcomeOf(found) === 'pass') ? 'conforming' : 'incomplete';
}

/** Reasons that a user has chosen or accepted: they do not spoil a run. */
export const acceptedReasons: readonly (Reason | null)[] = ['not-provisioned', 'vacuous', 'not-selected'];

/** The exit code of a run that was not interrupted: 0, 1 or 3; 1 has priority over 3. Decisions of persons count as decided. */
export function exitCodeOf(results: Results, complete: boolean): 0 | 1 | 3 {
  const { requirements, waivers } = results;
  if (requirements.some(isFailure) || waivers.some(({ state }) => state === 'stale')) return 1;
  const open = requirements.filter((found) => ['inconclusive', 'review'].includes(outcomeOf(found)));
  const isSpoilt = open.some(
    ({ verdict, reason }) => verdict === 'inconclusive' && !acceptedReasons.includes(reason),
  );
  return isSpoilt || (complete && open.length > 0) ? 3 : 0;
}
