import type { Transform } from 'node:stream';
import type * as Zlib from 'node:zlib';
import { createCollector } from './collector.ts';
import type { Header } from './exchange.ts';

/** What became of a compressed body. */
export type Decompressed =
  | { readonly kind: 'done'; readonly body: Uint8Array }
  /** It cannot be decoded; the bytes are as they came. */
  | { readonly kind: 'undecodable'; readonly body: Uint8Array; readonly problem: string }
  /** It would grow beyond the limit. */
  | { readonly kind: 'too-large' };

type Decoder = (zlib: typeof Zlib, body: Uint8Array) => Transform;

/** A service layers one encoding, seldom two; more than this is an attempt to waste time. */
const maxLayers = 5;

const options = { chunkSize: 64 * 1024 } as const;

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: (zlib) => zlib.createGunzip(options),
  'x-gzip': (zlib) => zlib.createGunzip(options),
  deflate: (zlib, body) =>
    hasZlibHeader(body) ? zlib.createInflate(options) : zlib.createInflateRaw(options),
  br: (zlib) => zlib.createBrotliDecompress(options),
  zstd: (zlib) => zlib.createZstdDecompress(options),
};

/** Bounds of a decompressed body in bytes. */
export interface DecompressLimits {
  readonly maxBody: number;
  /** A body that grows beyond this waits for its turn. */
  readonly largeBody: number;
  readonly takeTurn: () => Promise<void>;
}

/** Undoes the content encodings of a body in reverse order, each to at most `maxBody` bytes (RFC 9110, section 8.4). */
export async function decompress(
  raw: Uint8Array,
  headers: readonly Header[],
  limits: DecompressLimits,
): Promise<Decompressed> {
  const encodings = readEncodings(headers);
  if (raw.length === 0 || encodings.length === 0) return { kind: 'done', body: raw };
  if (encodings.length > maxLayers) return undecodable(raw, `${encodings.length} content encodings`);
  // Loaded only where an answer is compressed.
  const zlib = process.getBuiltinModule('node:zlib');
  let body = raw;
  for (const encoding of encodings.toReversed()) {
    const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
    if (decode === undefined) return undecodable(raw, `unknown content encoding ${quote(encoding)}`);
    try {
      const decoded = await decodeWith(decode(zlib, body), body, limits);
      if (decoded === null) return { kind: 'too-large' };
      body = decoded;
    } catch (error) {
      return undecodable(raw, `${encoding}: ${error instanceof Error ? error.message : 'unreadable'}`);
    }
  }
  return { kind: 'done', body };
}

/** Null, and the decoder stopped, as soon as the limit is passed. */
async function decodeWith(
  decoder: Transform,
  body: Uint8Array,
  { maxBody, largeBody, takeTurn }: DecompressLimits,
): Promise<Uint8Array | null> {
  const collector = createCollector(maxBody);
  decoder.end(body);
  for await (const chunk of decoder) {
    if (!collector.add(chunk as Buffer)) return null;
    if (collector.length > largeBody) await takeTurn();
  }
  return collector.take();
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
