import type { Waiver } from '../target/target.ts';
import type { Check, Verdict } from '../verdict/verdict.ts';
import { classesOf, shortfallOf } from './class.ts';
import type { Shortfall } from './class.ts';
import { checksUnderReview, decidedOf, decisionOn, requireAgreement } from './decision.ts';
import type { OpenCheck, Review } from './decision.ts';
import { outcomeOf } from './outcome.ts';
import { overallOf } from './overall.ts';
import type { RequirementResult, Results, ReviewResult, VariantResult } from './results.ts';
import { isWaived, settleWaivers } from './waiver.ts';

/** A run whose requirements have their verdicts. */
export type Judged = Pick<
  Results,
  'target' | 'cases' | 'controls' | 'requirements' | 'notApplicable' | 'startedAt' | 'leftOut' | 'interrupted'
>;

/** What follows from the verdicts, the waivers and the decisions of persons. */
export type Tally = Pick<Results, 'verdict' | 'variants' | 'requirements' | 'waivers' | 'reviews'>;

/** Counts what verdicts, waivers and decisions of persons come to together. Throws a UserError where two decisions contradict one another. */
export function tally(judged: Judged, waivers: readonly Waiver[], reviews: readonly Review[]): Tally {
  requireAgreement(reviews, null);
  const today = new Date(judged.startedAt);
  const open = checksUnderReview(judged);
  const requirements = decide(judged, decisionsOn(open, reviews)).map((found) => ({
    ...found,
    waived: isWaived({ id: found.id, verdict: outcomeOf(found) }, waivers, today),
  }));
  const known = new Set([...requirements.map(({ id }) => id), ...judged.notApplicable]);
  const shortfall = shortfallOf(judged);
  return {
    verdict: overallOf(requirements),
    variants: Object.fromEntries(
      judged.target.variants.map((variant) => [variant, variantResult(requirements, variant, shortfall)]),
    ),
    requirements,
    waivers: settleWaivers(waivers, known, requirements, today),
    reviews: reviews.map((review) => settled(review, open)),
  };
}

function decisionsOn(
  open: readonly OpenCheck[],
  reviews: readonly Review[],
): ReadonlyMap<Check, ReviewResult['decision']> {
  const made = open.map((each) => [each.check, decisionOn(each, reviews)?.decision] as const);
  return new Map(made.flatMap(([check, decision]) => (decision === undefined ? [] : [[check, decision]])));
}

function decide(
  { requirements, cases, leftOut }: Judged,
  decisions: ReadonlyMap<Check, ReviewResult['decision']>,
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

function variantResult(
  requirements: readonly RequirementResult[],
  variant: string,
  shortfall: Shortfall,
): VariantResult {
  const own = requirements.filter((requirement) => requirement.variant === variant);
  const count = (verdict: Verdict): number => own.filter((found) => found.verdict === verdict).length;
  return {
    verdict: overallOf(own),
    counts: {
      pass: count('pass'),
      fail: count('fail'),
      review: count('review'),
      inconclusive: count('inconclusive'),
    },
    classes: classesOf(own, shortfall),
  };
}
