import { isFailure } from '../../result/outcome.ts';
import type { Results } from '../../result/results.ts';
import { answerLine, requestLine } from '../exchange-text.ts';
import { failureBlocks, limitBlocks } from '../failure-block.ts';
import type { FailureBlock } from '../failure-block.ts';
import { decisionsOf } from '../settled-check.ts';
import { clip } from '../visible.ts';
import type { Wording } from '../wording/wording.ts';
import { glyphs } from '../wording/wording.ts';
import { code, codeBlock, prose } from './markdown-text.ts';
import { decisionText } from './summary-decisions.ts';

const shownInFull = 10;
const textLimit = 600;
const curlLimit = 4000;

const field = (name: string, text: string): readonly string[] =>
  text === '' ? [] : [`- **${name}**: ${text}`];

/** The ids, the first of them where there are many. */
function idList(ids: readonly string[], limit: number): string {
  const rest = ids.length - limit;
  return `${ids.slice(0, limit).map(code).join(', ')}${rest > 0 ? ` … (+${rest})` : ''}`;
}

function findingPart(
  { finding, also }: FailureBlock['findings'][number],
  results: Results,
  words: Wording,
): string {
  const { requirement, check } = finding;
  const { labels } = words;
  const said = (text: string): string => code(clip(text, textLimit));
  return [
    `### ${glyphs.fail} ${code(requirement.id)} (${labels.section} ${prose(requirement.section)})`,
    '',
    prose(requirement.statement),
    '',
    ...field(labels.expected, prose(clip(check.expected, textLimit))),
    ...field(labels.actual, said(check.actual)),
    ...field(labels.message, check.expected + check.actual === '' ? said(check.message) : ''),
    ...decisionsOf(requirement, results).flatMap((one) => field(labels.decision, decisionText(one, words))),
    ...field(labels.also, idList(also, 5)),
  ].join('\n');
}

function exchangePart({ lead: { testCase, exchange } }: FailureBlock, words: Wording): string {
  const head = `${code(testCase.id)}: ${prose(testCase.title)}`;
  if (exchange === null) return head;
  return [
    `<details><summary>${words.labels.request}, ${words.labels.response}</summary>`,
    '',
    `${head} (${prose(clip(exchange.label, textLimit))})`,
    '',
    `- ${code(clip(requestLine(exchange), textLimit))}`,
    `- ${code(answerLine(exchange, words))}`,
    '',
    codeBlock(clip(exchange.curl, curlLimit)),
    '',
    '</details>',
  ].join('\n');
}

/** The failed requirements that are not waived, those that persons refused among them, the first ten with what was expected, seen and sent, the others on a line each. */
export function failureParts(results: Results, words: Wording): readonly string[] {
  const failed = results.requirements.filter(isFailure);
  if (failed.length === 0) return [];
  const blocks = failureBlocks(results);
  const [full, short] = limitBlocks(blocks, shownInFull);
  const explained = new Set(
    blocks.flatMap(({ findings }) => findings.map(({ finding }) => finding.requirement.id)),
  );
  const rest = [
    ...short.map(({ requirement, check }) => ({ id: requirement.id, text: check.message })),
    // A results file from elsewhere may lack the checks; a failure is told all the same.
    ...failed.filter(({ id }) => !explained.has(id)).map(({ id, statement }) => ({ id, text: statement })),
  ];
  return [
    `## ${words.labels.failures}: ${failed.length}`,
    ...full.flatMap((block) => [
      ...block.findings.map((one) => findingPart(one, results, words)),
      exchangePart(block, words),
    ]),
    ...(rest.length === 0 ? [] : [`${rest.length} ${prose(words.labels.more)}`]),
    ...rest.map(({ id, text }) => `- ${glyphs.fail} ${code(id)}: ${prose(clip(text, textLimit))}`),
  ];
}
