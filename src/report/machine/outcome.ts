import type { CaseResult, Results } from '../../result/results.ts';
import type { Check, Verdict } from '../../verdict/verdict.ts';

/** What a judged case means to a CI server; what was not seen to pass never looks like it. */
export type Outcome =
  | { readonly kind: 'passed' }
  /** `checks` are those that it is blamed for; none where the record explains nothing. */
  | { readonly kind: 'failed'; readonly checks: readonly Check[]; readonly text: string }
  | { readonly kind: 'waived'; readonly text: string }
  | { readonly kind: 'review'; readonly text: string }
  | { readonly kind: 'inconclusive'; readonly text: string };

/** What becomes of a case: a failure that a waiver covers is none, a text that a person refused is one; null where it only observes. */
export function outcomeOf(testCase: CaseResult, results: Results): Outcome | null {
  if (testCase.verdict === null) return null;
  const refused = refusedChecks(testCase, results);
  const blamed = [...unwaivedFailures(testCase, results), ...refused];
  if (blamed.length > 0) return { kind: 'failed', checks: blamed, text: failureText(blamed, refused) };
  return unblamedOutcome(testCase, testCase.verdict, results);
}

function unblamedOutcome(testCase: CaseResult, verdict: Verdict, results: Results): Outcome {
  switch (verdict) {
    case 'pass':
      return { kind: 'passed' };
    case 'review':
      return { kind: 'review', text: `review: ${reviewText(testCase, results)}` };
    case 'inconclusive': {
      const said = testCase.note || messagesOf(checksOf(testCase, 'inconclusive'));
      return { kind: 'inconclusive', text: `${testCase.reason ?? 'inconclusive'}: ${said}` };
    }
    case 'fail': {
      const failed = checksOf(testCase, 'fail');
      if (failed.length === 0) return { kind: 'failed', checks: [], text: testCase.note };
      return { kind: 'waived', text: `waived: ${waivedText(failed, results)}` };
    }
  }
}

const checksOf = ({ checks }: CaseResult, verdict: Verdict): readonly Check[] =>
  checks.filter((check) => check.verdict === verdict);

const messagesOf = (checks: readonly Check[]): string =>
  checks.map(({ requirement, message }) => `${requirement}: ${message}`).join('; ');

function unwaivedFailures(testCase: CaseResult, { requirements }: Results): readonly Check[] {
  const waived = new Set(requirements.filter((one) => one.waived).map(({ id }) => id));
  return checksOf(testCase, 'fail').filter(({ requirement }) => !waived.has(requirement));
}

/** Checks whose text a person refused, where that decided their requirement. */
function refusedChecks(testCase: CaseResult, { requirements, reviews }: Results): readonly Check[] {
  const decided = new Set(requirements.filter((one) => one.decided === 'fail').map(({ id }) => id));
  const refusals = reviews.filter(
    (one) => one.state === 'used' && one.decision === 'fail' && one.case === testCase.id,
  );
  const settled = new Set(refusals.flatMap((one) => one.requirements));
  return checksOf(testCase, 'review').filter(
    ({ requirement }) => decided.has(requirement) && settled.has(requirement),
  );
}

function failureText(blamed: readonly Check[], refused: readonly Check[]): string {
  return blamed
    .map((check) => (refused.includes(check) ? `refused by a person: ${check.message}` : check.message))
    .join('; ');
}

function reviewText(testCase: CaseResult, { reviews }: Results): string {
  const settled = reviews
    .filter((one) => one.state === 'used' && one.case === testCase.id)
    .map(({ decision, name, date }) => `settled as ${decision} by ${name} on ${date}`);
  const notes = settled.length === 0 ? '' : ` (${settled.join(', ')})`;
  return `${messagesOf(checksOf(testCase, 'review'))}${notes}`;
}

function waivedText(failed: readonly Check[], { waivers }: Results): string {
  return failed
    .map(({ requirement, message }) => {
      const waiver = waivers.find((one) => one.requirement === requirement && one.state === 'used');
      return `${requirement}: ${message}${waiver ? ` (${waiver.reason}, ${waiver.owner}, until ${waiver.until})` : ''}`;
    })
    .join('; ');
}
