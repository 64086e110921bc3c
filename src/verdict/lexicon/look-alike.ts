/** Latin letters and the Cyrillic letters that look like them, position by position. */
const latin = 'aceopxykmtbhi';
const cyrillic = 'асеорхукмтвні';

const toCyrillic: ReadonlyMap<string, string> = new Map(
  Array.from(latin, (letter, index) => [letter, cyrillic[index] ?? letter]),
);
const toLatin: ReadonlyMap<string, string> = new Map([
  ...Array.from(cyrillic, (letter, index): [string, string] => [letter, latin[index] ?? letter]),
  ['ѕ', 's'],
  ['ј', 'j'],
  ['ԁ', 'd'],
  ['ԛ', 'q'],
  ['ԝ', 'w'],
]);

function swap(letters: ReadonlyMap<string, string>, text: string): string {
  return Array.from(text, (letter) => letters.get(letter) ?? letter).join('');
}

const word = /[\p{L}\p{N}_]+/gu;
const isMixed = (token: string): boolean => /[a-z]/u.test(token) && /[а-яіј]/u.test(token);

/** Spells lower-case words in which Latin letters stand among Cyrillic ones with Cyrillic letters alone. */
export function mendCyrillic(text: string): string {
  return text.replace(word, (token) => (isMixed(token) ? swap(toCyrillic, token) : token));
}

/** Replaces lower-case Cyrillic letters by the Latin letters that they look like. */
export function likeLatin(text: string): string {
  return swap(toLatin, text);
}
