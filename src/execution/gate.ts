import { createPace } from './pace.ts';
import { createTurn } from './turn.ts';

/** Lets requests through. */
interface Passage {
  /** Runs the work as soon as the limits let it; rejects only as the work does. */
  readonly pass: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/** The way through the gate of whoever has it alone. */
export interface LonePassage extends Passage {
  /** How many requests the limits let be open at once; here it is for whoever has the gate to keep to it. */
  readonly width: number;
}

/** Keeps the number of requests open at once, and of those that reach the target in a second, within the profile's limits. */
export interface Gate extends Passage {
  /** From now on one at a time: answers are large. */
  readonly narrow: () => void;
  /** The target asks for less: from now on one at a time and more slowly, and nothing before `wait` ms are over. */
  readonly slowDown: (wait: number) => void;
  /** A request was answered without asking for less: after some of them it goes faster again, one at a time all the same. */
  readonly recover: () => void;
  /** Runs the work with no other request open; its own requests go through the passage that it is given. */
  readonly alone: <Value>(work: (passage: LonePassage) => Promise<Value>) => Promise<Value>;
}

/** Opens a gate; `rate` is in requests per second, null for unlimited. Once the signal is aborted nothing is held up any more. */
export function createGate(concurrency: number, rate: number | null, signal: AbortSignal): Gate {
  const waiting: (() => void)[] = [];
  const pace = createPace(rate, signal);
  let limit = concurrency;
  let open = 0;
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
  const paced: Passage['pass'] = async (work) => {
    const ended = await pace.start();
    try {
      return await work();
    } finally {
      ended();
    }
  };
  return {
    async pass(work) {
      await enter();
      try {
        return await paced(work);
      } finally {
        leave();
      }
    },
    narrow() {
      limit = 1;
    },
    slowDown(wait) {
      limit = 1;
      pace.slowDown(wait);
    },
    recover: pace.recover,
    alone: (work) =>
      aloneTurn(async () => {
        const reopened = Promise.withResolvers<void>();
        closed = reopened.promise;
        try {
          while (open > 0) await new Promise<void>((resolve) => (onIdle = resolve));
          return await work({ pass: paced, width: limit });
        } finally {
          closed = null;
          reopened.resolve();
          wake(limit);
        }
      }),
  };
}
