import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Answer, Patch } from '../behaviour.ts';
import { all, delivered, errorOf, pageOf, whileBusy, withAnswer, withHeaders } from '../change.ts';
import type { Disturbance } from '../change.ts';
import { altered, tolerance, toleranceOfB } from '../defect.ts';
import type { Altered } from '../defect.ts';

const headers = (added: Answer['headers']): Patch => withHeaders('any', added);

const contentType = (value: string): Patch => headers({ 'Content-Type': value });

const withoutHeader = (name: string): Patch =>
  withAnswer('any', ({ headers }) => ({
    headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)),
  }));

const spelled = (spell: (name: string) => string): Patch =>
  withAnswer('any', (answer) => ({
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [spell(name), value])),
  }));

const sent = (delivery: Answer['delivery']): Patch => delivered('any', delivery);

const packed =
  (coding: string, pack: (body: Uint8Array) => Uint8Array): Disturbance =>
  (answer) => ({
    headers: { ...answer.headers, 'Content-Encoding': coding, Vary: 'Accept-Encoding' },
    body: pack(answer.body),
  });

const gzip = packed('gzip', (body) => gzipSync(body));
const deflate = packed('deflate', (body) => deflateSync(body));
const brotli = packed('br', (body) => brotliCompressSync(body));

/** Other ways to send the same answers. */
export const wireTolerances: readonly Altered[] = [
  tolerance`content-type-text: The content type is text/plain.`(contentType('text/plain')),
  tolerance`content-type-charset: The content type has a charset.`(
    contentType('application/json; charset=UTF-8'),
  ),
  tolerance`content-type-charset-quoted: The content type has a quoted charset in lower case.`(
    contentType('application/json;charset="utf-8"'),
  ),
  tolerance`content-type-other-charset: The content type names a charset that the UTF-8 body does not have.`(
    contentType('application/json; charset=windows-1251'),
  ),
  tolerance`content-type-html: The content type is text/html.`(contentType('text/html')),
  tolerance`content-type-binary: The content type is application/octet-stream.`(
    contentType('application/octet-stream'),
  ),
  tolerance`content-type-none: There is no content type.`(withoutHeader('Content-Type')),
  tolerance`content-type-problem: Errors are of the type application/problem+json.`(
    withHeaders('error', { 'Content-Type': 'application/problem+json' }),
  ),
  tolerance`cache-control-none: There is no Cache-Control.`(withoutHeader('Cache-Control')),
  tolerance`headers-lower-case: Names of headers are in lower case.`(spelled((name) => name.toLowerCase())),
  tolerance`headers-upper-case: Names of headers are in capitals.`(spelled((name) => name.toUpperCase())),
  tolerance`headers-many: There are eighty further headers.`(
    headers(Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`X-Trace-${at}`, `value ${at}`]))),
  ),
  tolerance`header-long: There is a header of four thousand characters.`(
    headers({ 'X-Trace': 'x'.repeat(4_000) }),
  ),
  tolerance`headers-of-framework: The server and its framework name themselves.`(
    headers({ Server: 'nginx/1.26.0', 'X-Powered-By': 'Express' }),
  ),
  tolerance`cookies: Two cookies are set.`(
    headers({ 'Set-Cookie': ['session=1; Path=/; HttpOnly', 'route=2; Path=/'] }),
  ),
  toleranceOfB`b-www-authenticate: A 401 carries a challenge.`(
    withHeaders('unauthorized', { 'WWW-Authenticate': 'Partner realm="banks"' }),
  ),
  tolerance`session-cookie: A session begins with the list, and authorizes nothing.`(
    withHeaders('success', { 'Set-Cookie': 'session=1; Path=/; HttpOnly' }),
  ),
  tolerance`lock-409: A request that comes while another one is open is answered 409.`(
    whileBusy('any', errorOf(409, 'Запрос уже выполняется')),
  ),
  {
    ...toleranceOfB`query-limit: A gateway answers a query of more than 500 characters with 414.`(
      withAnswer('any', pageOf(414, '<h1>414</h1>'), ({ request }) => request.query.length > 500),
    ),
    vacuous: ['b.request.query'],
  },
  tolerance`connection-close: Every connection is closed after one answer.`(headers({ Connection: 'close' })),
  altered({
    kind: 'tolerance',
    id: 'keep-alive-short',
    summary: 'Idle connections are closed after 50 milliseconds.',
    change: (behaviour) => ({ ...behaviour, keepAlive: 50 }),
  }),
  tolerance`content-length-padded: A blank follows the length (RFC 9112, section 5.1).`(
    sent({ kind: 'padded-length' }),
  ),
  tolerance`chunked: Bodies are sent in chunks.`(sent({ kind: 'chunked', size: 1024 })),
  tolerance`chunked-small: Bodies are sent in chunks of seven bytes, so that characters are torn apart.`(
    sent({ kind: 'chunked', size: 7 }),
  ),
  tolerance`early-hints: A 103 comes before every answer.`(sent({ kind: 'early-hints' })),
  tolerance`slow: Every answer takes 100 milliseconds.`(sent({ kind: 'delayed', ms: 100 })),
  altered({
    kind: 'tolerance',
    id: 'http2',
    summary: 'HTTP/2 is spoken with clients that offer it.',
    needsTls: true,
    change: (behaviour) => ({ ...behaviour, http2: true }),
  }),
  tolerance`gzip: Bodies are compressed with gzip, asked for or not.`(withAnswer('any', gzip)),
  tolerance`gzip-if-accepted: Bodies are compressed with gzip where the client accepts it.`(
    withAnswer('any', gzip, ({ request }) => String(request.headers['accept-encoding']).includes('gzip')),
  ),
  tolerance`gzip-chunked: Bodies are compressed with gzip and sent in chunks.`(
    all(withAnswer('any', gzip), delivered('any', { kind: 'chunked', size: 100 })),
  ),
  tolerance`gzip-of-list-only: Only the list is compressed.`(withAnswer('success', gzip)),
  tolerance`deflate: Bodies are compressed with deflate.`(withAnswer('any', deflate)),
  tolerance`brotli: Bodies are compressed with Brotli.`(withAnswer('any', brotli)),
];

/** Changes the answers to some requests, by their number on the server, from 1. */
const when = (
  id: string,
  summary: string,
  holds: (number: number) => boolean,
  disturb: Disturbance,
): Altered =>
  tolerance`${id}: ${summary}`(withAnswer('any', disturb, ({ request }) => holds(request.number)));

const first = (id: string, summary: string, disturb: Disturbance): Altered =>
  when(`first-${id}`, summary, (number) => number === 1, disturb);

const every = (count: number, id: string, summary: string, disturb: Disturbance): Altered =>
  when(`passing-${id}`, summary, (number) => number % count === 0, disturb);

const html = (status: number): Disturbance => pageOf(status, `<html><body><h1>${status}</h1></body></html>`);

const unavailable = errorOf(500, 'Сервис временно недоступен, повторите операцию позже');
const busy = errorOf(429, 'Слишком много запросов', { 'Retry-After': '1' });
const starting = errorOf(503, 'Starting', { 'Retry-After': '1' });
const reset: Disturbance = { delivery: { kind: 'reset' } };
const cut: Disturbance = { delivery: { kind: 'cut' } };

/** Temporary failures: a repeated request is answered correctly. */
export const momentTolerances: readonly Altered[] = [
  first('500', 'The first request is answered 500.', unavailable),
  first('503', 'The first request is answered 503 and asked to wait a second.', starting),
  first('502-page', 'The first request meets the page of a gateway.', html(502)),
  first('504-page', 'The first request times out in a gateway.', html(504)),
  first('reset', 'The first connection is reset.', reset),
  first('cut', 'The first answer is cut off.', cut),
  first('429', 'The first request is one too many.', busy),
  every(19, '500', 'Every 19th request is answered 500.', unavailable),
  every(23, '503-page', 'Every 23rd request meets an error page.', html(503)),
  every(29, '502-page', 'Every 29th request meets the page of a gateway.', html(502)),
  every(17, 'reset', 'Every 17th connection is reset.', reset),
  every(31, 'cut', 'Every 31st answer is cut off.', cut),
  every(37, '429', 'Every 37th request is one too many.', busy),
  when(
    'restart',
    'The service restarts: the tenth, eleventh and twelfth connections are reset.',
    (number) => number >= 10 && number <= 12,
    reset,
  ),
];
