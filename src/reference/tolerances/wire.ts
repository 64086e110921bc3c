import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Answer, Change } from '../behaviour.ts';
import { always, inVariant, withAnswer } from '../change.ts';
import type { Tolerance } from '../defect.ts';

function headers(added: Answer['headers']): Change {
  return always((answer) => ({ ...answer, headers: { ...answer.headers, ...added } }));
}

function contentType(value: string): Change {
  return headers({ 'Content-Type': value });
}

function leaving(name: string): Change {
  return inVariant('both', (variant) => ({
    headers: Object.fromEntries(Object.entries(variant.headers).filter(([key]) => key !== name)),
  }));
}

function spelled(spell: (name: string) => string): Change {
  return always((answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [spell(name), value])),
  }));
}

function packed(coding: string, pack: (body: Uint8Array) => Uint8Array): (answer: Answer) => Answer {
  return (answer) => ({
    ...answer,
    headers: { ...answer.headers, 'Content-Encoding': coding, Vary: 'Accept-Encoding' },
    body: pack(answer.body),
  });
}

const gzip = packed('gzip', (body) => gzipSync(body));

function sent(delivery: Answer['delivery']): Change {
  return always((answer) => ({ ...answer, delivery }));
}

/** Ways to send the same answers over the wire. */
export const wireTolerances: readonly Tolerance[] = [
  { id: 'content-type-text', summary: 'The content type is text/plain.', change: contentType('text/plain') },
  {
    id: 'content-type-charset',
    summary: 'The content type has a charset.',
    change: contentType('application/json; charset=UTF-8'),
  },
  {
    id: 'content-type-charset-quoted',
    summary: 'The content type has a quoted charset in lower case.',
    change: contentType('application/json;charset="utf-8"'),
  },
  {
    id: 'content-type-other-charset',
    summary: 'The content type names a charset that the UTF-8 body does not have.',
    change: contentType('application/json; charset=windows-1251'),
  },
  { id: 'content-type-html', summary: 'The content type is text/html.', change: contentType('text/html') },
  {
    id: 'content-type-binary',
    summary: 'The content type is application/octet-stream.',
    change: contentType('application/octet-stream'),
  },
  { id: 'content-type-none', summary: 'There is no content type.', change: leaving('Content-Type') },
  {
    id: 'content-type-problem',
    summary: 'Errors are of the type application/problem+json.',
    change: withAnswer('both', { kind: 'error' }, (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'Content-Type': 'application/problem+json' },
    })),
  },
  { id: 'cache-control-none', summary: 'There is no Cache-Control.', change: leaving('Cache-Control') },
  {
    id: 'headers-lower-case',
    summary: 'Names of headers are in lower case.',
    change: spelled((name) => name.toLowerCase()),
  },
  {
    id: 'headers-upper-case',
    summary: 'Names of headers are in capitals.',
    change: spelled((name) => name.toUpperCase()),
  },
  {
    id: 'headers-many',
    summary: 'There are eighty further headers.',
    change: headers(
      Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`X-Trace-${at}`, `value ${at}`])),
    ),
  },
  {
    id: 'header-long',
    summary: 'There is a header of four thousand characters.',
    change: headers({ 'X-Trace': 'x'.repeat(4_000) }),
  },
  {
    id: 'headers-of-framework',
    summary: 'The server and its framework name themselves.',
    change: headers({ Server: 'nginx/1.26.0', 'X-Powered-By': 'Express' }),
  },
  {
    id: 'cookies',
    summary: 'Two cookies are set.',
    change: headers({ 'Set-Cookie': ['session=1; Path=/; HttpOnly', 'route=2; Path=/'] }),
  },
  {
    id: 'b-www-authenticate',
    summary: 'A 401 carries a challenge.',
    change: withAnswer('b', { kind: 'unauthorized' }, (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'WWW-Authenticate': 'Partner realm="banks"' },
    })),
  },
  {
    id: 'connection-close',
    summary: 'Every connection is closed after one answer.',
    change: headers({ Connection: 'close' }),
  },
  {
    id: 'keep-alive-short',
    summary: 'Idle connections are closed after 50 milliseconds.',
    change: (behaviour) => ({ ...behaviour, keepAlive: 50 }),
  },
  {
    id: 'content-length-padded',
    summary: 'A blank follows the length (RFC 9112, section 5.1).',
    change: sent({ kind: 'padded-length' }),
  },
  { id: 'chunked', summary: 'Bodies are sent in chunks.', change: sent({ kind: 'chunked', size: 1024 }) },
  {
    id: 'chunked-small',
    summary: 'Bodies are sent in chunks of seven bytes, so that characters are torn apart.',
    change: sent({ kind: 'chunked', size: 7 }),
  },
  {
    id: 'early-hints',
    summary: 'A 103 comes before every answer.',
    change: sent({ kind: 'early-hints' }),
  },
  {
    id: 'slow',
    summary: 'Every answer takes 300 milliseconds.',
    change: sent({ kind: 'delayed', ms: 300 }),
  },
  {
    id: 'http2',
    summary: 'HTTP/2 is spoken with clients that offer it.',
    needs: 'tls',
    change: (behaviour) => ({ ...behaviour, http2: true }),
  },
  { id: 'gzip', summary: 'Bodies are compressed with gzip, asked for or not.', change: always(gzip) },
  {
    id: 'gzip-if-accepted',
    summary: 'Bodies are compressed with gzip where the client accepts it.',
    change: always((answer, { request }) =>
      String(request.headers['accept-encoding']).includes('gzip') ? gzip(answer) : answer,
    ),
  },
  {
    id: 'gzip-chunked',
    summary: 'Bodies are compressed with gzip and sent in chunks.',
    change: always((answer) => ({ ...gzip(answer), delivery: { kind: 'chunked', size: 100 } })),
  },
  {
    id: 'gzip-of-list-only',
    summary: 'Only the list is compressed.',
    change: withAnswer('both', { kind: 'success' }, gzip),
  },
  {
    id: 'deflate',
    summary: 'Bodies are compressed with deflate.',
    change: always(packed('deflate', (body) => deflateSync(body))),
  },
  {
    id: 'brotli',
    summary: 'Bodies are compressed with Brotli.',
    change: always(packed('br', (body) => brotliCompressSync(body))),
  },
];
