// What checks add up to: verdicts of requirements, verdict and class of a variant, the exit code of a run.

import type { Requirement } from '#banks/requirements.ts';
import { provisionedConditions } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import { reasons, worst } from '../judge/check.ts';
import type { Check, Reason, Verdict } from '../judge/check.ts';
import type { Overall, RequirementResult, Results, VariantResult } from './results.ts';

type Decided = Pick<RequirementResult, 'verdict' | 'decided'>;

/** The verdict that counts: a person's where the verdict is `review` and somebody decided. */
export const outcomeOf = ({ verdict, decided }: Decided): Verdict =>
  verdict === 'review' ? (decided ?? verdict) : verdict;

/** True if a requirement fails the run: it fails, or a person refused its text, and that is not waived. */
export const isFailure = (found: Decided & Pick<RequirementResult, 'waived'>): boolean =>
  outcomeOf(found) === 'fail' && !found.waived;

/** A requirement has the worst verdict of its checks; without a check it is `not-selected`. */
export function verdictOf(
  { id, variant, section, statement }: Requirement,
  checks: readonly Check[],
): RequirementResult {
  const own = checks.filter(({ requirement }) => requirement === id);
  const verdict = worst(own.map((check) => check.verdict)) ?? 'inconclusive';
  const reason = verdict === 'inconclusive' ? (reasonOf(own) ?? 'not-selected') : null;
  const cases = [...new Set(own.map((check) => check.case))];
  const said = { id, variant, section, statement: statement.en };
  return { ...said, verdict, reason, waived: false, decided: null, cases };
}

/** Of several reasons the one that a person has to remove first. */
export const reasonOf = (checks: readonly Pick<Check, 'reason'>[]): Reason | null =>
  reasons.find((reason) => checks.some((check) => check.reason === reason)) ?? null;

export function overallOf(requirements: readonly RequirementResult[]): Overall {
  if (requirements.some(isFailure)) return 'nonconforming';
  return requirements.every((found) => outcomeOf(found) === 'pass') ? 'conforming' : 'incomplete';
}

export function countVerdicts(requirements: readonly Decided[]): VariantResult['counts'] {
  const of = (verdict: Verdict): number => requirements.filter((one) => outcomeOf(one) === verdict).length;
  return { pass: of('pass'), fail: of('fail'), review: of('review'), inconclusive: of('inconclusive') };
}

/** Requirements of every answer: what was not asked could have violated them. */
const isStanding = (id: string): boolean => /^\w\.(?:error|status|authorization)\./.test(id);

/** `untried`: wrong passwords of this variant that the class `full` asks for. */
export function resultOf(
  variant: VariantId,
  requirements: readonly RequirementResult[],
  untried: readonly string[],
  isPartial: boolean,
): VariantResult {
  const own = requirements.filter((one) => one.variant === variant);
  // Not every answer was seen.
  const holds = (one: RequirementResult): boolean =>
    outcomeOf(one) === 'pass' && !(isPartial && isStanding(one.id));
  const prevents = own.filter((one) => !holds(one));
  // Class `core` does without what only a provisioned condition can show.
  const isForgiven = ({ id, reason }: RequirementResult): boolean =>
    reason === 'not-provisioned' && provisionedConditions.some((name) => id.split('.')[1] === name);
  const core = prevents.filter((one) => !isForgiven(one)).map(({ id }) => id);
  const full = [...prevents.map(({ id }) => id), ...untried];
  return {
    verdict: overallOf(own),
    class: full.length === 0 ? 'full' : core.length === 0 ? 'core' : 'none',
    counts: countVerdicts(own),
    prevents: { core, full },
  };
}

/** Reasons that a user has chosen or accepted. */
export const accepted: readonly (Reason | null)[] = ['not-provisioned', 'vacuous', 'not-selected'];

/** Requirements that lead to exit code 3. `complete`: everything that is not decided. */
export function leftOpen({ requirements }: Results, complete: boolean): readonly RequirementResult[] {
  const isOpen = (one: RequirementResult): boolean =>
    ['inconclusive', 'review'].includes(outcomeOf(one)) &&
    (complete || (one.verdict === 'inconclusive' && !accepted.includes(one.reason)));
  return requirements.filter(isOpen);
}

/** A limit left a judged request out. */
const isLimited = ({ untried, cases }: Results): boolean =>
  untried.some(({ request, why }) => {
    // Several requests of one case have its id with `#1`, `#2` behind it.
    const id = request.replace(/#\d+$/, '');
    return why === 'no-place' && cases.some((one) => one.isJudged && one.id === id);
  });

/** The exit code of a run that was not interrupted; 1 comes before 3. */
export function exitCodeOf(results: Results, complete: boolean): 0 | 1 | 3 {
  const { requirements, decisions, untried } = results;
  if (requirements.some(isFailure) || decisions.some(({ state }) => state === 'stale')) return 1;
  const isOpen = leftOpen(results, complete).length > 0 || isLimited(results);
  return isOpen || (complete && untried.length > 0) ? 3 : 0;
}
