import type { Header, HttpRequest, RecordedRequest } from '../http/exchange.ts';
import type { Variant } from '../spec/specification.ts';
import type { Provision, VariantTarget } from '../target/target.ts';
import type { Literal, Spelling, Stimulus } from './test-case.ts';

/** What a request is built from. Its values exist already. */
export interface Blueprint {
  readonly variant: Variant;
  readonly settings: Pick<VariantTarget, 'bankCode' | 'headers'>;
  readonly provision: Provision;
  readonly baseUrl: string;
  readonly userAgent: Value<string>;
  /** The X-Request-Id: it finds a request in the target's log. */
  readonly requestId: string;
  /** The cookie that the target has set; null: none. */
  readonly cookie: string | null;
  /** The value of `X-Forwarded-For`, an address that nobody has; null: no such header. */
  readonly forwardedFor: string | null;
}

/** A parameter's value as it is sent and as it is shown: a placeholder replaces a secret. */
export interface Value<Type extends Literal = Literal> {
  readonly sent: Type;
  readonly shown: Type;
}

/** A value that everybody may read. */
export const open = <Type extends Literal>(value: Type): Value<Type> => ({ sent: value, shown: value });

/** A request as sent, and as it may be shown. */
export interface BuiltRequest {
  readonly sent: HttpRequest;
  readonly shown: RecordedRequest;
  /** The profile's headers as they are sent, whose values are private. */
  readonly privateHeaders: readonly Header[];
}

/** A request is written twice: as it is sent, and as it is shown, with placeholders in place of secrets. */
type View = keyof Value;

/** Builds the request of a stimulus. Only here does a variant's way to carry credentials become HTTP. */
export function buildRequest(
  stimulus: Stimulus,
  values: ReadonlyMap<string, Value>,
  blueprint: Blueprint,
): BuiltRequest {
  const { settings, provision, userAgent, requestId, cookie, forwardedFor } = blueprint;
  const baseUrl = provision.baseUrl ?? blueprint.baseUrl;
  const { kind } = stimulus.twist ?? {};
  const isCookie = kind === 'cookie' && cookie !== null;
  const ofRun: readonly Header[] = isCookie ? [['Cookie', cookie]] : [];
  const ofCondition = overlay(Object.entries(provision.headers ?? {}), ofRun);
  const given = overlay(Object.entries(settings.headers), ofCondition);
  const isForwarded = kind === 'forwarded' && forwardedFor !== null;
  const made: readonly Header[] = isForwarded ? [['X-Forwarded-For', forwardedFor]] : [];
  const write = (view: View, base: string, headers: readonly Header[]): HttpRequest => {
    const { method, path, query, body, contentType } = partsOf(stimulus, values, blueprint, view);
    const isEmpty = body === null && (method === 'POST' || method === 'PUT');
    const own: readonly Header[] = [
      ...(contentType === null ? [] : [['Content-Type', contentType] as const]),
      ['Accept', 'application/json'],
      ['X-Request-Id', requestId],
    ];
    const added: readonly Header[] = [
      ...ofFetch,
      ['user-agent', userAgent[view]],
      ['accept-encoding', base.startsWith('https:') ? 'br, gzip, deflate' : 'gzip, deflate'],
      ...(isEmpty ? [['content-length', '0'] as const] : []),
    ];
    const chosen = overlay(overlay(own, headers), made);
    return {
      method,
      url: `${base}${path}${query ? `?${query}` : ''}`,
      headers: [...chosen, ...lacking(added, chosen)],
      body,
    };
  };
  const masked = given.map(([name, value]) => [name, value === '' ? '' : '<secret>'] as const);
  return {
    sent: write('sent', baseUrl, given),
    // User information in a URL is not sent.
    shown: write('shown', baseUrl.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1'), masked),
    privateHeaders: given,
  };
}

/** Headers that the `fetch` of Node adds after the caller's. So a request looks like an ordinary client's. */
const ofFetch: readonly Header[] = [
  ['accept-language', '*'],
  ['sec-fetch-mode', 'cors'],
];

/** The profile's headers win; names compare without case. */
const overlay = (under: readonly Header[], over: readonly Header[]): readonly Header[] => [
  ...lacking(under, over),
  ...over,
];

function lacking(headers: readonly Header[], known: readonly Header[]): readonly Header[] {
  const names = new Set(known.map(([name]) => name.toLowerCase()));
  return headers.filter(([name]) => !names.has(name.toLowerCase()));
}

/** Parameters in the order in which they are written; a name may be repeated. */
type Entries = readonly (readonly [name: string, value: Literal])[];

interface Parts {
  readonly method: string;
  readonly path: string;
  readonly query: string | null;
  readonly body: string | null;
  readonly contentType: string | null;
}

const json = 'application/json';

function partsOf(
  { twist, spelling = 'usual' }: Stimulus,
  values: ReadonlyMap<string, Value>,
  { variant, settings }: Blueprint,
  view: View,
): Parts {
  const { method, carrier } = variant;
  const bankCode = settings.bankCode ?? '';
  const path = variant.path.replace('<bank_code>', () => bankCode);
  const entriesIn = (one: View): Entries => [...values].map(([name, value]) => [name, value[one]]);
  const entries = entriesIn(view);
  const usual = (given: Entries): Parts =>
    carrier === 'json-body'
      ? { method, path, query: null, body: writeJson(given, spelling, view), contentType: json }
      : { method, path, query: writeQuery(given, spelling, view), body: null, contentType: null };
  const changed = (parameter: string, change: (value: Literal) => Entries[number][1][]): Parts =>
    usual(
      entries.flatMap(([name, value]) =>
        (name === parameter ? change(value) : [value]).map((one) => [name, one] as const),
      ),
    );
  const plain = usual(entries);
  switch (twist?.kind) {
    case undefined:
    case 'replay':
    case 'cookie':
    case 'forwarded':
      return plain;
    case 'method':
      // GET and similar methods have no body: HTTP gives it no meaning there (RFC 9110, 9.3).
      return twist.method === 'PUT' || twist.method === 'PATCH'
        ? { ...plain, method: twist.method }
        : { ...plain, method: twist.method, body: null, contentType: null };
    case 'path': {
      const toggled = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
      const other = path.replace(`/${bankCode}/`, () => `/${bankCode}-other/`);
      return { ...plain, path: twist.change === 'toggle-slash' ? toggled : other };
    }
    case 'place': {
      const [isInBody, isInQuery] = [carrier === 'query', carrier === 'json-body'].map(
        (isOther) => isOther || twist.place === 'both',
      );
      return {
        ...plain,
        query: isInQuery ? writeQuery(entries, 'usual', view) : null,
        body: isInBody ? writeJson(entries, 'usual', view) : null,
        contentType: isInBody ? json : null,
      };
    }
    case 'value':
      return changed(twist.parameter, () => [twist.value]);
    case 'padded':
      return changed(twist.parameter, (value) => [` ${wordOf(value)} `]);
    case 'repeated':
      return changed(twist.parameter, (value) => (twist.first === 'right' ? [value, '0'] : ['0', value]));
    case 'unknown-parameter':
      return usual([...entries, ['unknownParameter', 'unknown']]);
    case 'raw-body':
      return { ...plain, body: twist.body, contentType: twist.contentType };
    case 'content-type':
      return { ...plain, contentType: twist.contentType };
    case 'large-body': {
      if (carrier === 'query') return { ...plain, body: ' '.repeat(twist.bytes), contentType: 'text/plain' };
      const { length } = writeJson(entriesIn('sent'), spelling, 'sent');
      const filler = ' '.repeat(Math.max(0, twist.bytes - length - '"filler":"",'.length));
      return usual([...entries, ['filler', filler]]);
    }
    case 'raw-ciphertext':
      return { ...plain, query: writeQuery(entries, 'raw', view) };
  }
}

/** Writes the parameters as a JSON object in the given spelling (RFC 8259). */
function writeJson(entries: Entries, spelling: Spelling, view: View): string {
  const escape = keepPlaceholders(view, (text) => spellValue(text, spelling, 'body'));
  const token = (value: Literal): string =>
    typeof value === 'string' ? `"${escape(value)}"` : JSON.stringify(value);
  const [gap, comma, colon] = spelling === 'spaced' ? [' \r\n\t', ' ,\n  ', '\t : '] : ['', ',', ':'];
  const members = inOrder(entries, spelling).map(([name, value]) => `${token(name)}${colon}${token(value)}`);
  return `${gap}{${gap}${members.join(comma)}${gap}}${gap}`;
}

/** Writes the parameters as a query string in the given spelling (RFC 3986), without the question mark. */
function writeQuery(entries: Entries, spelling: Spelling | 'raw', view: View): string {
  const encode = keepPlaceholders(view, (text) => spellValue(text, spelling, 'query'));
  return inOrder(entries, spelling)
    .map(([name, value]) => `${encode(name)}=${encode(wordOf(value))}`)
    .join('&');
}

const wordOf = (value: Literal): string => (typeof value === 'string' ? value : JSON.stringify(value));

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

/** One value as written in the query or in a string of the JSON body, in the given spelling. */
export function spellValue(value: string, spelling: Spelling | 'raw', place: 'query' | 'body'): string {
  if (place === 'body') return spelling === 'escaped' ? escapeAll(value) : JSON.stringify(value).slice(1, -1);
  return (ownEncodings[spelling] ?? encodeURIComponent)(value);
}

/** Spellings that encode a value of the query in their own way. */
const ownEncodings: Readonly<Partial<Record<Spelling | 'raw', (value: string) => string>>> = {
  encoded: (value) => encodeAll(value),
  'encoded-lower-case': (value) => encodeAll(value).toLowerCase(),
  raw: (value) => encodeURIComponent(value).replaceAll(/%2B|%2F|%3D/g, decodeURIComponent),
};

const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** Escapes every character: a slash by a backslash, others as `\u` with lower and upper case hex by turns. */
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
