import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { TransportError } from './exchange.ts';
import { ConnectFailure, describeConnectError } from './transport-error.ts';

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

/** Opens a tunnel with CONNECT (RFC 9110, section 9.3.6); rejects with a `ConnectFailure`. */
export function openTunnel(options: TunnelOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => {
      const destination = { secure: false, bound: options.localAddress !== null, toProxy: true };
      reject(new ConnectFailure(withName(describeConnectError(cause, destination), options.proxy)));
    };
    try {
      const request = askForTunnel(options);
      const timer = setTimeout(() => request.destroy(new Error('no answer to CONNECT')), options.timeout);
      request.once('error', fail).once('close', () => clearTimeout(timer));
      request.once('connect', (response, socket, head) => {
        clearTimeout(timer);
        const status = response.statusCode ?? 0;
        if (status < 200 || status > 299) {
          socket.destroy();
          reject(refusedTunnel(status, options.proxy));
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

const advice: Readonly<Record<number, string>> = {
  401: 'it wants other credentials: check user and password in its URL',
  403: 'it does not let a tunnel to this target through: ask who runs it',
  405: 'it opens no tunnels: check its address',
  407: 'it wants other credentials: check user and password in its URL',
};
const unreached = 'it does not reach the target: check baseUrl, and what the proxy may reach';

function refusedTunnel(status: number, proxy: string): ConnectFailure {
  const meaning = advice[status] ?? (status >= 500 ? unreached : 'check its address');
  const message = `the proxy ${nameOf(proxy)} answered CONNECT with ${status}; ${meaning}`;
  return new ConnectFailure({ kind: 'proxy', stage: 'connect', code: `HTTP_${status}`, message });
}

/** A source address that cannot be used is not the proxy's fault. */
function withName(error: TransportError, proxy: string): TransportError {
  if (error.kind !== 'proxy') return error;
  const message = `the proxy ${nameOf(proxy)} cannot be used: ${error.message}; check that it runs, and its address`;
  return { ...error, message };
}

/** Scheme, host and port, without credentials. */
function nameOf(proxy: string): string {
  return URL.canParse(proxy) ? new URL(proxy).origin : 'of the profile';
}
