import { Agent, createServer, request as send } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import type { Fault } from './scenario.ts';

/** A request that a relay received, whole. */
export interface Received {
  readonly method: string;
  /** With the query. */
  readonly target: string;
  readonly body: Buffer;
  /** Which request this is on its connection, counted from 1. */
  readonly onConnection: number;
}

/** What becomes of a request: it is handed on, or answered in place of the service. */
type Decision = 'forward' | Answer | 'reset';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RelayOptions {
  /** Base URL of what stands behind it. */
  readonly to: string;
  readonly decide: (received: Received, relay: Listener) => Decision;
  /** Milliseconds before a request is handed on. */
  readonly latencyMs?: number;
  /** Called once an answer is sent. */
  readonly answered?: (received: Received, socket: Socket) => void;
}

/** The listening side of a relay, which can be taken away for a while. */
export interface Listener {
  /** Destroys all connections, and refuses new ones for so many milliseconds. */
  readonly vanish: (milliseconds: number) => void;
}

/** A running relay. */
export interface Relay {
  readonly url: string;
  /** Requests received so far. */
  readonly arrived: () => number | Promise<number>;
  readonly close: () => Promise<void>;
}

/** A page such as gateways and servers send. */
const page = (status: number): Answer => ({
  status,
  headers: { 'Content-Type': 'text/html', ...(status === 302 ? { Location: '/login' } : {}) },
  body: `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`,
});

/** What a fault sends. A listener that is away refuses connections only; what it had received is reset. */
export const answerOf = (fault: Fault): Decision =>
  fault === 'reset' || fault === 'refused' ? 'reset' : page(fault);

const timeouts = { keepAliveTimeout: 30_000, requestTimeout: 60_000, maxHeaderSize: 128 * 1024 };
const isHop = (name: string): boolean => /^(?:connection|keep-alive)$/i.test(name);

function withoutHops(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !isHop(raw[index - (index % 2)] ?? ''));
}

/** Starts an HTTP server on loopback that hands requests on from the address that they came from. */
export async function startRelay({ to, decide, latencyMs = 0, answered }: RelayOptions): Promise<Relay> {
  const sockets = new Map<Socket, number>();
  const end = new AbortController();
  // A connection of its own for each request: none can die of idleness in between.
  const agent = new Agent({ keepAlive: false });
  let arrived = 0;

  const handOn = (incoming: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const { method, rawHeaders, socket, url = '/' } = incoming;
    const localAddress = socket.remoteAddress;
    const { hostname, port } = new URL(to);
    const headers = [...withoutHops(rawHeaders), 'Connection', 'close'];
    const options = { agent, method, headers, hostname, port, path: url, localAddress };
    const onward = send(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHops(answer.rawHeaders));
      answer.pipe(response);
      answer.on('error', () => socket.destroy());
    });
    onward.on('error', () => socket.destroy());
    onward.end(body);
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    arrived += 1;
    const { socket } = incoming;
    const onConnection = (sockets.get(socket) ?? 0) + 1;
    sockets.set(socket, onConnection);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const received = { method: incoming.method ?? '', target: incoming.url ?? '', body, onConnection };
    response.once('finish', () => answered?.(received, socket));
    const decision = decide(received, { vanish });
    if (decision === 'reset') socket.resetAndDestroy();
    else if (decision === 'forward') {
      if (latencyMs > 0) await sleep(latencyMs, undefined, { signal: end.signal });
      handOn(incoming, body, response);
    } else response.writeHead(decision.status, decision.headers).end(decision.body);
  };

  const open = (port: number): Promise<unknown> => once(server.listen(port, '127.0.0.1'), 'listening');
  const drop = (): void => {
    for (const socket of sockets.keys()) socket.destroy();
  };
  const vanish = (milliseconds: number): void => {
    server.close();
    drop();
    sleep(milliseconds, undefined, { signal: end.signal }).then(
      () => open(port),
      () => undefined,
    );
  };

  const server = createServer(timeouts, (incoming, response) => {
    serve(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.set(socket, 0);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  await open(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    arrived: () => arrived,
    async close() {
      end.abort();
      agent.destroy();
      if (server.listening) {
        const closed = once(server, 'close');
        server.close();
        drop();
        await closed;
      }
    },
  };
}
