import type { Header, HttpRequest, RecordedRequest } from '../client/exchange.ts';
import type { Variant } from '../operation/specification.ts';
import type { Provision, VariantTarget } from '../profile/target.ts';
import { writeMutated } from './mutation.ts';
import type { TestRequest } from './test-case.ts';
import type { Value, View } from './write-parts.ts';

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

/** A request as sent, and as it may be shown. */
export interface BuiltRequest {
  readonly sent: HttpRequest;
  readonly shown: RecordedRequest;
  /** The profile's headers as they are sent, whose values are private. */
  readonly privateHeaders: readonly Header[];
}

/** Builds a request. Only here does a variant's way to carry credentials become HTTP. */
export function buildRequest(
  testRequest: TestRequest,
  values: ReadonlyMap<string, Value>,
  blueprint: Blueprint,
): BuiltRequest {
  const { variant, settings, provision, userAgent, requestId, cookie, forwardedFor } = blueprint;
  const baseUrl = provision.baseUrl ?? blueprint.baseUrl;
  const { kind } = testRequest.mutation ?? {};
  const isCookie = kind === 'cookie' && cookie !== null;
  const ofRun: readonly Header[] = isCookie ? [['Cookie', cookie]] : [];
  const ofCondition = overlay(Object.entries(provision.headers ?? {}), ofRun);
  const given = overlay(Object.entries(settings.headers), ofCondition);
  const isForwarded = kind === 'forwarded' && forwardedFor !== null;
  const made: readonly Header[] = isForwarded ? [['X-Forwarded-For', forwardedFor]] : [];
  const write = (view: View, base: string, headers: readonly Header[]): HttpRequest => {
    const { method, path, query, body, contentType } = writeMutated(testRequest.mutation, {
      variant,
      bankCode: settings.bankCode ?? '',
      spelling: testRequest.spelling ?? 'usual',
      values,
      view,
    });
    const isEmpty = body === null && (method === 'POST' || method === 'PUT');
    const own: readonly Header[] = [
      ...(contentType === null ? [] : [['Content-Type', contentType] as const]),
      ...(kind === 'no-accept' ? [] : [['Accept', 'application/json'] as const]),
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
