import { wrap } from '../report/text-width.ts';

/** Columns of a line of prose. */
const width = 110;

/** A part of a page: lines without the blank line that follows them. */
export type Block = readonly string[];

/** A page in Markdown that says it is generated; blank lines separate its blocks. */
export function page(title: string, blocks: readonly Block[]): string {
  const note =
    '<!-- Generated from the source. `UPDATE_GOLDEN=1 npx vitest run --project unit src/documentation` generates it again. -->';
  return `${[[`# ${title}`], [note], ...blocks].map((block) => block.join('\n')).join('\n\n')}\n`;
}

/** A heading of a section. */
export const heading = (text: string): Block => [`## ${text}`];

/** Prose, wrapped. */
export const prose = (text: string): Block => wrap(text, width);

/** A block of code or output. */
export const fence = (text: string, language = 'text'): Block => [`\`\`\`${language}`, text.trimEnd(), '```'];

/** A table without padding: a changed cell changes its own row in a diff, and no other. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): Block {
  const [head = '', ...body] = [titles, ...rows].map((row) =>
    line(titles.map((_, column) => cell(row[column] ?? ''))),
  );
  return [head, line(titles.map(() => '---')), ...body];
}

/** A word as code; commas separate several. */
export const code = (...words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');

/** Text for a table, its characters that mean something to Markdown taken literally outside of code. */
export function literal(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll(/[\\*<>[\]]/g, String.raw`\$&`)))
    .join('');
}
