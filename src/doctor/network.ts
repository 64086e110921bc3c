import { connect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { openTunnel, refusesTunnels } from '../client/proxy.ts';
import type { TunnelOptions } from '../client/proxy.ts';
import type { TlsMaterial, TransportError } from '../client/exchange.ts';
import { describeSilentHandshake, describeTimeout, TransportFailure } from '../client/failures.ts';
import { describeHandshakeError, watchConnection } from '../client/handshake.ts';
import { dial, materialOf } from '../client/peer.ts';
import type { Endpoint } from '../client/peer.ts';
import { explainError } from '../judge/explain-answer.ts';
import { proxyFor } from '../client/proxy-for.ts';
import type { Target } from '../profile/target.ts';
import type { Evidence } from '../judge/evidence.ts';
import { message, say } from '../messages/message.ts';
import { dayOf, finding, suspectsTls } from './finding.ts';
import type { Finding } from './finding.ts';

interface Contact {
  /** Addresses that the name resolves to; empty for an address, and for a name that is not resolved. */
  readonly addresses: readonly string[];
  readonly isOpen: boolean;
  /** The target's certificates, its own first. */
  readonly chain: readonly DetailedPeerCertificate[];
  /** Why the connection failed, or why the certificate is not trusted; null if neither. */
  readonly error: TransportError | null;
}

/** Milliseconds in which a target may close the connection because it requires a client certificate. */
const dismissal = 300;

export function endpointOf(url: string): Endpoint {
  const { hostname, port, protocol } = new URL(url);
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  };
}

/**
 * Opens a connection, with TLS if `tls` is given, sends nothing and closes it. Each step takes at most
 * `timeout` ms. The handshake accepts any certificate. Afterwards the target has a moment to close the
 * connection.
 */
function contact(
  { host, port }: Endpoint,
  tls: TlsMaterial | null,
  timeout: number,
  tunnel?: { readonly socket: Socket; readonly again: () => Promise<Socket> },
): Promise<Contact> {
  const lookAgain = tunnel?.again ?? (() => dial({ host, port }, null));
  return new Promise((resolve) => {
    const name = tls?.serverName ?? (isIP(host) === 0 ? host : '');
    const socket =
      tls === null
        ? connect({ host, port, timeout })
        : connectTls({
            ...materialOf(tls),
            ...(tunnel === undefined ? { host, port } : { socket: tunnel.socket }),
            timeout,
            ...(name === '' ? {} : { servername: name }),
            // The certificate is shown even if it is not trusted. Nothing secret is sent over this connection.
            rejectUnauthorized: false,
          });
    const addresses: string[] = [];
    let [isOpen, chain]: [boolean, readonly DetailedPeerCertificate[]] = [tunnel !== undefined, []];
    const end = (error: TransportError | null): void => {
      stopWatching();
      resolve({ addresses, isOpen, chain, error });
      socket.destroy();
    };
    const attempted = {
      lookAgain,
      authority: `${host}:${port}`,
      servername: name,
      ca: tls?.ca,
      heard: new Map(),
    };
    let isFailing = false;
    const fail = (cause: unknown): void => {
      // What follows a failure, such as the end of the connection, is no other one.
      if (isFailing) return;
      isFailing = true;
      const isNamed = tls?.serverName !== undefined;
      const destination = { secure: tls !== null, bound: false, toProxy: false, isNamed };
      void describeHandshakeError(cause, destination, attempted).then(end);
    };
    const stopWatching = watchConnection(socket, tls === null ? null : attempted, timeout, end);
    const leave = (): void => fail(failureOf('ECONNRESET'));
    socket.on('lookup', (_error, address: string | undefined) => {
      if (address !== undefined) addresses.push(address);
    });
    socket.on('error', fail);
    socket.once('timeout', () =>
      end(
        isOpen
          ? describeSilentHandshake(timeout)
          : describeTimeout(timeout, { stage: 'connect', answered: false, bytes: 0 }),
      ),
    );
    socket.once('close', leave).once('end', leave).resume();
    socket.once('connect', () => {
      isOpen = true;
      if (tls === null) end(null);
    });
    socket.once('secureConnect', () => {
      if (!('authorizationError' in socket)) return;
      stopWatching();
      chain = chainOf(socket);
      // Node declares an Error here, but usually passes a code.
      const problem: unknown = socket.authorized ? null : socket.authorizationError;
      const cause =
        typeof problem === 'string' ? failureOf(problem, host, chain[0]?.subjectaltname) : problem;
      setTimeout(
        () => (cause === null || cause === undefined ? end(null) : fail(cause)),
        Math.min(dismissal, timeout),
      );
    });
  });
}

/** `names` are those of a certificate that was issued for another host. */
const failureOf = (code: string, host = '', names = ''): Error =>
  Object.assign(new Error(code), {
    code,
    host,
    cert: { subjectaltname: code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? names : '' },
  });

const hasClientCertificate = ({ cert, pfx }: TlsMaterial): boolean => cert !== undefined || pfx !== undefined;

function chainOf(socket: TLSSocket): readonly DetailedPeerCertificate[] {
  const links = new Map<string, DetailedPeerCertificate>();
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  // The last certificate of a chain is its own issuer.
  while (next?.subject !== undefined && !links.has(next.fingerprint256)) {
    links.set(next.fingerprint256, next);
    next = next.issuerCertificate;
  }
  return [...links.values()];
}

const isSecure = (url: string): boolean => /^https:/i.test(url);

/** Checks name resolution, connection and TLS of the base URL, one finding each. Stops at the first bad one. */
export async function checkNetwork(target: Target, now: Date): Promise<readonly Finding[]> {
  const { baseUrl, tls, limits, proxies } = target;
  const endpoint = endpointOf(baseUrl);
  const { host, port } = endpoint;
  const proxy = proxyFor(proxies, baseUrl);
  if (proxy !== null) return checkThroughProxy(target, proxy, now);
  const made = await contact(endpoint, isSecure(baseUrl) ? tls : null, limits.timeout);
  const { addresses, isOpen, error } = made;
  const isAddress = isIP(host) !== 0;
  if (!isAddress && addresses.length === 0) {
    return [unfit(`name: ${host} is not resolved`, error), ...unusedProxies(target)];
  }
  const named = finding(
    'good',
    isAddress ? `name: ${host} is an address` : `name: ${host} is ${addresses.join(', ')}`,
  );
  if (!isOpen)
    return [
      named,
      unfit(`connection: ${host}, port ${port} is not reached`, error),
      ...unusedProxies(target),
    ];
  return [
    named,
    finding('good', `connection: ${host}, port ${port} accepts connections`),
    inspectTls(target, made, now),
  ];
}

/** Proxy variables of the environment have no effect unless the profile refers to them. */
const unusedProxies = ({ proxies: { unused } }: Target): readonly Finding[] =>
  unused.length === 0
    ? []
    : [
        finding(
          'warning',
          `proxy: ${unused.join(', ')} ${unused.length === 1 ? 'is' : 'are'} set, and not used`,
          ['write `proxy: environment` into the profile, or run with --proxy environment'],
        ),
      ];

/** Same as `checkNetwork`, through a proxy, which resolves the name itself. */
async function checkThroughProxy(target: Target, url: string, now: Date): Promise<readonly Finding[]> {
  const { baseUrl, tls, limits } = target;
  const proxy = new URL(url).origin;
  try {
    const again = () => openTunnel(tunnelTo(baseUrl, url, target));
    const socket = await again();
    const opened = finding('good', `proxy: ${proxy} opens a tunnel to the target`);
    if (isSecure(baseUrl)) {
      const made = await contact(endpointOf(baseUrl), tls, limits.timeout, { socket, again });
      return [opened, inspectTls(target, made, now)];
    }
    socket.destroy();
    return [opened, inspectTls(target, { addresses: [], isOpen: true, chain: [], error: null }, now)];
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    // Many proxies only open tunnels to port 443, and forward other requests.
    return !isSecure(baseUrl) && refusesTunnels.includes(error.failure.code)
      ? [
          finding(
            'good',
            `proxy: ${proxy} opens no tunnel to this port: requests are handed to it one by one, and what answers may be the proxy itself`,
          ),
        ]
      : [unfit(`proxy: ${proxy}`, error.failure)];
  }
}

function tunnelTo(url: string, proxy: string, { limits: { timeout }, tls: { ca } }: Target): TunnelOptions {
  const { host, port } = endpointOf(url);
  return {
    proxy,
    authority: `${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    localAddress: null,
    timeout,
    ca,
  };
}

function inspectTls({ baseUrl, tls }: Target, { chain, error }: Contact, now: Date): Finding {
  const details = chain.map((link) => linkOf(link, now));
  const hasOwn = hasClientCertificate(tls);
  if (error?.code === 'ECONNRESET' && (chain.length > 0 || hasOwn)) {
    const problem = hasOwn ? 'client-certificate-refused' : 'client-certificate-wanted';
    const advice = hasOwn ? 'check-client-certificate' : 'set-client-certificate';
    const found = say(message(chain.length === 0 ? 'handshake-cut' : problem), 'en');
    return finding('bad', `TLS: ${found}`, [say(message(advice), 'en')], details);
  }
  if (isSecure(baseUrl) && tls.verify === false && chain.length > 0) {
    const advice =
      error === null ? 'take verify: false out of tls: it is trusted' : 'name its authority in tls.ca';
    return finding('warning', 'TLS: not verified (tls.verify: false)', [advice], details);
  }
  if (error !== null) return unfit('TLS', error, details);
  if (isSecure(baseUrl)) return finding('good', 'TLS: the certificate is trusted', [], details);
  const { host } = endpointOf(baseUrl);
  return host === 'localhost' || /^(127\.|::1$)/.test(host)
    ? finding('good', 'TLS: none, the target is on this machine')
    : finding('warning', 'TLS: none, passwords travel readable', ['use https:// in baseUrl']);
}

/** Says what is wrong with a connection and what to do about it, in the same words as a run. */
function unfit(what: string, error: TransportError | null, details: readonly string[] = []): Finding {
  if (error === null) return finding('bad', what, [], details);
  const said = explainError(error);
  const [found, advice] = [say(said.found, 'en'), say(said.advice, 'en')];
  const text = `${what}: ${found}`;
  const isNamed = error.code === '' || text.includes(error.code);
  const problem = isNamed ? text : `${text} (${error.code})`;
  return finding('bad', problem, [advice], details);
}

function linkOf({ subject, issuer, valid_from, valid_to }: DetailedPeerCertificate, now: Date): string {
  const [from, to] = [new Date(valid_from), new Date(valid_to)];
  const days = Math.floor((to.getTime() - now.getTime()) / 86_400_000);
  return `${nameOf(subject)}, issued by ${nameOf(issuer)}, ${dayOf(from)} to ${dayOf(to)}, ${days < 0 ? `expired ${-days} ${-days === 1 ? 'day' : 'days'} ago` : `${days} ${days === 1 ? 'day' : 'days'} left`}`;
}

const nameOf = (name: object): string =>
  Object.entries(name)
    .map(([key, value]) => `${key}=${[value].flat().join('+')}`)
    .join(', ');

/** True if the port of an http:// address expects TLS. Connects only if the answer suggests it. */
export async function speaksTls({ baseUrl, limits, proxies }: Target, evidence: Evidence): Promise<boolean> {
  if (isSecure(baseUrl) || proxyFor(proxies, baseUrl) !== null || !suspectsTls(evidence)) return false;
  const { chain, error } = await contact(endpointOf(baseUrl), {}, limits.timeout);
  // A server that requires a client certificate or another TLS version also speaks TLS.
  return chain.length > 0 || /ALERT|CERTIFICATE/.test(error?.code ?? '');
}
