import { readableBody } from '../../http/exchange.ts';
import type { CheckResult, CaseResult, Results } from '../../result/results.ts';
import { answerLine, requestLine } from '../exchange-text.ts';
import { exchangesById } from '../view.ts';
import { clip } from '../visible.ts';
import { wordingFor } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';

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
