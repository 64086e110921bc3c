/** Limit of the text that is read, in UTF-16 code units. It bounds the cost of hostile texts. */
export const textLimit = 16_384;

const signs = `amp& apos' gt> lt< quot" hellip… mdash— ndash– shy\u{AD} bdquo„ laquo« ldquo“ lsquo‘ raquo» rdquo” rsquo’`;
const blanks = ['bull ', 'emsp ', 'ensp ', 'middot ', 'nbsp ', 'thinsp '];

/** The named character references in error texts of web services (HTML, section 13.5). */
const namedEntities = new Map(
  [...signs.split(' '), ...blanks].map((one) => [one.slice(0, -1), one.slice(-1)]),
);

const entity = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-zA-Z]{2,8}));/gu;
const unicodeEscape = /\\[uU]([0-9a-fA-F]{4})/gu;
const whiteEscape = /\\[nrt]/gu;
const blockTag = /<\/?(?:br|p|div|li|ul|ol|h[1-6]|tr|td|table|body|html)(?:\s[^<>]{0,200})?\/?>/giu;
const inlineTag = /<\/?[a-z][a-z0-9]{0,15}(?:\s[^<>]{0,200})?\/?>/giu;
const invisible = /[\p{Cf}\p{Mn}\p{Me}\u{115F}\u{1160}\u{3164}]/gu;

function codePoint(digits: string, radix: number): string {
  const value = Number.parseInt(digits, radix);
  const isCharacter = value > 0 && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
  return isCharacter ? String.fromCodePoint(value) : ' ';
}

function decodeEntities(text: string): string {
  return text.replace(entity, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return codePoint(hex, 16);
    if (decimal !== undefined) return codePoint(decimal, 10);
    return namedEntities.get(name?.toLowerCase() ?? '') ?? whole;
  });
}

/** Undoes one more layer of escapes than JSON has: references (also encoded twice), `\uXXXX`, `\n`. */
export function unescapeText(text: string): string {
  const characters = text.replace(unicodeEscape, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decodeEntities(decodeEntities(characters)).replace(whiteEscape, ' ');
}

/** Removes invisible characters: soft hyphens, zero-width characters, direction marks, combining accents. */
export const removeInvisible = (text: string): string => text.replace(invisible, '');

/** Letters of the two alphabets that look alike, position by position. */
const latin = 'aceopxykmtbhi';
const cyrillic = 'асеорхукмтвні';

function mapLetters(from: string, to: string): ReadonlyMap<string, string> {
  const targets = Array.from(to);
  return new Map(Array.from(from, (letter, index) => [letter, targets[index] ?? letter]));
}

const toCyrillic = mapLetters(latin, cyrillic);
const toLatin = mapLetters(`${cyrillic}ѕјԁԛԝ`, `${latin}sjdqw`);

const swapLetters = (letters: ReadonlyMap<string, string>, text: string): string =>
  Array.from(text, (letter) => letters.get(letter) ?? letter).join('');

/** Replaces lower-case Cyrillic letters by the Latin letters that look like them. */
export const likeLatin = (text: string): string => swapLetters(toLatin, text);

/** Writes lower-case words that mix both alphabets in Cyrillic letters only. */
const likeCyrillic = (text: string): string =>
  text.replace(/[\p{L}\p{N}_]+/gu, (word) =>
    /[a-z]/u.test(word) && /[а-яіј]/u.test(word) ? swapLetters(toCyrillic, word) : word,
  );

/** Ends sentences at marks behind a word, at `!` and `;`, and at a full stop before a capital in a word. */
function endSentences(text: string): string {
  return text
    .replace(/[.!?;]+(?=[^\p{L}\p{N}_$[]|$)/gu, (marks) => (marks.includes('?') ? ' ? ' : ' . '))
    .replace(/(?<=\p{L})\.(?=\p{Lu}\p{Ll})|[!;]|\?(?! )/gu, ' . ');
}

type Step = readonly [pattern: RegExp, replacement: string];

const words: readonly Step[] = [
  [/ё/gu, 'е'],
  [/[’‘ʼ´`]/gu, "'"],
  [/\bwon'?t\b/gu, 'will not'],
  [/\bcan'?t\b|\bcannot\b/gu, 'can not'],
  [/\b(do|does|did|is|are|was|were|has|have|had|should|could|would|must|need)n'?t\b/gu, '$1 not'],
  [/(?<=\p{L})'(?=\p{L})/gu, ''],
  [/(?<!\p{L})(re|un|non|log|sign)-(?=\p{L})/gu, '$1'],
  [/[:,()[\]{}—–]|\s[-/|]+\s/gu, ' , '],
  [/[^\p{L}\p{N},.?]+/gu, ' '],
  [/\.(?=[^ ])/gu, ' '],
];

const apply = (text: string, steps: readonly Step[]): string =>
  steps.reduce((current, [pattern, replacement]) => current.replace(pattern, replacement), text);

/**
 * Folds the first 16 KiB of a text to lower-case words, with `,` between clauses and `.` or `?` between
 * sentences. Single spaces separate and enclose all of them: ` повторите запрос , указав данные . `.
 */
export function normalise(text: string): string {
  const plain = unescapeText(text.slice(0, textLimit)).replace(blockTag, ' . ').replace(inlineTag, ' ');
  // NFKC turns the numero sign into "No", which would read as a negation.
  const folded = plain.replaceAll('№', ' ').normalize('NFKC').slice(0, textLimit);
  const lower = likeCyrillic(removeInvisible(endSentences(folded)).toLowerCase());
  return ` ${apply(lower, words).replace(/\s+/gu, ' ').trim()} `;
}
