import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { UserError } from '../errors.ts';
import type { Behaviour } from './behaviour.ts';
import type { WireRequest, WireResponse } from './wire.ts';

/** Certificate and key of the server, PEM. */
export interface ServerTls {
  readonly key: string;
  readonly cert: string;
}

export type Handler = (request: WireRequest, response: WireResponse) => void;

const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, maxHeaderSize: 128 * 1024 } as const;

function create(handler: Handler, behaviour: Behaviour, tls: ServerTls | null): Server {
  const options = { ...timeouts, keepAliveTimeout: behaviour.keepAlive };
  // Imported as modules they would load fetch as well, which takes longer than the rest of a start.
  if (tls === null) return process.getBuiltinModule('node:http').createServer(options, handler);
  if (!behaviour.http2)
    return process.getBuiltinModule('node:https').createServer({ ...options, ...tls }, handler);
  return process
    .getBuiltinModule('node:http2')
    .createSecureServer({ ...tls, allowHTTP1: true, settings: { maxHeaderListSize: 128 * 1024 } }, handler);
}

function answerBroken(_error: Error, socket: Socket): void {
  const body = JSON.stringify({ description_status: 'The request is not valid HTTP' });
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
}

function cannotListen(host: string, port: number, cause: unknown): UserError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return new UserError(
    'usage',
    'reference-cannot-listen',
    `The reference implementation cannot listen on ${host}, port ${port}: ${code}.`,
    'Choose a free port (0 takes any) and an address of this machine.',
  );
}

function track(server: Server, sockets: Set<Socket>): void {
  const remember = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  server.on('connection', remember);
  server.on('clientError', answerBroken);
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
}

async function listenOnAll(
  servers: readonly (readonly [host: string, server: Server])[],
  wanted: number,
): Promise<number> {
  let port = wanted;
  for (const [host, server] of servers) {
    try {
      server.listen({ port, host });
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
    } catch (error) {
      throw cannotListen(host, port, error);
    }
  }
  return port;
}

/** Listens on every address with the same port (0: a free one). Rejects with a UserError if it cannot. */
export async function openListeners(
  handler: Handler,
  behaviour: Behaviour,
  tls: ServerTls | null,
  hosts: readonly string[],
  wanted: number,
  attempts = 5,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const servers = hosts.map((host) => [host, create(handler, behaviour, tls)] as const);
  for (const [, server] of servers) track(server, sockets);
  const close = async (): Promise<void> => {
    const closed = servers.map(([, server]) => new Promise<void>((resolve) => server.close(() => resolve())));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
  };
  try {
    return { port: await listenOnAll(servers, wanted), close };
  } catch (error) {
    await close();
    // A port that is free on the first address may be taken on the next.
    if (wanted !== 0 || hosts.length < 2 || attempts < 2) throw error;
    return openListeners(handler, behaviour, tls, hosts, wanted, attempts - 1);
  }
}
