/** Entries as alternatives: `*` is any part of a word, `_` joins an expression, `?` is any word in it. */
function alternatives(text: string): string {
  const entries = Array.from(text.matchAll(/\S+/gu), ([entry]) => `${entry} `.replaceAll('_', ' '));
  const stems = entries.map((entry) => entry.replaceAll('*', '[^ ]*').replaceAll('?', '[^ ]+'));
  return `(?:${stems.join('|')})`;
}

/** Any of these words or expressions, in a normalised text. */
export const anyOf = (text: string): RegExp => new RegExp(`(?<= )${alternatives(text)}`, 'u');

/** Ways to say something with two words that stand near each other. */
export interface Near {
  readonly first: string;
  /** Behind the first one in the same sentence, with so many words between them at most. */
  readonly last: string;
  readonly apart: number;
  /** Words of which none stands between them. */
  readonly without: string;
}

/** A word of one list and, near behind it, one of the other. */
export function near({ first, last, apart, without }: Near): RegExp {
  const between = `(?:(?!${alternatives(without)})[^ .?]+ ){0,${apart}}`;
  return new RegExp(`(?<= )${alternatives(first)}${between}${alternatives(last)}`, 'u');
}
