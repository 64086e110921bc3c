// Draws a document in GitHub-flavoured Markdown: the summary of a job.

import { clip } from '../base/visible.ts';
import { wordsIn } from '../messages/message.ts';
import type { Language, Words } from '../messages/message.ts';
import { fitting, plain, quote } from './document.ts';
import type { Block, Document, Line, Piece } from './document.ts';
import { exchangeLines } from './exchange-text.ts';
import { cell, code, codeBlock, prose, table } from './markdown-text.ts';
import { cut, glyphs } from './sentences.ts';

export interface MarkdownOptions {
  readonly language: Language;
  /** Bytes. GitHub refuses a summary of more than 1 MiB. Cards are drawn whole as long as all titles fit. */
  readonly limit?: number;
}

/** `body`: characters of a body; `title`: of a card that is not whole; `ids`: named in one line. */
const most = { body: 400, title: 120, ids: 12, bytes: 900_000 } as const;

export function renderMarkdown(
  document: Document,
  { language, limit = most.bytes }: MarkdownOptions,
): string {
  const words = wordsIn(language);
  // A summary has no room for tables that nobody has asked for.
  const isLong = (block: Block): boolean =>
    block.kind === 'fold' && block.blocks.some(({ kind }) => kind === 'table' || kind === 'fields');
  const parts = fitting(document, 'text')
    .filter((block) => !isLong(block))
    .map((block) => ({ whole: wholeOf(block, words), brief: briefOf(block, words) }))
    .filter(({ whole }) => whole !== '');
  const end = `**${words('cut-here')}**\n`;
  let left = limit - sizeOf(end) - parts.reduce((sum, { brief }) => sum + sizeOf(brief), 0);
  let [text, isCut] = ['', false];
  for (const { whole, brief } of parts) {
    // What follows has room for its titles still.
    const more = sizeOf(whole) - sizeOf(brief);
    const part = more <= left ? whole : brief;
    if (part === whole) left -= more;
    else isCut = true;
    if (sizeOf(text + part + end) > limit) return `${text}${end}`;
    text += `${part}\n\n`;
  }
  return isCut ? `${text}${end}` : text.replace(/\n+$/, '\n');
}

const sizeOf = (text: string): number => Buffer.byteLength(text) + 2;

const wholeOf = (block: Block, words: Words): string => partsOf(block, words).filter(Boolean).join('\n\n');

/** Of a card its title on a line, of all else the whole. */
const briefOf = (block: Block, words: Words): string =>
  block.kind === 'card'
    ? `- ${glyphs[block.look]} ${inline(block.title.map((piece) => shortened(piece)))}`
    : wholeOf(block, words);

const shortened = (piece: Piece): Piece => {
  if (typeof piece === 'string') return cut(piece, most.title);
  return 'quote' in piece ? quote(clip(piece.quote, most.title)) : piece;
};

function inline(line: Line): string {
  const pieces = line.map((piece, at) => {
    if (typeof piece === 'string') return prose(piece, at === 0);
    if ('link' in piece) return prose(piece.link, at === 0);
    if ('quote' in piece) return code(piece.quote);
    const rest = piece.code.length - most.ids;
    const shown = piece.code.slice(0, most.ids).map(code).join(', ');
    return rest > 0 ? `${shown} … (+${rest})` : shown;
  });
  // Code spans that touch would share their backticks.
  return pieces.reduce(
    (all, said) => (all.endsWith('`') && said.startsWith('`') ? `${all} ${said}` : all + said),
    '',
  );
}

function partsOf(block: Block, words: Words): readonly string[] {
  const inside = (blocks: Document): readonly string[] =>
    fitting(blocks, 'text').flatMap((inner) => partsOf(inner, words));
  switch (block.kind) {
    case 'heading': {
      const sign = block.look === undefined ? '' : `${glyphs[block.look]} `;
      const count = block.count === undefined ? '' : `: ${prose(block.count)}`;
      return [`${'#'.repeat(block.level + (block.level === 1 ? 1 : 0))} ${sign}${prose(block.text)}${count}`];
    }
    case 'text':
      return [block.tone === 'warning' ? `**!** ${inline(block.line)}` : inline(block.line)];
    case 'list': {
      const sign = block.look === undefined ? '' : `${glyphs[block.look]} `;
      return [block.items.map((item) => `- ${sign}${inline(item)}`).join('\n')];
    }
    case 'fields':
      return [block.rows.map(([name, line]) => `- **${prose(name)}**: ${inline(line)}`).join('\n')];
    case 'table':
      return [
        table(
          block.heads.map(cell),
          block.rows.map((row) => row.map(({ text }) => cell(text))),
        ),
      ];
    case 'code':
      return [codeBlock(block.lines, block.isCommand === true ? 'sh' : 'yaml')];
    case 'exchange': {
      const { exchange, command } = block.shown;
      const lines = exchangeLines(exchange, words, most.body);
      return [codeBlock([...lines, ...(command === null ? [] : [command])])];
    }
    case 'card': {
      const tag = block.tag === undefined || block.tag === '' ? '' : ` (${prose(block.tag)})`;
      return [`### ${glyphs[block.look]} ${inline(block.title)}${tag}`, ...inside(block.blocks)];
    }
    case 'fold': {
      const count = block.count === undefined ? '' : ` ${cell(block.count)}`;
      return [
        `<details><summary>${cell(plain(block.label))}${count}</summary>`,
        ...inside(block.blocks),
        '</details>',
      ];
    }
  }
}
