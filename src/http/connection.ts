import type { ClientRequest } from 'node:http';
import { isIP, isIPv6, type Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
// The whole library, with fetch and all that belongs to it, takes three times as long to load.
import connector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { Route, TlsMaterial } from './exchange.ts';
import { atProxy, TransportFailure, describeConnectError, describeRefusedTunnel } from './failures.ts';

/** Bytes of an answer's header names and values; more is a broken answer. */
const maxHeaderSize = 256 * 1024;

/** Creates the dispatcher of one route: its connections, so many at most, are kept and reused; connecting takes `timeout` ms at most. */
export function createDispatcher(route: Route, timeout: number, connections: number): Dispatcher {
  return new Agent({
    connections,
    allowH2: route.http2,
    connect: createConnector(route, timeout),
    // The library's own timers are coarse; the client's clock covers the whole answer.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize,
  });
}

function createConnector(route: Route, timeout: number): buildConnector.connector {
  const { proxy, localAddress } = route;
  const connect = connector({
    ...tlsOptions(route.tls),
    ...(localAddress === null ? {} : { family: isIP(localAddress) }),
    allowH2: route.http2,
    preferH2: route.http2,
    timeout,
  });
  return (asked, callback) => {
    const secure = asked.protocol === 'https:';
    const options = { ...asked, servername: serverName(asked.hostname) };
    const fail = (cause: unknown): void => {
      const destination = { secure, bound: localAddress !== null, toProxy: false };
      callback(new TransportFailure(describeConnectError(cause, destination)), null);
    };
    const settle: buildConnector.Callback = (error, socket) => {
      if (error !== null) fail(error);
      else callback(null, isHttp2(socket) ? socket : skipInterimAnswers(keepFirstError(socket)));
    };
    try {
      if (proxy === null) {
        connect({ ...options, localAddress }, settle);
        return;
      }
      openTunnel({ proxy, authority: authorityOf(options), localAddress, timeout }).then((socket) => {
        if (secure) connect({ ...options, httpSocket: socket }, settle);
        else settle(null, socket);
      }, fail);
    } catch (error) {
      fail(error);
    }
  };
}

/** The name to ask for and to check the certificate against is that of the URL; the library would take it from a `Host` header. An address is none (RFC 6066, section 3). */
function serverName(hostname: string): string {
  return isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '';
}

function tlsOptions({ pfx, ...texts }: TlsMaterial): buildConnector.BuildOptions {
  return { ...texts, ...(pfx === undefined ? {} : { pfx: Buffer.from(pfx) }) };
}

function authorityOf({ hostname, port, protocol }: buildConnector.Options): string {
  const host = isIPv6(hostname) ? `[${hostname}]` : hostname;
  return `${host}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** A TLS alert is followed by an ordinary end, which would be reported in its place. */
function keepFirstError(socket: Socket): Socket {
  return socket.once('error', (error) => socket.destroy(error));
}

function isHttp2(socket: object): boolean {
  return 'alpnProtocol' in socket && socket.alpnProtocol === 'h2';
}

/** How a tunnel through an HTTP proxy is asked for. */
export interface TunnelOptions {
  /** URL of the proxy, credentials in its user information. */
  readonly proxy: string;
  /** `host:port` of the target. */
  readonly authority: string;
  readonly localAddress: string | null;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Opens a tunnel with CONNECT (RFC 9110, section 9.3.6); rejects with a `TransportFailure`. */
export function openTunnel(options: TunnelOptions): Promise<Socket> {
  const { proxy, localAddress, timeout } = options;
  // Scheme, host and port, without credentials.
  const name = URL.canParse(proxy) ? new URL(proxy).origin : 'of the profile';
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => {
      const destination = { secure: false, bound: localAddress !== null, toProxy: true };
      reject(new TransportFailure(atProxy(describeConnectError(cause, destination), name)));
    };
    try {
      const request = askForTunnel(options);
      const timer = setTimeout(() => request.destroy(new Error('no answer to CONNECT')), timeout);
      request.once('error', fail).once('close', () => clearTimeout(timer));
      request.once('connect', (response, socket, head) => {
        clearTimeout(timer);
        const status = response.statusCode ?? 0;
        if (status < 200 || status > 299) {
          socket.destroy();
          reject(new TransportFailure(describeRefusedTunnel(status, name)));
          return;
        }
        if (head.length > 0) socket.unshift(head);
        resolve(socket as Socket);
      });
    } catch (error) {
      fail(error);
    }
  });
}

function askForTunnel({ proxy, authority, localAddress }: TunnelOptions): ClientRequest {
  const url = new URL(proxy);
  // Loaded only where there is a proxy.
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  const asked = request({
    method: 'CONNECT',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: authority,
    headers: { Host: authority, Connection: 'keep-alive', ...authorization(url) },
    agent: false,
    ...(localAddress === null ? {} : { localAddress }),
  });
  return asked.end();
}

function authorization(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {};
  const credentials = `${decode(url.username)}:${decode(url.password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An interim head longer than this is left to the parser, which refuses it. */
const maxInterimHead = 64 * 1024;

const interimStart = /^HTTP\/1\.[01] 1(?!01)\d\d[^\d]/;
const anyStart = 'HTTP/1.';

/**
 * Drops interim answers (1xx but 101) from what is read of a socket. RFC 9110, section 15.2 has a client accept
 * them unasked, but the parser takes an unasked `100 Continue` for a broken answer.
 */
function skipInterimAnswers(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let held: Buffer | null = null;
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

/** Splits bytes at the start of an answer into what may still become an interim head and what the parser gets. */
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
