import { exchangesById } from '../../results/results.ts';
import type { CaseResult, CheckResult, Results, ReviewResult } from '../../results/results.ts';
import type { Verdict } from '../../judge/check.ts';
import { bodyExcerpt } from '../body-lines.ts';
import { answerLine, placeholderNote, requestLine, rerunCommand, sendCommand } from '../exchange-text.ts';
import { settlementsOf } from '../../results/review.ts';
import { saidWaivers } from '../view.ts';
import { clip } from '../../base/visible.ts';
import { wordsIn } from '../../messages/message.ts';

/** A test for a CI server: a judged case or a stale waiver. Only a pass is shown as a pass. */
export interface CiTest {
  readonly kind: 'passed' | 'failed' | 'waived' | 'review' | 'inconclusive';
  /** The variant of the case, or `waivers`. */
  readonly group: string;
  /** The id of the case, or `waiver <id of its requirement>`, numbered if there are several. */
  readonly id: string;
  readonly testCase: CaseResult | null;
  readonly requirements: readonly string[];
  /** The reason; '' for a pass without a decision. */
  readonly text: string;
  /** The first failed requirement, or the kind of other failure. */
  readonly type: string;
  /** Expected and actual of a failure. Rendered on demand because it is large. */
  readonly evidence: () => readonly string[];
}

/** Replaces the variant if a test is about a waiver. */
export const waiverGroup = 'waivers';

/** Characters of one text of a target in a machine-readable report. */
export const textLimit = 4000;

/** The tests of a run: each judged case, and each stale waiver, because one makes the exit code 1. */
export function ciTests(results: Results): readonly CiTest[] {
  const evidenceOf = evidenceIn(results);
  const settlements = settlementsOf(results);
  const judged = results.cases.flatMap((testCase): readonly CiTest[] => {
    const outcome = caseOutcome(testCase, results, settlements);
    if (outcome === null) return [];
    const { kind, checks, text } = outcome;
    const failures = kind === 'failed' ? checks : [];
    const requirements = [...new Set(testCase.checks.map(({ requirement }) => requirement))];
    const type = failures[0]?.requirement ?? 'fail';
    const evidence = (): readonly string[] => evidenceOf(testCase, failures);
    const { id, variant: group } = testCase;
    return [{ kind, text, group, id, testCase, requirements, type, evidence }];
  });
  return [...judged, ...waiverTests(results)];
}

/** What a case is to whatever runs tests. */
export interface CaseOutcome extends Pick<CiTest, 'kind' | 'text'> {
  /** The checks that make it so; none if the record explains nothing. */
  readonly checks: readonly CheckResult[];
  /** Decisions by people on checks of the case. */
  readonly settlements: ReturnType<typeof settlementsOf>;
}

/**
 * The outcome of a case; null if it only observes. A waived failure does not fail, a refused text does, and an
 * accepted text counts as passed.
 */
export function caseOutcome(
  testCase: CaseResult,
  results: Results,
  settlements = settlementsOf(results),
): CaseOutcome | null {
  const found = untoldOutcome(testCase, results, settlements);
  return found && { ...found, text: outcomeText(found, testCase, results) };
}

function untoldOutcome(
  { verdict, checks }: CaseResult,
  results: Results,
  settlements: CaseOutcome['settlements'],
): Omit<CaseOutcome, 'text'> | null {
  const waived = new Set(results.requirements.filter((one) => one.waived).map(({ id }) => id));
  const checksOf = (wanted: Verdict): readonly CheckResult[] =>
    checks.filter((check) => check.verdict === wanted);
  const [failed, doubtful, open] = [checksOf('fail'), checksOf('review'), checksOf('inconclusive')];
  const refused = doubtful.filter((check) => settlements.get(check)?.decision === 'fail');
  const standing = [...failed, ...refused].filter(({ requirement }) => !waived.has(requirement));
  const outcome = (kind: CiTest['kind'], own: readonly CheckResult[]) => ({
    kind,
    checks: own,
    settlements,
  });
  if (verdict !== null && standing.length > 0) return outcome('failed', standing);
  switch (verdict) {
    case null:
      return null;
    case 'pass':
      return outcome('passed', []);
    case 'inconclusive':
      return outcome('inconclusive', open);
    case 'fail':
      return failed.length === 0 ? outcome('failed', []) : outcome('waived', failed);
    case 'review':
      if (doubtful.length === 0 || doubtful.some((check) => !settlements.has(check)))
        return outcome('review', doubtful);
      if (refused.length > 0) return outcome('waived', refused);
      return open.length > 0 ? outcome('inconclusive', open) : outcome('passed', doubtful);
  }
}

/** Why a case came out so, on one line; empty for what passed without a person. */
function outcomeText(
  { kind, checks, settlements }: Omit<CaseOutcome, 'text'>,
  testCase: CaseResult,
  results: Results,
): string {
  switch (kind) {
    case 'failed':
      return checks.length === 0
        ? testCase.note
        : checks
            .map(({ verdict, message }) =>
              verdict === 'review' ? `refused by a person: ${message}` : message,
            )
            .join('; ');
    case 'waived':
      return waivedText(checks, results);
    case 'review':
      return `review: ${messagesOf(checks)}${settledNote(testCase, results)}`;
    case 'inconclusive': {
      const reason = testCase.reason ?? checks[0]?.reason ?? 'inconclusive';
      return `${reason}: ${testCase.note || messagesOf(checks)}`;
    }
    case 'passed':
      return settlementText(checks.flatMap((check) => settlements.get(check) ?? []));
  }
}

const messagesOf = (checks: readonly CheckResult[]): string =>
  checks.map(({ requirement, message }) => `${requirement}: ${message}`).join('; ');

function settledNote({ id }: CaseResult, { reviews }: Results): string {
  const settled = reviews.filter((one) => one.state === 'used' && one.case === id);
  return settled.length === 0 ? '' : ` (${settlementText(settled)})`;
}

function settlementText(settled: readonly ReviewResult[]): string {
  const said = settled.map(({ decision, name, date }) => `settled as ${decision} by ${name} on ${date}`);
  return [...new Set(said)].join(', ');
}

function waivedText(failed: readonly CheckResult[], { waivers }: Results): string {
  const said = failed.map(({ requirement, message }) => {
    const waiver = waivers.find((one) => one.requirement === requirement && one.state === 'used');
    const why = waiver ? ` (${waiver.reason}, ${waiver.owner}, until ${waiver.until})` : '';
    return `${requirement}: ${message}${why}`;
  });
  return `waived: ${said.join('; ')}`;
}

/**
 * Writes expected and actual of checks, and their exchanges, as lines. Text of the target is not escaped yet.
 */
function evidenceIn(results: Results) {
  const words = wordsIn(results.target.language);
  const all = exchangesById(results);
  const short = (text: string): string => clip(text, textLimit);
  return (testCase: CaseResult, checks: readonly CheckResult[]): readonly string[] => {
    const { id, exchanges } = testCase;
    const spokenOf = [...new Set(checks.map(({ exchange }) => exchange))];
    const shown = spokenOf.flatMap((one) => all.get(one ?? '') ?? []);
    const rerun = rerunCommand(results, id);
    return [
      ...checks.flatMap((check) => [
        `${check.requirement}: ${check.message}`,
        `  ${words('expected')}: ${short(check.expected)}`,
        `  ${words('actual')}: ${short(check.actual)}`,
        '',
      ]),
      ...(shown.length > 0 ? shown : exchanges).flatMap((one) => [
        `> ${requestLine(one)}`,
        `> ${short(one.request.body ?? words('no-body'))}`,
        `< ${answerLine(one, words)}`,
        `< ${short(bodyExcerpt(one, words))}`,
        short(one.curl),
        ...[placeholderNote(one, words), sendCommand(results, one, testCase)].filter((line) => line !== null),
        '',
      ]),
      ...(rerun === null ? [] : [rerun]),
    ];
  };
}

function waiverTests(results: Results): readonly CiTest[] {
  const words = wordsIn(results.target.language);
  const stale = saidWaivers(results, words).filter(({ state }) => state === 'stale');
  return stale.map(({ requirement, text, note }, index) => {
    const place = stale.slice(0, index + 1).filter((one) => one.requirement === requirement).length;
    return {
      kind: 'failed',
      group: waiverGroup,
      id: `waiver ${requirement}${place > 1 ? ` (${place})` : ''}`,
      testCase: null,
      requirements: [requirement],
      text: `${text} (${note})`,
      type: 'stale-waiver',
      evidence: () => [],
    };
  });
}
