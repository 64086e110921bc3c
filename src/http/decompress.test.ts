import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { decompress } from './decompress.ts';

const text = Buffer.from('{"banks":[]}'.repeat(20));
const limit = 1 << 20;

async function decode(body: Uint8Array, ...encodings: string[]) {
  return decompress(
    body,
    encodings.map((value) => ['content-ENCODING', value] as const),
    { maxBody: limit, largeBody: limit, takeTurn: async () => undefined },
  );
}

test.each<[string, Uint8Array]>([
  ['gzip', zlib.gzipSync(text)],
  ['X-GZip', zlib.gzipSync(text)],
  ['deflate', zlib.deflateSync(text)],
  ['deflate', zlib.deflateRawSync(text)],
  ['br', zlib.brotliCompressSync(text)],
  ['zstd', zlib.zstdCompressSync(text)],
  ['identity', text],
  ['', text],
  ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(text))],
  ['identity,gzip , identity', zlib.gzipSync(text)],
])('%s is undone', async (encoding, body) => {
  expect(await decode(body, encoding)).toEqual({ kind: 'done', body: text });
});

test('encodings of several headers are undone from the last to the first', async () => {
  const body = zlib.deflateSync(zlib.gzipSync(text));
  expect(await decode(body, 'gzip', 'deflate')).toEqual({ kind: 'done', body: text });
});

test.each<[string, Uint8Array, string]>([
  ['gzip', text, 'gzip: '],
  ['br', text, 'br: '],
  ['zstd', text, 'zstd: '],
  ['deflate', text, 'deflate: '],
  ['gzip', zlib.gzipSync(text).subarray(0, 20), 'gzip: unexpected end'],
  ['gzip, br', zlib.brotliCompressSync(text), 'gzip: '],
  ['compress', text, 'unknown content encoding "compress"'],
  ['constructor', text, 'unknown content encoding "constructor"'],
  ['gzip,gzip,gzip,gzip,gzip,gzip', text, '6 content encodings'],
])('%s that cannot be undone leaves the bytes as they came', async (encoding, body, problem) => {
  const result = await decode(body, encoding);
  expect(result).toMatchObject({ kind: 'undecodable', problem: expect.stringContaining(problem) });
  expect(result.kind === 'undecodable' && result.body).toBe(body);
});

test('an empty body has nothing to undo', async () => {
  expect(await decode(new Uint8Array(), 'gzip')).toMatchObject({ kind: 'done' });
});

test.each<[string, (body: Uint8Array) => Uint8Array]>([
  ['gzip', (body) => zlib.gzipSync(body)],
  ['deflate', (body) => zlib.deflateRawSync(body)],
  ['br', (body) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['zstd', (body) => zlib.zstdCompressSync(body)],
])('a %s bomb stops at the limit', async (encoding, compress) => {
  const bomb = compress(Buffer.alloc(32 << 20));
  const before = process.memoryUsage().rss;
  expect(await decode(bomb, encoding)).toEqual({ kind: 'too-large' });
  expect(process.memoryUsage().rss - before).toBeLessThan(24 << 20);
});

test('a body of exactly the limit is undone, one byte more is too large', async () => {
  expect(await decode(zlib.gzipSync(Buffer.alloc(limit)), 'gzip')).toMatchObject({ kind: 'done' });
  expect(await decode(zlib.gzipSync(Buffer.alloc(limit + 1)), 'gzip')).toEqual({ kind: 'too-large' });
});

test('a body waits for its turn only once it grows large', async () => {
  const turn = Promise.withResolvers<void>();
  const limits = { maxBody: limit, largeBody: 200_000, takeTurn: () => turn.promise };
  const gzip = [['Content-Encoding', 'gzip']] as const;
  const small = await decompress(zlib.gzipSync(Buffer.alloc(200_000)), gzip, limits);
  expect(small).toMatchObject({ kind: 'done' });
  let isDone = false;
  const large = decompress(zlib.gzipSync(Buffer.alloc(300_000)), gzip, limits).then((result) => {
    isDone = true;
    return result;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isDone).toBe(false);
  turn.resolve();
  expect(await large).toEqual({ kind: 'done', body: Buffer.alloc(300_000) });
});
