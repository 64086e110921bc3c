import type { Literal, Spelling } from './test-case.ts';

/** A parameter's value as it is sent and as it is shown: a placeholder stands in the place of a secret. */
export interface Value {
  readonly sent: Literal;
  readonly shown: Literal;
}

/** A value that everybody may read. */
export const open = (value: Literal): Value => ({ sent: value, shown: value });

/** Parameters in the order in which they are written; a name may stand twice. */
export type Entries = readonly (readonly [name: string, value: Value])[];

/** A request is written twice: as it is sent, and as it is shown, with placeholders that no spelling changes. */
export type View = keyof Value;

/** Writes the parameters as a JSON object in the given spelling (RFC 8259). */
export function writeJson(entries: Entries, spelling: Spelling, view: View): string {
  const ordered = inOrder(entries, spelling);
  const escape = encoderOf(view, spelling === 'escaped' ? escapeAll : escapeUsual);
  const token = (value: Literal): string =>
    typeof value === 'string' ? `"${escape(value)}"` : JSON.stringify(value);
  const [gap, comma, colon] = spelling === 'spaced' ? [' \r\n\t', ' ,\n  ', '\t : '] : ['', ',', ':'];
  const members = ordered.map(([name, value]) => `${token(name)}${colon}${token(value[view])}`);
  return `${gap}{${gap}${members.join(comma)}${gap}}${gap}`;
}

function inOrder(entries: Entries, spelling: Spelling | 'raw'): Entries {
  if (spelling === 'rotated') return [...entries.slice(1), ...entries.slice(0, 1)];
  if (spelling === 'rotated-back') return [...entries.slice(-1), ...entries.slice(0, -1)];
  return entries;
}

const escapeUsual = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Every character as an escape: a slash by a backslash, any other by its UTF-16 code unit, hex digits in lower and upper case by turns. */
function escapeAll(text: string): string {
  return text
    .split('')
    .map((unit, index) => (unit === '/' ? '\\/' : `\\u${hexOf(unit, index % 2 === 1)}`))
    .join('');
}

function hexOf(unit: string, isUpper: boolean): string {
  const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
  return isUpper ? hex.toUpperCase() : hex;
}

/** One value as it stands in the query or in a string of the JSON body, in the given spelling. */
export const spellValue = (value: string, spelling: Spelling | 'raw', place: 'query' | 'body'): string =>
  place === 'query' ? encoders[spelling](value) : (spelling === 'escaped' ? escapeAll : escapeUsual)(value);

/** Writes the parameters as a query string in the given spelling (RFC 3986), without the question mark. */
export function writeQuery(entries: Entries, spelling: Spelling | 'raw', view: View): string {
  const ordered = inOrder(entries, spelling);
  const encode = encoderOf(view, encoders[spelling]);
  return ordered.map(([name, value]) => `${encode(name)}=${encode(wordOf(value[view]))}`).join('&');
}

const placeholder = /(<(?:password|ciphertext|secret)>)/;

function encoderOf(view: View, encode: (text: string) => string): (text: string) => string {
  if (view === 'sent') return encode;
  const encodeUnlessPlaceholder = (part: string, index: number): string =>
    index % 2 === 0 ? encode(part) : part;
  return (text) => text.split(placeholder).map(encodeUnlessPlaceholder).join('');
}

const wordOf = (value: Literal): string => (typeof value === 'string' ? value : JSON.stringify(value));

const encodeAll = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

const encoders = {
  usual: encodeURIComponent,
  rotated: encodeURIComponent,
  'rotated-back': encodeURIComponent,
  spaced: encodeURIComponent,
  escaped: encodeURIComponent,
  'rich-ciphertext': encodeURIComponent,
  encoded: encodeAll,
  'encoded-lower-case': (text) => encodeAll(text).toLowerCase(),
  raw: (text) =>
    encodeURIComponent(text).replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '='),
} as const satisfies Record<Spelling | 'raw', (text: string) => string>;

/** The spellings that a value may have. */
export const spellings = Object.keys(encoders) as readonly (Spelling | 'raw')[];
