import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { say } from '../messages/message.ts';
import { decompress } from './body.ts';

const text = Buffer.from('{"banks":[]}'.repeat(20));
const limit = 1 << 20;

const decode = async (body: Uint8Array, ...encodings: readonly string[]) => {
  const headers = encodings.map((value) => ['content-ENCODING', value] as const);
  const decoded = await decompress(body, headers, limit);
  return 'tooLong' in decoded ? { body: null, undecoded: null, tooLong: decoded.tooLong } : decoded;
};

test.each<[readonly string[], Uint8Array]>([
  [['gzip'], zlib.gzipSync(text)],
  [['X-GZip'], zlib.gzipSync(text)],
  [['deflate'], zlib.deflateSync(text)],
  [['deflate'], zlib.deflateRawSync(text)],
  [['br'], zlib.brotliCompressSync(text)],
  [['zstd'], zlib.zstdCompressSync(text)],
  [['identity'], text],
  [['UTF-8'], text],
  [['constructor, gzip'], zlib.gzipSync(text)],
  [[''], text],
  [['gzip, br'], zlib.brotliCompressSync(zlib.gzipSync(text))],
  [['identity,gzip , identity'], zlib.gzipSync(text)],
  [['gzip', 'deflate'], zlib.deflateSync(zlib.gzipSync(text))],
])('%j is undone', async (encodings, body) => {
  expect(await decode(body, ...encodings)).toEqual({ body: text, undecoded: null });
});

test.each<[string, Uint8Array, string]>([
  ['gzip', text, 'gzip: incorrect header check'],
  ['br', text, 'br: '],
  ['zstd', text, 'zstd: '],
  ['deflate', text, 'deflate: '],
  ['gzip', zlib.gzipSync(text).subarray(0, 20), 'gzip: unexpected end of file'],
  ['gzip, br', zlib.brotliCompressSync(text), 'gzip: '],
  ['compress', text, 'unknown content encoding "compress"'],
  ['aes128gcm', text, 'unknown content encoding "aes128gcm"'],
  ['gzip,gzip,gzip,gzip,gzip,gzip', text, '6 content encodings'],
])(
  '%s that cannot be undone leaves the bytes as they came, with the reason',
  async (encoding, body, problem) => {
    const result = await decode(body, encoding);
    expect(result.body).toBe(body);
    expect(say(result.undecoded?.problem ?? { code: 'verbatim', params: {} }, 'en')).toContain(problem);
  },
);

test('what could be decompressed before the error is there', async () => {
  const long = Buffer.alloc(300_000, text);
  const result = await decode(zlib.gzipSync(long).subarray(0, -4), 'gzip');
  expect(Buffer.from(result.undecoded?.beginning ?? []).equals(long)).toBe(true);
});

test('an empty body has nothing to undo', async () => {
  expect(await decode(new Uint8Array(), 'gzip')).toMatchObject({ undecoded: null });
});

test.each<[string, (body: Uint8Array) => Uint8Array]>([
  ['gzip', (body) => zlib.gzipSync(body)],
  ['deflate', (body) => zlib.deflateRawSync(body)],
  ['br', (body) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['zstd', (body) => zlib.zstdCompressSync(body)],
])('a %s bomb stops at the limit, a body of exactly the limit is undone', async (encoding, compress) => {
  const bomb = compress(Buffer.alloc(32 << 20));
  const before = process.memoryUsage().rss;
  expect(await decode(bomb, encoding)).toMatchObject({ tooLong: { length: limit } });
  expect(process.memoryUsage().rss - before).toBeLessThan(24 << 20);
  expect(await decode(compress(Buffer.alloc(limit + 1)), encoding)).toHaveProperty('tooLong');
  expect(await decode(compress(Buffer.alloc(limit)), encoding)).toMatchObject({ undecoded: null });
});
