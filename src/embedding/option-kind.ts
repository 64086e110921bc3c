import { nearMiss } from '../target/near-miss.ts';
import { isMapping, quote } from '../target/place.ts';
import { describe } from '../target/problem.ts';

/** What an option of a function takes. */
export interface OptionKind {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** The words that it may be; what was found is shown only where there are some. */
  readonly words?: readonly string[];
}

/** One kind of option for every name of an interface. */
export type OptionKinds<Options> = Readonly<Record<keyof Options, OptionKind>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A text that is not empty. */
export const text: OptionKind = { expected: 'a string that is not empty', fits: isText };

/** A list of texts. */
export const texts: OptionKind = {
  expected: 'a list of strings',
  fits: (value) => Array.isArray(value) && value.every(isText),
};

/** A switch. */
export const flag: OptionKind = {
  expected: 'true or false',
  fits: (value) => typeof value === 'boolean',
};

/** A number above 0. */
export const positive: OptionKind = {
  expected: 'a number above 0',
  fits: (value) => typeof value === 'number' && value > 0,
};

/** A function. */
export const callback: OptionKind = {
  expected: 'a function',
  fits: (value) => typeof value === 'function',
};

/** Variables of an environment by name. */
export const variables: OptionKind = { expected: 'an object of variables by name', fits: isMapping };

/** A moment that there is. */
export const moment: OptionKind = {
  expected: 'a Date',
  fits: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
};

/** Any that does what one does: a test environment may bring its own. */
export const abortSignal: OptionKind = {
  expected: 'an AbortSignal',
  fits: (value) => typeof value === 'object' && value !== null && 'aborted' in value,
};

/** A whole number that is not less. */
export const whole = (least: number): OptionKind => ({
  expected: `a whole number from ${least}`,
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= least,
});

/** One of these words. */
export const choice = (words: readonly string[]): OptionKind => ({
  expected: `one of ${words.join(', ')}`,
  fits: (value) => isText(value) && words.includes(value),
  words,
});

/** A list of some of these words. */
export const choices = (words: readonly string[]): OptionKind => ({
  expected: `a list of some of ${words.join(', ')}`,
  fits: (value) => Array.isArray(value) && value.every((word) => isText(word) && words.includes(word)),
  words,
});

/** What was found in place of what a kind expects, with the word that was probably meant; a text that could be a secret is not shown. */
export function foundBy({ words = [] }: OptionKind, value: unknown): { found: string; near: string | null } {
  const wrong = Array.isArray(value) ? value.find((word) => !isText(word) || !words.includes(word)) : value;
  if (typeof wrong === 'number' || typeof wrong === 'boolean') return { found: String(wrong), near: null };
  if (words.length === 0 || !isText(wrong)) return { found: kindOf(value), near: null };
  return { found: quote(wrong), near: nearMiss(wrong, words) };
}

const kindOf = (value: unknown): string =>
  typeof value === 'function' ? 'a function' : describe(value).replace('a mapping', 'an object');
