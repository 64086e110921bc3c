import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { createCollector, decompress } from './body.ts';
import { createDispatcher } from './connection.ts';
import type { Header, HttpOutcome, HttpRequest, HttpResponse, Route, TransportError } from './exchange.ts';
import {
  describeExchangeError,
  describeInterruption,
  describeTimeout,
  describeTooLarge,
} from './failures.ts';

/** Bounds of every exchange: milliseconds for the whole answer, bytes of its body before and after decompression. */
export interface HttpClientOptions {
  readonly timeout: number;
  readonly maxBody: number;
  /** Keeps secrets out of what is quoted of an answer that could not be read. */
  readonly mask?: (text: string) => string;
}

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

/** A whole answer, its body as transferred, or the reason why there is none. */
type Received =
  | { readonly kind: 'received'; readonly head: Head; readonly body: Uint8Array }
  | { readonly kind: 'failed'; readonly error: TransportError };

type Head = Pick<HttpResponse, 'status' | 'headers' | 'httpVersion'>;
type Options = Required<HttpClientOptions>;

/** Bytes of a body from which on it is read, or decompressed, only while it has the turn. */
const largeBody = 4 * 1024 * 1024;

const unsent = { stage: 'connect', answered: false, bytes: 0 } as const;

/** Creates a client with no connection open yet. */
export function createHttpClient(given: HttpClientOptions): HttpClient {
  const options: Options = { mask: (text) => text, ...given };
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
      const received = await call(dispatcherFor(route), request, options, ticket, signal);
      return received.kind === 'failed' ? received : await readAnswer(received, options, ticket);
    } catch (error) {
      return { kind: 'failed', error: describeExchangeError(error, unsent, options.mask) };
    } finally {
      // The caller reads the answer first: otherwise two large bodies would be in memory.
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

function routeKey({ localAddress, proxy, tls, http2 }: Route): string {
  const pfx = tls.pfx === undefined ? null : Buffer.from(tls.pfx).toString('base64');
  return JSON.stringify([localAddress, proxy, http2, tls.ca, tls.cert, tls.key, pfx, tls.passphrase]);
}

async function readAnswer(
  { head, body }: Extract<Received, { readonly kind: 'received' }>,
  { maxBody }: Options,
  ticket: Ticket,
): Promise<Answer> {
  const limits = { maxBody, largeBody, takeTurn: () => ticket.take() };
  const decompressed = await decompress(body, head.headers, limits);
  if (decompressed !== null) return { kind: 'answered', response: { ...head, ...decompressed } };
  const progress = { stage: 'exchange', answered: true, bytes: body.length } as const;
  return { kind: 'failed', error: describeTooLarge(maxBody, progress) };
}

/**
 * Sends one request once and waits for its whole answer; never rejects, whatever the target does. A large body takes
 * the ticket's turn and keeps it; the wait for it does not count against the time-out.
 */
function call(
  dispatcher: Dispatcher,
  request: HttpRequest,
  { timeout, maxBody, mask }: Options,
  ticket: Ticket,
  signal: AbortSignal | undefined,
): Promise<Received> {
  return new Promise((resolve) => {
    const collector = createCollector(maxBody);
    let head: Head | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    let isSettled = false;
    let hasAskedForTurn = false;
    const progress = () => ({
      stage: controller === null ? ('connect' as const) : ('exchange' as const),
      answered: head !== null,
      bytes: collector.length,
    });
    const settle = (result: Received): void => {
      if (isSettled) return;
      isSettled = true;
      clock.stop();
      signal?.removeEventListener('abort', interrupt);
      resolve(result);
    };
    const fail = (error: TransportError): void => {
      settle({ kind: 'failed', error });
      controller?.abort(new Error(error.kind));
    };
    const interrupt = (): void => fail(describeInterruption(progress()));
    const clock = startClock(timeout, () => fail(describeTimeout(timeout, progress())));
    const waitForTurn = (paused: Dispatcher.DispatchController): void => {
      hasAskedForTurn = true;
      paused.pause();
      clock.pause();
      void ticket.take().then(() => {
        if (isSettled) return;
        clock.resume();
        paused.resume();
      });
    };
    signal?.addEventListener('abort', interrupt);
    if (signal?.aborted === true) {
      interrupt();
      return;
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        // The connection may be ready only after the time ran out: then nothing is sent.
        if (isSettled) started.abort(new Error('too late'));
      },
      onResponseStart({ rawHeaders }, status) {
        if (status >= 200) head = readHead(status, rawHeaders);
      },
      onResponseData(receiving, chunk) {
        if (isSettled) return;
        if (!collector.add(chunk)) fail(describeTooLarge(maxBody, progress()));
        else if (collector.length > largeBody && !hasAskedForTurn) waitForTurn(receiving);
      },
      onResponseEnd() {
        if (head !== null && !isSettled) settle({ kind: 'received', head, body: collector.take() });
      },
      onResponseError(_controller, error) {
        if (isSettled) return;
        // The library misreads a length with a blank behind it, which is no part of the value (RFC 9112, section 5.1).
        const isWhole = head !== null && isPaddedLength(head, collector.length);
        if (head !== null && isWhole) settle({ kind: 'received', head, body: collector.take() });
        else fail(describeExchangeError(error, progress(), mask));
      },
    };
    try {
      dispatcher.dispatch(dispatchOptions(request), handler);
    } catch (error) {
      fail(describeExchangeError(error, progress(), mask));
    }
  });
}

/** Whether the answer's only length is this one, with white space behind it. */
function isPaddedLength({ headers }: Head, length: number): boolean {
  const lengths = headers.filter(([name]) => name.toLowerCase() === 'content-length');
  return (
    lengths.length === 1 && /^\d+[ \t]+$/.test(lengths[0]?.[1] ?? '') && Number(lengths[0]?.[1]) === length
  );
}

function dispatchOptions({ method, url, headers, body }: HttpRequest): Dispatcher.DispatchOptions {
  const { origin, target } = splitUrl(url);
  return { origin, path: target, method, headers: headers.flat(), body };
}

/** The request target is sent as it is written: a URL parser would re-encode characters that RFC 3986 allows. */
function splitUrl(url: string): { origin: string; target: string } {
  const parsed = new URL(url);
  const [, path = '', query = ''] = /^[a-z]+:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  const written = `${path || '/'}${query}`;
  const isPlain = /^\/[\x21-\x7e]*$/.test(written);
  return { origin: parsed.origin, target: isPlain ? written : parsed.pathname + parsed.search };
}

function readHead(status: number, raw: Dispatcher.DispatchController['rawHeaders']): Head {
  // The library gives headers of HTTP/1.1 as a flat list of bytes, those of HTTP/2 as a record.
  return Array.isArray(raw)
    ? { status, headers: pairUp(raw), httpVersion: '1.1' }
    : { status, headers: listRecord(raw ?? {}), httpVersion: '2' };
}

function pairUp(flat: readonly (Buffer | string)[]): Header[] {
  const texts = flat.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, index): Header[] => (index % 2 === 0 ? [[name, texts[index + 1] ?? '']] : []));
}

function listRecord(record: Readonly<Record<string, string | string[] | undefined>>): Header[] {
  return Object.entries(record).flatMap(([name, value = '']) =>
    (Array.isArray(value) ? value : [value]).map((one): Header => [name, one]),
  );
}

/** Counts a time down; pauses do not count. */
interface Clock {
  pause(): void;
  resume(): void;
  /** The time never runs out any more. */
  stop(): void;
}

/** Starts a clock that calls `onEnd` once, after `time` milliseconds of running. */
function startClock(time: number, onEnd: () => void): Clock {
  let left = time;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | null = setTimeout(onEnd, left);
  return {
    pause() {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      left -= performance.now() - startedAt;
    },
    resume() {
      if (timer !== null) return;
      startedAt = performance.now();
      timer = setTimeout(onEnd, left);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

/** A claim on the one turn of a queue; to be released with or without the turn. */
interface Ticket {
  /** Resolves when it is this ticket's turn, at once where it has the turn already. */
  take(): Promise<void>;
  /** Gives the turn, or the place in the queue, to the next; the ticket is of no use afterwards. */
  release(): void;
}

/** Creates a queue in which one ticket at a time has the turn, in the order of asking; gives what opens a ticket. */
function createTurns(): () => Ticket {
  let tail: Promise<void> = Promise.resolve();
  return () => {
    let place: Promise<void> | null = null;
    const released = Promise.withResolvers<void>();
    return {
      take() {
        if (place !== null) return place;
        place = tail;
        tail = place.then(() => released.promise);
        return place;
      },
      release: () => released.resolve(),
    };
  };
}
