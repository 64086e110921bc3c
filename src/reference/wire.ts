import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './behaviour.ts';

/** A request of node:http, or of node:http2, which has the same interface. */
export type WireRequest = IncomingMessage | Http2ServerRequest;

/** Longer bodies are refused. */
const maxBody = 1024 * 1024;

const maxDrained = 16 * maxBody;

/** The body of a request; null if it is longer than `maxBody`. Rejects if it is incomplete or endless. */
export async function readBody(request: WireRequest): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Read even a too long body to its end; otherwise the client would see a reset instead of the answer.
    if (length > maxDrained) throw new Error('endless body');
    if (length <= maxBody) chunks.push(chunk);
  }
  return length <= maxBody ? Buffer.concat(chunks) : null;
}

/**
 * Splits a request target in origin or absolute form (RFC 9112, section 3.2) at the query, without decoding.
 */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const origin = target.replace(/^https?:\/\/[^/?]*/i, '');
  const at = origin.indexOf('?');
  return at < 0 ? { path: origin, query: '' } : { path: origin.slice(0, at), query: origin.slice(at + 1) };
}

/** Normalizes an address: IPv4 mapped into IPv6 as IPv4, no zone, lower case. */
export function normalizeAddress(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, '');
  return plain.startsWith('::ffff:') && plain.includes('.') ? plain.slice('::ffff:'.length) : plain;
}

/** A response of node:http, or of node:http2, which has the same interface. */
export type WireResponse = ServerResponse | Http2ServerResponse;

// RFC 9113, section 8.2.2: HTTP/2 has no connection-specific fields.
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding']);

function writeHead(response: WireResponse, answer: Answer, length: number | string | null): void {
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) {
    const isAllowed = response.req.httpVersionMajor < 2 || !connectionHeaders.has(name.toLowerCase());
    if (isAllowed) response.setHeader(name, typeof value === 'string' ? value : [...value]);
  }
  if (length !== null && answer.status !== 204) response.setHeader('Content-Length', length);
}

/** The two kinds of response have no common signature. */
function write(response: WireResponse, bytes: Uint8Array): void {
  if ('stream' in response) response.write(bytes);
  else response.write(bytes);
}

/** Sends an answer in pieces, and with this Content-Length if one is given. */
function send(
  response: WireResponse,
  answer: Answer,
  length: number | string | null = answer.body.length,
  size = answer.body.length,
): void {
  writeHead(response, answer, length);
  const isBodiless = response.req.method === 'HEAD' || answer.status === 204;
  for (let at = 0; at < answer.body.length && !isBodiless; at += size) {
    write(response, answer.body.subarray(at, at + size));
  }
  response.end();
}

function sendCut(response: WireResponse, answer: Answer): void {
  writeHead(response, answer, answer.body.length);
  write(response, answer.body.subarray(0, Math.ceil(answer.body.length / 2)));
  setImmediate(() => response.req.socket.destroy());
}

function reset({ req: request }: WireResponse): void {
  if (request.httpVersionMajor < 2) request.socket.resetAndDestroy();
  else request.socket.destroy();
}

/** Sends an answer by its `delivery`. Aborting `closing` ends a wait. */
export async function deliver(response: WireResponse, answer: Answer, closing: AbortSignal): Promise<void> {
  const { delivery } = answer;
  switch (delivery.kind) {
    case 'whole':
      return send(response, answer);
    case 'chunked':
      return send(response, answer, null, delivery.size);
    case 'delayed':
      await sleep(delivery.ms, null, { signal: closing });
      return send(response, answer);
    case 'early-hints':
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      return send(response, answer);
    case 'padded-length':
      return send(response, answer, `${answer.body.length} `);
    case 'cut':
      return sendCut(response, answer);
    case 'reset':
      return reset(response);
    case 'silent':
      await sleep(delivery.ms, null, { signal: closing });
      return reset(response);
  }
}
