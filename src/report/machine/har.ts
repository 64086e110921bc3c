import type { Header, RecordedRequest, RecordedResponse, TransportError } from '../../http/exchange.ts';
import type { CaseResult, Results } from '../../result/results.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { exchangesById } from '../failures.ts';
import { reasonPhrase } from '../view.ts';
import { visible } from '../visible.ts';
import { jsonParts, jsonText } from './json.ts';

/** The sign of HAR 1.2 for a size that is not known: what is recorded contains masks, and sizes on the wire are unknown. */
const unknownSize = -1;

const httpVersions = { '1.1': 'HTTP/1.1', '2': 'HTTP/2' } as const satisfies Record<
  RecordedResponse['httpVersion'],
  string
>;

// RFC 3986: what a URI cannot contain, the brackets of a mask among it, and a percent sign that begins no escape.
const noUri = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]|%(?![0-9a-fA-F]{2})/gu;

const uriOf = (url: string): string => url.toWellFormed().replace(noUri, encodeURIComponent);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function queryOf(url: string): readonly object[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const query = url.slice(start + 1).split('#')[0] ?? '';
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return { name: decoded(name), value: decoded(rest.join('=')) };
    });
}

function headerValue(headers: readonly Header[], wanted: string): string | null {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
}

const headerList = (headers: readonly Header[]): readonly object[] =>
  headers.map(([name, value]) => ({ name: name.toWellFormed(), value: value.toWellFormed() }));

function requestOf({ method, url, headers, body }: RecordedRequest, httpVersion: string): object {
  const mimeType = headerValue(headers, 'content-type') ?? '';
  return {
    method,
    url: uriOf(url),
    httpVersion,
    cookies: [],
    headers: headerList(headers),
    queryString: queryOf(url),
    headersSize: unknownSize,
    bodySize: body === null ? 0 : unknownSize,
    ...(body === null ? {} : { postData: { mimeType, params: [], text: body.toWellFormed() } }),
  };
}

// Viewers show text as it is; bytes that are no text for people are written in base64.
const isText = (body: string): boolean => !/[^\P{Cc}\t\n\r]/u.test(body);

function contentOf({ headers, body, bodyEncoding, bodyLength, bodyTruncated }: RecordedResponse): object {
  const wellFormed = body.toWellFormed();
  const isReadable = bodyEncoding === undefined && isText(wellFormed);
  const base64 = bodyEncoding === undefined ? Buffer.from(wellFormed).toString('base64') : body;
  return {
    size: bodyLength,
    mimeType: headerValue(headers, 'content-type') ?? 'x-unknown',
    ...(isReadable ? { text: wellFormed } : { text: base64, encoding: 'base64' }),
    ...(bodyTruncated ? { comment: `cut: the whole body has ${bodyLength} bytes` } : {}),
  };
}

function answered(response: RecordedResponse): object {
  return {
    status: response.status,
    statusText: reasonPhrase(response.status),
    httpVersion: httpVersions[response.httpVersion],
    cookies: [],
    headers: headerList(response.headers),
    content: contentOf(response),
    redirectURL: headerValue(response.headers, 'location') ?? '',
    headersSize: unknownSize,
    bodySize: unknownSize,
  };
}

/** The response that browsers write where there is none. */
function unanswered(error: TransportError | null): object {
  return {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    headersSize: unknownSize,
    bodySize: unknownSize,
    _error: error === null ? 'no answer' : visible(`${error.code}: ${error.message} (${error.kind})`),
  };
}

function entryOf(exchange: Evidence, cases: readonly string[]): object {
  const { request, response, error, startedAt, durationMs, label } = exchange;
  const httpVersion = response === null ? '' : httpVersions[response.httpVersion];
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: requestOf(request, httpVersion),
    response: response === null ? unanswered(error) : answered(response),
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: durationMs, receive: 0 },
    comment: visible(`${cases.join(', ') || 'control'}: ${label} (${exchange.id})`),
  };
}

/** The cases that an exchange belongs to, or that relied on it as a control, by id. */
function casesByExchange(cases: readonly CaseResult[]): ReadonlyMap<string, readonly string[]> {
  const pairs = cases.flatMap(({ id, exchanges, controls }) =>
    [...new Set([...exchanges.map((one) => one.id), ...controls])].map((exchange) => ({ exchange, id })),
  );
  const grouped = [...Map.groupBy(pairs, ({ exchange }) => exchange)];
  return new Map(grouped.map(([exchange, found]) => [exchange, found.map(({ id }) => id)]));
}

const namedCases = 5;

function shortened(ids: readonly string[]): readonly string[] {
  const rest = ids.length - namedCases;
  return rest > 0 ? [...ids.slice(0, namedCases), `… (+${rest})`] : ids;
}

/** Renders all exchanges of a run, controls too, as an HTTP Archive (HAR 1.2) in the order of time; one without an answer has status 0 and `_error`. */
export function renderHar(results: Results): string {
  return jsonText(archiveOf(results, [...entriesOf(results)]));
}

/** The same, exchange by exchange. */
export function renderHarParts(results: Results): Iterable<string> {
  return jsonParts((entries) => archiveOf(results, entries), entriesOf(results), 3);
}

function* entriesOf(results: Results): Generator<object> {
  const cases = casesByExchange(results.cases);
  const exchanges = [...exchangesById(results).values()].toSorted(
    (one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt),
  );
  for (const exchange of exchanges) yield entryOf(exchange, shortened(cases.get(exchange.id) ?? []));
}

function archiveOf({ suite, target }: Results, entries: readonly unknown[]): object {
  const log = {
    version: '1.2',
    creator: { name: suite.name, version: suite.version },
    pages: [],
    entries,
    comment: visible(`${target.name}, ${target.baseUrl}; secrets are masked`),
  };
  return { log };
}
