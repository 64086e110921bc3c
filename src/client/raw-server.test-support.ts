import net from 'node:net';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createHttpClient, type HttpClient } from './client.ts';
import type { HttpOutcome, HttpRequest, HttpResponse, Route, TransportError } from './exchange.ts';

const opened: { close(): Promise<void> }[] = [];

/** Closes it after the test. */
export function closing<Opened extends { close(): Promise<void> }>(resource: Opened): Opened {
  opened.push(resource);
  return resource;
}

export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((one) => one.close()));
}

/**
 * Listens on a loopback port, by default a free one. Returns the port and a function that closes everything.
 */
export async function bind(server: net.Server, wanted = 0) {
  const sockets = new Set<net.Socket>();
  let isClosed = false;
  const keep = (socket: net.Socket): void => {
    sockets.add(socket);
    if (isClosed) socket.destroy();
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  server.on('connection', keep);
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        isClosed = true;
        server.close(() => {
          server.off('connection', keep);
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Listens on a free loopback port until the end of the test. Returns the port. */
export const listen = async (server: net.Server): Promise<number> => closing(await bind(server)).port;

/** Listens and accepts nothing; its queue takes two connections, and the system drops the packets of others. */
const silentServer = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** A loopback port that answers no attempt to connect, until the end of the test. */
export async function dropPackets(): Promise<number> {
  const worker = new Worker(silentServer, { eval: true });
  const [message]: readonly unknown[] = await once(worker, 'message');
  const port = Number(message);
  const sockets = [0, 1].map(() => net.connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  closing({
    async close() {
      for (const socket of sockets) socket.destroy();
      await worker.terminate();
    },
  });
  return port;
}

export interface RawRequest {
  readonly method: string;
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** All of it, in Latin-1. */
  readonly text: string;
}

/** Calls back with each whole request on a connection. */
export function onRequest(socket: net.Socket, take: (request: RawRequest) => void): void {
  let seen = '';
  socket.on('data', (chunk) => {
    seen += chunk.toString('latin1');
    // A TLS client would wait for ever for its handshake.
    if (seen.startsWith('\u0016')) socket.destroy();
    for (
      let request = readRequest(seen);
      request !== null && !socket.destroyed;
      request = readRequest(seen)
    ) {
      seen = seen.slice(request.text.length);
      take(request);
    }
  });
}

function readRequest(seen: string): RawRequest | null {
  const end = seen.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [line = '', ...lines] = seen.slice(0, end).split('\r\n');
  const [method = '', url = ''] = line.split(' ');
  const headers = Object.fromEntries(
    lines.map((header) => [header.replace(/:.*/, '').toLowerCase(), header.replace(/^[^:]*:\s*/, '')]),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  const text = seen.slice(0, length);
  const body = Buffer.from(text.slice(end + 4), 'latin1').toString('utf8');
  return seen.length < length ? null : { method, url, headers, body, text };
}

interface RawServer {
  readonly url: string;
  readonly port: number;
  /** What was received, one text (Latin-1) per whole request. */
  readonly requests: readonly string[];
  readonly peers: readonly string[];
}

/**
 * Starts a server that answers with this text and closes, or calls back with the number of the request, from 0.
 */
export async function serve(
  answer: string | ((socket: net.Socket, index: number) => void),
): Promise<RawServer> {
  const requests: string[] = [];
  const peers: string[] = [];
  const server = net.createServer((socket) => {
    peers.push(socket.remoteAddress ?? '');
    onRequest(socket, ({ text }) => {
      requests.push(text);
      if (typeof answer === 'string') socket.end(answer, 'latin1');
      else answer(socket, requests.length - 1);
    });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/partner/sbp/banks`, port, requests, peers };
}

/** The plain route: no proxy, any source address, HTTP/1.1. */
export const plainRoute: Route = { localAddress: null, proxy: null, tls: {}, http2: false };

export function postTo(url: string): HttpRequest {
  return { method: 'POST', url, headers: [['Content-Type', 'application/json']], body: '{"a":1}' };
}

export function ok(body: string, headers = ''): string {
  return `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

export const newClient = (timeout = 10_000, maxBody = 1 << 20): HttpClient =>
  closing(createHttpClient({ timeout, maxBody, connections: 8, mask: (text) => text }));

/** Sends one request over the plain route with these differences. A URL stands for a POST to it. */
export function send(
  to: string | HttpRequest,
  route: Partial<Route> = {},
  timeout?: number,
): Promise<HttpOutcome> {
  const request = typeof to === 'string' ? postTo(to) : to;
  return newClient(timeout).send(request, { ...plainRoute, ...route });
}

/** The answer. Throws if there is none. */
export function answered(outcome: HttpOutcome): HttpResponse {
  if (outcome.kind === 'failed') throw new Error(`${outcome.error.kind}: ${outcome.error.message}`);
  return outcome.response;
}

/** Why there is no answer. Throws if there is one. */
export function failed(outcome: HttpOutcome): TransportError {
  if (outcome.kind === 'answered') throw new Error(`answered ${outcome.response.status}`);
  return outcome.error;
}
