import { readableBody } from '../../http/exchange.ts';
import { settlementOf, answerLine, requestLine, exchangesById, staleWaivers, waiverText } from '../view.ts';
import { clip } from '../visible.ts';
import { wordingFor } from '../../wording/report.ts';
import type { Wording } from '../../wording/report.ts';
import type { CheckResult, CaseResult, Results, ReviewResult } from '../../result/results.ts';
import type { Verdict } from '../../verdict/verdict.ts';

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

/** Characters of one text of a target that a machine's report holds at most. */
export const textLimit = 4000;

/** What checks expected and saw, and the exchanges that they speak of, as lines that still hold what the target sent. */
export function evidenceLines(
  testCase: CaseResult,
  checks: readonly CheckResult[],
  results: Results,
): readonly string[] {
  const words = wordingFor(results.target.language);
  return [
    ...checks.flatMap((check) => checkLines(check, words)),
    ...exchangeLines(testCase, checks, results, words),
  ];
}

function checkLines(check: CheckResult, words: Wording): readonly string[] {
  const { expected, actual } = words.labels;
  return [
    `${check.requirement}: ${check.message}`,
    `  ${expected}: ${clip(check.expected, textLimit)}`,
    `  ${actual}: ${clip(check.actual, textLimit)}`,
    '',
  ];
}

function exchangeLines(
  testCase: CaseResult,
  checks: readonly CheckResult[],
  results: Results,
  words: Wording,
): readonly string[] {
  const all = exchangesById(results);
  const ids = new Set(checks.map(({ exchange }) => exchange).filter((id) => id !== null));
  const shown = [...ids].flatMap((id) => all.get(id) ?? []);
  return (shown.length > 0 ? shown : testCase.exchanges).flatMap((one) => [
    `> ${requestLine(one)}`,
    `> ${clip(one.request.body ?? words.labels.noBody, textLimit)}`,
    `< ${answerLine(one, words)}`,
    `< ${clip(one.response === null ? '' : readableBody(one.response), textLimit)}`,
    clip(one.curl, textLimit),
    '',
  ]);
}

/** A stale waiver as a test that fails: it ends the run with 1, so no program may take the run for a green one. */
export interface WaiverTest {
  /** `waiver <id>`; of several on one requirement the later ones are counted. */
  readonly name: string;
  readonly requirement: string;
  readonly text: string;
}

/** What stands in the place of a condition where a test is about a waiver. */
export const waiverGroup = 'waivers';

/** A failing test for each stale waiver. */
export function waiverTests(results: Results): readonly WaiverTest[] {
  const words = wordingFor(results.target.language);
  const stale = staleWaivers(results);
  return stale.map((waiver, index) => {
    const { requirement, reason, owner, until } = waiver;
    const place = stale.slice(0, index + 1).filter((one) => one.requirement === requirement).length;
    const said = `${reason}; ${words.labels.owner} ${owner}; ${words.labels.until} ${until}`;
    return {
      name: `waiver ${requirement}${place > 1 ? ` (${place})` : ''}`,
      requirement,
      text: clip(`${waiverText(waiver, results, words)} (${said})`, textLimit),
    };
  });
}
