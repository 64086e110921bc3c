import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { call, largeBody, type CallLimits, type CallResult } from './call.ts';
import { decompress } from './decompress.ts';
import { createDispatcher } from './dispatcher.ts';
import type { HttpOutcome, HttpRequest, HttpResponse, Route, TransportError } from './exchange.ts';
import { describeExchangeError, describeInterruption, describeTooLarge } from './transport-error.ts';
import { createTurns, type Ticket } from './turn.ts';

/** Bounds of every exchange: milliseconds for the whole answer, bytes of its body before and after decompression. */
export type HttpClientOptions = CallLimits;

/** Sends requests over routes whose connections it keeps; of large bodies it holds one at a time. */
export interface HttpClient {
  /** Sends a request once, follows no redirect, repeats nothing; whatever the target does is an outcome, never a rejection. */
  send(request: HttpRequest, route: Route, signal?: AbortSignal): Promise<HttpOutcome>;
  /** Closes every connection; exchanges under way end as `interrupted`. */
  close(): Promise<void>;
}

type Answer =
  | { readonly kind: 'answered'; readonly response: HttpResponse }
  | { readonly kind: 'failed'; readonly error: TransportError };

const unsent = { stage: 'connect', answered: false, bytes: 0 } as const;

/** Creates a client with no connection open yet. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const dispatchers = new Map<string, Dispatcher>();
  const openTicket = createTurns();
  let isClosed = false;
  const retired = new Set<Dispatcher>();
  /** Its idle connections are closed at once, the others when their exchanges have ended. */
  const retire = (dispatcher: Dispatcher): void => {
    retired.add(dispatcher);
    const forget = (): boolean => retired.delete(dispatcher);
    dispatcher.close().then(forget, forget);
  };
  const dispatcherFor = (route: Route): Dispatcher => {
    const key = routeKey(route);
    const kept = dispatchers.get(key);
    if (route.isFresh === true && kept !== undefined) retire(kept);
    const usable = route.isFresh === true ? undefined : kept;
    const dispatcher = usable ?? createDispatcher(route, options.timeout);
    dispatchers.set(key, dispatcher);
    return dispatcher;
  };
  const exchange = async (request: HttpRequest, route: Route, signal?: AbortSignal): Promise<Answer> => {
    if (isClosed) return { kind: 'failed', error: describeInterruption(unsent) };
    const ticket = openTicket();
    try {
      const result = await call(dispatcherFor(route), request, options, ticket, signal);
      return await readAnswer(result, options, ticket);
    } catch (error) {
      return { kind: 'failed', error: describeExchangeError(error, unsent) };
    } finally {
      // Whoever asked for the answer looks at it first: two large bodies would stand side by side otherwise.
      setImmediate(() => ticket.release());
    }
  };
  return {
    async send(request, route, signal) {
      const start = performance.now();
      const answer = await exchange(request, route, signal);
      return { ...answer, durationMs: performance.now() - start };
    },
    async close() {
      isClosed = true;
      await Promise.all([...dispatchers.values(), ...retired].map((dispatcher) => dispatcher.destroy()));
      dispatchers.clear();
    },
  };
}

async function readAnswer(result: CallResult, { maxBody }: CallLimits, ticket: Ticket): Promise<Answer> {
  if (result.kind === 'failed') return result;
  const { status, headers, httpVersion } = result;
  const limits = { maxBody, largeBody, takeTurn: () => ticket.take() };
  const decompressed = await decompress(result.body, headers, limits);
  if (decompressed.kind === 'too-large') {
    const progress = { stage: 'exchange', answered: true, bytes: result.body.length } as const;
    return { kind: 'failed', error: describeTooLarge(maxBody, progress) };
  }
  const bodyError = decompressed.kind === 'undecodable' ? decompressed.problem : null;
  return { kind: 'answered', response: { status, headers, httpVersion, body: decompressed.body, bodyError } };
}

function routeKey({ localAddress, proxy, tls, http2 }: Route): string {
  const pfx = tls.pfx === undefined ? null : Buffer.from(tls.pfx).toString('base64');
  return JSON.stringify([localAddress, proxy, http2, tls.ca, tls.cert, tls.key, pfx, tls.passphrase]);
}
