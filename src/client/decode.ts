// Undoes the content encodings of a body (RFC 9110, 8.4), by zlib, within a limit.

import zlib from 'node:zlib';
import type { Header, Response } from './exchange.ts';

/** Bytes of a body, as it comes and decoded. */
export const mostOfBody = 4 * 1024 * 1024;

export type Decoded =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** `bytes` as they came; `part`: what can be decoded of them all the same. */
  | {
      readonly kind: 'broken';
      readonly bytes: Buffer;
      readonly part: Buffer;
      readonly problem: NonNullable<Response['bodyProblem']>;
    }
  | { readonly kind: 'too-long' };

/** `finishFlush` makes what is cut off end without an error. */
type Decoder = (
  bytes: Buffer,
  options: { maxOutputLength: number; finishFlush?: number | undefined },
) => Buffer;

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants;
/** Some services leave out the wrapper of zlib that RFC 9110, 8.4.1.2 requires. */
const inflate: Decoder = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE() % 31 === 0
    ? zlib.inflateSync(bytes, options)
    : zlib.inflateRawSync(bytes, options);

const decoders: ReadonlyMap<string, readonly [decoder: Decoder, flush: number]> = new Map([
  ['gzip', [zlib.gunzipSync, Z_SYNC_FLUSH]],
  ['x-gzip', [zlib.gunzipSync, Z_SYNC_FLUSH]],
  ['deflate', [inflate, Z_SYNC_FLUSH]],
  ['br', [zlib.brotliDecompressSync, BROTLI_OPERATION_FLUSH]],
  ['zstd', [zlib.zstdDecompressSync, ZSTD_e_flush]],
]);

/** A service uses one encoding, seldom two. A longer list is an attack. */
const mostEncodings = 5;

/** In the order of undoing. A name that is no encoding, such as `UTF-8`, changes nothing. */
function layersOf(headers: readonly Header[]) {
  const coded = headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
  const names = coded.flatMap(([, value]) => value.toLowerCase().split(',')).toReversed();
  return names.flatMap((name) => {
    const [decoder, finishFlush] = decoders.get(name.trim()) ?? [];
    return decoder === undefined ? [] : [{ decoder, finishFlush }];
  });
}

/** A body as its headers say; it has at most `mostOfBody` bytes as it came. */
export function decode(bytes: Buffer, headers: readonly Header[]): Decoded {
  const layers = bytes.length === 0 ? [] : layersOf(headers);
  if (layers.length > mostEncodings) return { kind: 'broken', bytes, part: bytes, problem: 'many-encodings' };
  let decoded = bytes;
  for (const { decoder } of layers) {
    try {
      decoded = decoder(decoded, { maxOutputLength: mostOfBody });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
        return { kind: 'too-long' };
      return { kind: 'broken', bytes, part: beginningOf(bytes, headers), problem: 'not-decodable' };
    }
  }
  return { kind: 'whole', bytes: decoded };
}

/** Bytes of a coded body that usually are enough for its beginning; the fewer cannot be more than 4 MiB of gzip. */
const beginnings = [256 * 1024, 2048];

/** The decoded beginning of a body that is not whole; empty if nothing can be decoded. */
export function beginningOf(bytes: Buffer, headers: readonly Header[]): Buffer {
  const layers = layersOf(headers);
  if (layers.length === 0) return bytes;
  for (const length of beginnings)
    try {
      return layers.reduce(
        (part, { decoder, finishFlush }) => decoder(part, { maxOutputLength: mostOfBody, finishFlush }),
        bytes.subarray(0, length),
      );
    } catch {
      // It is longer than can be read, or broken.
    }
  return Buffer.alloc(0);
}
