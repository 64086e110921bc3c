import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';

/** A request of node:http, or of node:http2 with the same interface. */
export type WireRequest = IncomingMessage | Http2ServerRequest;

/** Bytes of a body that is read; a longer one is refused. */
const maxBody = 1024 * 1024;

const maxDrained = 16 * maxBody;

/** The body of a request; null for one that is beyond `maxBody`. Rejects if the request is broken off or endless. */
export async function readBody(request: WireRequest): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    // What is too long is read to its end, so that the client sees the answer and not a reset.
    if (length > maxDrained) throw new Error('endless body');
    if (length <= maxBody) chunks.push(chunk);
  }
  return length <= maxBody ? Buffer.concat(chunks) : null;
}

/** A request target in origin or absolute form (RFC 9112, section 3.2) split at the query, neither part decoded. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const origin = target.replace(/^https?:\/\/[^/?]*/i, '');
  const at = origin.indexOf('?');
  return at < 0 ? { path: origin, query: '' } : { path: origin.slice(0, at), query: origin.slice(at + 1) };
}

/** An address in one spelling: IPv4 mapped into IPv6 as IPv4, no zone, lower case. */
export function normalizeAddress(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, '');
  return plain.startsWith('::ffff:') && plain.includes('.') ? plain.slice('::ffff:'.length) : plain;
}
