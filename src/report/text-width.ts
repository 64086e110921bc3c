import { plain } from './visible.ts';

interface Grapheme {
  readonly segment: string;
  readonly index: number;
}

/** Splits a text into what readers take for characters. A segmenter is slow to make, so it is made late. */
const graphemesOf = ((): ((text: string) => Iterable<Grapheme>) => {
  let segmenter: Intl.Segmenter | null = null;
  return (text) => {
    if (plain.test(text)) return Array.from(text, (segment, index) => ({ segment, index }));
    segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
    return segmenter.segment(text);
  };
})();

const wide =
  /^(?:\p{Emoji_Presentation}|.\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}])/u;

function graphemeWidth(grapheme: string): number {
  if (wide.test(grapheme)) return 2;
  return /^\p{M}/u.test(grapheme) ? 0 : 1;
}

/** Columns that a text without control characters takes on a terminal (Unicode Standard Annex 11). */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  return [...graphemesOf(text)].reduce((sum, { segment }) => sum + graphemeWidth(segment), 0);
}

/** Fills a text with spaces to a number of columns. */
export const padDisplay = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

// A break at a space must leave the line a third full; otherwise a long word is cut.
function cutPosition(text: string, width: number): number {
  let columns = 0;
  let space = 0;
  for (const { segment, index } of graphemesOf(text)) {
    columns += graphemeWidth(segment);
    if (segment === ' ' && columns <= width + 1 && columns > width / 3) space = index + 1;
    if (columns > width && segment !== ' ') return space > 0 ? space : Math.max(index, segment.length);
  }
  return text.length;
}

// GitHub Actions takes such a log line for a command and ignores spaces before it.
const disarm = (text: string): string => text.replace(/^(\s*)::/, '$1\\x3a:');

/**
 * A string of JSON with its brackets and commas and, if it is a name, with its value; or the text up to the
 * next string.
 */
const tokens =
  /[{[]*"[^"\\]*(?:\\[^][^"\\]*)*"?(?::(?:"[^"\\]*(?:\\[^][^"\\]*)*"?|[^"{}[\],]*))?[,\]}]*|[^"]+/g;

/** Breaks JSON as `wrapWords` does, but between tokens that fit on a line. */
function wrapJson(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const whole = Array.from(text.matchAll(tokens), ([token]) => token);
  // A value that fits on a line without its name is not broken.
  const parts = whole.flatMap((one) =>
    displayWidth(one) > width ? one.split(/(?<=^[{[]*"[^"\\]*":)/) : [one],
  );
  for (const token of parts) {
    if (line !== '' && displayWidth(token) <= width && displayWidth(line + token) > width) {
      lines.push(...wrapWords(line, width));
      line = '';
    }
    line += token;
  }
  return [...lines, ...wrapWords(line, width)];
}

/** Breaks a text without control characters into lines of `width` columns; none is a workflow command. */
export const wrap = (text: string, width: number): readonly string[] =>
  /^[{[]/.test(text) ? wrapJson(text, width) : wrapWords(text, width);

function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = disarm(text);
  do {
    const cut = cutPosition(rest, width);
    lines.push(rest.slice(0, cut).trimEnd());
    rest = disarm(rest.slice(cut).trimStart());
  } while (rest !== '');
  return lines;
}
