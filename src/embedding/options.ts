import { UserError } from '../errors.ts';
import { nearMiss } from '../target/near-miss.ts';
import { isMapping, quote } from '../target/place.ts';
import { describe } from '../target/place.ts';

/** What an option of a function takes. */
export interface OptionKind {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** The words that it may be. A value is shown in messages only where there are some: it may be a secret. */
  readonly words?: readonly string[];
}

/** One kind of option for every name of an interface. */
export type OptionKinds<Options> = Readonly<Record<keyof Options, OptionKind>>;

const kind = (expected: string, fits: OptionKind['fits']): OptionKind => ({ expected, fits });
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isOneOf = (words: readonly string[], value: unknown): boolean => isText(value) && words.includes(value);
const isListOf = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(fits);

/** A text that is not empty. */
export const text = kind('a string that is not empty', isText);
/** A list of texts. */
export const texts = kind('a list of strings', (value) => isListOf(value, isText));
/** A switch. */
export const flag = kind('true or false', (value) => typeof value === 'boolean');
/** A number above 0. */
export const positive = kind('a number above 0', (value) => typeof value === 'number' && value > 0);
/** A function. */
export const callback = kind('a function', (value) => typeof value === 'function');
/** Variables of an environment by name. */
export const variables = kind('an object of variables by name', isMapping);
/** A valid date. */
export const moment = kind('a Date', (value) => value instanceof Date && !Number.isNaN(value.getTime()));
/** Whatever behaves like an AbortSignal: a test environment may bring its own. */
export const abortSignal = kind(
  'an AbortSignal',
  (value) => typeof value === 'object' && value !== null && 'aborted' in value,
);
/** A whole number of at least that size. */
export const whole = (least: number): OptionKind =>
  kind(`a whole number from ${least}`, (value) => Number.isSafeInteger(value) && Number(value) >= least);
/** One of these words. */
export const choice = (words: readonly string[]): OptionKind => ({
  ...kind(`one of ${words.join(', ')}`, (value) => isOneOf(words, value)),
  words,
});
/** A list of some of these words. */
export const choices = (words: readonly string[]): OptionKind => ({
  ...kind(`a list of some of ${words.join(', ')}`, (value) =>
    isListOf(value, (item) => isOneOf(words, item)),
  ),
  words,
});

/** Throws a UserError for an option that the function does not have, or for a value that it does not take: an option ignored in silence would make another run than the caller asked for. An option that is undefined counts as absent. */
export function requireOptions(
  caller: string,
  options: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
): void {
  const refuse = (where: string, found: string, expected: string, near: string | null, code?: string) => {
    const question = near === null ? '' : `; did you mean \`${near}\`?`;
    const message = `${caller}: ${where}: found ${found}, expected ${expected}${question}`;
    const hint = 'correct the options; nothing was sent';
    throw new UserError('usage', code ?? 'wrong-option-value', message, hint);
  };
  if (!isMapping(options)) return refuse('options', kindOf(options), 'an object', null);
  const names = Object.keys(kinds);
  for (const [name, value] of Object.entries(options)) {
    const where = `option \`${name}\``;
    const known = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (known === undefined) {
      refuse(
        where,
        'an unknown option',
        `one of ${names.join(', ')}`,
        nearMiss(name, names),
        'unknown-option',
      );
    } else if (value !== undefined && !known.fits(value)) {
      const { found, near } = foundBy(known, value);
      refuse(where, found, known.expected, near);
    }
  }
}

/** What was found, with the word that was probably meant; a text that could be a secret is not shown. */
function foundBy({ words = [] }: OptionKind, value: unknown): { found: string; near: string | null } {
  const wrong: unknown = Array.isArray(value) ? value.find((item) => !isOneOf(words, item)) : value;
  if (typeof wrong === 'number' || typeof wrong === 'boolean') return { found: String(wrong), near: null };
  if (words.length === 0 || !isText(wrong)) return { found: kindOf(value), near: null };
  return { found: quote(wrong), near: nearMiss(wrong, words) };
}

const kindOf = (value: unknown): string =>
  typeof value === 'function' ? 'a function' : describe(value).replace('a mapping', 'an object');
