// Undoes the content encodings of a body (RFC 9110, 8.4), by zlib, within a limit.

import zlib from 'node:zlib';
import type { Header } from './exchange.ts';

/** Bytes of a body, as it comes and decoded. */
export const mostOfBody = 4 * 1024 * 1024;

export type Decoded =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** `bytes` as they came; `part`: what can be decoded of them all the same. */
  | { readonly kind: 'broken'; readonly bytes: Buffer; readonly part: Buffer; readonly problem: string }
  | { readonly kind: 'too-long' };

type Decoder = (bytes: Buffer, isWhole: boolean) => Buffer;

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants;

/** `finishFlush` makes what is cut off end without an error. */
const within = (isWhole: boolean, finishFlush: number) => ({
  maxOutputLength: mostOfBody,
  ...(isWhole ? {} : { finishFlush }),
});

const gunzip: Decoder = (bytes, isWhole) => zlib.gunzipSync(bytes, within(isWhole, Z_SYNC_FLUSH));

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  // Some services leave out the wrapper of zlib that RFC 9110, 8.4.1.2 requires.
  deflate: (bytes, isWhole) => {
    const [first = 0, second = 0] = bytes;
    const isWrapped = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
    const options = within(isWhole, Z_SYNC_FLUSH);
    return isWrapped ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
  },
  br: (bytes, isWhole) => zlib.brotliDecompressSync(bytes, within(isWhole, BROTLI_OPERATION_FLUSH)),
  zstd: (bytes, isWhole) => zlib.zstdDecompressSync(bytes, within(isWhole, ZSTD_e_flush)),
};

/** A service uses one encoding, seldom two. A longer list is an attack. */
const mostEncodings = 5;

/** A name that is no encoding, such as `UTF-8`, changes nothing. */
function decodersOf(headers: readonly Header[]): readonly (readonly [name: string, decoder: Decoder])[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .toReversed()
    .flatMap((name) => {
      const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
      return decoder === undefined ? [] : [[name, decoder] as const];
    });
}

/** A body as its headers say; it has at most `mostOfBody` bytes as it came. */
export function decode(bytes: Buffer, headers: readonly Header[]): Decoded {
  const layers = bytes.length === 0 ? [] : decodersOf(headers);
  if (layers.length > mostEncodings)
    return { kind: 'broken', bytes, part: bytes, problem: `it has ${layers.length} content encodings` };
  let decoded = bytes;
  for (const [name, decoder] of layers) {
    try {
      decoded = decoder(decoded, true);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
        return { kind: 'too-long' };
      const problem = `it is no ${name}: ${error instanceof Error ? error.message : 'unreadable'}`;
      return { kind: 'broken', bytes, part: beginningOf(bytes, headers), problem };
    }
  }
  return { kind: 'whole', bytes: decoded };
}

/** Bytes of a coded body that usually are enough for its beginning; the fewer cannot be more than 4 MiB of gzip. */
const beginnings = [256 * 1024, 2048];

/** The decoded beginning of a body that is not whole; empty if nothing can be decoded. */
export function beginningOf(bytes: Buffer, headers: readonly Header[]): Buffer {
  const layers = decodersOf(headers);
  if (layers.length === 0) return bytes;
  for (const length of beginnings)
    try {
      return layers.reduce((part, [, decoder]) => decoder(part, false), bytes.subarray(0, length));
    } catch {
      // It is longer than can be read, or broken.
    }
  return Buffer.alloc(0);
}
