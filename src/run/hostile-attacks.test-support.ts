import { gzipSync } from 'node:zlib';
import { drip, partner, whole } from './small-service.test-support.ts';
import type { Attack, Call } from './small-service.test-support.ts';

const list = '{"banks":[{"name":"Bank","bic":"044525225"}]}';
const head = 'HTTP/1.1 200 OK\r\n';
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;

/** Characters that a terminal, a page, an XML file or a build server interprets. */
const poison =
  '\u001b[2J\u001b]0;owned\u0007\u202e\u2066</script><script>alert(1)</script><img src=x onerror=alert(1)>]]>\n::error::forged\r\n::set-output name=x::y\u0000\ud800\udc00"\'&amp;';

/** Requests to attack. The others get documented answers. */
export const preys = {
  every: () => true,
  good: ({ kind }: Call) => kind === 'success',
  bad: ({ kind }: Call) => kind !== 'success',
  'unknown-partner': ({ kind, params }: Call) =>
    kind === 'unauthorized' && params['partnerName'] !== partner.name,
} as const;
export type Prey = keyof typeof preys;

/** Writes bytes, which are made only once. */
export const bytes = (make: () => Uint8Array): Attack => {
  let made: Uint8Array | null = null;
  return (socket) => void socket.write((made ??= make()));
};
const ended =
  (given: string): Attack =>
  (socket) =>
    void socket.end(given, 'latin1');
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
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** 1 GiB of zeros in 1 MiB: a gzip file of many members. */
export const bomb = (): Buffer => {
  const part = gzipSync(Buffer.alloc(16 << 20));
  const parts = Array.from({ length: 64 }, () => part);
  return whole(200, Buffer.concat(parts), 'Content-Encoding: gzip\r\n');
};
const manyHeaders = (): Buffer =>
  Buffer.from(`${head}${lines(160, (index) => `X-${index}: ${'x'.repeat(65_536)}\r\n`)}\r\n`);

/** Attacks that never give a whole answer, so that nothing may pass. */
export const broken: Readonly<Record<string, Attack>> = {
  'no answer': () => undefined,
  'drops of a body': drip(`${head}Content-Length: 9999\r\n\r\n`, '{'),
  'drops of a header': drip(`${head}X: `, 'x'),
  'an endless body': flood(`${head}\r\n${list}`, ' '),
  'endless chunks': flood(chunked, '4\r\nabcd\r\n'),
  'endless headers': flood(head, 'X-More: and more\r\n'),
  'an endless header': flood(`${head}X: `, 'x'),
  'endless interim answers': drip('', 'HTTP/1.1 103 Early\r\n\r\n'.repeat(500)),
  'ten megabytes of headers': bytes(manyHeaders),
  'a gzip bomb': bytes(bomb),
  'a broken status line': ended('HTTP/1.1 OK 200\r\n\r\n'),
  'a status of four digits': ended(`HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n`),
  'a negative status': ended('HTTP/1.1 -20 OK\r\nContent-Length: 0\r\n\r\n'),
  'a length beyond the body': ended(`${head}Content-Length: 500\r\n\r\n${list}`),
  'a negative length': ended(`${head}Content-Length: -1\r\n\r\n${list}`),
  'an immense length': ended(`${head}Content-Length: 99999999999999999999\r\n\r\n${list}`),
  'two lengths': ended(`${head}Content-Length: 45\r\nContent-Length: 2\r\n\r\n${list}`),
  'an immense chunk': ended(`${chunked}ffffffffffffffffff\r\n${list}`),
  'chunks without an end': ended(`${chunked}2d\r\n${list}\r\n`),
  'a reset at once': reset(''),
  'a reset within the headers': reset('HTTP/1.1 200 O'),
  'a reset within the body': reset(`${head}Content-Length: 500\r\n\r\n${list}`),
  garbage: ended('\u0000\u00ff\u0001 what is this'),
  'another protocol': ended('SSH-2.0-OpenSSH_9.2\r\n'),
  'HTTP/0.9': ended(list),
  'HTTP/2 unasked': ended('\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000\u0000'),
  'headers with line breaks and escapes': ended(`${head}X: ${poison}\r\n: ${poison}\r\n\r\n${list}`),
};

const quoted = JSON.stringify(poison);
const latin = Buffer.from(poison, 'utf8')
  .toString('latin1')
  .replace(/\p{Cc}/gu, '');
const printable = poison.replace(/[^\x20-\x7e]/g, '');
const poisonous = ['Server', 'Retry-After', "X-!#$%&'*+", 'Location'].map(
  (name) => `${name}: ${printable}\r\n`,
);
const cookies = lines(1000, (index) => `Set-Cookie: c${index}=${'v'.repeat(100)}\r\n`);
const octets = Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256);

/** Whole answers that are not documented, by what they show. Default status: 200. */
export const nasty: Readonly<Record<'list' | 'error' | 'other', Readonly<Record<string, NastyAnswer>>>> = {
  list: {
    'a hundred thousand arrays deep': `{"banks":${'['.repeat(1e5)}${']'.repeat(1e5)},"x":1}`,
    'five thousand members': `{${lines(5e3, (index) => `"m${index}":1,`)}"banks":[]}`,
    'lone surrogates': String.raw`{"banks":[{"name":"\ud800","bic":1}],"\udfff":"\ud800"}`,
    'broken UTF-8': Buffer.from('7b2262616e6b73223a5b5d2cff80c3287d', 'hex'),
    'the prototype as a member':
      '{"__proto__":{"banks":[]},"constructor":{"prototype":{}},"banks":[{"__proto__":{"name":"x","bic":"y"}}]}',
    'poison in names': `{"banks":[{"name":${quoted},"bic":7,${quoted}:${quoted}}],${quoted}:${quoted}}`,
  },
  error: {
    'an immense text': [418, JSON.stringify({ description_status: 'я '.repeat(3e5) })],
    'poison in the text': [418, `{"description_status":${quoted}}`],
  },
  other: {
    'four hundred thousand brackets': '['.repeat(4e5),
    'nothing but zero bytes': Buffer.alloc(500_000),
    binary: Buffer.from(octets),
    'poison as the body': poison,
    'poison in the headers': [418, poison, `Content-Type: ${latin}\r\n${poisonous.join('')}`, printable],
    'poison as the content encoding': [200, '{}', `Content-Encoding: ${printable}\r\n`],
    'a thousand cookies': [418, '{}', cookies],
    'a redirect to itself': [307, '', 'Location: /partner/sbp/banks\r\n'],
    'a redirect to a strange place': [302, '', 'Location: javascript:alert(1)\r\n'],
    'a proxy that wants a login': [407, '', 'Proxy-Authenticate: Basic\r\n'],
    'another answer behind the first': [418, `{}${whole(200, list).toString()}`, 'Content-Length: 2\r\n'],
    'more than its length': [418, `{}${list}`, 'Content-Length: 2\r\n'],
  },
};
type NastyAnswer = string | Uint8Array | Parameters<typeof whole>;
