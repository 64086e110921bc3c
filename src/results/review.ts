import { UserError } from '../base/errors.ts';
import { specification } from '../operation/specification.ts';
import { quote } from '../base/path.ts';
import { textFactsOf } from '../judge/evidence.ts';
import { maskVolatile } from '../judge/lexicon/volatile.ts';
import { exchangesById } from './results.ts';
import type { CaseResult, CheckResult, RequirementResult, Results, ReviewResult } from './results.ts';

/** The decision of a person on a text of one case. */
export type Review = Omit<ReviewResult, 'state' | 'requirements'>;

type Exchange = CaseResult['exchanges'][number];

/** A check under review with its text. */
export interface OpenCheck {
  readonly testCase: CaseResult;
  readonly check: CheckResult;
  readonly text: string;
}

/** The error text of an answer if there is one, else the body. */
function spokenText(exchange: Pick<Exchange, 'facts' | 'response'>): string {
  const text = textFactsOf(exchange);
  return text?.type === 'string' ? text.text : (exchange.response?.body ?? '');
}

/** The text that a check is about, as reports show it; without an exchange, the check's own message. */
export function textOfCheck(check: CheckResult, exchanges: ReadonlyMap<string, Exchange>): string {
  const exchange = check.exchange === null ? undefined : exchanges.get(check.exchange);
  return exchange === undefined ? check.actual : spokenText(exchange);
}

const isUnderReview = ({ verdict }: CheckResult): boolean => verdict === 'review';

/** All checks under review in a run, in the order of its cases. */
export function checksUnderReview(run: Pick<Results, 'cases' | 'controls'>): readonly OpenCheck[] {
  const exchanges = exchangesById(run);
  return run.cases.flatMap((testCase) =>
    testCase.checks
      .filter(isUnderReview)
      .map((check) => ({ testCase, check, text: textOfCheck(check, exchanges) })),
  );
}

/**
 * The decision on a check: same case, exactly the same text, and the same requirement if the decision names
 * one.
 */
export function decisionOn<Decision extends Review>(
  { testCase, check, text }: OpenCheck,
  reviews: readonly Decision[],
): Decision | null {
  const found = reviews.find(
    (review) =>
      review.case === testCase.id &&
      review.text === text &&
      (review.requirement === null || review.requirement === check.requirement),
  );
  return found ?? null;
}

/** Throws a UserError if two decisions on the same text of a case contradict each other. */
export function requireAgreement(reviews: readonly Review[], file: string | null): void {
  const byText = Map.groupBy(reviews, (review) => JSON.stringify([review.case, review.text]));
  for (const same of byText.values()) {
    for (const [place, one] of same.entries()) {
      const other = same.slice(place + 1).find((each) => contradicts(one, each));
      if (other !== undefined) throw contradiction(one, other, file);
    }
  }
}

const contradicts = (one: Review, other: Review): boolean =>
  one.decision !== other.decision &&
  (one.requirement === null || other.requirement === null || one.requirement === other.requirement);

function contradiction(one: Review, other: Review, file: string | null): UserError {
  const said = ({ decision, name }: Review): string => `"${decision}" of ${quote(name)}`;
  const found = `${said(one)} and ${said(other)} on the same text`;
  return new UserError(
    'usage',
    'reviews-contradict',
    `${file ?? 'reviews'}: case ${quote(one.case)}: found ${found}, expected one decision`,
    'keep one of them, or name the requirement that each speaks of with `requirement`',
  );
}

/**
 * The decision of people on a requirement. `pass` only if all of the requirement was seen, and its other checks
 * pass.
 */
export function decidedOf(
  { verdict }: Pick<RequirementResult, 'verdict'>,
  checks: readonly CheckResult[],
  decisions: ReadonlyMap<CheckResult, ReviewResult['decision'] | null>,
  isLeftOut: boolean,
): ReviewResult['decision'] | null {
  if (verdict !== 'review') return null;
  const made = checks.filter(isUnderReview).map((check) => decisions.get(check) ?? null);
  // One refused text is enough.
  if (made.includes('fail')) return 'fail';
  if (made.length === 0 || made.includes(null)) return null;
  const isRestSeen = checks.every((check) => check.verdict === 'review' || check.verdict === 'pass');
  return isRestSeen && !isLeftOut ? 'pass' : null;
}

/** The decision that settled each check under review. Checks of a requirement that is still open have none. */
export function settlementsOf(results: Results): ReadonlyMap<CheckResult, ReviewResult> {
  const decided = new Set(results.requirements.filter((found) => found.decided !== null).map(({ id }) => id));
  return new Map(
    checksUnderReview(results)
      .filter(({ check }) => decided.has(check.requirement))
      .flatMap((open) => {
        const review = decisionOn(open, results.reviews);
        return review === null ? [] : [[open.check, review] as const];
      }),
  );
}

/** A decision that a person still has to make. */
export interface ReviewDraft {
  /** Ids of all cases with this text. */
  readonly cases: readonly string[];
  /** The first of the texts in `answers`, which only differ in names of parameters and numbers. */
  readonly text: string;
  readonly answers: readonly { readonly cases: readonly string[]; readonly text: string }[];
  /** Ids of the requirements that depend on it. */
  readonly requirements: readonly string[];
}

/** A text under review, with its checks. */
export interface OpenReview extends ReviewDraft {
  readonly checks: readonly OpenCheck[];
}

/**
 * Texts under review, in the order of the cases, without duplicates. Texts that only differ in names of
 * parameters and numbers are one entry.
 */
export function openReviews(results: Results): readonly OpenReview[] {
  const waiting = new Set(
    results.requirements
      .filter(({ verdict, decided }) => verdict === 'review' && decided === null)
      .map(({ id }) => id),
  );
  const open = checksUnderReview(results)
    .filter(({ check }) => waiting.has(check.requirement))
    .filter((each) => decisionOn(each, results.reviews) === null);
  return [...Map.groupBy(open, patternOf).values()].map((checks) => {
    const answers = [...Map.groupBy(checks, ({ text }) => text)].map(([text, same]) => ({
      cases: casesIn(same),
      text,
    }));
    const requirements = [...new Set(checks.map(({ check }) => check.requirement))];
    return { cases: casesIn(checks), text: answers[0]?.text ?? '', answers, requirements, checks };
  });
}

const casesIn = (checks: readonly OpenCheck[]): readonly string[] => [
  ...new Set(checks.map(({ testCase }) => testCase.id)),
];

const names = specification.variants.flatMap(({ parameters }) => parameters.map(({ name }) => name));
const spelled = names.map((name) => name.replaceAll(/(?=[A-Z])/g, '[-_ ]?')).join('|');

/** A text without names of parameters in any spelling, without numbers and without repeated lines. */
function patternOf({ text }: OpenCheck): string {
  const lines = text.replaceAll(new RegExp(spelled, 'gi'), '{}').split('\n');
  return [...new Set(lines.map(maskVolatile))].join('\n');
}
