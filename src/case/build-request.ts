import type { Header, HttpRequest, RecordedRequest } from '../http/exchange.ts';
import type { Variant } from '../spec/specification.ts';
import type { Provision, VariantTarget } from '../target/target.ts';
import type { Literal, Spelling, Stimulus, Twist } from './test-case.ts';
import { UserError } from '../errors.ts';

/** What a request is built from, its values made already. */
export interface Blueprint {
  readonly variant: Variant;
  readonly settings: Pick<VariantTarget, 'bankCode' | 'headers'>;
  readonly provision: Provision;
  readonly baseUrl: string;
  readonly userAgent: string;
  /** The X-Request-Id, by which a request is found in the target's log. */
  readonly requestId: string;
}

interface Parts {
  readonly method: string;
  readonly path: string;
  readonly query: string | null;
  readonly body: string | null;
  readonly contentType: string | null;
}

/** A request as sent, and as it may be shown. */
export interface BuiltRequest {
  readonly sent: HttpRequest;
  readonly shown: RecordedRequest;
  /** The profile's headers as they are sent, whose values are private. */
  readonly privateHeaders: readonly Header[];
}

/** Builds the request of a stimulus: the one place where a variant's way to carry credentials becomes HTTP. */
export function buildRequest(
  stimulus: Stimulus,
  values: ReadonlyMap<string, Value>,
  blueprint: Blueprint,
): BuiltRequest {
  const { settings, provision } = blueprint;
  const baseUrl = provision.baseUrl ?? blueprint.baseUrl;
  const given = overlay(Object.entries(settings.headers), Object.entries(provision.headers ?? {}));
  const render = (view: View, base: string, headers: readonly Header[]): HttpRequest => {
    const parts = twisted(stimulus, [...values], blueprint, view);
    const query = parts.query === null ? '' : `?${parts.query}`;
    return {
      method: parts.method,
      url: `${base}${parts.path}${query}`,
      headers: overlay(ownHeaders(parts, blueprint), headers),
      body: parts.body,
    };
  };
  const masked = given.map(([name, value]) => [name, value === '' ? '' : '<secret>'] as const);
  return {
    sent: render('sent', baseUrl, given),
    // User information in a URL is not sent.
    shown: render('shown', baseUrl.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1'), masked),
    privateHeaders: given,
  };
}

function usual(stimulus: Stimulus, entries: Entries, { variant, settings }: Blueprint, view: View): Parts {
  const spelling = stimulus.spelling ?? 'usual';
  const common = {
    method: variant.method,
    path: variant.path.replace('<bank_code>', () => settings.bankCode ?? ''),
  };
  switch (variant.carrier) {
    case 'json-body':
      return {
        ...common,
        query: null,
        body: writeJson(entries, spelling, view),
        contentType: 'application/json',
      };
    case 'query':
      return { ...common, query: writeQuery(entries, spelling, view) || null, body: null, contentType: null };
  }
}

function twisted(stimulus: Stimulus, entries: Entries, blueprint: Blueprint, view: View): Parts {
  const { twist } = stimulus;
  const rewritten = (changed: Entries): Parts => usual(stimulus, changed, blueprint, view);
  const plain = rewritten(entries);
  if (twist === undefined) return plain;
  switch (twist.kind) {
    case 'method':
      return withMethod(plain, twist.method);
    case 'path':
      return { ...plain, path: changedPath(plain.path, twist.change, blueprint) };
    case 'place':
      return inPlace(plain, entries, twist.place, view);
    case 'value':
      return rewritten(replaced(entries, twist.parameter, () => twist.value));
    case 'padded':
      return rewritten(
        replaced(
          entries,
          twist.parameter,
          (value) => ` ${typeof value === 'string' ? value : JSON.stringify(value)} `,
        ),
      );
    case 'unknown-parameter':
      return rewritten([...entries, ['unknownParameter', open('unknown')]]);
    case 'repeated':
      return rewritten(repeated(entries, twist));
    case 'raw-body':
      return { ...plain, body: twist.body, contentType: twist.contentType };
    case 'content-type':
      return { ...plain, contentType: twist.contentType };
    case 'large-body':
      return enlarged(plain, usual(stimulus, entries, blueprint, 'sent'), entries, twist.bytes, view);
    case 'raw-ciphertext':
      return { ...plain, query: writeQuery(entries, 'raw', view) };
    case 'replay':
      return plain;
  }
}

/** GET and its like go without a body, which HTTP gives no meaning there (RFC 9110, 9.3). */
function withMethod(plain: Parts, method: string): Parts {
  if (method === 'PUT' || method === 'PATCH') return { ...plain, method };
  return { ...plain, method, body: null, contentType: null };
}

function changedPath(
  path: string,
  change: Extract<Twist, { readonly kind: 'path' }>['change'],
  { settings }: Blueprint,
): string {
  switch (change) {
    case 'toggle-slash':
      return path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    case 'other-bank-code':
      return path.replace(`/${settings.bankCode ?? ''}/`, () => `/${settings.bankCode ?? ''}-other/`);
  }
}

function inPlace(plain: Parts, entries: Entries, place: 'other' | 'both', view: View): Parts {
  const body = writeJson(entries, 'usual', view);
  const query = writeQuery(entries, 'usual', view);
  if (place === 'both') return { ...plain, body, query, contentType: 'application/json' };
  return plain.query === null
    ? { ...plain, body: null, query, contentType: null }
    : { ...plain, body, query: null, contentType: 'application/json' };
}

function replaced(entries: Entries, parameter: string, change: (value: Literal) => Literal): Entries {
  return entries.map(([name, value]) => [
    name,
    name === parameter ? { sent: change(value.sent), shown: change(value.shown) } : value,
  ]);
}

function repeated(entries: Entries, twist: Extract<Twist, { readonly kind: 'repeated' }>): Entries {
  return entries.flatMap(([name, value]) => {
    if (name !== twist.parameter) return [[name, value] as const];
    const right = [name, value] as const;
    const wrong = [name, open('0')] as const;
    return twist.first === 'right' ? [right, wrong] : [wrong, right];
  });
}

function enlarged(plain: Parts, sent: Parts, entries: Entries, bytes: number, view: View): Parts {
  if (sent.body === null) return { ...plain, body: ' '.repeat(bytes), contentType: 'text/plain' };
  const filler = 'x'.repeat(Math.max(0, bytes - sent.body.length - '"filler":"",'.length));
  return { ...plain, body: writeJson([...entries, ['filler', open(filler)]], 'usual', view) };
}

function ownHeaders(parts: Parts, { userAgent, requestId }: Blueprint): readonly Header[] {
  return [
    ...(parts.contentType === null ? [] : [['Content-Type', parts.contentType] as const]),
    ['Accept', 'application/json'],
    ['User-Agent', userAgent],
    ['X-Request-Id', requestId],
    ...(parts.body === null && sendsContent(parts.method) ? [['Content-Length', '0'] as const] : []),
  ];
}

const sendsContent = (method: string): boolean => method === 'POST' || method === 'PUT';

/** The profile's headers win; names compare without case. */
function overlay(under: readonly Header[], over: readonly Header[]): readonly Header[] {
  const names = new Set(over.map(([name]) => name.toLowerCase()));
  return [...under.filter(([name]) => !names.has(name.toLowerCase())), ...over];
}

/** A parameter's value as it is sent and as it is shown: a placeholder replaces a secret. */
export interface Value {
  readonly sent: Literal;
  readonly shown: Literal;
}

/** A value that everybody may read. */
export const open = (value: Literal): Value => ({ sent: value, shown: value });

/** Parameters in the order in which they are written; a name may be repeated. */
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

/** One value as written in the query or in a string of the JSON body, in the given spelling. */
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

/**
 * Compares a built request with what its case means to send, before the target fails anything;
 * throws a UserError with fault `suite`. Requests with a twist are deliberately of another shape.
 */
export function verifyRequest(
  stimulus: Stimulus,
  values: ReadonlyMap<string, Value>,
  request: HttpRequest,
  variant: Variant,
): void {
  if (stimulus.twist !== undefined) return;
  const sent = readBack(request, variant);
  const absent = stimulus.without ?? [];
  const wanted = variant.parameters.map(({ name }) => name).filter((name) => !absent.includes(name));
  const differing = variant.parameters
    .map(({ name }) => name)
    .filter((name) => sent.get(name) !== (wanted.includes(name) ? values.get(name)?.sent : undefined));
  if (differing.length === 0 && sent.size === wanted.length && request.method === variant.method) return;
  throw new UserError(
    'suite',
    'request-differs',
    `the request “${stimulus.label}” was not built as meant: ${differing.join(', ') || 'its shape'}`,
    'this is a defect of the suite: please report it',
  );
}

/** Reads the parameters back from the finished request by other means than they were written. */
function readBack(request: HttpRequest, variant: Variant): ReadonlyMap<string, unknown> {
  const { body } = request;
  switch (variant.carrier) {
    case 'json-body':
      return new Map(Object.entries(JSON.parse(body ?? 'null') ?? {}));
    case 'query': {
      const query = new URL(request.url).search.slice(1);
      const pairs = body !== null || query === '' ? [] : query.split('&').map((pair) => pair.split('='));
      return new Map(
        pairs.map(([name = '', value = '']) => [decodeURIComponent(name), decodeURIComponent(value)]),
      );
    }
  }
}
