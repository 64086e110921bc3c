import type { Literal, Spelling } from '../case/test-case.ts';

/** Parameters in the order in which they are written; a name may stand twice. */
export type Entries = readonly (readonly [name: string, value: Literal])[];

/** Writes the parameters as a JSON object in the given spelling (RFC 8259). */
export function writeJson(entries: Entries, spelling: Spelling): string {
  const ordered = spelling === 'reversed' ? entries.toReversed() : entries;
  const token = spelling === 'escaped' ? escapedToken : (value: Literal): string => JSON.stringify(value);
  const [gap, comma, colon] = spelling === 'spaced' ? [' \r\n\t', ' ,\n  ', '\t : '] : ['', ',', ':'];
  const members = ordered.map(([name, value]) => `${token(name)}${colon}${token(value)}`);
  return `${gap}{${gap}${members.join(comma)}${gap}}${gap}`;
}

/** Every character of a string as a \u escape of its UTF-16 code unit. */
function escapedToken(value: Literal): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const units = Array.from({ length: value.length }, (_, index) => value.charCodeAt(index));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

/** Writes the parameters as a query string in the given spelling (RFC 3986), without the question mark. */
export function writeQuery(entries: Entries, spelling: Spelling | 'raw'): string {
  const ordered = spelling === 'reversed' ? entries.toReversed() : entries;
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
  spaced: encodeURIComponent,
  escaped: encodeURIComponent,
  'rich-ciphertext': encodeURIComponent,
  encoded: encodeAll,
  'encoded-lower-case': (text) => encodeAll(text).toLowerCase(),
  raw: (text) =>
    encodeURIComponent(text).replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '='),
} as const satisfies Record<Spelling | 'raw', (text: string) => string>;
