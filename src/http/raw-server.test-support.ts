import net from 'node:net';
import type { HttpRequest, Route } from './exchange.ts';

/** A server that answers with raw bytes. */
export interface RawServer {
  readonly url: string;
  readonly port: number;
  /** What came, one text (Latin-1) per whole request. */
  readonly requests: readonly string[];
  /** Source addresses of the connections. */
  readonly peers: readonly string[];
  close(): Promise<void>;
}

/** Answers the request with this number, counted from 0 over all connections. */
export type RawAnswer = (socket: net.Socket, index: number) => void;

/** Starts a raw server on a free loopback port. */
export async function startRawServer(answer: RawAnswer): Promise<RawServer> {
  const requests: string[] = [];
  const peers: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    peers.push(socket.remoteAddress ?? '');
    let seen = '';
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      const length = requestLength(seen);
      if (length === null) return;
      requests.push(seen.slice(0, length));
      seen = seen.slice(length);
      answer(socket, requests.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/partner/sbp/banks`,
    port,
    requests,
    peers,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
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
