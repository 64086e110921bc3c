import type { Variant } from '../operation/specification.ts';

/** A value that replaces a parameter's own. */
export type Literal =
  | null
  | boolean
  | number
  | string
  | readonly string[]
  | Readonly<{ [name: string]: never }>;

/**
 * Spellings of the same JSON object (RFC 8259) or query (RFC 3986). `raw`, unescaped `+/=`, is only observed.
 */
export const spellings = [
  'usual',
  /** The first parameter comes last. */
  'rotated',
  /** The last parameter comes first. */
  'rotated-back',
  'spaced',
  'escaped',
  'rich-ciphertext',
  'encoded',
  'encoded-lower-case',
  'raw',
] as const;
export type Spelling = Exclude<(typeof spellings)[number], 'raw'>;

/** A parameter's value as it is sent and as it is shown. A placeholder replaces a secret. */
export interface Value<Type extends Literal = Literal> {
  readonly sent: Type;
  readonly shown: Type;
}

/** Makes a value that is not secret. */
export const open = <Type extends Literal>(value: Type): Value<Type> => ({ sent: value, shown: value });

/** A request is written twice: once to be sent, once to be shown with placeholders for secrets. */
export type View = keyof Value;

/** Parameters in the order in which they are written. A name may occur several times. */
export type Entries = readonly (readonly [name: string, value: Literal])[];

/** A request without its headers. */
export interface Parts {
  readonly method: string;
  readonly path: string;
  readonly query: string | null;
  readonly body: string | null;
  readonly contentType: string | null;
}

const json = 'application/json';

export interface Written {
  readonly variant: Variant;
  readonly bankCode: string;
  readonly spelling: Spelling;
  readonly values: ReadonlyMap<string, Value>;
  readonly view: View;
}

export const entriesOf = ({ values, view }: Pick<Written, 'values' | 'view'>): Entries =>
  [...values].map(([name, value]) => [name, value[view]]);

/** Writes parameters as the variant carries them. */
export function writeParts({ variant, bankCode, spelling, view }: Written, entries: Entries): Parts {
  const { method, carrier } = variant;
  const path = variant.path.replace('<bank_code>', () => bankCode);
  return carrier === 'json-body'
    ? { method, path, query: null, body: writeJson(entries, spelling, view), contentType: json }
    : { method, path, query: writeQuery(entries, spelling, view), body: null, contentType: null };
}

/** Writes a JSON object in the given spelling (RFC 8259). */
export function writeJson(entries: Entries, spelling: Spelling, view: View): string {
  const escape = keepPlaceholders(view, (text) => spellValue(text, spelling, 'body'));
  const token = (value: Literal): string =>
    typeof value === 'string' ? `"${escape(value)}"` : JSON.stringify(value);
  const [gap, comma, colon] = spelling === 'spaced' ? [' \r\n\t', ' ,\n  ', '\t : '] : ['', ',', ':'];
  const members = inOrder(entries, spelling).map(([name, value]) => `${token(name)}${colon}${token(value)}`);
  return `${gap}{${gap}${members.join(comma)}${gap}}${gap}`;
}

/** Writes a query string in the given spelling (RFC 3986), without the question mark. */
export function writeQuery(entries: Entries, spelling: Spelling | 'raw', view: View): string {
  const encode = keepPlaceholders(view, (text) => spellValue(text, spelling, 'query'));
  return inOrder(entries, spelling)
    .map(([name, value]) => `${encode(name)}=${encode(wordOf(value))}`)
    .join('&');
}

export const wordOf = (value: Literal): string => (typeof value === 'string' ? value : JSON.stringify(value));

function inOrder(entries: Entries, spelling: Spelling | 'raw'): Entries {
  if (spelling === 'rotated') return [...entries.slice(1), ...entries.slice(0, 1)];
  if (spelling === 'rotated-back') return [...entries.slice(-1), ...entries.slice(0, -1)];
  return entries;
}

const placeholder = /(<(?:password|ciphertext|secret)>)/;

const keepPlaceholders =
  (view: View, encode: (text: string) => string) =>
  (text: string): string =>
    view === 'sent'
      ? encode(text)
      : text
          .split(placeholder)
          .map((part, index) => (index % 2 === 0 ? encode(part) : part))
          .join('');

/** Writes one value for the query or for a JSON string in the given spelling. */
export function spellValue(value: string, spelling: Spelling | 'raw', place: 'query' | 'body'): string {
  if (place === 'body') return spelling === 'escaped' ? escapeAll(value) : JSON.stringify(value).slice(1, -1);
  return (ownEncodings[spelling] ?? encodeURIComponent)(value);
}

/** Spellings that encode a query value in a special way. */
const ownEncodings: Readonly<Partial<Record<Spelling | 'raw', (value: string) => string>>> = {
  encoded: (value) => encodeAll(value),
  'encoded-lower-case': (value) => encodeAll(value).toLowerCase(),
  raw: (value) => encodeURIComponent(value).replaceAll(/%2B|%2F|%3D/g, decodeURIComponent),
};

const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** Escapes every character: a slash by a backslash, others as `\u` with lower and upper case hex in turn. */
function escapeAll(text: string): string {
  return text
    .split('')
    .map((unit, index) => {
      const hex = hexOf(unit.charCodeAt(0), 4);
      return unit === '/' ? String.raw`\/` : `\\u${index % 2 === 1 ? hex.toUpperCase() : hex}`;
    })
    .join('');
}

const encodeAll = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${hexOf(byte, 2).toUpperCase()}`).join('');
