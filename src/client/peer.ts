import type { X509Certificate } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { TlsMaterial } from './exchange.ts';

/** Milliseconds for finding out what a port speaks; a handshake that takes longer makes the suite look. */
export const patience = 2000;

/**
 * Milliseconds in which a connection has to be accepted, each address anew: with less, a repeated SYN (after a
 * second, RFC 6298) would not count. `later`: where the last connection was not accepted in time.
 */
export const acceptance = { first: 2500, later: 1000 } as const;

/**
 * Calls back if nobody accepts a connection in time. The time for resolving its name does not count.
 * `isUnderWay`: the attempt has begun already.
 */
export function watchAcceptance(
  socket: Socket,
  { isAgain, isUnderWay = false }: { readonly isAgain: boolean; readonly isUnderWay?: boolean },
  onSilence: () => void,
): void {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const start = (): void => {
    stop();
    timer = setTimeout(onSilence, isAgain ? acceptance.later : acceptance.first);
  };
  if (isUnderWay) start();
  socket.on('connectionAttempt', start);
  socket.once('connect', stop).once('close', stop);
}

/** Host name or address without brackets, and port. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/**
 * TLS options of a profile for Node. A certificate of `tls.ca` is trusted though it is not self-signed, as with
 * curl and OpenSSL's `-partial_chain`.
 */
export function materialOf({ pfx, verify: _verify, serverName: _name, ...texts }: TlsMaterial) {
  return {
    ...texts,
    ...(pfx === undefined ? {} : { pfx: Buffer.from(pfx) }),
    ...(texts.ca === undefined ? {} : { allowPartialTrustChain: true }),
  };
}

/** Who is trusted as a proxy: whom this machine trusts, and `tls.ca`. */
export function proxyTrust(ca: string | undefined): {
  readonly ca?: string[];
  allowPartialTrustChain?: true;
} {
  if (ca === undefined) return {};
  const { getCACertificates } = process.getBuiltinModule('node:tls');
  return { ca: [...getCACertificates('default'), ca], allowPartialTrustChain: true };
}

/** Opens a plain connection; rejects if that takes longer than `patience`. */
export function dial({ host, port }: Endpoint, localAddress: string | null): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(localAddress === null ? {} : { localAddress }) });
    const timer = setTimeout(() => socket.destroy(new Error('too slow')), patience);
    socket.once('error', reject).once('close', () => reject(new Error('closed')));
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket.on('error', () => socket.destroy()));
    });
  });
}

/**
 * The certificates that the other side of a connection shows, its own first; empty if it speaks no TLS. Sends
 * nothing but a handshake without client certificate, and ends the connection.
 */
export function certificatesOf(socket: Socket, servername: string): Promise<readonly X509Certificate[]> {
  const tls = process.getBuiltinModule('node:tls');
  return new Promise((resolve) => {
    // Nothing secret is sent over this connection.
    const options = { socket, rejectUnauthorized: false, ...(servername === '' ? {} : { servername }) };
    const secure = tls.connect(options);
    const end = (chain: readonly X509Certificate[]): void => {
      clearTimeout(timer);
      resolve(chain);
      secure.destroy();
      socket.destroy();
    };
    const timer = setTimeout(end, patience, []);
    secure.once('error', () => end([])).once('close', () => end([]));
    secure.once('secureConnect', () => end(linksOf(secure.getPeerX509Certificate())));
  });
}

const mostLinks = 10;

function linksOf(first: X509Certificate | undefined): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = first; next !== undefined && chain.length < mostLinks; next = next.issuerCertificate) {
    const { fingerprint256 } = next;
    if (chain.some((one) => one.fingerprint256 === fingerprint256)) break;
    chain.push(next);
  }
  return chain;
}

/** Bytes of an answer that tell what a port speaks. */
const beginning = 4096;

/** What the other side said without TLS. */
export interface Spoken {
  /** Whether it speaks HTTP without TLS. Servers that expect TLS may say so in plain HTTP, with 400. */
  readonly isPlainHttp: boolean;
  /** The beginning of what is no HTTP; '' for HTTP and for silence. */
  readonly other: string;
}

/**
 * Asks without TLS by `OPTIONS *`, which is about no resource (RFC 9110, section 9.3.7), and ends the
 * connection.
 */
export function listenPlain(socket: Socket, authority: string): Promise<Spoken> {
  return new Promise((resolve) => {
    let seen = '';
    const end = (): void => {
      clearTimeout(timer);
      const isHttp = /^HTTP\/1\.[01] \d{3}/.test(seen);
      const wantsTls = /^HTTP\/1\.[01] (?:400|426|497)/.test(seen) && /\b(?:HTTPS|SSL|TLS)\b/i.test(seen);
      resolve({ isPlainHttp: isHttp && !wantsTls, other: isHttp ? '' : seen });
      socket.destroy();
    };
    const timer = setTimeout(end, patience);
    socket.on('data', (chunk: Buffer) => {
      seen += chunk.toString('latin1');
      if (seen.length > beginning) end();
    });
    socket.once('close', end).once('end', end);
    socket.write(`OPTIONS * HTTP/1.1\r\nHost: ${authority}\r\nConnection: close\r\n\r\n`);
  });
}
