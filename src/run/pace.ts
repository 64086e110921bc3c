import { headerIn } from '../client/exchange.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Evidence } from '../judge/evidence.ts';
import { isDocumentedError } from '../judge/settle.ts';

/** Requests a second, one at a time, after a rate limiter's first refusal and after each further one. */
const paces: readonly number[] = [10, 5, 2, 1, 0.5];
/** Timers and networks are not exact: gaps are longer by this factor, and slowed down by these milliseconds. */
const margin = { factor: 1.1, least: 25 } as const;
/** Milliseconds: the first pause, the longest without `Retry-After`, the longest that it may ask for. */
const pauses = { first: 1000, longest: 32_000, asked: 60_000 } as const;
/** After so many refusals in a row, a rate limiter (or a gateway without `Retry-After`) counts as broken. */
const mostInARow = { limiter: 8, gateway: 4 } as const;

/** What tells the time to a run, and what waits. */
export interface Clock {
  /** Milliseconds since any moment. */
  readonly now: () => number;
  /** Waits; an abort ends the wait early without an error. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The time of the machine. */
export const wallClock: Clock = { now: () => performance.now(), pause };

/** Waits; an abort ends the wait early without an error. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** Milliseconds that `Retry-After` asks for, as seconds or a date (RFC 9110, 10.2.3); null: none. */
export function retryAfter({ response, startedAt, durationMs }: Evidence): number | null {
  const value = headerIn(response?.headers, 'retry-after');
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const answeredAt = Date.parse(startedAt) + durationMs;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - answeredAt);
}

/** A rate limiter's refusal: 429, or a gateway's 503 with or without `Retry-After`. */
export interface Throttled {
  readonly kind: 'limiter' | 'gateway';
  /** Milliseconds that it asks to wait; null: none named. */
  readonly wait: number | null;
}

/** The refusal of a rate limiter: 429, or a 503 without the documented body, as nginx sends; null: none. */
export function throttledBy(evidence: Evidence): Throttled | null {
  const status = evidence.response?.status;
  const wait = retryAfter(evidence);
  if (status === 429) return { kind: 'limiter', wait };
  if (status !== 503 || isDocumentedError(evidence)) return null;
  return { kind: wait === null ? 'gateway' : 'limiter', wait };
}

/** Whether an answer asks for a longer pause than a run makes. */
export const asksForever = (evidence: Evidence): boolean => (throttledBy(evidence)?.wait ?? 0) > pauses.asked;

/** What a refusal leads to: a retry, a retry because it was sent before the pause, or it is the answer. */
type Refused = 'again' | 'under-way' | 'answer';

/** One request's turn to send. */
export type Slot = Awaited<ReturnType<ReturnType<typeof createPace>['enter']>>;

/** What determines the pace of a run. */
export interface PaceOptions {
  readonly concurrency: number;
  /** Starts per second; null: unlimited. */
  readonly rate: number | null;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Creates the pace of one run. */
export function createPace({ concurrency, rate, signal, clock }: PaceOptions) {
  const slower = paces.filter((pace) => rate === null || pace < rate);
  const waiting: (() => void)[] = [];
  /** Kinds of refusal that do not slow the run down. */
  const ignored = new Set<Throttled['kind']>();
  /** Turns under way, and whether each overlapped another. */
  const turns = new Set<{ isShared: boolean }>();
  let isNarrow = false;
  let open = 0;
  /** How often the rate was lowered, and the refusals that count for it. */
  let [level, refusals] = [0, 0];
  let [inARow, heldAt, heldUntil, nextStart] = [0, 0, 0, 0];
  let [hasAnswered, isExhausted] = [true, false];
  let shortest = Infinity;
  let starting: Promise<void> = Promise.resolve();

  const places = (): number => (isNarrow || level > 0 ? 1 : concurrency);
  const current = (): number | null => (level === 0 ? rate : (slower[level - 1] ?? rate));
  const enter = async (isFirst: boolean): Promise<void> => {
    if (open < places()) open += 1;
    // A place that is handed over stays taken.
    else
      await new Promise<void>((resolve) => void (isFirst ? waiting.unshift(resolve) : waiting.push(resolve)));
  };
  /** Notes a slot, and its overlap with others. */
  const begin = (own: { isShared: boolean }): void => {
    turns.add(own);
    if (turns.size > 1) for (const one of turns) one.isShared = true;
  };
  const leave = (): void => {
    open -= 1;
    while (open < places() && waiting.length > 0) {
      open += 1;
      waiting.shift()?.();
    }
  };
  /** Milliseconds between the starts of two requests. */
  const gap = (): number => {
    const rate = current();
    if (rate === null) return 0;
    const own = 1000 / rate;
    return Math.max(own * margin.factor, level > 0 ? own + margin.least : 0);
  };
  const started = (): void => {
    nextStart = clock.now() + gap();
  };
  const paced = async (): Promise<void> => {
    let until: number;
    do {
      until = Math.max(nextStart, heldUntil);
      await clock.pause(until - clock.now(), signal);
    } while (!signal.aborted && Math.max(nextStart, heldUntil) > until);
    started();
  };
  const hold = (milliseconds: number): void => {
    heldAt = clock.now();
    heldUntil = heldAt + milliseconds;
    hasAnswered = false;
  };
  const restore = (to: number): void => {
    level = to;
    [inARow, heldUntil] = [0, 0];
    hasAnswered = true;
  };

  return {
    /** Waits for a slot. The pace limits how many are open at once. */
    async enter() {
      await enter(false);
      const former = level;
      const own = { isShared: false };
      let isOver = false;
      begin(own);
      return {
        /** Resolves when the request may be sent: it has the slot, and the pace allows it. */
        async ready(): Promise<void> {
          if (open > places()) {
            turns.delete(own);
            leave();
            await enter(true);
            begin(own);
          }
          starting = starting.then(paced);
          await starting;
          own.isShared = turns.size > 1;
        },
        /** Notes that the request is written now, not when its turn came: encryption takes time. */
        started,
        /** Notes that the last request was refused; `sentAt` in milliseconds of the clock. */
        refused({ kind, wait }: Throttled, sentAt: number): Refused {
          if (isExhausted || ignored.has(kind) || (wait ?? 0) > pauses.asked) return 'answer';
          refusals += 1;
          if (sentAt < heldAt) return 'under-way';
          if (hasAnswered) {
            if (level >= slower.length && kind === 'gateway') {
              // The rate is not the cause, e.g. one of two backends is dead.
              ignored.add(kind);
              restore(0);
              return 'answer';
            }
            level = Math.min(level + 1, slower.length);
            inARow = 1;
          } else inARow += 1;
          if (inARow > mostInARow[kind]) {
            isExhausted = true;
            restore(kind === 'gateway' ? 0 : level);
            return 'answer';
          }
          hold(wait ?? Math.min(pauses.first * 2 ** (inARow - 1), pauses.longest));
          return 'again';
        },
        /**
         * Notes any other answer, or a failure, that took so many milliseconds. The rate limiter saw the
         * request at the latest the shortest time of an answer before it.
         */
        answered(milliseconds: number): void {
          [hasAnswered, isExhausted] = [true, false];
          inARow = 0;
          shortest = Math.min(shortest, milliseconds);
          if (level > 0) nextStart = Math.max(nextStart, clock.now() - shortest + gap());
        },
        /** Sends nothing until the first pause has passed once more. */
        rest(): void {
          heldUntil = clock.now() + pauses.first;
        },
        /** Restores the rate from before this slot: the rate is not the cause of its refusals. */
        undo(): void {
          restore(Math.min(level, former));
        },
        /** The same, and a gateway's refusals do not slow the run down any more. */
        restoreRate({ kind }: Throttled): void {
          if (kind === 'gateway') ignored.add(kind);
          restore(kind === 'gateway' ? 0 : Math.min(level, former));
        },
        /** Whether another request was under way at any time of this slot. */
        isShared: (): boolean => own.isShared,
        /** Stops waiting for the rate limiter until something is answered. */
        giveUp(): void {
          isExhausted = true;
          restore(level);
        },
        /** Passes the turn on, once. */
        leave(): void {
          turns.delete(own);
          if (!isOver) leave();
          isOver = true;
        },
      };
    },
    /** One at a time from now on: answers are large, or the target takes no more. */
    narrow(): void {
      isNarrow = true;
    },
    /** Whether the rate limiter refused everything to the last. Then its refusals are answers. */
    isGivenUp: (): boolean => isExhausted,
    /** The rate in use and the number of refusals; null: the rate was not lowered. */
    report: () => (level === 0 ? null : { refused: refusals, rate: current() ?? 0 }),
  };
}
