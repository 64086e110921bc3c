// Draws a document in GitHub-flavoured Markdown: the summary of a job.

import { wordsIn } from '../messages/message.ts';
import type { Language, Words } from '../messages/message.ts';
import { fitting, plain } from './document.ts';
import type { Block, Document, Line } from './document.ts';
import { exchangeLines } from './exchange-text.ts';
import { cell, code, codeBlock, prose, table } from './markdown-text.ts';
import { glyphs } from './sentences.ts';

export interface MarkdownOptions {
  readonly language: Language;
  /** Bytes. GitHub refuses a summary of more than 1 MiB. */
  readonly limit?: number;
}

/** `body`: characters of a body; `ids`: named in one line. */
const most = { body: 400, ids: 12, bytes: 900_000 } as const;

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
    .flatMap((block) => partsOf(block, words));
  const cut = `**${words('cut-here')}**`;
  let [whole, size] = ['', 0];
  for (const part of parts.filter((one) => one !== '')) {
    size += Buffer.byteLength(part) + 2;
    if (size + cut.length * 2 > limit) return `${whole}${cut}\n`;
    whole += `${part}\n\n`;
  }
  return whole.replace(/\n+$/, '\n');
}

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
      return [codeBlock(block.lines)];
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
