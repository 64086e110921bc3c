import type { Bank, Language, Partners } from './behaviour.ts';
import type { ReferenceEncryption } from './decrypt.ts';
import { defects, tolerances } from './defects.ts';
import { createHandler, createService, createState } from './handler.ts';
import { applyChanges, select } from './select.ts';
import { openListeners, type ServerTls } from './server.ts';

/** How a reference implementation is set up. */
export interface ReferenceOptions {
  /** 0: a free one. */
  readonly port: number;
  /** Addresses to listen on, all with the same port; default: 127.0.0.1. */
  readonly hosts?: readonly string[];
  readonly language: Language;
  /** Milliseconds before every answer. */
  readonly latencyMs: number;
  readonly banks: readonly Bank[];
  /** `<bank_code>` in the path of variant B. */
  readonly bankCode: string;
  /** PEM of the RSA key that passwords are decrypted with. */
  readonly privateKey: string;
  readonly encryption: ReferenceEncryption;
  readonly partners: Partners;
  /** Source addresses that variant B refuses. */
  readonly blockedAddresses: readonly string[];
  /** Whether `X-Fault: unavailable` brings about the 500. */
  readonly faultHeader: boolean;
  readonly defects: readonly string[];
  readonly tolerances: readonly string[];
  readonly tls?: ServerTls;
}

/** A running reference implementation. */
export interface Reference {
  readonly port: number;
  /** `{base_url}`, without a trailing slash. */
  readonly url: string;
  /** Stops at once: open connections are dropped. */
  readonly close: () => Promise<void>;
  /** Makes both variants answer 500 until it is taken back. */
  readonly setUnavailable: (isUnavailable: boolean) => void;
  /** Requests received so far, without those to the control endpoint. */
  readonly requests: () => number;
}

/**
 * Starts a server that behaves as the specification says, apart from the defects and tolerances asked for.
 * Rejects with a UserError for an unknown id, an unreadable key or an address that cannot be listened on.
 */
export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const changes = [
    ...select('tolerance', options.tolerances, tolerances),
    ...select('defect', options.defects, defects),
  ];
  const behaviour = applyChanges(changes);
  const state = createState();
  const service = createService(options, state);
  const stop = new AbortController();
  const handle = createHandler({
    bankCode: options.bankCode,
    latencyMs: options.latencyMs,
    behaviour,
    service,
    state,
    closing: stop.signal,
  });
  const hosts = options.hosts ?? ['127.0.0.1'];
  const { port, close } = await openListeners(handle, behaviour, options.tls ?? null, hosts, options.port);
  return {
    port,
    url: `${options.tls ? 'https' : 'http'}://${urlHost(hosts[0] ?? '127.0.0.1')}:${port}`,
    close: () => {
      stop.abort();
      return close();
    },
    setUnavailable: (isUnavailable) => {
      state.isUnavailable = isUnavailable;
    },
    requests: () => state.requests,
  };
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
