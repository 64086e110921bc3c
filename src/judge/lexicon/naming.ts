import { likeLatin, removeInvisible, textLimit, unescapeText } from './normalise.ts';

/** RegExp.escape for letters, digits and the separators of names; Node 22 has none. */
const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);

const separator = String.raw`[\s_.\p{Pd}]{0,3}`;

/** Underscores for Markdown emphasis stand on both sides or on none (CommonMark, section 6.2). */
const wholeWord = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_])(?<emphasis>_{0,3})${pattern}\k<emphasis>(?![\p{L}\p{N}_])`, 'u');

export const partsOf = (parameter: string): readonly string[] =>
  parameter.split(/(?<=\p{Ll})(?=\p{Lu})|[_.\s-]+/u);

/** A cheap check first, because compiling an expression takes far longer. */
function isSpelledLoosely(text: string, parameter: string): boolean {
  const parts = partsOf(parameter).map((part) => likeLatin(part.toLowerCase()));
  if (!parts.every((part) => text.includes(part))) return false;
  return wholeWord(parts.map((part) => escape(part)).join(separator)).test(text);
}

const isSpelledExactly = (text: string, parameter: string): boolean =>
  text.includes(parameter) && wholeWord(escape(parameter)).test(text);

/** Removes differences of case, look-alike letters, wide letters and invisible characters. */
const foldSpelling = (text: string): string =>
  likeLatin(removeInvisible(text.normalize('NFKC').slice(0, textLimit)).toLowerCase());

/** Exactly as specified, in another spelling, or not at all. */
export type Naming = 'named' | 'other-spelling' | 'absent';

/**
 * Says how a text names a parameter (section 7). Exact: a whole word as spelled, with no adjacent letter, digit
 * or underscore, except Markdown emphasis. Loose: another case, other separators, look-alike or invisible
 * characters. The exact name is searched in the whole text, all else in its first 16 KiB.
 */
export function findNaming(text: string, parameter: string): Naming {
  if (isSpelledExactly(text, parameter)) return 'named';
  const plain = unescapeText(text.slice(0, textLimit));
  if (isSpelledExactly(plain, parameter)) return 'named';
  return isSpelledLoosely(foldSpelling(plain), parameter) ? 'other-spelling' : 'absent';
}
