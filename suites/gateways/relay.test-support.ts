// An HTTP server on loopback that passes requests on to a service, or answers in its place.

import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Replaces an answer: an HTML page with this status, or a reset. */
export type Fault = number | 'reset';

/** A complete request that a relay received. */
export interface Received {
  readonly method: string;
  /** With the query. */
  readonly target: string;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `goneFor`: the port is closed for so many milliseconds. */
export type Decision = 'forward' | 'reset' | Answer | { readonly goneFor: number };

export interface RelayOptions {
  /** Base URL of the service behind it. */
  readonly to: string;
  readonly decide: (received: Received) => Decision;
  /** Milliseconds before a request is passed on. */
  readonly latencyMs?: number;
  /** Milliseconds without a request after which a connection is closed. */
  readonly idleMs?: number;
  /** Number of answers after which a connection is closed, or the next request on it is reset. */
  readonly mostOnConnection?: { readonly requests: number; readonly by: 'end' | 'reset' };
}

/** What a gateway or a service received; `refused`: not passed on, and connections that were closed. */
export interface Seen {
  readonly requests: number;
  readonly refused: number;
}

export interface Relay {
  readonly url: string;
  readonly seen: () => Promise<Seen>;
  readonly close: () => Promise<void>;
}

/** A page as gateways and servers send it. */
export function answerOf(fault: Fault, title = String(fault)): Decision {
  if (fault === 'reset') return fault;
  const location = fault === 302 ? { Location: '/login' } : {};
  const body = `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status: fault, headers: { 'Content-Type': 'text/html', ...location }, body };
}

const timeouts = { keepAliveTimeout: 30_000, requestTimeout: 60_000, maxHeaderSize: 128 * 1024 } as const;
const isHop = (name: string): boolean => /^(?:connection|keep-alive)$/i.test(name);
const withoutHops = (raw: readonly string[]): string[] =>
  raw.filter((_, index) => !isHop(raw[index - (index % 2)] ?? ''));

export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { to, decide, latencyMs = 0, idleMs, mostOnConnection } = options;
  const onConnection = new Map<Socket, number>();
  const end = new AbortController();
  // A new connection for each request, because an idle one could be closed meanwhile.
  const agent = new Agent({ keepAlive: false });
  let [requests, refused] = [0, 0];

  /** Keeps the source address, by which the reference blocks. */
  const handOn = (incoming: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const { method, rawHeaders, socket, url: path } = incoming;
    const headers = [...withoutHops(rawHeaders), 'Connection', 'close'];
    const { hostname, port } = new URL(to);
    const from = { localAddress: socket.remoteAddress };
    const onward = send({ ...from, agent, method, headers, hostname, port, path }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHops(answer.rawHeaders));
      answer.on('error', () => socket.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => socket.destroy());
    onward.end(body);
  };

  const drop = (socket: Socket): void => {
    refused += 1;
    socket.destroy();
  };

  const watch = (response: ServerResponse, socket: Socket, count: number): void => {
    response.once('finish', () => {
      if (mostOnConnection?.by === 'end' && count >= mostOnConnection.requests) {
        refused += 1;
        socket.end();
      }
      if (idleMs === undefined) return;
      const timer = setTimeout(drop, idleMs, socket);
      const forget = (): void => {
        clearTimeout(timer);
        socket.off('data', forget).off('close', forget);
      };
      socket.on('data', forget).on('close', forget);
    });
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    const { socket, method = '', url: target = '' } = incoming;
    const count = (onConnection.get(socket) ?? 0) + 1;
    onConnection.set(socket, count);
    watch(response, socket, count);
    const body = Buffer.concat(await incoming.toArray());
    const isSpent = mostOnConnection?.by === 'reset' && count > mostOnConnection.requests;
    const decision = isSpent ? 'reset' : decide({ method, target, body });
    if (decision === 'forward') {
      await sleep(latencyMs, undefined, { signal: end.signal });
      return handOn(incoming, body, response);
    }
    refused += 1;
    if (decision === 'reset') socket.resetAndDestroy();
    else if ('goneFor' in decision) vanish(decision.goneFor);
    else response.writeHead(decision.status, decision.headers).end(decision.body);
  };

  const open = (port: number): Promise<unknown> => once(server.listen(port, '127.0.0.1'), 'listening');
  /** Drops all connections, and refuses new ones for this time; if it is closed meanwhile, for good. */
  const vanish = (milliseconds: number): void => {
    server.close();
    for (const socket of onConnection.keys()) socket.destroy();
    sleep(milliseconds, undefined, { signal: end.signal }).then(
      () => open(port),
      () => undefined,
    );
  };

  const server = createServer(timeouts, (incoming, response) => {
    serve(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.on('connection', (socket) => {
    onConnection.set(socket, 0);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => onConnection.delete(socket));
  });
  await open(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen: () => Promise.resolve({ requests, refused }),
    async close() {
      end.abort();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of onConnection.keys()) socket.destroy();
      await closed;
    },
  };
}
