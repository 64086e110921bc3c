import type { Socket } from 'node:net';
import type { TransportError } from './exchange.ts';
import { isDistrust } from './distrust.ts';
import {
  describeConnectError,
  describeOtherProtocol,
  describePlainHttp,
  describeSilence,
  isOtherProtocol,
} from './failures.ts';
import type { Destination } from './failures.ts';
import type { Spoken } from './peer.ts';
import { certificatesOf, listenPlain, patience, watchAcceptance } from './peer.ts';

/** A connection that failed, and the way to look at what is behind it. */
export interface Attempted {
  /** Opens another connection the same way. */
  readonly lookAgain: () => Promise<Socket>;
  /** `host:port`. */
  readonly authority: string;
  /** The name for SNI; '' for none. */
  readonly servername: string;
  /** PEM of `tls.ca`. */
  readonly ca: string | undefined;
  /** What ports said without TLS, by authority, so that none is asked at every request. */
  readonly heard: Map<string, Spoken>;
}

/** Describes why a TLS connection could not be made; looks again if that can tell more than the error does. */
export async function describeHandshakeError(
  cause: unknown,
  destination: Destination,
  { lookAgain, authority, servername, ca, heard }: Attempted,
): Promise<TransportError> {
  const plain = describeConnectError(cause, destination);
  if (plain.kind !== 'tls') return plain;
  try {
    if (isDistrust(plain.code)) {
      const chain = await certificatesOf(await lookAgain(), servername);
      return describeConnectError(cause, destination, { chain, ca, now: new Date() });
    }
    if (!isOtherProtocol(plain.code)) return plain;
    const spoken = heard.get(authority) ?? (await listenPlain(await lookAgain(), authority));
    heard.set(authority, spoken);
    if (spoken.isPlainHttp) return describePlainHttp();
    return spoken.other === '' ? plain : describeOtherProtocol(plain.code, spoken.other);
  } catch {
    return plain;
  }
}

/**
 * Calls back if the port turns out to speak HTTP without TLS: a server that expects a line of text waits for
 * the rest of a handshake as long as it is allowed to. `isSoon`: looks at once. Returns how to stop.
 */
export function watchHandshake(
  { lookAgain, authority }: Attempted,
  { timeout, isSoon }: { readonly timeout: number; readonly isSoon: boolean },
  onPlainHttp: (error: TransportError) => void,
): () => void {
  const look = (): void =>
    void lookAgain()
      .then((socket) => listenPlain(socket, authority))
      .then(({ isPlainHttp }) => (isPlainHttp ? onPlainHttp(describePlainHttp()) : undefined))
      .catch(() => undefined);
  const timer = setTimeout(look, isSoon ? 0 : Math.min(patience, timeout / 2));
  return () => clearTimeout(timer);
}

/** Calls back with what keeps a new connection from being made, long before its time is over. */
export function watchConnection(
  socket: Socket,
  attempted: Attempted | null,
  timeout: number,
  onFailure: (error: TransportError) => void,
): () => void {
  watchAcceptance(socket, { isAgain: false }, () => onFailure(describeSilence()));
  if (attempted === null) return () => undefined;
  return watchHandshake(attempted, { timeout, isSoon: false }, onFailure);
}
