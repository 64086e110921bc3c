import { pause } from './back-off.ts';
import { createTurn } from './turn.ts';

/** Lets requests through. */
interface Passage {
  /** Runs the work as soon as the limits let it; rejects only as the work does. */
  readonly pass: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/** Keeps the number of requests open at once, and their starts per second, within the profile's limits. */
export interface Gate extends Passage {
  /** From now on one at a time: answers are large. */
  readonly narrow: () => void;
  /** The target asks for less: from now on one at a time and more slowly, and nothing before `wait` ms are over. */
  readonly slowDown: (wait: number) => void;
  /** Runs the work with no other request open; its own requests go through the passage that it is given. */
  readonly alone: <Value>(work: (passage: Passage) => Promise<Value>) => Promise<Value>;
}

/** Timers and networks are not exact: a little slower than the rate keeps to it at the other end as well. */
const margin = 1.05;
/** Milliseconds between two starts once a target has asked for less, doubled each time that it asks again. */
const slow = { first: 25, most: 1000 } as const;

/** Opens a gate; `rate` is in requests per second, null for unlimited. Once the signal is aborted nothing is held up any more. */
export function createGate(concurrency: number, rate: number | null, signal: AbortSignal): Gate {
  const waiting: (() => void)[] = [];
  let limit = concurrency;
  let open = 0;
  let interval = rate === null ? 0 : (1000 / rate) * margin;
  let nextStart = 0;
  let lastSlowDown = 0;
  const startTurn = createTurn();
  const aloneTurn = createTurn();
  let closed: Promise<void> | null = null;
  let onIdle: () => void = () => undefined;

  const wake = (count: number): void => {
    for (const next of waiting.splice(0, count)) next();
  };
  const enter = async (): Promise<void> => {
    while (closed !== null || open >= limit) {
      await (closed ?? new Promise<void>((resolve) => waiting.push(resolve)));
    }
    open += 1;
  };
  const leave = (): void => {
    open -= 1;
    if (open === 0) onIdle();
    wake(1);
  };
  // Measured when it really starts: after a busy moment, what was held up must not start in a burst.
  const paced = (): Promise<void> =>
    startTurn(async () => {
      while (performance.now() < nextStart && !signal.aborted) {
        await pause(Math.max(1, nextStart - performance.now()), signal);
      }
      nextStart = performance.now() + interval;
    });
  const within: Passage = {
    async pass(work) {
      if (interval > 0) await paced();
      return work();
    },
  };
  return {
    async pass(work) {
      await enter();
      try {
        return await within.pass(work);
      } finally {
        leave();
      }
    },
    narrow() {
      limit = 1;
    },
    slowDown(wait) {
      limit = 1;
      // Requests that were on their way already say nothing new.
      const now = performance.now();
      if (now < lastSlowDown + interval) return;
      lastSlowDown = now;
      interval = Math.min(slow.most, Math.max(slow.first, interval * 2));
      nextStart = Math.max(nextStart, now + Math.max(wait, interval));
    },
    alone: (work) =>
      aloneTurn(async () => {
        const reopened = Promise.withResolvers<void>();
        closed = reopened.promise;
        try {
          while (open > 0) await new Promise<void>((resolve) => (onIdle = resolve));
          return await work(within);
        } finally {
          closed = null;
          reopened.resolve();
          wake(limit);
        }
      }),
  };
}
