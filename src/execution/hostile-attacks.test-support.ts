import { gzipSync } from 'node:zlib';
import { whole } from './hostile-server.test-support.ts';
import type { Attack, Prey } from './hostile-server.test-support.ts';

/** One way to misbehave, and the most that a run may make of it. */
export interface Misdeed {
  readonly name: string;
  readonly attack: Attack;
  readonly preys: readonly Prey[];
  /** What it looks like where it is a whole answer: nothing passes by the others. */
  readonly answer?: { readonly status: number; readonly showsList?: boolean; readonly isErrorBody?: boolean };
  readonly onConnect?: boolean;
}

const most = ['every', 'good', 'bad'] as const;
const all = ['every', 'good', 'bad', 'unknown-partner'] as const;

const list = '{"banks":[{"name":"Bank","bic":"044525225"}]}';
const head = 'HTTP/1.1 200 OK\r\n';
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;

/** Everything that means something to a terminal, a page, an XML file or a build server. */
const poison =
  '\u001b[2J\u001b]0;owned\u0007\u202e\u2066</script><script>alert(1)</script><img src=x onerror=alert(1)>]]>\n::error::forged\r\n::set-output name=x::y\u0000\ud800\udc00"\'&amp;';

const text = (given: string): Attack => {
  const bytes = Buffer.from(given, 'latin1');
  return (socket) => void socket.write(bytes);
};
const ended = (given: string): Attack => {
  const bytes = Buffer.from(given, 'latin1');
  return (socket) => void socket.end(bytes);
};
const bytes = (given: () => Uint8Array): Attack => {
  let made: Uint8Array | null = null;
  return (socket) => void socket.write((made ??= given()));
};
const reset =
  (before: string): Attack =>
  (socket) => {
    socket.write(before);
    setTimeout(() => socket.resetAndDestroy(), 5);
  };
const flood =
  (start: string, more: string): Attack =>
  (socket) => {
    const block = Buffer.from(more.repeat(Math.ceil(32_768 / more.length)), 'latin1');
    const go = (): void => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.write(start);
    socket.on('drain', go);
    go();
  };
const drip =
  (start: string, drop: string): Attack =>
  (socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.on('close', () => clearInterval(timer));
  };
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** One GiB of zeros in one MiB: a gzip file may consist of many members. */
export function makeBomb(): Uint8Array {
  const part = gzipSync(Buffer.alloc(16 << 20));
  return Buffer.concat(Array.from({ length: 64 }, () => part));
}

/** What never is a whole answer: nothing passes by it. */
export const broken: readonly Misdeed[] = (
  [
    ['no answer', () => undefined],
    ['drops of a body', drip(`${head}Content-Length: 9999\r\n\r\n`, '{')],
    ['drops of a header', drip(`${head}X: `, 'x')],
    ['an endless body', flood(`${head}\r\n${list}`, ' ')],
    ['endless chunks', flood(chunked, '4\r\nabcd\r\n')],
    ['endless headers', flood(head, 'X-More: and more\r\n')],
    ['an endless header', flood(`${head}X: `, 'x')],
    ['endless interim answers', drip('', 'HTTP/1.1 103 Early\r\n\r\n'.repeat(500))],
    [
      'ten megabytes of headers',
      text(`${head}${lines(160, (i) => `X-${i}: ${'x'.repeat(65_536)}\r\n`)}\r\n`),
    ],
    ['a gzip bomb', bytes(() => whole(200, makeBomb(), 'Content-Encoding: gzip\r\n'))],
    ['a broken status line', ended('HTTP/1.1 OK 200\r\n\r\n')],
    ['a status of four digits', ended(`HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n`)],
    ['a negative status', ended('HTTP/1.1 -20 OK\r\nContent-Length: 0\r\n\r\n')],
    ['a length beyond the body', ended(`${head}Content-Length: 500\r\n\r\n${list}`)],
    ['a negative length', ended(`${head}Content-Length: -1\r\n\r\n${list}`)],
    ['an immense length', ended(`${head}Content-Length: 99999999999999999999\r\n\r\n${list}`)],
    ['two lengths', ended(`${head}Content-Length: 45\r\nContent-Length: 2\r\n\r\n${list}`)],
    ['an immense chunk', ended(`${chunked}ffffffffffffffffff\r\n${list}`)],
    ['chunks without an end', ended(`${chunked}2d\r\n${list}\r\n`)],
    ['a reset at once', reset('')],
    ['a reset within the headers', reset('HTTP/1.1 200 O')],
    ['a reset within the body', reset(`${head}Content-Length: 500\r\n\r\n${list}`)],
    ['garbage', ended('\u0000\u00ff\u0001 what is this')],
    ['another protocol', ended('SSH-2.0-OpenSSH_9.2\r\n')],
    ['HTTP/0.9', ended(list)],
    ['HTTP/2 unasked', ended('\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000\u0000')],
    ['headers with line breaks and escapes', ended(`${head}X: ${poison}\r\n: ${poison}\r\n\r\n${list}`)],
  ] as const satisfies readonly (readonly [name: string, attack: Attack])[]
).map(([name, attack]) => ({ name, attack, preys: name === 'a gzip bomb' ? all : most }));

const status = (code: number, body: string | Uint8Array, headers?: string, reason?: string): Attack =>
  bytes(() => whole(code, body, headers, reason));
const ok = (body: string | Uint8Array): Attack => status(200, body);
const quoted = JSON.stringify(poison);
const latin = Buffer.from(poison, 'utf8')
  .toString('latin1')
  .replace(/[\r\n\0]/g, '');
const printable = poison.replace(/[^\x20-\x7e]/g, '');

const answers: readonly Omit<Misdeed, 'preys'>[] = (
  [
    [
      'a hundred thousand arrays deep',
      'list',
      200,
      ok(`{"banks":${'['.repeat(1e5)}${']'.repeat(1e5)},"x":1}`),
    ],
    ['four hundred thousand brackets', 'other', 200, ok('['.repeat(4e5))],
    ['five thousand members', 'list', 200, ok(`{${lines(5e3, (i) => `"m${i}":1,`)}"banks":[]}`)],
    ['lone surrogates', 'list', 200, ok(String.raw`{"banks":[{"name":"\ud800","bic":1}],"\udfff":"\ud800"}`)],
    ['broken UTF-8', 'list', 200, ok(Buffer.from('7b2262616e6b73223a5b5d2cff80c3287d', 'hex'))],
    ['nothing but zero bytes', 'other', 200, ok(Buffer.alloc(500_000))],
    [
      'binary',
      'other',
      200,
      ok(Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256))),
    ],
    ['an immense text', 'error', 418, status(418, JSON.stringify({ description_status: 'я '.repeat(3e5) }))],
    [
      'the prototype as a member',
      'list',
      200,
      ok(
        '{"__proto__":{"banks":[]},"constructor":{"prototype":{}},"banks":[{"__proto__":{"name":"x","bic":"y"}}]}',
      ),
    ],
    ['poison in the text', 'error', 418, status(418, `{"description_status":${quoted}}`)],
    [
      'poison in names',
      'list',
      200,
      ok(`{"banks":[{"name":${quoted},"bic":7,${quoted}:${quoted}}],${quoted}:${quoted}}`),
    ],
    ['poison as the body', 'other', 200, ok(poison)],
    [
      'poison in the headers',
      'other',
      418,
      status(
        418,
        poison,
        `Content-Type: ${latin.replace(/\p{Cc}/gu, '')}\r\nServer: ${printable}\r\nRetry-After: ${printable}\r\nX-!#$%&'*+: ${printable}\r\nLocation: ${printable}\r\n`,
        printable,
      ),
    ],
    ['poison as the content encoding', 'other', 200, status(200, '{}', `Content-Encoding: ${printable}\r\n`)],
    [
      'a thousand cookies',
      'other',
      418,
      status(
        418,
        '{}',
        lines(1000, (i) => `Set-Cookie: c${i}=${'v'.repeat(100)}\r\n`),
      ),
    ],
    ['a redirect to itself', 'other', 307, status(307, '', 'Location: /partner/sbp/banks\r\n')],
    ['a redirect to a strange place', 'other', 302, status(302, '', 'Location: javascript:alert(1)\r\n')],
    ['a proxy that wants a login', 'other', 407, status(407, '', 'Proxy-Authenticate: Basic\r\n')],
    [
      'another answer behind the first',
      'other',
      418,
      bytes(() => Buffer.concat([whole(418, '{}'), whole(200, list)])),
    ],
    ['more than its length', 'other', 418, bytes(() => Buffer.concat([whole(418, '{}'), Buffer.from(list)]))],
  ] as const satisfies readonly (readonly [
    name: string,
    shows: 'list' | 'error' | 'other',
    status: number,
    attack: Attack,
  ])[]
).map(([name, shows, code, attack]) => ({
  name,
  attack,
  answer: { status: code, showsList: shows === 'list', isErrorBody: shows === 'error' },
}));

/** Whole answers that are not documented. */
export const nasty: readonly Misdeed[] = [
  ...answers.map((misdeed) => ({ ...misdeed, preys: most })),
  {
    name: 'an answer before the request',
    attack: ok('{"banks":7}'),
    onConnect: true,
    preys: ['every'],
    answer: { status: 200 },
  },
];
