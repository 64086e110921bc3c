import { UserError } from '../errors.ts';
import { quote } from '../target/place.ts';
import type { Check } from '../verdict/verdict.ts';
import type { CaseResult, RequirementResult, Results, ReviewResult } from './results.ts';
import { textOfCheck } from './spoken-text.ts';

/** What a person makes of a text of one case. */
export type Review = Omit<ReviewResult, 'state' | 'requirements'>;

/** A check that no program can decide, with the text that it speaks of. */
export interface OpenCheck {
  readonly testCase: CaseResult;
  readonly check: Check;
  readonly text: string;
}

/** All checks under review of a run, in the order of its cases. */
export function checksUnderReview({
  cases,
  controls,
}: Pick<Results, 'cases' | 'controls'>): readonly OpenCheck[] {
  return cases
    .filter(({ checks }) => checks.some(isUnderReview))
    .flatMap((testCase) => {
      const exchanges = new Map([...controls, ...testCase.exchanges].map((one) => [one.id, one]));
      return testCase.checks
        .filter(isUnderReview)
        .map((check) => ({ testCase, check, text: textOfCheck(check, exchanges) }));
    });
}

const isUnderReview = ({ verdict }: Check): boolean => verdict === 'review';

/** The decision on a check: of the same case, on exactly its text, and on its requirement where it names one. */
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

/** Throws a UserError where two decisions on one text of a case contradict one another. */
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
  const where = file === null ? 'reviews' : file;
  const said = ({ decision, name }: Review): string => `"${decision}" of ${quote(name)}`;
  const found = `${said(one)} and ${said(other)} on the same text`;
  return new UserError(
    'usage',
    'reviews-contradict',
    `${where}: case ${quote(one.case)}: found ${found}, expected one decision`,
    'keep one of them, or name the requirement that each speaks of with `requirement`',
  );
}

/** What persons made of a requirement; only what was seen as a whole, and is a pass but for the texts, is accepted. */
export function decidedOf(
  requirement: RequirementResult,
  checks: readonly Check[],
  decisions: ReadonlyMap<Check, ReviewResult['decision']>,
  isLeftOut: boolean,
): ReviewResult['decision'] | null {
  if (requirement.verdict !== 'review') return null;
  const made = checks.filter(isUnderReview).map((check) => decisions.get(check) ?? null);
  // One text that is refused is enough, whatever becomes of the others.
  if (made.includes('fail')) return 'fail';
  if (made.length === 0 || made.includes(null)) return null;
  const isRestSeen = checks.every(({ verdict }) => verdict === 'review' || verdict === 'pass');
  return isRestSeen && !isLeftOut ? 'pass' : null;
}
