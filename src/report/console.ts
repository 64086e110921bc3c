// Draws a document for a terminal or a log.

import { styleText } from 'node:util';
import { displayWidth, padDisplay, wrap } from '../base/text-width.ts';
import { disarm } from '../base/visible.ts';
import { wordsIn } from '../messages/message.ts';
import type { Language, Words } from '../messages/message.ts';
import { fitting, plain } from './document.ts';
import type { Block, Cell, Document, Look } from './document.ts';
import { exchangeLines } from './exchange-text.ts';
import { glyphs } from './sentences.ts';

export interface ConsoleOptions {
  /** Columns; below 60 it is drawn as for 60. Only commands are wider. */
  readonly width: number;
  readonly color: boolean;
  readonly language: Language;
  /** With what is folded. */
  readonly isVerbose?: boolean;
}

type Tone = 'plain' | 'strong' | 'quiet' | Look;

const styles = {
  plain: [],
  strong: ['bold'],
  quiet: ['dim'],
  pass: ['green'],
  fail: ['red', 'bold'],
  // Yellow and cyan can't be read on white.
  review: ['magenta'],
  inconclusive: [],
  observed: [],
} as const satisfies Record<Tone, readonly Parameters<typeof styleText>[0][]>;

/** Characters of a body, and of a cell. */
const most = { body: 600, cell: 100 } as const;

interface Pen extends Required<ConsoleOptions> {
  readonly words: Words;
}

export function renderConsole(document: Document, options: ConsoleOptions): string {
  const { width, isVerbose = false, language } = options;
  const pen: Pen = { ...options, width: Math.max(60, width), isVerbose, words: wordsIn(language) };
  const shown = fitting(document, 'text');
  const lines = shown.flatMap((block) => linesOf(block, '  ', pen));
  const folds = isVerbose ? [] : shown.flatMap((block) => (block.kind === 'fold' ? [foldName(block)] : []));
  const said = pen.words('folded', { parts: folds });
  const rest = folds.length === 0 ? [] : ['', ...hanging('  ', said, pen, 'quiet')];
  return `${[...lines, ...rest].filter((line, at, all) => line !== '' || (all[at - 1] ?? '') !== '').join('\n')}\n`;
}

const foldName = ({ label, count }: Extract<Block, { kind: 'fold' }>): string =>
  [plain(label), count].filter((part) => part !== undefined).join(' ');

const paint = (said: string, tone: Tone, { color }: Pen): string =>
  color && said !== '' && styles[tone].length > 0
    ? styleText([...styles[tone]], said, { validateStream: false })
    : said;

/** Text behind a prefix; later lines are indented by the width of the prefix. */
function hanging(prefix: string, said: string, pen: Pen, tone: Tone = 'plain', ofPrefix: Tone = 'plain') {
  const hang = ' '.repeat(displayWidth(prefix));
  return wrap(disarm(said), pen.width - hang.length).map((line, at) =>
    `${at === 0 ? paint(prefix, ofPrefix, pen) : hang}${paint(line, tone, pen)}`.trimEnd(),
  );
}

const signOf = (look: Look | undefined): string => (look === undefined ? '-' : glyphs[look]);

function linesOf(block: Block, margin: string, pen: Pen): readonly string[] {
  const inside = (blocks: Document): readonly string[] =>
    fitting(blocks, 'text').flatMap((inner) => linesOf(inner, `${margin}  `, pen));
  switch (block.kind) {
    case 'heading': {
      const { look = 'strong', count, level } = block;
      const sign = level === 1 && block.look !== undefined ? `${glyphs[block.look]} ` : '';
      const said = level === 2 ? block.text.toUpperCase() : block.text;
      const whole = disarm(`${sign}${said}${count === undefined ? '' : `: ${count}`}`);
      return ['', ...wrap(whole, pen.width).map((line) => paint(line, look, pen)), ''];
    }
    case 'text': {
      const tone = block.tone === 'warning' ? 'fail' : (block.tone ?? 'plain');
      return hanging(`${margin}${block.tone === 'warning' ? '! ' : ''}`, plain(block.line), pen, tone, tone);
    }
    case 'list':
      return block.items.flatMap((item) =>
        hanging(`${margin}${signOf(block.look)} `, plain(item), pen, 'plain', block.look ?? 'plain'),
      );
    case 'fields': {
      const column = Math.max(...block.rows.map(([name]) => displayWidth(name)));
      return block.rows.flatMap(([name, line]) =>
        hanging(`${margin}${padDisplay(name, column)}  `, plain(line), pen, 'plain', 'quiet'),
      );
    }
    case 'table':
      return tableLines(block.heads, block.rows, margin, pen);
    case 'code':
      // Never broken, so that they can be copied; none is a command to a CI server.
      return block.lines.map(
        (line) =>
          `${margin}${block.isCommand === true ? '$ ' : '  '}${wrap(disarm(line), Infinity).join('')}`,
      );
    case 'exchange': {
      const { exchange, command } = block.shown;
      return [
        ...exchangeLines(exchange, pen.words, most.body).flatMap((line) =>
          hanging(`${margin}${line.slice(0, 2)}`, line.slice(2), pen, 'plain', 'quiet'),
        ),
        ...(command === null ? [] : [`${margin}${paint('$ ', 'quiet', pen)}${disarm(command)}`]),
      ];
    }
    case 'card': {
      const tag = block.tag === undefined || block.tag === '' ? '' : ` (${block.tag})`;
      const title = `${plain(block.title)}${tag}`;
      return [
        '',
        ...hanging(`${margin}${glyphs[block.look]} `, title, pen, 'strong', block.look),
        ...inside(block.blocks),
        '',
      ];
    }
    case 'fold':
      return pen.isVerbose
        ? ['', ...hanging(margin, foldName(block), pen, 'strong'), ...inside(block.blocks), '']
        : [];
  }
}

/** Columns as wide as their widest cell, the last one as wide as there is room. */
function tableLines(
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
  margin: string,
  pen: Pen,
): readonly string[] {
  const shownIn = (cell: Cell | undefined): string => disarm(cell?.text ?? '').slice(0, most.cell);
  const widths = heads.map((head, at) =>
    Math.min(
      Math.floor(pen.width / 2),
      Math.max(displayWidth(head), ...rows.map((row) => displayWidth(shownIn(row[at])))),
    ),
  );
  const [first = 0, ...others] = widths;
  const fits = margin.length + first + others.reduce((sum, one) => sum + one + 2, 0) <= pen.width;
  if (!fits)
    return rows.flatMap((row) =>
      row.flatMap((cell, at) =>
        cell.text === ''
          ? []
          : hanging(`${margin}${at === 0 ? '- ' : `  ${heads[at] ?? ''}: `}`, cell.text, pen),
      ),
    );
  const drawn = rows.map((row) =>
    row
      .map((cell, at) => paint(padDisplay(shownIn(cell), widths[at] ?? 0), cell.look ?? 'plain', pen))
      .join('  '),
  );
  const head = heads.map((one, at) => padDisplay(one, widths[at] ?? 0)).join('  ');
  return [
    '',
    paint(`${margin}${head}`.trimEnd(), 'quiet', pen),
    ...drawn.map((line) => `${margin}${line}`.trimEnd()),
  ];
}
