import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Bank, Behaviour, Incoming, Language } from './behaviour.ts';
import type { Outcome, Service, VariantBehaviour, VariantId, Visit } from './behaviour.ts';
import { conforming, outcome, textOf, toJson } from './conforming.ts';
import { createDecryptor } from './decrypt.ts';
import type { Encryption } from './encryption.ts';
import { changesOf } from './defects.ts';
import { testPartners } from './profile.ts';
import { listen, type ServerTls } from './server.ts';
import { deliver, normalizeAddress, readBody, splitTarget } from './wire.ts';
import type { WireRequest, WireResponse } from './wire.ts';

export interface ReferenceOptions {
  readonly language: Language;
  /** Milliseconds before every answer. */
  readonly latencyMs: number;
  readonly banks: readonly Bank[];
  /** PEM of the RSA key that decrypts passwords. */
  readonly privateKey: string;
  /** Default: the one that the reference profile names. */
  readonly encryption?: Encryption | undefined;
  /** Source addresses that variant B refuses. */
  readonly blockedAddresses: readonly string[];
  /** 0: a free one. */
  readonly port: number;
  /** Address to listen on; default: 127.0.0.1. */
  readonly host?: string;
  readonly defects: readonly string[];
  readonly tolerances: readonly string[];
  readonly tls?: ServerTls;
  /** Called for every request before its answer is sent. */
  readonly onServed?: (served: Served) => void;
}

/** How a request was understood and answered. */
export interface Served extends Visit, Outcome {
  /** Variant of the path; null if it is neither. */
  readonly variant: VariantId | null;
  /** The encryption that opens the password where that of the service does not; null if none is known. */
  readonly otherEncryption: Encryption | null;
  readonly status: number;
  readonly at: Date;
}

export interface Reference {
  readonly port: number;
  /** `{base_url}`, without a trailing slash. */
  readonly url: string;
  /** Stops at once and drops open connections. */
  readonly close: () => Promise<void>;
  /** While true, both variants answer 500. */
  readonly setUnavailable: (isUnavailable: boolean) => void;
  readonly requests: () => number;
}

/**
 * Starts a server that behaves as specified, except for the given defects and tolerances. Rejects with a
 * UserError for an unknown id, an unreadable key or an address that cannot be listened on.
 */
export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const { host = '127.0.0.1', tls = null } = options;
  const changes = [...changesOf('tolerance', options.tolerances), ...changesOf('defect', options.defects)];
  const behaviour = changes.reduce((changed, change) => change(changed), conforming);
  const stop = new AbortController();
  const { handle, setUnavailable, requests } = createHandler(options, behaviour, stop.signal);
  const { port, close } = await listen(handle, behaviour, tls, { host, port: options.port });
  return {
    port,
    url: `${tls ? 'https' : 'http'}://${urlHost(host)}:${port}`,
    close() {
      stop.abort();
      return close();
    },
    setUnavailable,
    requests,
  };
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function decide(visit: Visit, variant: VariantBehaviour): Outcome {
  for (const name of variant.order) {
    const refusal = variant.checks[name](visit, variant);
    if (refusal !== null) return refusal;
  }
  return outcome('success');
}

function render(result: Outcome, visit: Visit, variant: VariantBehaviour): Answer {
  const { banks, language } = visit.service;
  const body =
    result.kind === 'success'
      ? variant.successBody(banks)
      : variant.errorBody(variant.text(result, language), visit, result);
  const answer: Answer = {
    status: variant.status(result),
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: toJson(body),
    delivery: { kind: 'whole' },
  };
  return variant.finish(answer, result, visit);
}

/** The variant of the path; null if it is neither. */
const variantOf = ({ path }: Incoming, { a, b }: Behaviour): VariantId | null =>
  a.isPath(path) ? 'a' : b.isPath(path) ? 'b' : null;

/** Reads and checks a request to a variant; null: the path is not the operation's. */
function understand(
  request: Incoming,
  service: Service,
  variant: VariantBehaviour | null,
): readonly [Outcome, Visit] {
  const unread: Visit = { request, service, fields: {}, password: null };
  if (variant === null) return [outcome('not-found'), unread];
  if (request.method !== 'POST') return [outcome('wrong-method'), unread];
  if (request.isTooLarge) return [outcome('too-large'), unread];
  const fields = variant.read(request);
  if (fields === null) return [outcome(service.isUnavailable(request) ? 'unavailable' : 'malformed'), unread];
  const password = variant.openPassword(textOf(fields, 'partnerPassword'), service);
  const visit: Visit = { request, service, fields, password };
  return [decide(visit, variant), visit];
}

/**
 * Makes the request handler with all state of a server. Aborting `closing` ends waiting answers. An error in a
 * request closes only its own connection. Throws a UserError for an unreadable key.
 */
function createHandler(options: ReferenceOptions, behaviour: Behaviour, closing: AbortSignal) {
  const counts = new Map<string, number>();
  const connections = new WeakMap<object, number>();
  let [isUnavailable, requests, open] = [false, 0, 0];
  const blocked = new Set(options.blockedAddresses.map(normalizeAddress));
  const decryptor = createDecryptor(options.privateKey, options.encryption);
  const service: Service = {
    language: options.language,
    banks: options.banks,
    partners: testPartners,
    isBlocked: (address) => blocked.has(address),
    isUnavailable: ({ headers }) => isUnavailable || headers['x-fault'] === 'unavailable',
    decrypt: decryptor.open,
    seen(key) {
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      return count;
    },
    has: (key) => counts.has(key),
  };
  const receive = async (request: WireRequest, response: WireResponse): Promise<Incoming> => {
    const number = (requests += 1);
    const onConnection = (connections.get(request.socket) ?? 0) + 1;
    connections.set(request.socket, onConnection);
    open += 1;
    response.once('close', () => (open -= 1));
    const body = await readBody(request);
    return {
      method: request.method ?? '',
      ...splitTarget(request.url ?? ''),
      headers: request.headers,
      body: body ?? Buffer.alloc(0),
      isTooLarge: body === null,
      address: normalizeAddress(request.socket.remoteAddress ?? ''),
      number,
      onConnection,
      open,
    };
  };
  const serve = async (request: WireRequest, response: WireResponse): Promise<void> => {
    const at = new Date();
    const incoming = await receive(request, response);
    if (options.latencyMs > 0) await sleep(options.latencyMs, null, { signal: closing });
    const variant = variantOf(incoming, behaviour);
    const own = behaviour[variant ?? 'a'];
    if (own.pause > 0) await sleep(own.pause, null, { signal: closing });
    const [found, visit] = understand(incoming, service, variant && own);
    const answer = render(found, visit, own);
    if (options.onServed !== undefined) {
      const sent = textOf(visit.fields, 'partnerPassword');
      const otherEncryption = visit.password === null ? decryptor.findEncryption(sent) : null;
      options.onServed({ ...visit, ...found, variant, otherEncryption, status: answer.status, at });
    }
    await deliver(response, answer, closing);
  };
  return {
    handle: (request: WireRequest, response: WireResponse): void => {
      request.on('error', () => {});
      response.on('error', () => {});
      serve(request, response).catch(() => request.socket?.destroy());
    },
    setUnavailable: (value: boolean): void => {
      isUnavailable = value;
    },
    requests: () => requests,
  };
}
