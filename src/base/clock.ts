// A clock that does not leap when somebody sets the time, and an abort ends a pause.

import { setTimeout as sleep } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since any moment. */
  readonly now: () => number;
  /** Resolves after that time, or as soon as the signal is aborted; never rejects. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export const monotonicClock: Clock = {
  now: () => performance.now(),
  pause: (milliseconds, signal) =>
    sleep(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};
