import type { Header, HttpRequest } from '../client/exchange.ts';
import type { Variant } from '../operation/specification.ts';
import type { Provision, VariantTarget } from '../profile/target.ts';
import { writeMutated } from './mutation.ts';
import type { TestRequest } from './test-case.ts';
import type { Value, View } from './write-parts.ts';

/** What a request is built from, with all values already made. */
export interface Blueprint {
  readonly variant: Variant;
  readonly settings: Pick<VariantTarget, 'bankCode' | 'headers'>;
  readonly provision: Provision;
  readonly baseUrl: string;
  readonly userAgent: Value<string>;
  /** Sent as X-Request-Id, so that the request can be found in the target's log. */
  readonly requestId: string;
  /** The cookie that the target set; null if there is none. */
  readonly cookie: string | null;
  /** Value of `X-Forwarded-For`, an address that is not in use; null to omit the header. */
  readonly forwardedFor: string | null;
}

/** A request as sent, and as it may be shown. */
export interface BuiltRequest {
  readonly sent: HttpRequest;
  readonly shown: HttpRequest;
  /** The profile's headers as sent. Their values are private. */
  readonly privateHeaders: readonly Header[];
}

/** Builds a request. Only this function turns a variant's carrier into HTTP. */
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
    const usualHeaders: readonly Header[] = [
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
    const chosen = overlay(overlay(usualHeaders, headers), made);
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

/**
 * Headers that Node's `fetch` adds after those of the caller, so that a request looks like an ordinary
 * client's.
 */
const ofFetch: readonly Header[] = [
  ['accept-language', '*'],
  ['sec-fetch-mode', 'cors'],
];

/** Headers of the profile override those of the suite. Names are compared ignoring case. */
const overlay = (under: readonly Header[], over: readonly Header[]): readonly Header[] => [
  ...lacking(under, over),
  ...over,
];

function lacking(headers: readonly Header[], known: readonly Header[]): readonly Header[] {
  const names = new Set(known.map(([name]) => name.toLowerCase()));
  return headers.filter(([name]) => !names.has(name.toLowerCase()));
}
