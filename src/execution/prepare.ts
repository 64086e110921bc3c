import type { Literal, Stimulus, Twist } from '../case/test-case.ts';
import type { Header, HttpRequest } from '../http/exchange.ts';
import type { Variant } from '../spec/specification.ts';
import type { Provision, VariantTarget } from '../target/target.ts';
import { writeJson, writeQuery } from './spelling.ts';
import type { Entries } from './spelling.ts';

/** What a request is built from, its values made already. */
export interface Blueprint {
  readonly variant: Variant;
  readonly settings: VariantTarget;
  readonly provision: Provision;
  readonly baseUrl: string;
  readonly userAgent: string;
}

interface Parts {
  readonly method: string;
  readonly path: string;
  readonly query: string | null;
  readonly body: string | null;
  readonly contentType: string | null;
}

/** Builds the request of a stimulus: the one place where a variant's way to carry credentials becomes HTTP. */
export function buildRequest(
  stimulus: Stimulus,
  values: ReadonlyMap<string, string>,
  blueprint: Blueprint,
): HttpRequest {
  const parts = twisted(stimulus, values, blueprint);
  const query = parts.query === null ? '' : `?${parts.query}`;
  return {
    method: parts.method,
    url: `${blueprint.provision.baseUrl ?? blueprint.baseUrl}${parts.path}${query}`,
    headers: headersOf(parts, blueprint),
    body: parts.body,
  };
}

function usual(stimulus: Stimulus, entries: Entries, { variant, settings }: Blueprint): Parts {
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
        body: writeJson(entries, spelling),
        contentType: 'application/json',
      };
    case 'query':
      return { ...common, query: writeQuery(entries, spelling) || null, body: null, contentType: null };
  }
}

function twisted(stimulus: Stimulus, values: ReadonlyMap<string, string>, blueprint: Blueprint): Parts {
  const entries: Entries = [...values];
  const plain = usual(stimulus, entries, blueprint);
  const { twist } = stimulus;
  const rewritten = (changed: Entries): Parts => usual(stimulus, changed, blueprint);
  if (twist === undefined) return plain;
  switch (twist.kind) {
    case 'method':
      return withMethod(plain, twist.method);
    case 'path':
      return { ...plain, path: changedPath(plain.path, twist.change, blueprint) };
    case 'place':
      return inPlace(plain, entries, twist.place);
    case 'value':
      return rewritten(replaced(entries, twist.parameter, () => twist.value));
    case 'padded':
      return rewritten(replaced(entries, twist.parameter, (value) => ` ${String(value)} `));
    case 'unknown-parameter':
      return rewritten([...entries, ['unknownParameter', 'unknown']]);
    case 'repeated':
      return rewritten(repeated(entries, twist));
    case 'raw-body':
      return { ...plain, body: twist.body, contentType: twist.contentType };
    case 'content-type':
      return { ...plain, contentType: twist.contentType };
    case 'large-body':
      return enlarged(plain, entries, twist.bytes);
    case 'raw-ciphertext':
      return { ...plain, query: writeQuery(entries, 'raw') };
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

function inPlace(plain: Parts, entries: Entries, place: 'other' | 'both'): Parts {
  const body = writeJson(entries, 'usual');
  const query = writeQuery(entries, 'usual');
  if (place === 'both') return { ...plain, body, query, contentType: 'application/json' };
  return plain.query === null
    ? { ...plain, body: null, query, contentType: null }
    : { ...plain, body, query: null, contentType: 'application/json' };
}

function replaced(entries: Entries, parameter: string, change: (value: Literal) => Literal): Entries {
  return entries.map(([name, value]) => [name, name === parameter ? change(value) : value]);
}

function repeated(entries: Entries, twist: Extract<Twist, { readonly kind: 'repeated' }>): Entries {
  return entries.flatMap(([name, value]) => {
    if (name !== twist.parameter) return [[name, value] as const];
    const right = [name, value] as const;
    const wrong = [name, '0'] as const;
    return twist.first === 'right' ? [right, wrong] : [wrong, right];
  });
}

function enlarged(plain: Parts, entries: Entries, bytes: number): Parts {
  if (plain.body === null) return { ...plain, body: ' '.repeat(bytes), contentType: 'text/plain' };
  const filler = 'x'.repeat(Math.max(0, bytes - plain.body.length - '"filler":"",'.length));
  return { ...plain, body: writeJson([...entries, ['filler', filler]], 'usual') };
}

function headersOf(parts: Parts, { settings, provision, userAgent }: Blueprint): readonly Header[] {
  const own: readonly Header[] = [
    ...(parts.contentType === null ? [] : [['Content-Type', parts.contentType] as const]),
    ['Accept', 'application/json'],
    ['User-Agent', userAgent],
    ...(parts.body === null && sendsContent(parts.method) ? [['Content-Length', '0'] as const] : []),
  ];
  const given = overlay(Object.entries(settings.headers), Object.entries(provision.headers ?? {}));
  return overlay(own, given);
}

const sendsContent = (method: string): boolean => method === 'POST' || method === 'PUT';

/** The profile's headers win; names compare without case. */
function overlay(under: readonly Header[], over: readonly Header[]): readonly Header[] {
  const names = new Set(over.map(([name]) => name.toLowerCase()));
  return [...under.filter(([name]) => !names.has(name.toLowerCase())), ...over];
}
