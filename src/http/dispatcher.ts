import { isIP, isIPv6, type Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import type { Route, TlsMaterial } from './exchange.ts';
import { skipInterimAnswers } from './interim.ts';
import { ConnectFailure, describeConnectError } from './transport-error.ts';
import { openTunnel } from './tunnel.ts';
import { loadUndici } from './undici.ts';

const undici = loadUndici();

/** Bytes of an answer's header names and values; more is a broken answer. */
const maxHeaderSize = 256 * 1024;

/** Creates the dispatcher of one route: its connections are kept and reused; connecting takes `timeout` ms at most. */
export function createDispatcher(route: Route, timeout: number): Dispatcher {
  return new undici.Agent({
    allowH2: route.http2,
    connect: createConnector(route, timeout),
    // The library's own timers are coarse; the client's clock covers the whole answer.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize,
  });
}

function createConnector(route: Route, timeout: number): buildConnector.connector {
  const bound = route.localAddress !== null;
  const connect = undici.buildConnector({
    ...tlsOptions(route.tls),
    ...(route.localAddress === null ? {} : { family: isIP(route.localAddress) }),
    allowH2: route.http2,
    preferH2: route.http2,
    timeout,
  });
  return (asked, callback) => {
    const secure = asked.protocol === 'https:';
    const options = { ...asked, servername: serverName(asked.hostname) };
    const fail = (cause: unknown): void => {
      callback(new ConnectFailure(describeConnectError(cause, { secure, bound, toProxy: false })), null);
    };
    const settle: buildConnector.Callback = (error, socket) => {
      if (error !== null) fail(error);
      else callback(null, isHttp2(socket) ? socket : skipInterimAnswers(keepFirstError(socket)));
    };
    const { proxy, localAddress } = route;
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
