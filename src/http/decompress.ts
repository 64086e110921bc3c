import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Header } from './exchange.ts';

/** What became of a compressed body. */
export type Decompressed =
  | { readonly kind: 'done'; readonly body: Uint8Array }
  /** It cannot be decoded; the bytes are as they came. */
  | { readonly kind: 'undecodable'; readonly body: Uint8Array; readonly problem: string }
  /** It would grow beyond the limit. */
  | { readonly kind: 'too-large' };

type Decoder = (body: Uint8Array, limit: number) => Promise<Uint8Array>;

/** A service layers one encoding, seldom two; more than this is an attempt to waste time. */
const maxLayers = 5;

const gunzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip);
const inflate = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);
const brotli = promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);
const zstd = promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress);

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: (body, maxOutputLength) => gunzip(body, { maxOutputLength }),
  'x-gzip': (body, maxOutputLength) => gunzip(body, { maxOutputLength }),
  deflate: (body, maxOutputLength) => (hasZlibHeader(body) ? inflate : inflateRaw)(body, { maxOutputLength }),
  br: (body, maxOutputLength) => brotli(body, { maxOutputLength }),
  zstd: (body, maxOutputLength) => zstd(body, { maxOutputLength }),
};

/** Undoes the content encodings of a body in reverse order, each to at most `limit` bytes (RFC 9110, section 8.4). */
export async function decompress(
  raw: Uint8Array,
  headers: readonly Header[],
  limit: number,
): Promise<Decompressed> {
  const encodings = readEncodings(headers);
  if (raw.length === 0 || encodings.length === 0) return { kind: 'done', body: raw };
  if (encodings.length > maxLayers) return undecodable(raw, `${encodings.length} content encodings`);
  let body = raw;
  for (const encoding of encodings.toReversed()) {
    const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
    if (decode === undefined) return undecodable(raw, `unknown content encoding ${quote(encoding)}`);
    try {
      body = await decode(body, limit);
    } catch (error) {
      if (isTooLarge(error)) return { kind: 'too-large' };
      return undecodable(raw, `${encoding}: ${error instanceof Error ? error.message : 'unreadable'}`);
    }
  }
  return { kind: 'done', body };
}

function readEncodings(headers: readonly Header[]): string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
}

/** Some services send `deflate` without the zlib wrapper that RFC 9110, section 8.4.1.2 asks for. */
function hasZlibHeader(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

function undecodable(body: Uint8Array, problem: string): Decompressed {
  return { kind: 'undecodable', body, problem };
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
