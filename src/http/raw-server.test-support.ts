import net from 'node:net';
import { createHttpClient, type HttpClient } from './client.ts';
import type { HttpOutcome, HttpRequest, HttpResponse, Route, TransportError } from './exchange.ts';

const opened: { close(): Promise<void> }[] = [];

/** Registers what is closed after a test. */
export function closing<Opened extends { close(): Promise<void> }>(one: Opened): Opened {
  opened.push(one);
  return one;
}

/** Closes what a test has opened. */
export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((one) => one.close()));
}

/** Listens on a free loopback port until the end of the test; gives the port. */
export async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A server that answers with raw bytes. */
interface RawServer {
  readonly url: string;
  readonly port: number;
  /** What came, one text (Latin-1) per whole request. */
  readonly requests: readonly string[];
  /** Source addresses of the connections. */
  readonly peers: readonly string[];
}

/** Starts a raw server; it answers so, or calls back with the request's number, counted from 0 over all connections. */
export async function serve(
  answer: string | ((socket: net.Socket, index: number) => void),
): Promise<RawServer> {
  const requests: string[] = [];
  const peers: string[] = [];
  const server = net.createServer((socket) => {
    peers.push(socket.remoteAddress ?? '');
    let seen = '';
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      const length = requestLength(seen);
      if (length === null) return;
      requests.push(seen.slice(0, length));
      seen = seen.slice(length);
      if (typeof answer === 'string') socket.end(answer, 'latin1');
      else answer(socket, requests.length - 1);
    });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/partner/sbp/banks`, port, requests, peers };
}

function requestLength(seen: string): number | null {
  const head = seen.indexOf('\r\n\r\n');
  if (head === -1) return null;
  const length = Number(/^content-length: *(\d+)/im.exec(seen.slice(0, head))?.[1] ?? 0);
  return seen.length >= head + 4 + length ? head + 4 + length : null;
}

/** The plain way: no proxy, any source address, HTTP/1.1. */
export const plainRoute: Route = { localAddress: null, proxy: null, tls: {}, http2: false };

/** A POST with a short JSON body. */
export function postTo(url: string): HttpRequest {
  return { method: 'POST', url, headers: [['Content-Type', 'application/json']], body: '{"a":1}' };
}

/** A whole 200 answer with this body. */
export function ok(body: string, headers = ''): string {
  return `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** A client that is closed after the test. */
export const newClient = (timeout = 2000, maxBody = 1 << 20): HttpClient =>
  closing(createHttpClient({ timeout, maxBody }));

/** Sends one request, a POST if only its URL is given, over a way that differs from the plain one in this. */
export function send(
  to: string | HttpRequest,
  route: Partial<Route> = {},
  timeout?: number,
): Promise<HttpOutcome> {
  const request = typeof to === 'string' ? postTo(to) : to;
  return newClient(timeout).send(request, { ...plainRoute, ...route });
}

/** The answer; throws where there is none. */
export function answered(outcome: HttpOutcome): HttpResponse {
  if (outcome.kind === 'failed') throw new Error(`${outcome.error.kind}: ${outcome.error.message}`);
  return outcome.response;
}

/** Why there is no answer; throws where there is one. */
export function failed(outcome: HttpOutcome): TransportError {
  if (outcome.kind === 'answered') throw new Error(`answered ${outcome.response.status}`);
  return outcome.error;
}
