import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { UserError, codeOf } from '../base/errors.ts';
import type { Behaviour } from './behaviour.ts';
import type { WireRequest, WireResponse } from './wire.ts';

/** PEM. */
export interface ServerTls {
  readonly key: string;
  readonly cert: string;
}

export type Handler = (request: WireRequest, response: WireResponse) => void;

const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, maxHeaderSize: 128 * 1024 } as const;

function create(handler: Handler, behaviour: Behaviour, tls: ServerTls | null): Server {
  const options = { ...timeouts, keepAliveTimeout: behaviour.keepAlive };
  // `import` would also load `fetch`, which takes longer than the rest of a start.
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

/** Listens on an address (port 0: a free one). Rejects with a UserError if it cannot. */
export async function listen(
  handler: Handler,
  behaviour: Behaviour,
  tls: ServerTls | null,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = create(handler, behaviour, tls);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  server.on('clientError', answerBroken);
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  try {
    server.listen({ port, host });
    await once(server, 'listening');
  } catch (error) {
    throw new UserError(
      'usage',
      'reference-cannot-listen',
      `The reference implementation cannot listen on ${host}, port ${port}: ${codeOf(error) || 'unknown'}.`,
      'Choose a free port (0 takes any) and an address of this machine.',
    );
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
