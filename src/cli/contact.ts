// Reaches a target without credentials: whether it answers, and over which connection.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { DetailedPeerCertificate } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownTexts } from '#banks/own-texts.ts';
import { pathOf } from '#banks/specification.ts';
import { createClient } from '../client/client.ts';
import type { Wire } from '../client/exchange.ts';
import { createMasker } from '../client/mask.ts';
import type { Target } from '../profile/target.ts';

interface Connection {
  readonly address: string;
  /** `TLSv1.3, HTTP/2`; null: no TLS. */
  readonly tls: string | null;
  /** The certificates of the other side, its own first. */
  readonly chain: readonly DetailedPeerCertificate[];
}

/** One GET without credentials to the path of the operation, over a connection as of a run; null: none came about. */
export async function reach(target: Target, signal: AbortSignal) {
  const { tls, http2, limits, baseUrl, variants, proxy } = target;
  const id = variants.a === undefined ? 'b' : 'a';
  const { bankCode = null, headers = {} } = variants[id] ?? {};
  const masker = createMasker(target.secrets, ownTexts);
  const client = createClient({ tls, http2, timeout: limits.timeout, masker });
  let connection = null as Connection | null;
  // The last one is that to the target; others may lead to a proxy.
  const onConnected = (message: unknown): void => {
    connection = connectionOf((message as { readonly socket: Socket }).socket);
  };
  subscribe('undici:client:connected', onConnected);
  try {
    const wire: Wire = {
      method: 'GET',
      url: `${baseUrl}${pathOf(id, bankCode)}`,
      headers: Object.entries({ Accept: 'application/json', ...headers }),
      body: null,
      route: { localAddress: null, proxy },
      isFresh: true,
    };
    return { exchange: await client.exchange(wire, signal), connection };
  } finally {
    unsubscribe('undici:client:connected', onConnected);
    await client.close();
  }
}

function connectionOf(socket: Socket): Connection {
  const address = `${socket.remoteAddress ?? ''} port ${socket.remotePort ?? ''}`;
  if (!(socket instanceof TLSSocket)) return { address, tls: null, chain: [] };
  const version = socket.alpnProtocol === 'h2' ? 'HTTP/2' : 'HTTP/1.1';
  return { address, tls: `${socket.getProtocol() ?? 'TLS'}, ${version}`, chain: chainOf(socket) };
}

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

/** Resolves with null once the service itself answers, or on an abort; else with what was seen last. */
export async function waitForTarget(
  target: Target,
  seconds: number,
  signal: AbortSignal,
): Promise<string | null> {
  const quick = { ...target, limits: { ...target.limits, timeout: Math.min(target.limits.timeout, 1000) } };
  const end = performance.now() + seconds * 1000;
  let last = 'nothing was tried';
  while (performance.now() < end && !signal.aborted) {
    const { response, error } = (await reach(quick, signal)).exchange;
    // Those are of a gateway whose service does not answer yet (RFC 9110, 15.6.3 to 15.6.5).
    if (response !== null && ![502, 503, 504].includes(response.status)) return null;
    last = response === null ? (error?.message ?? 'no answer') : `it was answered ${response.status}`;
    // An abort ends the pause, and the loop.
    await sleep(200, null, { signal }).catch(() => null);
  }
  return signal.aborted ? null : `the service did not answer within ${seconds} s: ${last}`;
}
