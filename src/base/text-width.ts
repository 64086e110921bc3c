// Columns of a text on a terminal, and lines of a width.

import { plain } from './visible.ts';

interface Grapheme {
  readonly segment: string;
  readonly index: number;
}

/**
 * Splits a text into user-perceived characters. Creating a segmenter is slow, so it happens at the first use.
 */
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

/** Columns of a text on a terminal (Unicode Standard Annex 11). The text must have no control characters. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  return [...graphemesOf(text)].reduce((sum, { segment }) => sum + graphemeWidth(segment), 0);
}

/** Pads a text with spaces to a number of columns. */
export const padDisplay = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

// A break must leave the line at least a third full; otherwise a long word is cut. JSON preferably breaks after
// a comma.
function cutPosition(text: string, width: number, isJson: boolean): number {
  let [columns, space, comma] = [0, 0, 0];
  for (const { segment, index } of graphemesOf(text)) {
    columns += graphemeWidth(segment);
    if (columns > width && segment !== ' ') return comma || space || Math.max(index, segment.length);
    if (columns > width / 3 && segment === ' ') space = index + 1;
    if (columns > width / 3 && segment === ',' && isJson) comma = index + 1;
  }
  return text.length;
}

// GitHub Actions reads such a line of a log as a command, even after spaces.
const disarm = (text: string): string => text.replace(/^(\s*)::/, '$1\\x3a:');

/** Breaks a text without control characters into lines of `width` columns. None is a workflow command. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  const isJson = /^[{[]/.test(text);
  let rest = disarm(text);
  do {
    const cut = cutPosition(rest, width, isJson);
    lines.push(rest.slice(0, cut).trimEnd());
    rest = disarm(rest.slice(cut).trimStart());
  } while (rest !== '');
  return lines;
}
