import { isStanding } from '../spec/requirement.ts';
import { needsProvisioning } from '../spec/specification.ts';
import type { Waiver } from '../target/target.ts';
import { countVerdicts, outcomeOf, overallOf } from './outcome.ts';
import { checksUnderReview, decidedOf, decisionOn, requireAgreement } from './review.ts';
import type { OpenCheck, Review } from './review.ts';
import type { ClassName, ClassResult, RequirementResult, Results, ReviewResult } from './results.ts';
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
  const decisions = new Map(open.map((each) => [each.check, decisionOn(each, reviews)?.decision ?? null]));
  const checks = Map.groupBy(
    judged.cases.flatMap((found) => found.checks),
    ({ requirement }) => requirement,
  );
  const requirements = judged.requirements.map((found) => {
    const isLeftOut = judged.leftOut.requirements.includes(found.id);
    const decided = decidedOf(found, checks.get(found.id) ?? [], decisions, isLeftOut);
    const verdict = outcomeOf({ ...found, decided });
    return { ...found, decided, waived: isWaived({ id: found.id, verdict }, waivers, today) };
  });
  const known = new Set([...requirements.map(({ id }) => id), ...judged.notApplicable]);
  const variants = judged.target.variants.map((variant) => {
    const own = requirements.filter((found) => found.variant === variant);
    const counts = countVerdicts(own.map(({ verdict }) => verdict));
    return [variant, { verdict: overallOf(own), counts, classes: classesOf(own, judged) }] as const;
  });
  return {
    verdict: overallOf(requirements),
    variants: Object.fromEntries(variants),
    requirements,
    waivers: settleWaivers(waivers, known, requirements, today),
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
