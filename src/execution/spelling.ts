import type { Literal, Spelling } from '../case/test-case.ts';

/** Parameters in the order in which they are written; a name may stand twice. */
export type Entries = readonly (readonly [name: string, value: Literal])[];

/** Writes the parameters as a JSON object in the given spelling (RFC 8259). */
export function writeJson(entries: Entries, spelling: Spelling): string {
  const ordered = inOrder(entries, spelling);
  const token = spelling === 'escaped' ? escapedToken : (value: Literal): string => JSON.stringify(value);
  const [gap, comma, colon] = spelling === 'spaced' ? [' \r\n\t', ' ,\n  ', '\t : '] : ['', ',', ':'];
  const members = ordered.map(([name, value]) => `${token(name)}${colon}${token(value)}`);
  return `${gap}{${gap}${members.join(comma)}${gap}}${gap}`;
}

function inOrder(entries: Entries, spelling: Spelling | 'raw'): Entries {
  if (spelling === 'reversed') return entries.toReversed();
  if (spelling === 'rotated') return [...entries.slice(1), ...entries.slice(0, 1)];
  if (spelling === 'rotated-back') return [...entries.slice(-1), ...entries.slice(0, -1)];
  return entries;
}

const escapedToken = (value: Literal): string =>
  typeof value === 'string' ? `"${escapeAll(value)}"` : JSON.stringify(value);

/** Every character as an escape: a slash by a backslash, any other by its UTF-16 code unit, hex digits in lower and upper case by turns. */
export function escapeAll(text: string): string {
  return text
    .split('')
    .map((unit, index) => (unit === '/' ? '\\/' : `\\u${hexOf(unit, index % 2 === 1)}`))
    .join('');
}

function hexOf(unit: string, isUpper: boolean): string {
  const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
  return isUpper ? hex.toUpperCase() : hex;
}

/** Writes the parameters as a query string in the given spelling (RFC 3986), without the question mark. */
export function writeQuery(entries: Entries, spelling: Spelling | 'raw'): string {
  const ordered = inOrder(entries, spelling);
  const encode = encoders[spelling];
  return ordered.map(([name, value]) => `${encode(name)}=${encode(wordOf(value))}`).join('&');
}

const wordOf = (value: Literal): string => (typeof value === 'string' ? value : JSON.stringify(value));

const encodeAll = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

const encoders = {
  usual: encodeURIComponent,
  reversed: encodeURIComponent,
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
