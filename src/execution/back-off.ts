import { setTimeout as sleep } from 'node:timers/promises';
import type { Evidence } from '../verdict/evidence.ts';

const base = 100;
const longest = 10_000;

/** Milliseconds to wait before the next attempt: what `Retry-After` asks for, up to ten seconds, or a doubling time with jitter. */
export function backOff(last: Evidence, attempt: number, random: () => number, now: Date): number {
  const asked = askedPause(last, now);
  if (asked !== null) return asked;
  return Math.min(base * 2 ** attempt, longest) * (1 + random() / 2);
}

/** Milliseconds that an answer asks to wait, ten seconds at most; null where it asks for none. */
export function askedPause(last: Evidence, now: Date): number | null {
  const asked = retryAfter(last, now);
  return asked === null ? null : Math.min(asked, longest);
}

/** Reads `Retry-After` as milliseconds: seconds or a date (RFC 9110, 10.2.3); null where there is none that makes sense. */
function retryAfter({ response }: Evidence, now: Date): number | null {
  const value = response?.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

/** Waits; an abort ends the wait early without an error. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
