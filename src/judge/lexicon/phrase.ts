/** Entries as alternatives: `*` is any part of a word, `_` joins an expression, `?` is any word in it. */
function alternatives(text: string): string {
  const entries = Array.from(text.matchAll(/\S+/gu), ([entry]) => `${entry} `.replaceAll('_', ' '));
  const stems = entries.map((entry) => entry.replaceAll('*', '[^ ]*').replaceAll('?', '[^ ]+'));
  return `(?:${stems.join('|')})`;
}

/** What a text may hold: a regular expression, or something that is tested like one. */
export interface Phrase {
  readonly source: string;
  readonly test: (text: string) => boolean;
}

/** Any of these words or expressions, in a normalised text. */
export const anyOf = (text: string): Phrase => new RegExp(`(?<= )${alternatives(text)}`);

/** Two words near each other that together say something. */
export interface Near {
  readonly first: string;
  /** After the first one in the same sentence, with at most `apart` words between. */
  readonly last: string;
  readonly apart: number;
  /** None of these words may stand between. */
  readonly without: string;
}

/**
 * Matches a word of one list with one of the other closely after it. The expression for both is long, and Node
 * compiles it when it is first used: most texts lack one of the words.
 */
export function near({ first, last, apart, without }: Near): Phrase {
  const between = `(?:(?!${alternatives(without)})[^ .?]+ ){0,${apart}}`;
  const parts = [anyOf(first), anyOf(last)];
  const both = new RegExp(`(?<= )${alternatives(first)}${between}${alternatives(last)}`);
  return { source: both.source, test: (text) => parts.every((part) => part.test(text)) && both.test(text) };
}
