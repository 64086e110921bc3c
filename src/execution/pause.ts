import { setTimeout as sleep } from 'node:timers/promises';
import type { Evidence } from '../verdict/evidence.ts';

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

/** Whether an answer asks for a longer pause than a doubt is worth. */
export const asksTooLong = (last: Evidence): boolean => (retryAfter(last) ?? 0) > pauses.longest;

/** Milliseconds before try number `attempt` (from 0): a doubling time with jitter, up to the longest. */
export const growing = (attempt: number, random: () => number, longest: number = pauses.longest): number =>
  Math.min(pauses.first * 2 ** attempt, longest) * (1 + random() / 2);

/** Milliseconds to wait before try number `attempt` (from 0): what `Retry-After` asks for, counted from the answer, up to ten seconds, or a doubling time with jitter. */
export function backOff(last: Evidence, attempt: number, random: () => number, now: Date): number {
  const asked = retryAfter(last);
  if (asked === null) return growing(attempt, random);
  const passed = now.getTime() - (Date.parse(last.startedAt) + last.durationMs);
  return Math.max(0, Math.min(asked, pauses.longest) - passed);
}

/** Opens a budget of that many milliseconds; work within work counts once. */
export function createRecheckBudget(milliseconds: number) {
  let spent = 0;
  let since: number | null = null;
  const passed = (): number => (since === null ? 0 : performance.now() - since);
  return {
    /** Runs work that belongs to a doubt, and counts its time. */
    async spend<Value>(work: () => Promise<Value>): Promise<Value> {
      if (since !== null) return work();
      since = performance.now();
      try {
        return await work();
      } finally {
        spent += passed();
        since = null;
      }
    },
    isSpent: (): boolean => spent + passed() >= milliseconds,
  };
}
