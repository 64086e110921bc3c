import { headerIn, reasonPhrase } from '../../client/exchange.ts';
import type { Header, HttpRequest, RecordedResponse } from '../../client/exchange.ts';
import { decoded } from '../../client/secret-spelling.ts';
import { exchangesById } from '../../results/results.ts';
import type { Results } from '../../results/results.ts';
import type { Evidence } from '../../judge/evidence.ts';
import { some, visible } from '../../base/visible.ts';
import { jsonParts } from './json.ts';

/** HAR 1.2 for an unknown size: recorded bodies contain masks, and sizes on the wire are not recorded. */
const unknownSize = -1;

// Not allowed in a URI (RFC 3986): other characters, brackets of a mask, a percent sign without an escape.
const noUri = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]|%(?![0-9a-fA-F]{2})/gu;

const uriOf = (url: string): string => url.toWellFormed().replace(noUri, encodeURIComponent);

const queryOf = (url: string): readonly object[] =>
  [...(/\?([^#]*)/.exec(url)?.[1] ?? '').matchAll(/([^&=]*)=?([^&]*)/g)]
    .filter(([pair]) => pair !== '')
    .map(([, name = '', value = '']) => ({ name: decoded(name), value: decoded(value) }));

/** Members that requests and responses share. */
const common = (headers: readonly Header[], httpVersion: string) => ({
  httpVersion,
  cookies: [],
  headers: headers.map(([name, value]) => ({ name: name.toWellFormed(), value: value.toWellFormed() })),
});

function requestOf({ method, url, headers, body }: HttpRequest, httpVersion: string): object {
  const mimeType = headerIn(headers, 'content-type') ?? '';
  return {
    method,
    url: uriOf(url),
    ...common(headers, httpVersion),
    queryString: queryOf(url),
    headersSize: unknownSize,
    bodySize: body === null ? 0 : unknownSize,
    ...(body === null ? {} : { postData: { mimeType, params: [], text: body.toWellFormed() } }),
  };
}

// Viewers show text as it is, so bytes that are not readable text are written in base64.
const isText = (body: string): boolean => !/[^\P{Cc}\t\n\r]/u.test(body);

function contentOf({ headers, body, bodyEncoding, bodyLength, bodyTruncated }: RecordedResponse): object {
  const wellFormed = body.toWellFormed();
  const isReadable = bodyEncoding === undefined && isText(wellFormed);
  const base64 = bodyEncoding === undefined ? Buffer.from(wellFormed).toString('base64') : body;
  return {
    size: bodyLength,
    mimeType: headerIn(headers, 'content-type') ?? 'x-unknown',
    ...(isReadable ? { text: wellFormed } : { text: base64, encoding: 'base64' }),
    ...(bodyTruncated ? { comment: `cut: the whole body has ${bodyLength} bytes` } : {}),
  };
}

/** A response. Without one, status 0 and `_error`, as browsers write it. */
function responseOf({ response, error }: Evidence, httpVersion: string): object {
  const { status = 0, headers = [] } = response ?? {};
  const why = error === null ? 'no answer' : visible(`${error.code}: ${error.message} (${error.kind})`);
  return {
    status,
    statusText: reasonPhrase(status),
    ...common(headers, httpVersion),
    content: response === null ? { size: 0, mimeType: 'x-unknown' } : contentOf(response),
    redirectURL: headerIn(headers, 'location') ?? '',
    headersSize: unknownSize,
    bodySize: unknownSize,
    ...(response === null ? { _error: why } : {}),
  };
}

function entryOf(exchange: Evidence, cases: readonly string[]): object {
  const { request, response, startedAt, durationMs, label } = exchange;
  const version = response === null ? '' : `HTTP/${response.httpVersion}`;
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: requestOf(request, version),
    response: responseOf(exchange, version),
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: durationMs, receive: 0 },
    comment: visible(`${some(cases, 5) || 'control'}: ${label} (${exchange.id})`),
  };
}

/**
 * Renders all exchanges, including controls, as HAR 1.2 in the order of time. No answer: status 0 and `_error`.
 */
export const renderHar = (results: Results): string => [...renderHarParts(results)].join('');

export function renderHarParts(results: Results): Iterable<string> {
  const { suite, target, cases } = results;
  const ids = new Map<string, Set<string>>();
  for (const { id, exchanges, controls } of cases) {
    for (const exchange of [...exchanges.map((one) => one.id), ...controls])
      ids.set(exchange, (ids.get(exchange) ?? new Set()).add(id));
  }
  const exchanges = [...exchangesById(results).values()].toSorted(
    (one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt),
  );
  function* entries(): Generator<object> {
    for (const exchange of exchanges) yield entryOf(exchange, [...(ids.get(exchange.id) ?? [])]);
  }
  const log = { version: '1.2', creator: { name: suite.name, version: suite.version }, pages: [] };
  const unverified = target.tls === undefined ? '' : '; TLS not verified';
  const comment = visible(`${target.name}, ${target.baseUrl}; secrets are masked${unverified}`);
  return jsonParts((list) => ({ log: { ...log, entries: list, comment } }), entries(), 3);
}
