import { mendCyrillic } from './look-alike.ts';
import { removeInvisible, stripTags, unescapeText } from './markup.ts';

/** How much of a text is read, in UTF-16 code units: hostile texts cost no more than this. */
export const textLimit = 16_384;

type Step = readonly [pattern: RegExp, replacement: string];

const sentences: readonly Step[] = [
  // NFKC makes "No" of it, which reads as a negation.
  [/№/gu, ' '],
  [/[.!?;]+(?=[^\p{L}\p{N}_$[]|$)/gu, ' . '],
  [/(?<=\p{L})[.](?=\p{Lu}\p{Ll})/gu, ' . '],
  [/[!?;]/gu, ' . '],
];

const words: readonly Step[] = [
  [/ё/gu, 'е'],
  [/[’‘ʼ´`]/gu, "'"],
  [/\bwon'?t\b/gu, 'will not'],
  [/\bcan'?t\b|\bcannot\b/gu, 'can not'],
  [/\b(do|does|did|is|are|was|were|has|have|had|should|could|would|must|need)n'?t\b/gu, '$1 not'],
  [/(?<=\p{L})'(?=\p{L})/gu, ''],
  [/(?<!\p{L})(re|un|non|log|sign)-(?=\p{L})/gu, '$1'],
  [/[:,()[\]{}—–]|\s[-/|]+\s/gu, ' , '],
  [/[^\p{L}\p{N},.]+/gu, ' '],
  [/\.(?=[^ ])/gu, ' '],
  [/,(?=[^ ])/gu, ' , '],
];

function apply(text: string, steps: readonly Step[]): string {
  return steps.reduce((current, [pattern, replacement]) => current.replace(pattern, replacement), text);
}

/**
 * Folds a text to lower-case words, `,` between clauses and `.` between sentences, each followed by one space
 * and the whole preceded by one: ` повторите запрос , указав данные . `.
 */
export function normalise(text: string): string {
  const plain = stripTags(unescapeText(text.slice(0, textLimit)));
  const stopped = apply(plain.replace(/№/gu, ' ').normalize('NFKC').slice(0, textLimit), sentences);
  const lower = mendCyrillic(removeInvisible(stopped).toLowerCase());
  return ` ${apply(lower, words).replace(/\s+/gu, ' ').trim()} `;
}
