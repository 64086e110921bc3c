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
export const broken: readonly Misdeed[] = [
  { name: 'no answer', attack: () => undefined, preys: most },
  { name: 'drops of a body', attack: drip(`${head}Content-Length: 9999\r\n\r\n`, '{'), preys: most },
  { name: 'drops of a header', attack: drip(`${head}X: `, 'x'), preys: most },
  { name: 'an endless body', attack: flood(`${head}\r\n${list}`, ' '), preys: most },
  { name: 'endless chunks', attack: flood(chunked, '4\r\nabcd\r\n'), preys: most },
  { name: 'endless headers', attack: flood(head, 'X-More: and more\r\n'), preys: most },
  { name: 'an endless header', attack: flood(`${head}X: `, 'x'), preys: most },
  {
    name: 'endless interim answers',
    attack: drip('', 'HTTP/1.1 103 Early\r\n\r\n'.repeat(500)),
    preys: most,
  },
  {
    name: 'ten megabytes of headers',
    attack: text(`${head}${lines(160, (i) => `X-${i}: ${'x'.repeat(65_536)}\r\n`)}\r\n`),
    preys: most,
  },
  {
    name: 'a gzip bomb',
    attack: bytes(() => whole(200, makeBomb(), 'Content-Encoding: gzip\r\n')),
    preys: all,
  },
  { name: 'a broken status line', attack: ended('HTTP/1.1 OK 200\r\n\r\n'), preys: most },
  {
    name: 'a status of four digits',
    attack: ended(`HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n`),
    preys: most,
  },
  { name: 'a negative status', attack: ended('HTTP/1.1 -20 OK\r\nContent-Length: 0\r\n\r\n'), preys: most },
  {
    name: 'a length beyond the body',
    attack: ended(`${head}Content-Length: 500\r\n\r\n${list}`),
    preys: most,
  },
  { name: 'a negative length', attack: ended(`${head}Content-Length: -1\r\n\r\n${list}`), preys: most },
  {
    name: 'an immense length',
    attack: ended(`${head}Content-Length: 99999999999999999999\r\n\r\n${list}`),
    preys: most,
  },
  {
    name: 'two lengths',
    attack: ended(`${head}Content-Length: 45\r\nContent-Length: 2\r\n\r\n${list}`),
    preys: most,
  },
  { name: 'an immense chunk', attack: ended(`${chunked}ffffffffffffffffff\r\n${list}`), preys: most },
  { name: 'chunks without an end', attack: ended(`${chunked}2d\r\n${list}\r\n`), preys: most },
  { name: 'a reset at once', attack: reset(''), preys: most },
  { name: 'a reset within the headers', attack: reset('HTTP/1.1 200 O'), preys: most },
  {
    name: 'a reset within the body',
    attack: reset(`${head}Content-Length: 500\r\n\r\n${list}`),
    preys: most,
  },
  { name: 'garbage', attack: ended('\u0000\u00ff\u0001 what is this'), preys: most },
  { name: 'another protocol', attack: ended('SSH-2.0-OpenSSH_9.2\r\n'), preys: most },
  { name: 'HTTP/0.9', attack: ended(list), preys: most },
  {
    name: 'HTTP/2 unasked',
    attack: ended('\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000\u0000'),
    preys: most,
  },
  {
    name: 'headers with line breaks and escapes',
    attack: ended(`${head}X: ${poison}\r\n: ${poison}\r\n\r\n${list}`),
    preys: most,
  },
];

const status = (code: number, body: string | Uint8Array): Attack => bytes(() => whole(code, body));
const ok = (body: string | Uint8Array): Attack => status(200, body);
const quoted = JSON.stringify(poison);
const latin = Buffer.from(poison, 'utf8')
  .toString('latin1')
  .replace(/[\r\n\0]/g, '');
const printable = poison.replace(/[^\x20-\x7e]/g, '');

const answers: readonly Omit<Misdeed, 'preys'>[] = [
  {
    name: 'a hundred thousand arrays deep',
    answer: { status: 200, showsList: true },
    attack: ok(`{"banks":${'['.repeat(1e5)}${']'.repeat(1e5)},"x":1}`),
  },
  { name: 'four hundred thousand brackets', answer: { status: 200 }, attack: ok('['.repeat(4e5)) },
  {
    name: 'five thousand members',
    answer: { status: 200, showsList: true },
    attack: ok(`{${lines(5e3, (i) => `"m${i}":1,`)}"banks":[]}`),
  },
  {
    name: 'lone surrogates',
    answer: { status: 200, showsList: true },
    attack: ok(String.raw`{"banks":[{"name":"\ud800","bic":1}],"\udfff":"\ud800"}`),
  },
  {
    name: 'broken UTF-8',
    answer: { status: 200, showsList: true },
    attack: ok(Buffer.from('7b2262616e6b73223a5b5d2cff80c3287d', 'hex')),
  },
  { name: 'nothing but zero bytes', answer: { status: 200 }, attack: ok(Buffer.alloc(500_000)) },
  {
    name: 'binary',
    answer: { status: 200 },
    attack: ok(Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256))),
  },
  {
    name: 'an immense text',
    answer: { status: 418, isErrorBody: true },
    attack: status(418, JSON.stringify({ description_status: 'я '.repeat(3e5) })),
  },
  {
    name: 'the prototype as a member',
    answer: { status: 200, showsList: true },
    attack: ok(
      '{"__proto__":{"banks":[]},"constructor":{"prototype":{}},"banks":[{"__proto__":{"name":"x","bic":"y"}}]}',
    ),
  },
  {
    name: 'poison in the text',
    answer: { status: 418, isErrorBody: true },
    attack: status(418, `{"description_status":${quoted}}`),
  },
  {
    name: 'poison in names',
    answer: { status: 200, showsList: true },
    attack: ok(`{"banks":[{"name":${quoted},"bic":7,${quoted}:${quoted}}],${quoted}:${quoted}}`),
  },
  { name: 'poison as the body', answer: { status: 200 }, attack: ok(poison) },
  {
    name: 'poison in the headers',
    answer: { status: 418 },
    attack: bytes(() =>
      whole(
        418,
        poison,
        `Content-Type: ${latin.replace(/\p{Cc}/gu, '')}\r\nServer: ${printable}\r\nRetry-After: ${printable}\r\nX-!#$%&'*+: ${printable}\r\nLocation: ${printable}\r\n`,
        printable,
      ),
    ),
  },
  {
    name: 'poison as the content encoding',
    answer: { status: 200 },
    attack: bytes(() => whole(200, '{}', `Content-Encoding: ${printable}\r\n`)),
  },
  {
    name: 'a thousand cookies',
    answer: { status: 418 },
    attack: bytes(() =>
      whole(
        418,
        '{}',
        lines(1000, (i) => `Set-Cookie: c${i}=${'v'.repeat(100)}\r\n`),
      ),
    ),
  },
  {
    name: 'a redirect to itself',
    answer: { status: 307 },
    attack: bytes(() => whole(307, '', 'Location: /partner/sbp/banks\r\n')),
  },
  {
    name: 'a redirect to a strange place',
    answer: { status: 302 },
    attack: bytes(() => whole(302, '', 'Location: javascript:alert(1)\r\n')),
  },
  {
    name: 'a proxy that wants a login',
    answer: { status: 407 },
    attack: bytes(() => whole(407, '', 'Proxy-Authenticate: Basic\r\n')),
  },
  {
    name: 'another answer behind the first',
    answer: { status: 418 },
    attack: bytes(() => Buffer.concat([whole(418, '{}'), whole(200, list)])),
  },
  {
    name: 'more than its length',
    answer: { status: 418 },
    attack: bytes(() => Buffer.concat([whole(418, '{}'), Buffer.from(list)])),
  },
];

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
