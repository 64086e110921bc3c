import type { Dispatcher } from 'undici';
import { startClock } from './clock.ts';
import { createCollector } from './collector.ts';
import type { Header, HttpRequest, TransportError } from './exchange.ts';
import {
  describeExchangeError,
  describeInterruption,
  describeTimeout,
  describeTooLarge,
} from './transport-error.ts';
import type { Ticket } from './turn.ts';

/** Bounds of one exchange: milliseconds for the whole answer, bytes of its body. */
export interface CallLimits {
  readonly timeout: number;
  readonly maxBody: number;
}

/** Bytes of a body from which on it is read, or decompressed, only while it has the turn. */
export const largeBody = 4 * 1024 * 1024;

/** What came of one dispatch: a whole answer, its body as transferred, or the reason why there is none. */
export type CallResult =
  | {
      readonly kind: 'received';
      readonly status: number;
      readonly headers: readonly Header[];
      readonly httpVersion: '1.1' | '2';
      readonly body: Uint8Array;
    }
  | { readonly kind: 'failed'; readonly error: TransportError };

interface Head {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly httpVersion: '1.1' | '2';
}

/**
 * Sends one request once and waits for its whole answer; never rejects, whatever the target does. A large body takes
 * the ticket's turn and keeps it; the wait for it does not count against the time-out.
 */
export function call(
  dispatcher: Dispatcher,
  request: HttpRequest,
  limits: CallLimits,
  ticket: Ticket,
  signal: AbortSignal | undefined,
): Promise<CallResult> {
  return new Promise((resolve) => {
    const collector = createCollector(limits.maxBody);
    let head: Head | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    let isSettled = false;
    let hasAskedForTurn = false;
    const progress = () => ({
      stage: controller === null ? ('connect' as const) : ('exchange' as const),
      answered: head !== null,
      bytes: collector.length,
    });
    const settle = (result: CallResult): void => {
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
    const clock = startClock(limits.timeout, () => fail(describeTimeout(limits.timeout, progress())));
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
        // The connection may stand only after the time ran out: then nothing is sent.
        if (isSettled) started.abort(new Error('too late'));
      },
      onResponseStart({ rawHeaders }, status) {
        if (status >= 200) head = readHead(status, rawHeaders);
      },
      onResponseData(receiving, chunk) {
        if (isSettled) return;
        if (!collector.add(chunk)) fail(describeTooLarge(limits.maxBody, progress()));
        else if (collector.length > largeBody && !hasAskedForTurn) waitForTurn(receiving);
      },
      onResponseEnd() {
        if (head !== null && !isSettled) settle({ kind: 'received', ...head, body: collector.take() });
      },
      onResponseError(_controller, error) {
        if (!isSettled) fail(describeExchangeError(error, progress()));
      },
    };
    try {
      dispatcher.dispatch(dispatchOptions(request), handler);
    } catch (error) {
      fail(describeExchangeError(error, progress()));
    }
  });
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
