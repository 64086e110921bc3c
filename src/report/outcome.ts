// What a case is to whatever runs tests: a CI server, a test runner.

import { clip } from '../base/visible.ts';
import type { Verdict } from '../judge/check.ts';
import type { CaseResult, CheckResult, Decision } from '../results/results.ts';
import { exchangeLines } from './exchange-text.ts';
import { shownIn, verdictOf } from './view.ts';
import type { View } from './view.ts';

export interface Outcome {
  readonly kind: 'passed' | 'failed' | 'waived' | 'review' | 'inconclusive';
  /** Why; '' for what passed without a person. */
  readonly text: string;
  /** The checks that make it so. */
  readonly checks: readonly CheckResult[];
}

/** Null if the case only observes. A waived failure does not fail, a refused text does, an accepted one passes. */
export function outcomeOfCase(testCase: CaseResult, view: View): Outcome | null {
  const { words, results } = view;
  if (verdictOf(testCase) === null) return null;
  const found = (id: string) => results.requirements.find((one) => one.id === id);
  const checksOf = (verdict: Verdict, holds: (id: string) => boolean = () => true): readonly CheckResult[] =>
    testCase.checks.filter((check) => check.verdict === verdict && holds(check.requirement));
  const isRefused = (id: string): boolean => found(id)?.decided === 'fail';
  const isWaived = (id: string): boolean => found(id)?.waived === true;
  const deviating = [...checksOf('fail'), ...checksOf('review', isRefused)];
  const failed = deviating.filter(({ requirement }) => !isWaived(requirement));
  const open = checksOf('review', (id) => (found(id)?.decided ?? null) === null);
  const rest = checksOf('inconclusive');
  const by = (checks: readonly CheckResult[]): string => {
    const ids = new Set(checks.map(({ requirement }) => requirement));
    const made = results.decisions.filter(
      ({ state, requirement }) => state === 'used' && ids.has(requirement),
    );
    return [...new Set(made.map((one) => decisionWords(one, view)))].join('; ');
  };
  const said = (checks: readonly CheckResult[]): string =>
    checks.map(({ requirement, message }) => `${requirement}: ${message}`).join('; ');
  if (failed.length > 0)
    return { kind: 'failed', checks: failed, text: failed.map(({ message }) => message).join('; ') };
  if (deviating.length > 0)
    return {
      kind: 'waived',
      checks: deviating,
      text: `${words('waived')}: ${said(deviating)} (${by(deviating)})`,
    };
  if (open.length > 0)
    return { kind: 'review', checks: open, text: `${words('verdict-review')}: ${said(open)}` };
  if (rest.length > 0 || testCase.verdict === 'inconclusive') {
    const reason = words(`reason-${testCase.reason ?? rest[0]?.reason ?? 'not-selected'}`);
    return { kind: 'inconclusive', checks: rest, text: `${reason}: ${said(rest)}` };
  }
  return { kind: 'passed', checks: [], text: by(checksOf('review')) };
}

/** A decision of a person on one line. */
export const decisionWords = (
  { decision, name, date, until, reason }: Decision,
  { words }: Pick<View, 'words'>,
): string =>
  [words(`decision-${decision}`), name, date, until && words('until', { date: until }), reason]
    .filter(Boolean)
    .join(', ');

/** Characters of one text of a target. */
const longest = 4000;

/** Expected and actual of checks, their exchanges, and the command that repeats them. */
export function evidenceOf(
  testCase: CaseResult,
  checks: readonly CheckResult[],
  view: View,
): readonly string[] {
  const { words } = view;
  const ids = new Set(checks.flatMap(({ exchanges }) => exchanges.slice(0, 1)));
  return [
    ...checks.flatMap(({ requirement, message, expected, actual }) => [
      `${requirement}: ${message}`,
      `  ${words('expected')}: ${clip(expected, longest)}`,
      `  ${words('actual')}: ${clip(actual, longest)}`,
      '',
    ]),
    ...[...ids].flatMap((id) => {
      const shown = shownIn(testCase, id, view);
      return shown === null
        ? []
        : [...exchangeLines(shown.exchange, words, longest), shown.command ?? '', ''];
    }),
  ];
}
