import { setTimeout as sleep } from 'node:timers/promises';

/** Keeps the number of requests open at once, and their starts per second, within the profile's limits. */
export interface Gate {
  /** Runs the work as soon as the limits let it; rejects only as the work does. */
  readonly pass: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** From now on one at a time: answers are large. */
  readonly narrow: () => void;
}

/** Timers and networks are not exact: a little slower than the rate keeps to it at the other end as well. */
const margin = 1.05;

/** Opens a gate; `rate` is in requests per second, null for unlimited. */
export function createGate(concurrency: number, rate: number | null): Gate {
  const waiting: (() => void)[] = [];
  const interval = rate === null ? 0 : (1000 / rate) * margin;
  let limit = concurrency;
  let open = 0;
  let nextStart = 0;
  const enter = async (): Promise<void> => {
    if (open < limit) open += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = open <= limit ? waiting.shift() : undefined;
    if (next === undefined) open -= 1;
    else next();
  };
  const paced = async (): Promise<void> => {
    if (interval === 0) return;
    const start = Math.max(performance.now(), nextStart);
    nextStart = start + interval;
    await sleep(Math.max(0, start - performance.now()));
  };
  return {
    async pass(work) {
      await enter();
      try {
        await paced();
        return await work();
      } finally {
        leave();
      }
    },
    narrow() {
      limit = 1;
    },
  };
}
