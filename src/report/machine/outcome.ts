import type { CheckResult, CaseResult, Results, ReviewResult } from '../../result/results.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { settlementOf } from '../settled-check.ts';

/** What a judged case means to a CI server; what was not seen to pass never looks like it. */
export type Outcome =
  /** `note`: who accepted its texts; empty where that took nobody. */
  | { readonly kind: 'passed'; readonly note: string }
  /** `checks` are those that it is blamed for; none where the record explains nothing. */
  | { readonly kind: 'failed'; readonly checks: readonly CheckResult[]; readonly text: string }
  | { readonly kind: 'waived'; readonly text: string }
  | { readonly kind: 'review'; readonly text: string }
  | { readonly kind: 'inconclusive'; readonly text: string };

/** What becomes of a case: a failure that a waiver covers is none, a text that a person refused is one, texts that persons accepted leave nothing open; null where it only observes. */
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
      return { kind: 'passed', note: '' };
    case 'review':
      return reviewOutcome(testCase, results);
    case 'inconclusive':
      return inconclusiveOutcome(testCase);
    case 'fail': {
      const failed = checksOf(testCase, 'fail');
      if (failed.length === 0) return { kind: 'failed', checks: [], text: testCase.note };
      return { kind: 'waived', text: `waived: ${waivedText(failed, results)}` };
    }
  }
}

function inconclusiveOutcome(testCase: CaseResult): Outcome {
  const open = checksOf(testCase, 'inconclusive');
  const reason = testCase.reason ?? open[0]?.reason ?? 'inconclusive';
  return { kind: 'inconclusive', text: `${reason}: ${testCase.note || messagesOf(open)}` };
}

/** Of a case under review whose texts nobody refused, or a waiver covers what was refused. */
function reviewOutcome(testCase: CaseResult, results: Results): Outcome {
  const checks = checksOf(testCase, 'review');
  const settled = checks.map((check) => settlementOf(check, testCase, results));
  if (checks.length === 0 || settled.includes(null))
    return { kind: 'review', text: `review: ${reviewText(testCase, results)}` };
  const refused = checks.filter((_, index) => settled[index]?.decision === 'fail');
  if (refused.length > 0) return { kind: 'waived', text: `waived: ${waivedText(refused, results)}` };
  if (checksOf(testCase, 'inconclusive').length > 0) return inconclusiveOutcome(testCase);
  return { kind: 'passed', note: settlementText(settled.filter((one) => one !== null)) };
}

const checksOf = ({ checks }: CaseResult, verdict: Verdict): readonly CheckResult[] =>
  checks.filter((check) => check.verdict === verdict);

const messagesOf = (checks: readonly CheckResult[]): string =>
  checks.map(({ requirement, message }) => `${requirement}: ${message}`).join('; ');

const waivedIds = ({ requirements }: Results): ReadonlySet<string> =>
  new Set(requirements.filter((one) => one.waived).map(({ id }) => id));

function unwaivedFailures(testCase: CaseResult, results: Results): readonly CheckResult[] {
  const waived = waivedIds(results);
  return checksOf(testCase, 'fail').filter(({ requirement }) => !waived.has(requirement));
}

/** Checks whose text a person refused, where that decided their requirement and no waiver covers it. */
function refusedChecks(testCase: CaseResult, results: Results): readonly CheckResult[] {
  const waived = waivedIds(results);
  return checksOf(testCase, 'review').filter(
    (check) => !waived.has(check.requirement) && settlementOf(check, testCase, results)?.decision === 'fail',
  );
}

function failureText(blamed: readonly CheckResult[], refused: readonly CheckResult[]): string {
  return blamed
    .map((check) => (refused.includes(check) ? `refused by a person: ${check.message}` : check.message))
    .join('; ');
}

function reviewText(testCase: CaseResult, { reviews }: Results): string {
  const settled = reviews.filter((one) => one.state === 'used' && one.case === testCase.id);
  const notes = settled.length === 0 ? '' : ` (${settlementText(settled)})`;
  return `${messagesOf(checksOf(testCase, 'review'))}${notes}`;
}

const settlementText = (settled: readonly ReviewResult[]): string =>
  [
    ...new Set(settled.map(({ decision, name, date }) => `settled as ${decision} by ${name} on ${date}`)),
  ].join(', ');

function waivedText(failed: readonly CheckResult[], { waivers }: Results): string {
  return failed
    .map(({ requirement, message }) => {
      const waiver = waivers.find((one) => one.requirement === requirement && one.state === 'used');
      return `${requirement}: ${message}${waiver ? ` (${waiver.reason}, ${waiver.owner}, until ${waiver.until})` : ''}`;
    })
    .join('; ');
}
