// How fast requests go (rule 9): side by side until a limiter refuses one, then one at a time and ever slower.

import { headerIn } from '../client/exchange.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Limits } from '../profile/target.ts';
import type { Clock } from '../base/clock.ts';

/** Requests a second. The first is used after the first pause. */
const rates = [10, 5, 2, 1, 0.5];
const longestWait = 60_000;
const longestPauses = 600_000;
const mostPauses = 12;

/** Milliseconds that `Retry-After` asks for, by the clock of the target; null if it does not. */
export function retryAfter({ response, startedAt, durationMs }: Exchange): number | null {
  const value = headerIn(response?.headers ?? [], 'retry-after')?.trim();
  if (value === undefined) return null;
  const date = Date.parse(headerIn(response?.headers ?? [], 'date') ?? '');
  const now = Number.isNaN(date) ? Date.parse(startedAt) + durationMs : date;
  const asked = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(asked) ? null : Math.max(0, asked);
}

export type Pace = ReturnType<typeof createPace>;

export function createPace(clock: Clock, limits: Limits, signal: AbortSignal) {
  /** Level is the index of the rate; -1: none. */
  let [level, running, inARow, refused] = [-1, 0, 0, 0];
  let [until, isOutage] = [-Infinity, false];
  const pauses: number[] = [];
  const waiting: (() => void)[] = [];
  const usualGap = 1000 / (limits.rate ?? Infinity);
  const isOver = (): boolean =>
    inARow > mostPauses || pauses.reduce((sum, one) => sum + one, 0) > longestPauses;
  return {
    isOver,
    /** Waiting may cure this `busy`. */
    canCure: ({ response }: Exchange): boolean => !isOver() && (response?.status === 429 || !isOutage),
    /** Something else than `busy` came to what was sent after so many pauses. */
    goOn(since: number): void {
      if (since === pauses.length) inARow = 0;
    },
    /** A limiter refused it: all wait, then go slower. */
    pause(exchange: Exchange, since: number): void {
      refused += 1;
      // What was sent before the last pause says nothing about the pace since.
      if (since < pauses.length) return;
      const asked = retryAfter(exchange);
      const isSlowest = level === rates.length - 1 || inARow >= rates.length;
      if (exchange.response?.status === 503 && asked === null && isSlowest) {
        // Waiting does not help: no limiter, but a backend that is away.
        [isOutage, level, until] = [true, -1, -Infinity];
        return;
      }
      // One in a row says that the one before was too short; nothing has gone at the rate behind it.
      if (inARow === 0) level = Math.min(level + 1, rates.length - 1);
      inARow += 1;
      const wait = Math.max(1, asked ?? Math.min(1000 * 2 ** (inARow - 1), longestWait));
      pauses.push(wait > longestWait ? Infinity : wait);
      if (!isOver()) until = Math.max(until, clock.now() + wait);
    },
    /** Waits for its turn, then sends. Null: aborted meanwhile. */
    async send<Result>(exchange: () => Promise<Result>): Promise<{ result: Result; pauses: number } | null> {
      const isFull = (): boolean => running >= (level < 0 ? limits.concurrency : 1);
      while (isFull() || (clock.now() < until && !signal.aborted))
        await (isFull()
          ? new Promise<void>((wake) => waiting.push(wake))
          : clock.pause(Math.max(1, until - clock.now()), signal));
      if (signal.aborted) return null;
      running += 1;
      try {
        until = Math.max(until, clock.now() + usualGap);
        const since = pauses.length;
        const result = await exchange();
        // From answer to request: the service never sees two of them closer.
        if (level >= 0) until = Math.max(until, clock.now() + 1000 / (rates[level] ?? 1));
        return { result, pauses: since };
      } finally {
        running -= 1;
        for (const wake of waiting.splice(0)) wake();
      }
    },
    /** What a limiter made of the run, with the `limits.rate` that would have avoided it; null: nothing. */
    told: (): { readonly refused: number; readonly rate: number | null } | null =>
      refused === 0 ? null : { refused, rate: isOver() ? null : (rates[level] ?? null) },
  };
}
