import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Answer,
  Bank,
  Behaviour,
  Incoming,
  Language,
  Outcome,
  Partners,
  Service,
  VariantBehaviour,
  Visit,
} from './behaviour.ts';
import { outcome, textOf } from './credentials.ts';
import { createDecryptor } from './decrypt.ts';
import type { ReferenceEncryption } from './decrypt.ts';
import { deliver, normalizeAddress, readBody, splitTarget } from './wire.ts';
import type { WireRequest, WireResponse } from './wire.ts';

function decide(visit: Visit, variant: VariantBehaviour): Outcome {
  for (const name of variant.order) {
    const found = variant.checks[name](visit, variant);
    if (found !== null) return found;
  }
  return outcome('success');
}

function render(found: Outcome, visit: Visit, variant: VariantBehaviour): Answer {
  const body =
    found.kind === 'success'
      ? variant.successBody(visit.service.banks)
      : variant.errorBody(variant.text(found, visit.service.language), found);
  const answer: Answer = {
    status: variant.status(found),
    headers: variant.headers,
    body: variant.serialize(body, found),
    delivery: { kind: 'whole' },
  };
  return variant.finish(answer, found, visit);
}

function refuseEarly(request: Incoming): Outcome | null {
  if (request.method !== 'POST') return outcome('wrong-method');
  return request.isTooLarge ? outcome('too-large') : null;
}

function answerVariant(request: Incoming, service: Service, variant: VariantBehaviour): Answer {
  const early = refuseEarly(request);
  const fields = early === null ? variant.read(request) : null;
  if (fields === null) {
    const empty: Visit = { request, service, fields: {}, password: null };
    const unavailable = early === null && service.isUnavailable(request) ? outcome('unavailable') : null;
    return render(early ?? unavailable ?? outcome('malformed'), empty, variant);
  }
  const password = variant.openPassword(textOf(fields, 'partnerPassword'), service);
  const visit: Visit = { request, service, fields, password };
  return render(decide(visit, variant), visit, variant);
}

/** Answers one request; a path that is not the operation's gets 404. */
function answerRequest(
  request: Incoming,
  service: Service,
  behaviour: Behaviour,
  bankCode: string,
): Answer {
  const variant = [behaviour.a, behaviour.b].find(({ isPath }) => isPath(request.path, bankCode));
  if (variant !== undefined) return answerVariant(request, service, variant);
  const visit: Visit = { request, service, fields: {}, password: null };
  return render(outcome('not-found'), visit, behaviour.a);
}

interface Settings {
  readonly language: Language;
  readonly banks: readonly Bank[];
  readonly privateKey: string;
  readonly encryption: ReferenceEncryption;
  readonly partners: Partners;
  readonly blockedAddresses: readonly string[];
  readonly faultHeader: boolean;
}

/** What the behaviour may ask the server for; throws a UserError for an unreadable key. */
export function createService(settings: Settings, state: State): Service {
  const blocked = new Set(settings.blockedAddresses.map(normalizeAddress));
  return {
    language: settings.language,
    banks: settings.banks,
    partners: settings.partners,
    isBlocked: (address) => blocked.has(address),
    isUnavailable: ({ headers }) =>
      state.isUnavailable || (settings.faultHeader && headers['x-fault'] === 'unavailable'),
    decrypt: createDecryptor(settings.encryption, settings.privateKey),
    seen: (key) => {
      const count = state.counts.get(key) ?? 0;
      state.counts.set(key, count + 1);
      return count;
    },
    has: (key) => state.counts.has(key),
  };
}

/** What changes while a server lives; there is one for each server. */
export interface State {
  isUnavailable: boolean;
  requests: number;
  open: number;
  readonly counts: Map<string, number>;
  readonly connections: WeakMap<object, number>;
}

/** The state of a server that has seen nothing yet. */
export function createState(): State {
  return { isUnavailable: false, requests: 0, open: 0, counts: new Map(), connections: new WeakMap() };
}

async function receive(request: WireRequest, response: WireResponse, state: State): Promise<Incoming> {
  const number = (state.requests += 1);
  const onConnection = (state.connections.get(request.socket) ?? 0) + 1;
  state.connections.set(request.socket, onConnection);
  state.open += 1;
  response.once('close', () => (state.open -= 1));
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
    open: state.open,
  };
}

const controlPath = '/_control/unavailable';

function control(request: WireRequest, response: WireResponse, state: State): void {
  const isKnown = request.method === 'PUT' || request.method === 'DELETE';
  if (isKnown) state.isUnavailable = request.method === 'PUT';
  request.resume();
  response.statusCode = isKnown ? 204 : 405;
  response.end();
}

interface Setting {
  readonly bankCode: string;
  readonly latencyMs: number;
  readonly behaviour: Behaviour;
  readonly service: Service;
  readonly state: State;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

async function serve(request: WireRequest, response: WireResponse, setting: Setting): Promise<void> {
  const { behaviour, service, state, bankCode, closing, latencyMs } = setting;
  const incoming = await receive(request, response, state);
  if (latencyMs > 0) await sleep(latencyMs, null, { signal: closing });
  await deliver(request, response, answerRequest(incoming, service, behaviour, bankCode), closing);
}

/** Makes the function that answers requests; whatever a request does to it ends that connection and nothing else. */
export function createHandler(setting: Setting): (request: WireRequest, response: WireResponse) => void {
  return (request, response) => {
    request.on('error', () => {});
    response.on('error', () => {});
    if (splitTarget(request.url ?? '').path === controlPath) {
      control(request, response, setting.state);
      return;
    }
    serve(request, response, setting).catch(() => request.socket?.destroy());
  };
}
