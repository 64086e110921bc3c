import { conforming } from './conforming.ts';
import { changesOf } from './defects.ts';
import { createHandler, createState } from './handler.ts';
import type { ServiceOptions } from './handler.ts';
import { openListeners, type ServerTls } from './server.ts';

/** How a reference implementation is set up. */
export interface ReferenceOptions extends ServiceOptions {
  /** 0: a free one. */
  readonly port: number;
  /** Addresses to listen on, all with the same port; default: 127.0.0.1. */
  readonly hosts?: readonly string[];
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
  const { hosts = ['127.0.0.1'], tls = null } = options;
  const changes = [...changesOf('tolerance', options.tolerances), ...changesOf('defect', options.defects)];
  const behaviour = changes.reduce((found, change) => change(found), conforming);
  const state = createState();
  const stop = new AbortController();
  const handle = createHandler(options, behaviour, state, stop.signal);
  const { port, close } = await openListeners(handle, behaviour, tls, hosts, options.port);
  return {
    port,
    url: `${tls ? 'https' : 'http'}://${urlHost(hosts[0] ?? '127.0.0.1')}:${port}`,
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

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
