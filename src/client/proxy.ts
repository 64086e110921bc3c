import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { isIP } from 'node:net';
import { isDistrust } from './distrust.ts';
import type { TransportError } from './exchange.ts';
import { certificatesOf, dial, listenPlain, proxyTrust, watchAcceptance } from './peer.ts';
import {
  atProxy,
  describeConnectError,
  describeProxyAnswer,
  describeSilence,
  TransportFailure,
} from './failures.ts';
import { decoded } from './secret-spelling.ts';

export interface TunnelOptions {
  /** URL of the proxy, credentials in its user information. */
  readonly proxy: string;
  /** `host:port` of the target. */
  readonly authority: string;
  readonly localAddress: string | null;
  /** ms. */
  readonly timeout: number;
  /** PEM of `tls.ca`, trusted for the proxy as well. */
  readonly ca: string | undefined;
  /** Proxies that accepted no connection in time; each is waited for less from then on. */
  readonly silent?: Set<string>;
}

/** Scheme, host and port, without credentials. */
const nameOf = (proxy: string): string => (URL.canParse(proxy) ? new URL(proxy).origin : 'of the profile');

/** Opens a tunnel with CONNECT (RFC 9110, section 9.3.6); rejects with a `TransportFailure`. */
export function openTunnel(options: TunnelOptions): Promise<Socket> {
  const { proxy, timeout, silent = new Set() } = options;
  const name = nameOf(proxy);
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void =>
      void describeProxyError(cause, options, name).then((failure) => reject(new TransportFailure(failure)));
    try {
      const request = askForTunnel(options);
      const timer = setTimeout(() => request.destroy(new Error('no answer to CONNECT')), timeout);
      request.once('socket', (socket) => {
        const [isAgain, isUnderWay] = [silent.has(proxy), isIP(hostOf(new URL(proxy))) !== 0];
        watchAcceptance(socket, { isAgain, isUnderWay }, () => {
          silent.add(proxy);
          request.destroy(new TransportFailure(describeSilence(isAgain, 'proxy')));
        });
        socket.once('connect', () => silent.delete(proxy));
      });
      request.once('error', fail).once('close', () => clearTimeout(timer));
      request.once('connect', (response, socket, head) => {
        clearTimeout(timer);
        const status = response.statusCode ?? 0;
        if (status < 200 || status > 299) {
          socket.destroy();
          reject(new TransportFailure(describeProxyAnswer('CONNECT', status, name)));
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

/** Looks at the proxy once more, if that can tell why it is not trusted or what it speaks. */
async function describeProxyError(
  cause: unknown,
  { proxy, localAddress, ca }: TunnelOptions,
  name: string,
): Promise<TransportError> {
  const destination = { secure: false, bound: localAddress !== null, toProxy: true };
  const plain = describeConnectError(cause, destination);
  if (plain.kind !== 'proxy' || !URL.canParse(proxy)) return plain;
  const url = new URL(proxy);
  const isSecure = url.protocol === 'https:';
  const host = hostOf(url);
  const lookAgain = () => dial({ host, port: portOf(url) }, localAddress);
  const hasTalked = /RESET|PIPE|HTTP_PARSER|HPE_|^$|ERR_SSL|EPROTO/.test(plain.code);
  try {
    if (isDistrust(plain.code) || (!isSecure && hasTalked)) {
      const chain = await certificatesOf(await lookAgain(), isIP(host) === 0 ? host : '');
      if (!isSecure) return atProxy(plain, name, chain.length > 0 ? 'https' : null);
      return atProxy(describeConnectError(cause, destination, { chain, ca, now: new Date() }), name);
    }
    if (!isSecure || !hasTalked) return atProxy(plain, name);
    const { isPlainHttp } = await listenPlain(await lookAgain(), url.host);
    return atProxy(plain, name, isPlainHttp ? 'http' : null);
  } catch {
    return atProxy(plain, name);
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

function askForTunnel({ proxy, authority, localAddress, ca }: TunnelOptions): ClientRequest {
  const url = new URL(proxy);
  // Loaded only if there is a proxy.
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  const asked = request({
    method: 'CONNECT',
    host: hostOf(url),
    port: portOf(url),
    path: authority,
    headers: { Host: authority, Connection: 'keep-alive', ...authorization(url) },
    agent: false,
    ...(url.protocol === 'https:' ? proxyTrust(ca) : {}),
    rejectUnauthorized: true,
    ...(localAddress === null ? {} : { localAddress }),
  });
  return asked.end();
}

function authorization(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {};
  const credentials = `${decoded(url.username)}:${decoded(url.password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Codes of proxies that refuse a tunnel to this port. They may still forward requests. */
export const refusesTunnels: readonly string[] = [400, 403, 404, 405, 501].map((status) => `HTTP_${status}`);

/**
 * Chooses how a proxy gets requests to `http` addresses: through a tunnel, or in absolute form (RFC 9112,
 * section 3.2.2) if it refuses the tunnel. Most proxies tunnel to port 443 only. Errors of the proxy are
 * failures.
 */
export function proxyForm(
  options: Omit<TunnelOptions, 'authority'>,
): Dispatcher.DispatcherComposeInterceptor {
  const url = new URL(options.proxy);
  const forms = new Map<string, Promise<'tunnel' | 'absolute'>>();
  const formOf = (authority: string): Promise<'tunnel' | 'absolute'> => {
    const form = forms.get(authority) ?? tryTunnel({ ...options, authority });
    forms.set(authority, form);
    return form;
  };
  return (dispatch) => (asked, handler) => {
    const to = new URL(String(asked.origin));
    if (to.protocol !== 'http:') return dispatch(asked, handler);
    const authority = `${to.hostname}:${to.port || 80}`;
    void formOf(authority).then((form) => {
      if (form === 'tunnel') return dispatch(asked, handler);
      const proxyHeaders = Object.entries({ Host: to.host, ...authorization(url) }).flat();
      const headers = [...((asked.headers ?? []) as readonly string[]), ...proxyHeaders];
      const absolute = { ...asked, origin: url.origin, path: `${to.origin}${asked.path}`, headers };
      return dispatch(absolute, refusingOwnAnswers(handler, url.origin));
    });
    return true;
  };
}

async function tryTunnel(options: TunnelOptions): Promise<'tunnel' | 'absolute'> {
  try {
    (await openTunnel(options)).destroy();
    return 'tunnel';
  } catch (error) {
    const code = error instanceof TransportFailure ? error.failure.code : '';
    // Any other failure will occur again, and be reported, when the request is sent.
    return refusesTunnels.includes(code) ? 'absolute' : 'tunnel';
  }
}

function refusingOwnAnswers(handler: Dispatcher.DispatchHandler, name: string): Dispatcher.DispatchHandler {
  return {
    ...handler,
    onResponseStart(controller, status, headers, text) {
      if (isOfProxy(status, headers))
        controller.abort(new TransportFailure(describeProxyAnswer('request', status, name)));
      else handler.onResponseStart?.(controller, status, headers, text);
    },
  };
}

/** Products that send this `Server` header only with their own pages. */
const proxies = /^(squid|tinyproxy|privoxy|zscaler|bluecoat|proxysg)\b/i;

/**
 * True if the proxy itself answered: 407, an error in `Proxy-Status` (RFC 9209), or a `Server` of a known
 * product.
 */
function isOfProxy(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  const value = (name: string): string => [headers[name] ?? []].flat().join(', ');
  return (
    status === 407 ||
    /;\s*error=/i.test(value('proxy-status')) ||
    value('x-squid-error') !== '' ||
    (status >= 400 && proxies.test(value('server')))
  );
}
