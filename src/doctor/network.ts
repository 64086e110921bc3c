import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { TlsMaterial } from '../http/exchange.ts';
import { openTunnel } from '../http/connection.ts';
import { TransportFailure } from '../http/failures.ts';

/** The destination of a connection. */
export interface Endpoint {
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** A value, or the code of what went wrong. */
export type Reached<Value> =
  | { readonly kind: 'reached'; readonly value: Value }
  | { readonly kind: 'failed'; readonly code: string };

/** One certificate of a chain, the target's own first. */
export interface ChainLink {
  readonly subject: string;
  readonly issuer: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** What came of a TLS handshake that continues whatever the certificate is like. */
export type Handshake =
  /** `problem`: the code by which the certificate is not trusted, or null. */
  | { readonly kind: 'done'; readonly chain: readonly ChainLink[]; readonly problem: string | null }
  /** The target ended the connection right after the handshake. */
  | { readonly kind: 'dismissed'; readonly chain: readonly ChainLink[] }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** Milliseconds in which a target that wants a client certificate ends the connection. */
const dismissal = 300;

/** Host and port of a URL. */
export function endpointOf(url: string): Endpoint {
  const { hostname, port, protocol } = new URL(url);
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  };
}

/** The addresses of a host, within `timeout` ms. */
export async function resolveHost(host: string, timeout: number): Promise<Reached<readonly string[]>> {
  const late = new Promise<Reached<readonly string[]>>((resolve) => {
    setTimeout(() => resolve({ kind: 'failed', code: 'ETIMEDOUT' }), timeout).unref();
  });
  const found = lookup(host, { all: true }).then(
    (all): Reached<readonly string[]> => ({ kind: 'reached', value: all.map(({ address }) => address) }),
    (error: unknown): Reached<readonly string[]> => ({ kind: 'failed', code: codeOf(error) }),
  );
  return Promise.race([found, late]);
}

/** Opens a TCP connection and closes it; the address that answered, within `timeout` ms. */
export function reach({ host, port }: Endpoint, timeout: number): Promise<Reached<string>> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout });
    const end = (result: Reached<string>): void => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end({ kind: 'reached', value: socket.remoteAddress ?? host }));
    socket.once('timeout', () => end({ kind: 'failed', code: 'ETIMEDOUT' }));
    socket.on('error', (error) => end({ kind: 'failed', code: codeOf(error) }));
  });
}

/** Asks a proxy for a tunnel to the target and closes it; null, or the code of why there is none: `HTTP_407` where the proxy refuses. */
export async function tryProxy(
  proxy: string,
  { host, port }: Endpoint,
  timeout: number,
): Promise<string | null> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  try {
    (await openTunnel({ proxy, authority, localAddress: null, timeout })).destroy();
    return null;
  } catch (error) {
    return error instanceof TransportFailure ? error.failure.code || 'unknown failure' : codeOf(error);
  }
}

/** Shakes hands whatever the certificate is like, sends nothing, and waits for a moment whether the target stays. */
export function shakeHands(
  { host, port }: Endpoint,
  { pfx, ...tls }: TlsMaterial,
  timeout: number,
): Promise<Handshake> {
  return new Promise((resolve) => {
    const socket = connectTls({
      ...tls,
      ...(pfx === undefined ? {} : { pfx: Buffer.from(pfx) }),
      host,
      port,
      timeout,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // An untrusted certificate is to be shown, and nothing secret is sent over this connection.
      rejectUnauthorized: false,
    });
    let chain: readonly ChainLink[] | null = null;
    const end = (handshake: Handshake): void => {
      resolve(handshake);
      socket.destroy();
    };
    const leave = (): void =>
      end(
        chain === null
          ? { kind: 'failed', code: 'ECONNRESET', message: 'the connection was closed' }
          : { kind: 'dismissed', chain },
      );
    socket.on('error', (error) => {
      const code = codeOf(error);
      if (chain !== null && code === 'ECONNRESET') leave();
      else end({ kind: 'failed', code, message: error.message.trim() });
    });
    socket.once('close', leave).once('end', leave).resume();
    socket.once('timeout', () => end({ kind: 'failed', code: 'ETIMEDOUT', message: 'no handshake in time' }));
    socket.once('secureConnect', () => {
      chain = chainOf(socket);
      const done = { kind: 'done', chain, problem: problemOf(socket) } as const;
      setTimeout(() => end(done), Math.min(dismissal, timeout));
    });
  });
}

/** The platform's types promise an Error where there is a code as a rule. */
function problemOf(socket: TLSSocket): string | null {
  const problem: unknown = socket.authorizationError;
  if (socket.authorized || problem === null || problem === undefined) return null;
  return typeof problem === 'string' ? problem : codeOf(problem);
}

function chainOf(socket: TLSSocket): readonly ChainLink[] {
  const links: ChainLink[] = [];
  const seen = new Set<string>();
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  // The last of a chain is its own issuer.
  while (next?.subject !== undefined && !seen.has(next.fingerprint256)) {
    seen.add(next.fingerprint256);
    links.push({
      subject: nameOf(next.subject),
      issuer: nameOf(next.issuer),
      notBefore: new Date(next.valid_from),
      notAfter: new Date(next.valid_to),
    });
    next = next.issuerCertificate;
  }
  return links;
}

const nameOf = (name: object): string =>
  Object.entries(name)
    .map(([key, value]) => `${key}=${[value].flat().join('+')}`)
    .join(', ');

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure';
}
