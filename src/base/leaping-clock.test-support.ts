// A clock that stands still except in pauses, which it skips, earliest end first.

import type { Clock } from './clock.ts';

/** What a run does then depends neither on the machine nor on its load. For services that count no seconds. */
export function createLeapingClock(): Clock {
  let time = 0;
  const sleepers: { readonly due: number; readonly wake: () => void }[] = [];
  const leap = (): void => {
    const next = sleepers.toSorted((one, other) => one.due - other.due)[0];
    if (next === undefined) return;
    sleepers.splice(sleepers.indexOf(next), 1);
    time = Math.max(time, next.due);
    next.wake();
  };
  return {
    now: () => time,
    async pause(milliseconds, signal) {
      if (milliseconds <= 0 || signal?.aborted === true) return;
      await new Promise<void>((wake) => {
        sleepers.push({ due: time + milliseconds, wake });
        signal?.addEventListener('abort', () => wake(), { once: true });
        setImmediate(leap);
      });
    },
  };
}
