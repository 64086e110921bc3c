// Sends one request and waits for its whole answer, without redirects or retries; connections are reused by route.

import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Agent, buildConnector, EnvHttpProxyAgent, Pool, ProxyAgent } from 'undici';
import type { Dispatcher } from 'undici';
import { mostOfBody } from './decode.ts';
import { failureOf, interruption, timeoutOf } from './errors.ts';
import { headerIn } from './exchange.ts';
import type { Client, Failure, Header, Route, Wire } from './exchange.ts';
import type { Masker } from './mask.ts';
import { recordExchange } from './record.ts';
import type { Outcome } from './record.ts';
import { proxyTlsOptions, tlsOptions } from './tls.ts';
import type { TlsMaterial } from './tls.ts';

export interface ClientOptions {
  readonly tls: TlsMaterial;
  /** Offer HTTP/2. */
  readonly http2: boolean;
  /** Milliseconds for a whole answer, connecting included. */
  readonly timeout: number;
  readonly masker: Masker;
  /** Of records; default: the system's clock. */
  readonly now?: () => Date;
}

export function createClient(options: ClientOptions): Client {
  const { masker, now = () => new Date() } = options;
  const reused = new Map<string, Dispatcher>();
  const fresh = new Set<Dispatcher>();
  let [count, isClosed] = [0, false];
  const outcomeOf = async (wire: Wire, signal: AbortSignal | undefined): Promise<Outcome> => {
    if (isClosed) return { failure: interruption };
    const { route, isFresh } = wire;
    const key = JSON.stringify([route.localAddress, route.proxy]);
    try {
      const dispatcher = (isFresh ? undefined : reused.get(key)) ?? createDispatcher(route, options);
      if (isFresh) fresh.add(dispatcher);
      else reused.set(key, dispatcher);
      const outcome = await call(dispatcher, wire, options, signal);
      if (fresh.delete(dispatcher)) await dispatcher.destroy();
      return outcome;
    } catch (error) {
      // A variable of the environment that should name a proxy does not.
      const progress = { isSent: false, isAnswered: false, bytes: 0 };
      return { failure: failureOf(error, progress, route, masker.mask) };
    }
  };
  return {
    async exchange(wire, signal) {
      const id = `x${(count += 1)}`;
      const [startedAt, start] = [now().toISOString(), performance.now()];
      const outcome = await outcomeOf(wire, signal);
      const durationMs = Math.round((performance.now() - start) * 1000) / 1000;
      return recordExchange(wire, outcome, { id, startedAt, durationMs }, masker);
    },
    async close() {
      isClosed = true;
      await Promise.all([...reused.values(), ...fresh].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** undici's timers are coarse; the client has its own one for the whole answer. A longer head is a broken answer. */
const untimed = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 256 * 1024 };

function createDispatcher(
  { localAddress, proxy }: Route,
  { tls, http2, timeout }: ClientOptions,
): Dispatcher {
  const source = localAddress === null ? {} : { localAddress };
  // A name is looked up for addresses of the same kind as the source.
  const connecting = { timeout, ...(localAddress === null ? {} : { family: isIP(localAddress) }) };
  const toTarget = { ...connecting, ...tlsOptions(tls), allowH2: http2, preferH2: http2 };
  const connect = keepingErrors(buildConnector(toTarget));
  const settings = { ...source, allowH2: http2, connect, ...untimed };
  if (proxy === null) return new Agent(settings);
  // A proxy agent does not pass them on to its pools; to those that lead to the proxy a connector, no more.
  const factory = (origin: string | URL, given: { readonly connect: buildConnector.connector }) => {
    const mark = Object.keys(given).length === 1 ? { isAtProxy: true } : {};
    return new Pool(origin, { ...given, connect: keepingErrors(given.connect, mark), ...source, ...untimed });
  };
  const proxyTls = { ...connecting, ...proxyTlsOptions(tls), allowH2: false };
  const through = { ...settings, factory, clientFactory: factory, requestTls: toTarget, proxyTls };
  if (proxy === 'environment') return new EnvHttpProxyAgent(through);
  return new ProxyAgent({ ...through, uri: proxy });
}

/** Keeps the first error of a socket, not the close that follows an alert of TLS; marks what stops it before. */
const keepingErrors =
  (connect: buildConnector.connector, mark = {}): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      const [failure, socket] = result;
      socket?.once('error', (error) => socket.destroy(error));
      Object.assign(failure ?? {}, mark);
      callback(...result);
    });

/** Sends one request. Never rejects. */
function call(
  dispatcher: Dispatcher,
  wire: Wire,
  { timeout, masker }: ClientOptions,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let head: { readonly status: number; readonly headers: readonly Header[] } | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    let isSettled = false;
    const progress = () => ({ isSent: controller !== null, isAnswered: head !== null, bytes });
    const settle = (outcome: Outcome): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupt);
      resolve(outcome);
    };
    const finish = (isTooLong: boolean): void => {
      if (head !== null) settle({ ...head, body: Buffer.concat(chunks), isTooLong });
    };
    const fail = (failure: Failure): void => {
      settle({ failure });
      controller?.abort(new Error(failure.kind));
    };
    const failBy = (error: unknown): void => fail(failureOf(error, progress(), wire.route, masker.mask));
    const interrupt = (): void => fail(interruption);
    const timer = setTimeout(() => fail(timeoutOf(timeout, progress())), timeout);
    signal?.addEventListener('abort', interrupt);
    if (signal?.aborted === true) return interrupt();
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        // undici sends again what HTTP/2 has not processed (RFC 9113, 8.7), and what nobody waits for any more.
        if (controller === null && !isSettled) controller = started;
        else started.abort(new Error('NGHTTP2_REFUSED_STREAM'));
      },
      onResponseStart({ rawHeaders }, status) {
        if (status >= 200) head = { status, headers: headersOf(rawHeaders) };
      },
      onResponseData(receiving, chunk) {
        if (isSettled || head === null) return;
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes <= mostOfBody) return;
        finish(true);
        receiving.abort(new Error('too long'));
      },
      onResponseEnd: () => finish(false),
      onResponseError(_controller, error) {
        // undici takes a blank behind the length for a digit of it, though all that it announces has come.
        const length = headerIn(head?.headers ?? [], 'content-length');
        if (length?.trim() === `${bytes}`) finish(false);
        else failBy(error);
      },
    };
    try {
      dispatcher.dispatch(dispatchOptions(wire), handler);
    } catch (error) {
      failBy(error);
    }
  });
}

/** The request target goes as it is written: a URL parser would re-encode characters that RFC 3986 allows. */
function dispatchOptions({ method, url, headers, body }: Wire): Dispatcher.DispatchOptions {
  const parsed = new URL(url);
  const [, path = '', query = ''] = /^[a-z]+:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  const written = `${path || '/'}${query}`;
  const target = /^\/[\x21-\x7e]*$/.test(written) ? written : parsed.pathname + parsed.search;
  return { origin: parsed.origin, path: target, method, headers: headers.flat(), body };
}

/** undici passes headers of HTTP/1.1 as a flat list of bytes, and those of HTTP/2 as a record. */
function headersOf(raw: Dispatcher.DispatchController['rawHeaders']): readonly Header[] {
  if (!Array.isArray(raw))
    return Object.entries(raw ?? {}).flatMap(([name, value = '']) =>
      [value].flat().map((one): Header => [name, one]),
    );
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, index): Header[] => (index % 2 === 0 ? [[name, texts[index + 1] ?? '']] : []));
}
