// Servers that answer as a test says, byte by byte, and what is sent to them.

import { once } from 'node:events';
import net from 'node:net';
import { Worker } from 'node:worker_threads';
import { createClient } from './client.ts';
import type { ClientOptions } from './client.ts';
import type { Exchange, Failure, Response, Wire } from './exchange.ts';
import { createMasker } from './mask.ts';

const opened: { close(): Promise<void> }[] = [];

/** Closes it after the test. */
export function closing<Opened extends { close(): Promise<void> }>(resource: Opened): Opened {
  opened.push(resource);
  return resource;
}

export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((one) => one.close()));
}

/** Listens on a free loopback port until the end of the test. Returns the port. */
export async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
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

/** A loopback port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

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

/** Calls back with each whole request on a connection, in Latin-1. */
function onRequest(socket: net.Socket, take: (request: string) => void): void {
  let seen = '';
  socket.on('data', (chunk) => {
    seen += chunk.toString('latin1');
    // A TLS client would wait for ever for its handshake.
    if (seen.startsWith('\u0016')) socket.destroy();
    for (let end = endOfRequest(seen); end > 0 && !socket.destroyed; end = endOfRequest(seen)) {
      const request = seen.slice(0, end);
      seen = seen.slice(end);
      take(request);
    }
  });
}

function endOfRequest(seen: string): number {
  const end = seen.indexOf('\r\n\r\n');
  if (end === -1) return 0;
  const length = end + 4 + Number(/\ncontent-length: *(\d+)/i.exec(seen.slice(0, end))?.[1] ?? 0);
  return seen.length < length ? 0 : length;
}

/** A server that answers with this text and closes, or calls back with the number of the request, from 0. */
export async function serve(answer: string | Buffer | ((socket: net.Socket, index: number) => void)) {
  const requests: string[] = [];
  const peers: string[] = [];
  const server = net.createServer((socket) => {
    peers.push(socket.remoteAddress ?? '');
    onRequest(socket, (text) => {
      requests.push(text);
      if (typeof answer === 'function') answer(socket, requests.length - 1);
      else socket.end(answer, 'latin1');
    });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/partner/sbp/banks`, port, requests, peers };
}

export const usualRoute = { localAddress: null, proxy: null } as const;

export const postTo = (url: string, more: Partial<Wire> = {}): Wire => ({
  method: 'POST',
  url,
  headers: [['Content-Type', 'application/json']],
  body: '{"a":1}',
  route: usualRoute,
  isFresh: false,
  ...more,
});

export function ok(body: string | Buffer, headers = ''): Buffer {
  const head = `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

export const newClient = (options: Partial<ClientOptions> = {}) =>
  closing(createClient({ tls: {}, http2: false, timeout: 10_000, masker: createMasker([]), ...options }));

/** Sends one request by a client of its own. A URL stands for a POST to it. */
export const send = (to: string | Wire, options: Partial<ClientOptions> = {}): Promise<Exchange> =>
  newClient(options).exchange(typeof to === 'string' ? postTo(to) : to);

/** The answer. Throws if there is none. */
export function answered({ response, error }: Exchange): Response {
  if (response === null) throw new Error(`${error?.kind}: ${error?.message}`);
  return response;
}

/** Why there is no answer. Throws if there is one. */
export function failed({ response, error }: Exchange): Failure {
  if (error === null) throw new Error(`answered ${response?.status}`);
  return error;
}
