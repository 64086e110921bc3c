import type { ConformanceEvent } from './conformance-event.ts';

/** Somebody who is told of a run, and may end it by throwing. */
export interface Listener {
  readonly notify: (event: ConformanceEvent) => void;
  /** Aborted by the caller's own signal, or by an error of the listener. */
  readonly signal: AbortSignal;
  /** Throws what the listener threw first, if it did. */
  readonly rethrow: () => void;
}

/** Keeps what a listener throws away from the run, so that what was set up is torn down all the same. */
export function createListener(
  onEvent: ((event: ConformanceEvent) => void) | undefined,
  outer: AbortSignal | undefined,
): Listener {
  const thrown: { readonly error: unknown }[] = [];
  const end = new AbortController();
  return {
    notify(event) {
      if (thrown.length > 0) return;
      try {
        onEvent?.(event);
      } catch (error) {
        thrown.push({ error });
        end.abort();
      }
    },
    signal: outer === undefined ? end.signal : AbortSignal.any([outer, end.signal]),
    rethrow() {
      const [first] = thrown;
      if (first !== undefined) throw first.error;
    },
  };
}
