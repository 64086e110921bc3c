import { answerLine, placeholderNote, requestLine, rerunCommand, sendCommand } from '../exchange-text.ts';
import { bodyExcerpt } from '../body-lines.ts';
import type { FailureBlock } from '../failures.ts';
import { outlineOf, textual, written } from '../outline.ts';
import type { Entry, Line, Section } from '../outline.ts';
import { glyphs } from '../sentences.ts';
import { displayWidth, padDisplay } from '../../base/text-width.ts';
import { clip, some } from '../../base/visible.ts';
import type { Sheet } from './pen.ts';

const shownInFull = 10;
const namedIds = 10;
const curlLimit = 4000;

/** Failures, texts that people have to decide or have decided, open requirements, waivers and advisories. */
export const findingLines = (sheet: Sheet): readonly string[] =>
  outlineOf(sheet, { inFull: sheet.isVerbose ? Infinity : shownInFull, text: sheet.limit }).flatMap((one) =>
    sectionLines(one, sheet),
  );

const plain = (line: Line, { isWhole, words }: Sheet): string =>
  written(
    line,
    textual(
      (text) => text,
      (texts) => some(texts, isWhole ? Infinity : namedIds),
      (text) => words('quoted', { text }),
    ),
  );

function sectionLines(section: Section, sheet: Sheet): readonly string[] {
  const { title, look, count, counted = count, entries, others = [], isBrief, hint = null } = section;
  const { pen, words } = sheet;
  const brief = ({ sign, title: said }: Entry): readonly string[] =>
    pen.lines(`  ${sign} `, plain(said, sheet));
  const whole = (entry: Entry): readonly string[] => entryLines(entry, sheet);
  return [
    ...(count === 0 ? [] : pen.heading(title, look, counted)),
    ...entries.flatMap(isBrief === true ? brief : whole),
    ...(others.length === 0 ? [] : pen.lines('  ', `${others.length} ${words('more')}`, 'quiet')),
    ...others.flatMap((one) =>
      pen.lines(`  ${glyphs.fail} `, clip(plain(one, sheet), pen.width - 14), 'plain', 'fail').slice(0, 1),
    ),
    ...pen.lines('  ', hint, 'quiet'),
  ];
}

function entryLines(
  { sign, look, title, mark = '', lines, yaml = [], block }: Entry,
  sheet: Sheet,
): readonly string[] {
  const { pen } = sheet;
  const width = Math.max(0, ...lines.map(({ name = '' }) => displayWidth(name)));
  return [
    ...pen.lines(`  ${sign} `, `${plain(title, sheet)}${mark === '' ? '' : ` (${mark})`}`, 'strong', look),
    ...lines.flatMap((line) =>
      line.name === undefined
        ? pen.lines(`    ${line.lead ?? ''}`, plain(line, sheet))
        : pen.lines(`    ${padDisplay(line.name, width)}  `, plain(line, sheet), 'plain', 'quiet'),
    ),
    ...yaml.map((line) => `        ${line}`),
    ...(block === undefined ? [] : exchangeLines(block, sheet)),
    '',
  ];
}

/**
 * The exchange of a failure with the commands to repeat it, or the requirement whose block already shows it.
 */
function exchangeLines(
  { testCase, exchange, shownWith }: FailureBlock,
  { results, words, pen, limit }: Sheet,
): readonly string[] {
  if (exchange === null) return [];
  if (shownWith !== null) return pen.lines('    ', `${words('shown-with')} ${shownWith}`, 'quiet');
  const part = (sign: string, text: string): readonly string[] =>
    pen.lines(`    ${sign} `, clip(text, limit), 'plain', 'quiet');
  return [
    ...part('>', requestLine(exchange)),
    ...part('>', exchange.request.body ?? ''),
    ...part('<', answerLine(exchange, words)),
    ...part('<', bodyExcerpt(exchange, words)),
    ...pen.unbroken('    $ ', clip(exchange.curl, curlLimit)),
    ...pen.lines('      ', placeholderNote(exchange, words), 'quiet'),
    ...pen.unbroken('    $ ', sendCommand(results, exchange, testCase)),
    ...pen.unbroken('    $ ', rerunCommand(results, testCase.id)),
  ];
}
