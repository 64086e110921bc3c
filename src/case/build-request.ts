import type { Header, HttpRequest, RecordedRequest } from '../http/exchange.ts';
import type { Variant } from '../spec/specification.ts';
import type { Provision, VariantTarget } from '../target/target.ts';
import { open, writeJson, writeQuery } from './spelling.ts';
import type { Entries, Value, View } from './spelling.ts';
import type { Literal, Stimulus, Twist } from './test-case.ts';

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

/** A request as it goes over the wire, and as it may be shown. */
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
