import { setTimeout as sleep } from 'node:timers/promises';
import type { Evidence } from '../verdict/evidence.ts';

/** Lets work through as the profile's limits allow: a semaphore and a rate limiter in one. */
export interface Limiter {
  /** Runs the work as soon as it may; rejects only as the work does. */
  readonly run: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** From now on one at a time: answers are large. */
  readonly narrow: () => void;
  /** Nothing starts before that many milliseconds have passed. */
  readonly hold: (milliseconds: number) => void;
}

/** Timers are not exact: a little slower than the rate keeps to it. */
const margin = 1.05;

/** Creates a limiter; `rate` is in starts per second, null for unlimited. Once the signal is aborted nothing is held up any more. */
export function createLimiter(concurrency: number, rate: number | null, signal: AbortSignal): Limiter {
  const interval = rate === null ? 0 : (1000 / rate) * margin;
  const waiting: (() => void)[] = [];
  let limit = concurrency;
  let open = 0;
  let nextStart = 0;
  let heldUntil = 0;
  let starting: Promise<void> = Promise.resolve();

  const acquire = async (): Promise<void> => {
    if (open >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else open += 1;
  };
  const release = (): void => {
    // A place that is given on stays taken.
    if (open <= limit && waiting.length > 0) waiting.shift()?.();
    else open -= 1;
  };
  const paced = async (): Promise<void> => {
    for (;;) {
      const wait = Math.max(nextStart, heldUntil) - performance.now();
      if (wait <= 0 || signal.aborted) break;
      await pause(wait, signal);
    }
    nextStart = performance.now() + interval;
  };
  return {
    async run(work) {
      await acquire();
      try {
        starting = starting.then(paced);
        await starting;
        return await work();
      } finally {
        release();
      }
    },
    narrow() {
      limit = 1;
    },
    hold(milliseconds) {
      heldUntil = Math.max(heldUntil, performance.now() + milliseconds);
    },
  };
}

/** Milliseconds: of the first back-off, of the longest pause that is waited for. */
const pauses = { first: 100, longest: 10_000 } as const;

/** Waits; an abort ends the wait early without an error. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** Milliseconds that an answer asks to wait by `Retry-After`, seconds or a date (RFC 9110, 10.2.3); null where it asks for none. */
export function retryAfter({ response, startedAt, durationMs }: Evidence): number | null {
  const value = response?.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const answeredAt = Date.parse(startedAt) + durationMs;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - answeredAt);
}

/** Whether an answer asks for a longer pause than a run waits for. */
export const asksTooLong = (last: Evidence): boolean => (retryAfter(last) ?? 0) > pauses.longest;

/** Milliseconds before try number `attempt` (from 0): a doubling time with jitter, up to the longest. */
export const growing = (attempt: number, random: () => number, longest: number): number =>
  Math.min(pauses.first * 2 ** attempt, longest) * (1 + random() / 2);

/** Milliseconds to wait before try number `attempt` (from 0): what `Retry-After` asks for, counted from the answer, up to ten seconds, or a doubling time with jitter. */
export function backOff(last: Evidence, attempt: number, random: () => number, now: Date): number {
  const asked = retryAfter(last);
  if (asked === null) return growing(attempt, random, pauses.longest);
  const passed = now.getTime() - (Date.parse(last.startedAt) + last.durationMs);
  return Math.max(0, Math.min(asked, pauses.longest) - passed);
}
