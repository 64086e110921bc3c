import type { Transform } from 'node:stream';
import type * as Zlib from 'node:zlib';
import { message, verbatim, type Message } from '../messages/message.ts';
import type { Header, Undecoded } from './exchange.ts';

const firstSize = 64 * 1024;
/** Growing by a smaller factor copies more: with 4, copying costs a third of the body's size. */
const growth = 4;

/** Gathers the bytes of a body up to a limit. */
export interface Collector {
  /** Adds a chunk. Returns false, and drops all bytes, once the limit is exceeded. */
  add(chunk: Uint8Array): boolean;
  readonly length: number;
  /** Returns all bytes as one buffer and empties the collector. */
  take(): Buffer;
}

/**
 * Collects at most `limit` bytes in one buffer. Keeping one-byte chunks as objects would take 100 times the
 * memory.
 */
export function createCollector(limit: number): Collector {
  let whole = Buffer.alloc(0);
  let length = 0;
  const reserve = (needed: number): void => {
    if (needed <= whole.length) return;
    const size = Math.min(limit, Math.max(firstSize, whole.length * growth));
    // Not zeroed, because unwritten pages take no memory.
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, size));
    grown.set(whole.subarray(0, length));
    whole = grown;
  };
  return {
    add(chunk) {
      const fitting = chunk.subarray(0, limit - length);
      reserve(length + fitting.length);
      whole.set(fitting, length);
      length += fitting.length;
      return fitting.length === chunk.length;
    },
    get length() {
      return length;
    },
    take() {
      const taken = whole.subarray(0, length);
      whole = Buffer.alloc(0);
      length = 0;
      return taken;
    },
  };
}

/** A decompressed body; if it exceeds the limit, the part up to the limit. */
export type Decompressed =
  | { readonly body: Uint8Array; readonly undecoded: Undecoded | null }
  | { readonly tooLong: Uint8Array };

type Decoder = (zlib: typeof Zlib, body: Uint8Array) => Transform;

/** A service uses one encoding, seldom two. A longer list is an attack. */
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

/** Codings registered with IANA that this client does not support. */
const otherCodings = ['aes128gcm', 'compress', 'x-compress', 'dcb', 'dcz', 'exi', 'pack200-gzip'];

/** Undoes the content encodings in reverse order, each to at most `maxBody` bytes (RFC 9110, section 8.4). */
export async function decompress(
  raw: Uint8Array,
  headers: readonly Header[],
  maxBody: number,
): Promise<Decompressed> {
  const encodings = readEncodings(headers);
  if (raw.length === 0 || encodings.length === 0) return { body: raw, undecoded: null };
  const undecoded = (problem: Message, beginning: Uint8Array): Decompressed => ({
    body: raw,
    undecoded: { problem, beginning },
  });
  if (encodings.length > maxLayers) {
    return undecoded(message('too-many-encodings', { count: encodings.length }), raw);
  }
  // Loaded only if an answer is compressed.
  const zlib = process.getBuiltinModule('node:zlib');
  let body = raw;
  for (const encoding of encodings.toReversed()) {
    const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
    if (decode === undefined) {
      // Some servers send a name that is no content coding, such as `UTF-8`. It changes nothing.
      if (!otherCodings.includes(encoding)) continue;
      const shown = JSON.stringify(encoding.slice(0, 40));
      return undecoded(message('unknown-encoding', { encoding: shown }), body);
    }
    const { decoded, isTooLong, problem } = await decodeWith(decode(zlib, body), body, maxBody);
    if (isTooLong) return { tooLong: decoded };
    if (problem !== null) {
      return undecoded(message('undecodable', { encoding, problem: verbatim(problem) }), decoded);
    }
    body = decoded;
  }
  return { body, undecoded: null };
}

/** Returns the decoded part, and an error if the rest could not be decoded. Stops the decoder at the limit. */
async function decodeWith(
  decoder: Transform,
  body: Uint8Array,
  maxBody: number,
): Promise<{ readonly decoded: Uint8Array; readonly isTooLong: boolean; readonly problem: string | null }> {
  const collector = createCollector(maxBody);
  const end = (problem: string | null, isTooLong = false) => ({
    decoded: collector.take(),
    isTooLong,
    problem,
  });
  decoder.end(body);
  try {
    for await (const chunk of decoder) {
      if (!collector.add(chunk as Buffer)) return end(null, true);
    }
    return end(null);
  } catch (error) {
    return end(error instanceof Error ? error.message : 'unreadable');
  }
}

function readEncodings(headers: readonly Header[]): string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
}

/** Some services send `deflate` without the zlib wrapper that RFC 9110, section 8.4.1.2 requires. */
function hasZlibHeader(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
