import { setTimeout as sleep } from 'node:timers/promises';
import { answerRequest } from './answer.ts';
import type { Behaviour, Incoming, Service } from './behaviour.ts';
import { deliver, type WireResponse } from './deliver.ts';
import { normalizeAddress, readBody, splitTarget, type WireRequest } from './incoming.ts';

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
