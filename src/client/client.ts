import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { createCollector, decompress } from './body.ts';
import { createDispatcher, nothingSeen } from './connection.ts';
import type { Header, HttpOutcome, HttpRequest, HttpResponse, Route, TransportError } from './exchange.ts';
import {
  describeExchangeError,
  describeInterruption,
  describeTimeout,
  describeTooLarge,
  TransportFailure,
  withTlsSpoken,
} from './failures.ts';
import { certificatesOf, dial } from './peer.ts';

export interface HttpClientOptions {
  /** Milliseconds for the whole answer. */
  readonly timeout: number;
  /** Bytes of its body before and after decompression; default: 4 MiB. */
  readonly maxBody?: number;
  /** Connections open at once per route. Further requests wait for a free one. */
  readonly connections: number;
  /** Masks secrets in the quoted beginning of an answer that could not be read. */
  readonly mask: (text: string) => string;
}

/** Sends requests and reuses connections by route. */
export interface HttpClient {
  /**
   * Sends a request once, without redirects or retries. Resolves with an error if the target fails; never
   * rejects.
   */
  send(request: HttpRequest, route: Route, signal?: AbortSignal): Promise<HttpOutcome>;
  /** Closes every connection. Exchanges in progress end as `interrupted`. */
  close(): Promise<void>;
}

type Head = Pick<HttpResponse, 'status' | 'headers' | 'httpVersion'>;

/** Bytes of the longest body that is read: a list of fifty thousand banks. */
const longestBody = 4 * 1024 * 1024;

const unsent = { stage: 'connect', answered: false, bytes: 0 } as const;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { timeout, connections, mask, maxBody = longestBody } = options;
  const dispatchers = new Map<string, Dispatcher>();
  let isClosed = false;
  const retired = new Set<Dispatcher>();
  const speaksTls = createTlsLook();
  const seen = nothingSeen();
  /** Closes idle connections at once, the others when their exchanges end. */
  const retire = (dispatcher: Dispatcher): void => {
    retired.add(dispatcher);
    const forget = (): boolean => retired.delete(dispatcher);
    dispatcher.close().then(forget, forget);
  };
  const dispatcherFor = (route: Route): Dispatcher => {
    if (route.isFresh === true) return createDispatcher(route, timeout, connections, seen);
    const key = routeKey(route);
    const dispatcher = dispatchers.get(key) ?? createDispatcher(route, timeout, connections, seen);
    dispatchers.set(key, dispatcher);
    return dispatcher;
  };
  return {
    async send(request, route, signal) {
      const start = performance.now();
      let fresh: Dispatcher | null = null;
      try {
        if (isClosed) throw new TransportFailure(describeInterruption(unsent));
        const dispatcher = dispatcherFor(route);
        if (route.isFresh === true) retired.add((fresh = dispatcher));
        const { head, body, isTooLong } = await call(dispatcher, request, { timeout, maxBody, mask }, signal);
        speaksTls.answered(request.url);
        const decompressed = await decompress(body, head.headers, maxBody);
        if (isTooLong || 'tooLong' in decompressed) {
          const beginning =
            'tooLong' in decompressed
              ? decompressed.tooLong
              : (decompressed.undecoded?.beginning ?? decompressed.body);
          throw new TransportFailure(describeTooLarge(maxBody), beginning);
        }
        const response = { ...head, ...decompressed };
        return { kind: 'answered', response, durationMs: performance.now() - start };
      } catch (cause) {
        const failed = describeExchangeError(cause, unsent, mask);
        const error = (await speaksTls.explains(failed, request.url, route)) ? withTlsSpoken(failed) : failed;
        const beginning = cause instanceof TransportFailure ? cause.beginning : null;
        return { kind: 'failed', error, beginning, durationMs: performance.now() - start };
      } finally {
        if (fresh !== null) retire(fresh);
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...dispatchers.values(), ...retired].map((dispatcher) => dispatcher.destroy()));
      dispatchers.clear();
    },
  };
}

/** Failures with which a port that expects TLS may answer a request without it. */
const afterPlain: readonly TransportError['kind'][] = ['reset', 'cut', 'timeout'];

/** Looks whether the port of an http:// address expects TLS, once for each, and only until it has answered. */
function createTlsLook() {
  const found = new Map<string, Promise<boolean>>();
  const look = async ({ hostname, port }: URL, localAddress: string | null): Promise<boolean> => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const socket = await dial({ host, port: Number(port) || 80 }, localAddress);
    return (await certificatesOf(socket, isIP(host) === 0 ? host : '')).length > 0;
  };
  return {
    answered: (url: string): void => void found.set(new URL(url).origin, Promise.resolve(false)),
    async explains({ kind }: TransportError, url: string, { proxy, localAddress }: Route): Promise<boolean> {
      if (!/^http:/i.test(url) || proxy !== null || !afterPlain.includes(kind)) return false;
      const to = new URL(url);
      const looked = found.get(to.origin) ?? look(to, localAddress).catch(() => false);
      found.set(to.origin, looked);
      return looked;
    },
  };
}

function routeKey({ localAddress, proxy, tls: { pfx, ...texts }, http2 }: Route): string {
  const container = pfx === undefined ? null : Buffer.from(pfx).toString('base64');
  return JSON.stringify([localAddress, proxy, http2, texts, container]);
}

/**
 * Sends one request and waits for its whole answer. If the body is too long, only the part within the limit is
 * kept. Rejects with a `TransportFailure`.
 */
function call(
  dispatcher: Dispatcher,
  request: HttpRequest,
  { timeout, maxBody, mask }: Pick<Required<HttpClientOptions>, 'timeout' | 'maxBody' | 'mask'>,
  signal: AbortSignal | undefined,
): Promise<{ readonly head: Head; readonly body: Uint8Array; readonly isTooLong: boolean }> {
  return new Promise((resolve, reject) => {
    const collector = createCollector(maxBody);
    let head: Head | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    let isSettled = false;
    const progress = () => ({
      stage: controller === null ? ('connect' as const) : ('exchange' as const),
      answered: head !== null,
      bytes: collector.length,
    });
    const settle = (work: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupt);
      work();
    };
    const succeed = (whole: Head, isTooLong = false): void =>
      settle(() => resolve({ head: whole, body: collector.take(), isTooLong }));
    const endEarly = (receiving: Dispatcher.DispatchController): void => {
      if (head !== null) succeed(head, true);
      receiving.abort(new Error('too long'));
    };
    const fail = (error: TransportError): void => {
      settle(() => reject(new TransportFailure(error)));
      controller?.abort(new Error(error.kind));
    };
    const interrupt = (): void => fail(describeInterruption(progress()));
    const expire = (): void => fail(describeTimeout(timeout, progress()));
    const timer = setTimeout(expire, timeout);
    signal?.addEventListener('abort', interrupt);
    if (signal?.aborted === true) {
      interrupt();
      return;
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        // When an HTTP/2 server goes away, undici would resend a request that may count as a failed login.
        if (controller !== null) {
          started.abort(new Error('sent before'));
          return;
        }
        controller = started;
        // If the time ran out before the connection was ready, send nothing.
        if (isSettled) started.abort(new Error('too late'));
      },
      onResponseStart({ rawHeaders }, status) {
        if (status >= 200) head = readHead(status, rawHeaders);
      },
      onResponseData(receiving, chunk) {
        if (isSettled) return;
        if (!collector.add(chunk)) endEarly(receiving);
      },
      onResponseEnd() {
        if (head !== null) succeed(head);
      },
      onResponseError(_controller, error) {
        if (isSettled) return;
        // undici rejects a length followed by a blank, which RFC 9112, section 5.1 allows.
        if (head !== null && isPaddedLength(head, collector.length)) succeed(head);
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

/** True if the only Content-Length header is `length` followed by white space. */
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

/** Splits a URL without normalising it: a URL parser would re-encode characters that RFC 3986 allows. */
function splitUrl(url: string): { origin: string; target: string } {
  const parsed = new URL(url);
  const [, path = '', query = ''] = /^[a-z]+:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  const written = `${path || '/'}${query}`;
  const isPlain = /^\/[\x21-\x7e]*$/.test(written);
  return { origin: parsed.origin, target: isPlain ? written : parsed.pathname + parsed.search };
}

function readHead(status: number, raw: Dispatcher.DispatchController['rawHeaders']): Head {
  // undici passes headers of HTTP/1.1 as a flat list of bytes, and those of HTTP/2 as a record.
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
