import { isIP, isIPv6, type Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
// The whole library, with fetch, takes three times as long to load.
import connector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { Route, TlsMaterial, TransportError } from './exchange.ts';
import { describeConnectError, describeSilence, TransportFailure } from './failures.ts';
import { describeHandshakeError, watchHandshake } from './handshake.ts';
import type { Attempted } from './handshake.ts';
import { dial, materialOf, patience, proxyTrust, watchAcceptance } from './peer.ts';
import { openTunnel, proxyForm } from './proxy.ts';

/** Bytes of all header names and values. A longer head is treated as a broken answer. */
const maxHeaderSize = 256 * 1024;

/** What was seen of ports, so that the next connection fails sooner for the same reason. */
export interface Seen {
  /** Speak HTTP without TLS. */
  readonly plain: Set<string>;
  /** Accepted no connection in time, from this machine's address if one is set. */
  readonly silent: Set<string>;
  readonly heard: Attempted['heard'];
}

export const nothingSeen = (): Seen => ({ plain: new Set(), silent: new Set(), heard: new Map() });

/**
 * Creates the dispatcher of a route, which reuses its connections. `timeout`: ms for connecting.
 */
export function createDispatcher(
  route: Route,
  timeout: number,
  connections: number,
  seen: Seen = nothingSeen(),
): Dispatcher {
  const agent = new Agent({
    connections,
    allowH2: route.http2,
    connect: createConnector(route, timeout, seen),
    // undici's timers are coarse. The client has its own timer for the whole answer.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize,
  });
  const { proxy, localAddress } = route;
  const { ca } = route.tls;
  return proxy === null
    ? agent
    : agent.compose(proxyForm({ proxy, localAddress, timeout, ca, silent: seen.silent }));
}

function createConnector(
  route: Route,
  timeout: number,
  { plain, silent, heard }: Seen,
): buildConnector.connector {
  const { proxy, localAddress } = route;
  const connect = connector({
    ...tlsOptions(route.tls),
    ...(localAddress === null ? {} : { family: isIP(localAddress) }),
    allowH2: route.http2,
    preferH2: route.http2,
    timeout,
  });
  const { ca } = route.tls;
  const toProxy = connector({ timeout, ...proxyTrust(ca), rejectUnauthorized: true });
  return (asked, callback) => {
    const secure = asked.protocol === 'https:';
    const options = { ...asked, servername: serverName(asked.hostname, route.tls) };
    const authority = authorityOf(options);
    const port = Number(authority.slice(authority.lastIndexOf(':') + 1));
    const attempted: Attempted = {
      lookAgain: () =>
        proxy === null
          ? dial({ host: asked.hostname, port }, localAddress)
          : openTunnel({ proxy, authority, localAddress, timeout: patience, ca }),
      authority,
      servername: options.servername,
      ca,
      heard,
    };
    let isEnded = false;
    const end: buildConnector.Callback = (...result) => {
      stopWatching();
      if (!isEnded) callback(...result);
      else result[1]?.destroy();
      isEnded = true;
    };
    const failWith = (failure: TransportError): void => end(new TransportFailure(failure), null);
    const fail = (cause: unknown): void => {
      const isNamed = route.tls.serverName !== undefined;
      const destination = { secure, bound: localAddress !== null, toProxy: false, isNamed };
      if (secure) void describeHandshakeError(cause, destination, attempted).then(failWith);
      else failWith(describeConnectError(cause, destination));
    };
    const when = { timeout, isSoon: plain.has(authority) };
    const failAsPlain = (failure: TransportError): void => {
      plain.add(authority);
      failWith(failure);
    };
    const stopWatching = secure ? watchHandshake(attempted, when, failAsPlain) : () => undefined;
    const settle: buildConnector.Callback = (error, socket) => {
      if (error !== null) fail(error);
      else end(null, isHttp2(socket) ? socket : skipInterimAnswers(keepFirstError(socket)));
    };
    try {
      if (proxy === null) {
        const way = `${localAddress ?? ''} ${authority}`;
        const isAgain = silent.has(way);
        const socket = connect({ ...options, localAddress }, settle);
        watchAcceptance(socket, { isAgain }, () => {
          silent.add(way);
          failWith(describeSilence(isAgain));
          socket.destroy();
        });
        socket.once('connect', () => silent.delete(way));
        return;
      }
      // In absolute form, the request goes to the proxy itself.
      if (authority === authorityOf(new URL(proxy))) {
        toProxy({ ...options, localAddress }, settle);
        return;
      }
      openTunnel({ proxy, authority, localAddress, timeout, ca, silent }).then((socket) => {
        if (secure) connect({ ...options, httpSocket: socket }, settle);
        else settle(null, socket);
      }, fail);
    } catch (error) {
      fail(error);
    }
  };
}

/**
 * The name for SNI and certificate: that of the profile, else the URL's, not the `Host` header's; none for an
 * IP (RFC 6066, 3).
 */
function serverName(hostname: string, tls: TlsMaterial): string {
  return tls.serverName ?? (isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '');
}

/** Always sets `rejectUnauthorized`; otherwise NODE_TLS_REJECT_UNAUTHORIZED could switch verification off. */
const tlsOptions = (tls: TlsMaterial): buildConnector.BuildOptions => ({
  ...materialOf(tls),
  rejectUnauthorized: tls.verify !== false,
});

function authorityOf({
  hostname,
  port,
  protocol,
}: Pick<buildConnector.Options, 'hostname' | 'port' | 'protocol'>): string {
  const host = isIPv6(hostname) ? `[${hostname}]` : hostname;
  return `${host}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/**
 * Keeps the first error of a socket. Without this, the close that follows a TLS alert would be reported
 * instead.
 */
function keepFirstError(socket: Socket): Socket {
  return socket.once('error', (error) => socket.destroy(error));
}

function isHttp2(socket: object): boolean {
  return 'alpnProtocol' in socket && socket.alpnProtocol === 'h2';
}

/** Longer interim heads go to the parser, which refuses them. */
const maxInterimHead = 64 * 1024;

const interimStart = /^HTTP\/1\.[01] 1(?!01)\d\d[^\d]/;
const anyStart = 'HTTP/1.';

/**
 * Drops interim answers (1xx except 101; RFC 9110, 15.2) before the library reads them. It ends the connection
 * at a `100 Continue` that nobody asked for, https://github.com/nodejs/undici/issues/197 (open), and offers no
 * place between socket and parser. A test fails once it reads on by itself: then this goes.
 */
function skipInterimAnswers(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let held: Buffer | null = null;
  // True from a request until the first byte of its answer. A body may contain text that looks like an interim
  // answer.
  let isAwaiting = true;
  socket.write = ((...args: Parameters<typeof write>) => {
    isAwaiting = true;
    return write(...args);
  }) as Socket['write'];
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (!isAwaiting || !(chunk instanceof Buffer)) return chunk;
    const rest = dropInterim(held === null ? chunk : Buffer.concat([held, chunk]));
    held = rest.held;
    isAwaiting = rest.passed === null;
    return rest.passed;
  };
  return socket;
}

/** Splits the start of an answer: `held` may still become an interim head, `passed` goes to the parser. */
function dropInterim(bytes: Buffer): { held: Buffer | null; passed: Buffer | null } {
  let rest = bytes;
  while (rest.length > 0) {
    const start = rest.toString('latin1', 0, 13);
    if (start.length < 13 && isPossibleStart(start)) return { held: rest, passed: null };
    if (!interimStart.test(start)) return { held: null, passed: rest };
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) {
      return rest.length > maxInterimHead ? { held: null, passed: rest } : { held: rest, passed: null };
    }
    rest = rest.subarray(end + 4);
  }
  return { held: null, passed: null };
}

function isPossibleStart(start: string): boolean {
  return start.startsWith(anyStart.slice(0, start.length)) && /^.{0,8}($| ($|1))/s.test(start);
}
