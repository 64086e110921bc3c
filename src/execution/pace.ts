import { pause } from './back-off.ts';
import { createTurn } from './turn.ts';

/** Spaces the starts of requests. */
export interface Pace {
  /** Resolves when a request may start; what it gives is called when that request has ended. */
  readonly start: () => Promise<() => void>;
  /** The target asks for less: more slowly from now on, and nothing before `wait` ms are over. */
  readonly slowDown: (wait: number) => void;
  /** A request was answered without asking for less: step by step as fast as before. */
  readonly recover: () => void;
}

/** One request; it reached the target at some time between its start and its end. */
interface Sent {
  readonly startedAt: number;
  endedAt: number | null;
}

/** Timers are not exact: a little slower than the rate keeps to it. */
const margin = 1.05;
/** Milliseconds between two starts once a target has asked for less, doubled each time that it asks again. */
const slow = { first: 25, most: 1000 } as const;
/** After so many answers in a row that do not ask for less, the interval is made shorter by that factor. */
const recovery = { answers: 5, factor: 0.7 } as const;
/** What limits the number of requests in a second holds for every second, in milliseconds with some to spare. */
const second = 1010;
/** Milliseconds after which a request that is still open has surely reached the target. */
const arrival = 3000;
/** Milliseconds between two looks at requests that are open. */
const look = 5;

/**
 * Creates a pace; `rate` is in requests per second, null for unlimited. A request counts from its start until a second
 * after its end, so that the rate holds at the target too, however long connecting takes. Once the signal is aborted nothing is held up any more.
 */
export function createPace(rate: number | null, signal: AbortSignal): Pace {
  const most = rate === null ? Infinity : Math.max(1, Math.floor(rate));
  const turn = createTurn();
  const usual = rate === null ? 0 : (1000 / rate) * margin;
  let interval = usual;
  let calm = 0;
  let nextStart = 0;
  let lastSlowDown = -Infinity;
  let recent: readonly Sent[] = [];

  const isFree = (now: number): boolean => {
    recent = recent.filter(({ startedAt, endedAt }) => (endedAt ?? startedAt + arrival) > now - second);
    return recent.length < most;
  };
  const started = (): (() => void) => {
    const sent: Sent = { startedAt: performance.now(), endedAt: null };
    if (most !== Infinity) recent = [...recent, sent];
    return () => {
      sent.endedAt = Math.min(performance.now(), sent.startedAt + arrival);
    };
  };
  return {
    async start() {
      if (interval === 0) return started();
      // Measured when it really starts: after a busy moment, what was held up must not start in a burst.
      return turn(async () => {
        for (let now = performance.now(); !signal.aborted; now = performance.now()) {
          if (now >= nextStart && isFree(now)) break;
          await pause(Math.max(look, nextStart - now), signal);
        }
        nextStart = performance.now() + interval;
        return started();
      });
    },
    slowDown(wait) {
      // Requests that were on their way already say nothing new.
      const now = performance.now();
      calm = 0;
      if (now < lastSlowDown + interval) return;
      lastSlowDown = now;
      interval = Math.max(usual, Math.min(slow.most, Math.max(slow.first, interval * 2)));
      nextStart = Math.max(nextStart, now + Math.max(wait, interval));
    },
    recover() {
      if (interval === usual) return;
      calm += 1;
      if (calm < recovery.answers) return;
      calm = 0;
      const shorter = interval * recovery.factor;
      interval = shorter < Math.max(usual, slow.first / 2) ? usual : shorter;
    },
  };
}
