import { isStanding } from '../spec/requirement.ts';
import { needsProvisioning } from '../spec/specification.ts';
import type { Waiver } from '../target/target.ts';
import { countVerdicts, outcomeOf, overallOf } from './outcome.ts';
import { checksUnderReview, decidedOf, decisionOn, requireAgreement } from './review.ts';
import type { OpenCheck, Review } from './review.ts';
import type {
  CheckResult,
  ClassName,
  ClassResult,
  RequirementResult,
  Results,
  ReviewResult,
  VariantResult,
} from './results.ts';
import { isWaived, settleWaivers } from './waiver.ts';

/** A run whose requirements have their verdicts. */
type Judged = Pick<
  Results,
  'target' | 'cases' | 'controls' | 'requirements' | 'notApplicable' | 'startedAt' | 'leftOut' | 'interrupted'
>;

/** What follows from the verdicts, the waivers and the decisions of persons. */
export type Tally = Pick<Results, 'verdict' | 'variants' | 'requirements' | 'waivers' | 'reviews'>;

/** Counts what verdicts, waivers and decisions of persons result in together. Throws a UserError where two decisions contradict one another. */
export function tally(judged: Judged, waivers: readonly Waiver[], reviews: readonly Review[]): Tally {
  requireAgreement(reviews, null);
  const today = new Date(judged.startedAt);
  const open = checksUnderReview(judged);
  const requirements = decide(judged, decisionsOn(open, reviews)).map((found) => ({
    ...found,
    waived: isWaived({ id: found.id, verdict: outcomeOf(found) }, waivers, today),
  }));
  const known = new Set([...requirements.map(({ id }) => id), ...judged.notApplicable]);
  return {
    verdict: overallOf(requirements),
    variants: Object.fromEntries(
      judged.target.variants.map((variant) => [
        variant,
        variantResult(
          requirements.filter((found) => found.variant === variant),
          judged,
        ),
      ]),
    ),
    requirements,
    waivers: settleWaivers(waivers, known, requirements, today),
    reviews: reviews.map((review) => settled(review, open)),
  };
}

function decisionsOn(
  open: readonly OpenCheck[],
  reviews: readonly Review[],
): ReadonlyMap<CheckResult, ReviewResult['decision']> {
  const made = open.map((each) => [each.check, decisionOn(each, reviews)?.decision] as const);
  return new Map(made.flatMap(([check, decision]) => (decision === undefined ? [] : [[check, decision]])));
}

function decide(
  { requirements, cases, leftOut }: Judged,
  decisions: ReadonlyMap<CheckResult, ReviewResult['decision']>,
): readonly RequirementResult[] {
  const checks = Map.groupBy(
    cases.flatMap((found) => found.checks),
    ({ requirement }) => requirement,
  );
  return requirements.map((found) => ({
    ...found,
    decided: decidedOf(found, checks.get(found.id) ?? [], decisions, leftOut.requirements.includes(found.id)),
  }));
}

function settled(review: Review, open: readonly OpenCheck[]): ReviewResult {
  const { case: id, text, decision, name, date, note, requirement } = review;
  const own = open.filter((each) => decisionOn(each, [review]) !== null);
  const requirements = [...new Set(own.map(({ check }) => check.requirement))];
  const state = requirements.length === 0 ? 'stale' : 'used';
  return { case: id, text, decision, name, date, note, state, requirement, requirements };
}

function variantResult(own: readonly RequirementResult[], judged: Judged): VariantResult {
  return {
    verdict: overallOf(own),
    counts: countVerdicts(own.map(({ verdict }) => verdict)),
    classes: classesOf(own, judged),
  };
}

/** Which requirements belong to a class. */
const belongs = {
  core: ({ group }) => !needsProvisioning(group),
  full: () => true,
} as const satisfies Record<ClassName, (requirement: RequirementResult) => boolean>;

/** How far the requirements of one variant are from each class: all of it must pass, or be accepted by persons, in a whole run and every time. */
function classesOf(
  own: readonly RequirementResult[],
  { interrupted, leftOut, cases }: Pick<Results, 'interrupted' | 'leftOut' | 'cases'>,
): Readonly<{ [Name in ClassName]: ClassResult }> {
  // Not every answer was seen.
  const isPartial = interrupted || leftOut.cases.length > 0;
  const unstable = new Set(cases.filter(({ goes }) => goes?.unstable === true).map(({ id }) => id));
  const holds = (found: RequirementResult): boolean => {
    if (outcomeOf(found) !== 'pass' || (isPartial && isStanding(found.group))) return false;
    // What passes is stable, for the worst of its rounds counts; what was accepted need not be.
    return found.verdict === 'pass' || !found.cases.some((id) => unstable.has(id));
  };
  const classOf = (name: ClassName): ClassResult => {
    const members = own.filter(belongs[name]);
    const prevents = members.filter((found) => !holds(found)).map(({ id }) => id);
    return { reached: members.length > 0 && prevents.length === 0, requirements: members.length, prevents };
  };
  return { core: classOf('core'), full: classOf('full') };
}
