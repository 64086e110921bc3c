/** Entries as alternatives: `*` is any part of a word, `_` joins an expression, `?` is any word in it. */
function alternatives(text: string): string {
  const entries = Array.from(text.matchAll(/\S+/gu), ([entry]) => `${entry} `.replaceAll('_', ' '));
  const stems = entries.map((entry) => entry.replaceAll('*', '[^ ]*').replaceAll('?', '[^ ]+'));
  return `(?:${stems.join('|')})`;
}

/** Any of these words or expressions, in a normalised text. */
export const anyOf = (text: string): RegExp => new RegExp(`(?<= )${alternatives(text)}`, 'u');

/** Two words near each other that together say something. */
export interface Near {
  readonly first: string;
  /** After the first one in the same sentence, with at most `apart` words between. */
  readonly last: string;
  readonly apart: number;
  /** None of these words may stand between. */
  readonly without: string;
}

/** Matches a word of one list with one of the other closely after it. */
export function near({ first, last, apart, without }: Near): RegExp {
  const between = `(?:(?!${alternatives(without)})[^ .?]+ ){0,${apart}}`;
  return new RegExp(`(?<= )${alternatives(first)}${between}${alternatives(last)}`, 'u');
}
