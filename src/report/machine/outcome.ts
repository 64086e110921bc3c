import { readableBody } from '../../http/exchange.ts';
import type { CaseResult, CheckResult, Results, ReviewResult } from '../../result/results.ts';
import type { Verdict } from '../../verdict/check.ts';
import { wordingFor } from '../../wording/report.ts';
import { exchangesById, settlementOf } from '../failures.ts';
import { answerLine, requestLine, rerunCommand, staleWaivers, waiverText } from '../view.ts';
import { clip } from '../visible.ts';

/** What a judged case means to a CI server; what was not seen to pass never looks like it. */
export interface Outcome {
  readonly kind: 'passed' | 'failed' | 'waived' | 'review' | 'inconclusive';
  /** Why; empty for what passed without a person. */
  readonly text: string;
  /** The failed checks of a case; none if the record explains nothing. */
  readonly checks: readonly CheckResult[];
}

/** The outcome of a case: a failure that a waiver covers is none, a text that a person refused is one, texts that persons accepted leave nothing open; null where it only observes. */
export function outcomeOf(testCase: CaseResult, results: Results): Outcome | null {
  const checksOf = (verdict: Verdict): readonly CheckResult[] =>
    testCase.checks.filter((check) => check.verdict === verdict);
  const [failed, doubtful, open] = [checksOf('fail'), checksOf('review'), checksOf('inconclusive')];
  const settled = doubtful.map((check) => settlementOf(check, testCase, results));
  const refused = doubtful.filter((_, index) => settled[index]?.decision === 'fail');
  const waived = new Set(results.requirements.filter((one) => one.waived).map(({ id }) => id));
  const failures = [...failed, ...refused].filter(({ requirement }) => !waived.has(requirement));
  const outcome = (kind: Outcome['kind'], text: string): Outcome => ({ kind, text, checks: failures });
  const reason = testCase.reason ?? open[0]?.reason ?? 'inconclusive';
  const inconclusive = outcome('inconclusive', `${reason}: ${testCase.note || messagesOf(open)}`);
  if (testCase.verdict !== null && failures.length > 0)
    return outcome(
      'failed',
      failures
        .map((check) => (refused.includes(check) ? `refused by a person: ${check.message}` : check.message))
        .join('; '),
    );
  switch (testCase.verdict) {
    case null:
      return null;
    case 'pass':
      return outcome('passed', '');
    case 'inconclusive':
      return inconclusive;
    case 'fail':
      return failed.length === 0
        ? outcome('failed', testCase.note)
        : outcome('waived', `waived: ${waivedText(failed, results)}`);
    case 'review':
      if (doubtful.length === 0 || settled.includes(null))
        return outcome('review', `review: ${messagesOf(doubtful)}${settledNote(testCase, results)}`);
      if (refused.length > 0) return outcome('waived', `waived: ${waivedText(refused, results)}`);
      if (open.length > 0) return inconclusive;
      return outcome('passed', settlementText(settled.filter((one) => one !== null)));
  }
}

const messagesOf = (checks: readonly CheckResult[]): string =>
  checks.map(({ requirement, message }) => `${requirement}: ${message}`).join('; ');

function settledNote({ id }: CaseResult, { reviews }: Results): string {
  const settled = reviews.filter((one) => one.state === 'used' && one.case === id);
  return settled.length === 0 ? '' : ` (${settlementText(settled)})`;
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
  { id, exchanges }: CaseResult,
  checks: readonly CheckResult[],
  results: Results,
): readonly string[] {
  const words = wordingFor(results.target.language);
  const { expected, actual, noBody } = words.labels;
  const all = exchangesById(results);
  const ids = new Set(checks.map(({ exchange }) => exchange).filter((id) => id !== null));
  const shown = [...ids].flatMap((one) => all.get(one) ?? []);
  const rerun = rerunCommand(results, id);
  return [
    ...checks.flatMap((check) => [
      `${check.requirement}: ${check.message}`,
      `  ${expected}: ${clip(check.expected, textLimit)}`,
      `  ${actual}: ${clip(check.actual, textLimit)}`,
      '',
    ]),
    ...(shown.length > 0 ? shown : exchanges).flatMap((one) => [
      `> ${requestLine(one)}`,
      `> ${clip(one.request.body ?? noBody, textLimit)}`,
      `< ${answerLine(one, words)}`,
      `< ${clip(one.response === null ? '' : readableBody(one.response), textLimit)}`,
      clip(one.curl, textLimit),
      '',
    ]),
    ...(rerun === null ? [] : [rerun]),
  ];
}

/** A stale waiver as a test that fails: it ends the run with 1, so no program may take the run for a green one. */
export interface WaiverTest {
  /** `waiver <id>`; of several on one requirement the later ones are counted. */
  readonly name: string;
  readonly requirement: string;
  readonly text: string;
}

/** What replaces a condition if a test is about a waiver. */
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
