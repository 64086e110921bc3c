import type { Verdict } from '../judge/check.ts';
import type { Reason } from '../judge/evidence.ts';
import { isStanding } from '../operation/requirement.ts';
import { needsProvisioning } from '../operation/specification.ts';
import type { Waiver } from '../profile/target.ts';
import { untriedGuesses } from './guesses.ts';
import { checksUnderReview, decidedOf, decisionOn, requireAgreement } from './review.ts';
import type { OpenCheck, Review } from './review.ts';
import type {
  Counts,
  Overall,
  RequirementResult,
  Results,
  ReviewResult,
  VariantResult,
  WaiverResult,
} from './results.ts';

type Decided = Pick<RequirementResult, 'verdict' | 'decided'>;

/** The verdict that counts: the decision of people if the verdict is `review`, else the verdict itself. */
export function outcomeOf({ verdict, decided }: Decided): Verdict {
  return verdict === 'review' ? (decided ?? verdict) : verdict;
}

/** True if a requirement fails the run: a failure or a refused text without a waiver. */
export const isFailure = (found: Decided & Pick<RequirementResult, 'waived'>): boolean =>
  outcomeOf(found) === 'fail' && !found.waived;

/** Number of requirements by the verdict that counts. Waived failures count as failures. */
export const countOutcomes = (requirements: readonly Decided[]): Counts =>
  countVerdicts(requirements.map(outcomeOf));

function countVerdicts(found: readonly Verdict[]): Counts {
  const of = (verdict: Verdict): number => found.filter((one) => one === verdict).length;
  return { pass: of('pass'), fail: of('fail'), review: of('review'), inconclusive: of('inconclusive') };
}

/**
 * The overall result. One unwaived failure makes it nonconforming, and only passes make it conforming.
 * Decisions of people count.
 */
function overallOf(requirements: readonly RequirementResult[]): Overall {
  if (requirements.some(isFailure)) return 'nonconforming';
  return requirements.every((found) => outcomeOf(found) === 'pass') ? 'conforming' : 'incomplete';
}

/** Reasons that a user has chosen or accepted. They do not change the exit code. */
const acceptedReasons: readonly (Reason | null)[] = ['not-provisioned', 'vacuous', 'not-selected'];

/** What turns exit code 0 into 3. */
interface LeftOpen {
  /** Inconclusive or under review: all if `complete`, else those that no user accepted. */
  readonly requirements: readonly RequirementResult[];
  /** Kinds of password that class `full` requires and that were not tried in a variant; only if `complete`. */
  readonly passwords: readonly string[];
}

export function leftOpen({ requirements, variants }: Results, complete: boolean): LeftOpen {
  const isAccepted = ({ verdict, reason }: RequirementResult): boolean =>
    verdict === 'review' || acceptedReasons.includes(reason);
  return {
    requirements: requirements.filter(
      (found) => ['inconclusive', 'review'].includes(outcomeOf(found)) && (complete || !isAccepted(found)),
    ),
    passwords: complete
      ? [...new Set(Object.values(variants).flatMap(({ classes }) => classes.full.untried))]
      : [],
  };
}

/**
 * The exit code of an uninterrupted run: 0, 1 or 3; 1 comes before 3. Decisions of persons count. If
 * `complete`, kinds of password that were not tried are open too.
 */
export function exitCodeOf(results: Results, complete: boolean): 0 | 1 | 3 {
  const { requirements, waivers } = results;
  if (requirements.some(isFailure) || waivers.some(({ state }) => state === 'stale')) return 1;
  return Object.values(leftOpen(results, complete)).some(({ length }) => length > 0) ? 3 : 0;
}

type Judged = Pick<
  Results,
  'target' | 'cases' | 'controls' | 'requirements' | 'notApplicable' | 'startedAt' | 'leftOut' | 'interrupted'
>;

/** Applies waivers and decisions to verdicts. Throws a UserError if two decisions contradict each other. */
export function tally(
  judged: Judged,
  waivers: readonly Waiver[],
  reviews: readonly Review[],
): Pick<Results, 'verdict' | 'variants' | 'requirements' | 'waivers' | 'reviews'> {
  requireAgreement(reviews, null);
  const today = new Date(judged.startedAt);
  const open = checksUnderReview(judged);
  const decisions = new Map(open.map((each) => [each.check, decisionOn(each, reviews)?.decision ?? null]));
  const checks = Map.groupBy(
    judged.cases.flatMap((found) => found.checks),
    ({ requirement }) => requirement,
  );
  const requirements = judged.requirements.map((found) => {
    const isLeftOut = judged.leftOut.requirements.includes(found.id);
    const decided = decidedOf(found, checks.get(found.id) ?? [], decisions, isLeftOut);
    const isFailed = outcomeOf({ ...found, decided }) === 'fail';
    const own = waivers.filter(({ requirement }) => requirement === found.id);
    return { ...found, decided, waived: isFailed && own.some((waiver) => !isExpired(waiver, today)) };
  });
  const variants = judged.target.variants.map((variant) => {
    const own = requirements.filter((found) => found.variant === variant);
    const counts = countVerdicts(own.map(({ verdict }) => verdict));
    return [variant, { verdict: overallOf(own), counts, classes: classesOf(own, judged, variant) }] as const;
  });
  return {
    verdict: overallOf(requirements),
    variants: Object.fromEntries(variants),
    requirements,
    waivers: waivers.map((waiver) => settledWaiver(waiver, { ...judged, requirements }, today)),
    reviews: reviews.map((review) => settled(review, open)),
  };
}

function settled(review: Review, open: readonly OpenCheck[]): ReviewResult {
  const { case: id, text, decision, name, date, note, requirement } = review;
  const own = open.filter((each) => decisionOn(each, [review]) !== null);
  const requirements = [...new Set(own.map(({ check }) => check.requirement))];
  const state = requirements.length === 0 ? 'stale' : 'used';
  return { case: id, text, decision, name, date, note, state, requirement, requirements };
}

/** Tells which requirements belong to a class. */
const belongs = {
  core: ({ group }) => !needsProvisioning(group),
  full: () => true,
} as const satisfies Record<keyof VariantResult['classes'], (requirement: RequirementResult) => boolean>;

/** Which classes a variant reaches: all their requirements must pass, or be accepted by people. */
function classesOf(
  own: readonly RequirementResult[],
  { interrupted, leftOut, cases }: Pick<Results, 'interrupted' | 'leftOut' | 'cases'>,
  variant: string,
): VariantResult['classes'] {
  // Not every answer was seen.
  const isPartial = interrupted || leftOut.cases.length > 0;
  const holds = (found: RequirementResult): boolean =>
    outcomeOf(found) === 'pass' && !(isPartial && isStanding(found.group));
  const classOf = (name: keyof typeof belongs) => {
    const members = own.filter(belongs[name]);
    const prevents = members.filter((found) => !holds(found)).map(({ id }) => id);
    return { reached: members.length > 0 && prevents.length === 0, requirements: members.length, prevents };
  };
  const full = classOf('full');
  const untried = untriedGuesses(cases.filter((found) => found.variant === variant)).flatMap(
    ({ kind, accepted }) => (accepted === 'fail' ? [kind] : []),
  );
  return { core: classOf('core'), full: { ...full, reached: full.reached && untried.length === 0, untried } };
}

/** Result of a waiver. */
function settledWaiver(
  { requirement, reason, owner, until }: Waiver,
  catalogue: Pick<Results, 'requirements' | 'notApplicable'>,
  today: Date,
): WaiverResult {
  const found = catalogue.requirements.find(({ id }) => id === requirement);
  const outcome = found === undefined ? null : outcomeOf(found);
  const isKnown = outcome !== null || catalogue.notApplicable.includes(requirement);
  const isInVain = outcome === 'pass' || !isKnown;
  const open = outcome === 'fail' ? 'used' : 'undecided';
  const state = isInVain ? 'stale' : isExpired({ until }, today) ? 'expired' : open;
  return { requirement, reason, owner, until, state };
}

const isExpired = ({ until }: Pick<Waiver, 'until'>, today: Date): boolean =>
  today.toISOString().slice(0, 10) >= until;
