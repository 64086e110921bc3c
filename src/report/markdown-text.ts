// Writes any text in Markdown so that nothing in it is markup, a link, a mention or a command to a CI server.

import { disarm } from '../base/visible.ts';

/** A run of backticks that does not occur in the text (CommonMark, section 6.1). */
function fenceFor(text: string, least: number): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  return '`'.repeat(Math.max(least, ...runs.map((length) => length + 1)));
}

/**
 * Writes any text as a code span. Nothing in it is markup, a link, a mention or a formula. Not for table cells,
 * which a pipe would end.
 */
export function code(text: string): string {
  const line = disarm(text);
  if (line === '') return '';
  const fence = fenceFor(line, 1);
  // Without these spaces, backticks would join the fence, and a pair of outer spaces would be stripped.
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A fenced block of code, one text per line. None begins a workflow command. Empty texts are omitted. */
export function codeBlock(texts: readonly string[], language = 'sh'): string {
  const lines = texts
    .filter((text) => text !== '')
    .map((text) => disarm(text).replace(/^(\s*):(?=:)/, String.raw`$1\x3a`))
    .join('\n');
  const fence = fenceFor(lines, 3);
  return `${fence}${language}\n${lines}\n${fence}`;
}

const plainWord = /^[\p{L}\p{M}\p{N}.,;:!?()'"“”„«»…–—’→·×%+=/-]*$/u;
const linkWord = /::|:\/\/|www\.|:[a-z][\w+-]*:|^\(?(?:gh-\d+|[0-9a-f]{7,40})\W*$/i;
const blockMarker = /^(?:[-+=]+|\d+[.)])$/;

function isPlain(word: string, isFirst: boolean): boolean {
  return plainWord.test(word) && !linkWord.test(word) && !(isFirst && blockMarker.test(word));
}

/** Turns words that could be read as markup into code, adjacent ones together. */
function guarded(text: string, isStart: boolean): readonly string[] {
  const runs: { plain: boolean; words: string[] }[] = [];
  for (const [index, word] of text.split(' ').entries()) {
    const plain = isPlain(word, isStart && index === 0);
    const last = runs.at(-1);
    if (last?.plain === plain) last.words.push(word);
    else runs.push({ plain, words: [word] });
  }
  const pieces = runs.map(({ plain, words }) => {
    const said = words.join(' ');
    const end = plain ? said : (/(?<=[^),])[),]+$/.exec(said)?.[0] ?? '');
    return `${code(said.slice(0, said.length - end.length))}${end}`;
  });
  return [pieces.join(' ')];
}

/**
 * A sentence as running text. Text between backticks becomes code, and so do words that could be markup. `isStart`:
 * it begins a line.
 */
export function prose(text: string, isStart = true): string {
  const line = disarm(text);
  const parts = (isStart ? line.trimStart() : line).split(/(`[^`]+`)/);
  const pieces = parts.flatMap((part, index) =>
    index % 2 === 1 ? [code(part.slice(1, -1))] : guarded(part, isStart && index === 0),
  );
  // Adjacent spans would share their backticks.
  return pieces
    .filter((piece) => piece !== '')
    .reduce(
      (text, piece) => (text.endsWith('`') && piece.startsWith('`') ? `${text} ${piece}` : text + piece),
      '',
    );
}

/** Words or numbers of the suite for a table cell. Other characters are written as character references. */
export function cell(text: string): string {
  return disarm(text).replace(
    /[^\p{L}\p{M}\p{N} ,()–-]/gu,
    (character) => `&#${character.codePointAt(0) ?? 0};`,
  );
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
