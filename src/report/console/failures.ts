import { isFailure } from '../../result/outcome.ts';
import type { Results } from '../../result/results.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import type { Pen } from './pen.ts';
import { answerLine, requestLine } from '../exchange-text.ts';
import { failureBlocks, limitBlocks } from '../failure-block.ts';
import type { FailureBlock } from '../failure-block.ts';
import { passwordNote } from '../password-note.ts';
import { decisionsOf } from '../settled-check.ts';
import { clip } from '../visible.ts';
import { glyphs } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';

const shownInFull = 10;
const bodyLimit = 400;
const textLimit = 600;
const curlLimit = 4000;
const fieldWidth = 10;

function fieldLines(pen: Pen, name: string, text: string): readonly string[] {
  if (text === '') return [];
  return pen.paragraph({
    prefix: `      ${name.padEnd(fieldWidth)} `,
    prefixTone: 'quiet',
    text: clip(text, textLimit),
  });
}

function exchangeLines(exchange: Evidence, pen: Pen, words: Wording): readonly string[] {
  const sent = exchange.request.body;
  const received = exchange.response?.body ?? '';
  const part = (sign: string, text: string): readonly string[] =>
    pen.paragraph({ prefix: `    ${sign} `, prefixTone: 'quiet', text });
  return [
    ...part('>', requestLine(exchange)),
    ...(sent === null ? [] : part('>', clip(sent, bodyLimit))),
    ...part('<', answerLine(exchange, words)),
    ...(received === '' ? [] : part('<', clip(received, bodyLimit))),
    ...pen.unbroken('    $ ', clip(exchange.curl, curlLimit)),
  ];
}

function alsoText(ids: readonly string[]): string {
  const named = ids.slice(0, 5).join(', ');
  return ids.length > 5 ? `${named} (+${ids.length - 5})` : named;
}

function findingLines(
  { finding, also }: FailureBlock['findings'][number],
  results: Results,
  pen: Pen,
  words: Wording,
): readonly string[] {
  const { requirement, check } = finding;
  const { labels } = words;
  return [
    ...pen.paragraph({
      prefix: `  ${glyphs.fail} `,
      prefixTone: 'fail',
      text: `${requirement.id} (${labels.section} ${requirement.section})`,
      tone: 'strong',
    }),
    ...pen.paragraph({ prefix: '    ', text: requirement.statement }),
    ...fieldLines(pen, labels.expected, check.expected),
    ...fieldLines(pen, labels.actual, check.actual),
    ...decisionsOf(requirement, results).flatMap(({ decision, name, date }) =>
      fieldLines(pen, labels.decision, `${words.decisions[decision]}; ${name}, ${date}`),
    ),
    ...(also.length === 0 ? [] : fieldLines(pen, labels.also, alsoText(also))),
  ];
}

function blockLines(
  { lead, findings }: FailureBlock,
  results: Results,
  pen: Pen,
  words: Wording,
): readonly string[] {
  const { testCase, exchange } = lead;
  const note = exchange === null ? null : passwordNote(testCase, exchange, words);
  return [
    ...findings.flatMap((one) => findingLines(one, results, pen, words)),
    ...pen.paragraph({
      prefix: '    ',
      text: `${testCase.id}: ${testCase.title}${exchange === null ? '' : ` (${exchange.label})`}`,
      tone: 'quiet',
    }),
    ...(exchange === null ? [] : exchangeLines(exchange, pen, words)),
    ...(note === null ? [] : pen.paragraph({ prefix: '      ', text: note, tone: 'quiet' })),
    '',
  ];
}

function shortLine(id: string, message: string, pen: Pen): readonly string[] {
  const text = clip(`${id}: ${message}`, pen.width - 14);
  return pen.paragraph({ prefix: `  ${glyphs.fail} `, prefixTone: 'fail', text }).slice(0, 1);
}

/** Failed requirements that are not waived, those that persons refused among them, the first ten with all that was sent and seen, the others on one line each. */
export function failureLines(
  results: Results,
  pen: Pen,
  words: Wording,
  verbose: boolean,
): readonly string[] {
  const failed = results.requirements.filter(isFailure);
  if (failed.length === 0) return [];
  const blocks = failureBlocks(results);
  const [full, short] = limitBlocks(blocks, verbose ? Infinity : shownInFull);
  const explained = new Set(
    blocks.flatMap(({ findings }) => findings.map(({ finding }) => finding.requirement.id)),
  );
  const rest = [
    ...short.map(({ requirement, check }) => ({ id: requirement.id, message: check.message })),
    // A results file from elsewhere may lack the checks; a failure is told all the same.
    ...failed.filter(({ id }) => !explained.has(id)).map(({ id, statement }) => ({ id, message: statement })),
  ];
  return [
    ...pen.heading(`${words.labels.failures}: ${failed.length}`, 'fail'),
    ...full.flatMap((block) => blockLines(block, results, pen, words)),
    ...(rest.length === 0
      ? []
      : pen.paragraph({ prefix: '  ', text: `${rest.length} ${words.labels.more}`, tone: 'quiet' })),
    ...rest.flatMap(({ id, message }) => shortLine(id, message, pen)),
  ];
}
