import { headerIn } from '../client/exchange.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Evidence } from '../judge/evidence.ts';
import { isDocumentedError } from '../judge/settle.ts';

/** Requests a second, one at a time, after a rate limiter's first refusal and after each further one. */
const paces: readonly number[] = [10, 5, 2, 1, 0.5];
/**
 * Timers and networks are not exact, so gaps are longer by this factor, and at least by these ms after slowing
 * down.
 */
const margin = { factor: 1.1, least: 25 } as const;
/** In ms: the first pause, the longest without `Retry-After`, the longest that a target may ask for. */
const pauses = { first: 1000, longest: 32_000, asked: 60_000 } as const;
/** After this many refusals in a row, a rate limiter (or a gateway without `Retry-After`) counts as broken. */
const mostInARow = { limiter: 8, gateway: 4 } as const;

/** Source of time and pauses of a run. */
export interface Clock {
  /** Milliseconds since an arbitrary moment. */
  readonly now: () => number;
  /** Resolves early, without an error, on an abort. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const wallClock: Clock = { now: () => performance.now(), pause };

/** Resolves early, without an error, on an abort. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** Milliseconds in `Retry-After`, given as seconds or a date (RFC 9110, 10.2.3); null if there is none. */
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
  /** Milliseconds that it asks to wait; null if it names none. */
  readonly wait: number | null;
}

/**
 * A rate limiter's refusal: 429, or a 503 without the documented body, as nginx sends; null for other answers.
 */
export function throttledBy(evidence: Evidence): Throttled | null {
  const status = evidence.response?.status;
  const wait = retryAfter(evidence);
  if (status === 429) return { kind: 'limiter', wait };
  if (status !== 503 || isDocumentedError(evidence)) return null;
  return { kind: wait === null ? 'gateway' : 'limiter', wait };
}

/** True if an answer asks for a longer pause than a run makes. */
export const asksForever = (evidence: Evidence): boolean => (throttledBy(evidence)?.wait ?? 0) > pauses.asked;

/** Result of a refusal: retry it; retry it because it was sent before the pause; or take it as the answer. */
type Refused = 'again' | 'under-way' | 'answer';

/** Permission of one request to be sent. */
export type Slot = Awaited<ReturnType<ReturnType<typeof createPace>['enter']>>;

export interface PaceOptions {
  readonly concurrency: number;
  /** Starts per second; null: unlimited. */
  readonly rate: number | null;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

export function createPace({ concurrency, rate, signal, clock }: PaceOptions) {
  const slower = paces.filter((pace) => rate === null || pace < rate);
  const waiting: (() => void)[] = [];
  /** Kinds of refusal that do not slow the run down. */
  const ignored = new Set<Throttled['kind']>();
  /** Open slots, and whether each overlapped another. */
  const turns = new Set<{ isShared: boolean }>();
  let isNarrow = false;
  let open = 0;
  /** How often the rate was lowered, and the number of refusals that caused it. */
  let [level, refusals] = [0, 0];
  let [inARow, heldAt, heldUntil, nextStart] = [0, 0, 0, 0];
  let [hasAnswered, isExhausted] = [true, false];
  let shortest = Infinity;
  let starting: Promise<void> = Promise.resolve();

  const places = (): number => (isNarrow || level > 0 ? 1 : concurrency);
  const current = (): number | null => (level === 0 ? rate : (slower[level - 1] ?? rate));
  const enter = async (isFirst: boolean): Promise<void> => {
    if (open < places()) open += 1;
    // A slot that is passed on stays taken.
    else
      await new Promise<void>((resolve) => void (isFirst ? waiting.unshift(resolve) : waiting.push(resolve)));
  };
  /** Marks the overlap of a new slot with others. */
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
      /** The lowest level before a refusal of this slot. */
      let former = level;
      const own = { isShared: false };
      let isOver = false;
      begin(own);
      return {
        /** Resolves when the request may be sent. */
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
        /** Call when the request is written rather than when it got its slot: encryption takes time. */
        started,
        /** Call if the last request was refused; `sentAt` in ms of the clock. */
        refused({ kind, wait }: Throttled, sentAt: number): Refused {
          if (isExhausted || ignored.has(kind) || (wait ?? 0) > pauses.asked) return 'answer';
          refusals += 1;
          if (sentAt < heldAt) return 'under-way';
          former = Math.min(former, level);
          if (hasAnswered) {
            if (level >= slower.length && kind === 'gateway') {
              // The rate is not the cause. For example, one of two backends is down.
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
         * Call for any other answer or a failure; `milliseconds` is the time it took. The rate limiter saw the
         * request no later than the answer's arrival minus the shortest answer time.
         */
        answered(milliseconds: number): void {
          [hasAnswered, isExhausted] = [true, false];
          inARow = 0;
          shortest = Math.min(shortest, milliseconds);
          if (level > 0) nextStart = Math.max(nextStart, clock.now() - shortest + gap());
        },
        /** Sends nothing until the first pause has passed again. */
        rest(): void {
          heldUntil = clock.now() + pauses.first;
        },
        /** Restores the rate from before the refusals of this slot, because the rate did not cause them. */
        undo(): void {
          restore(Math.min(level, former));
        },
        /** Same as `undo`. In addition, refusals of this kind no longer slow the run down. */
        restoreRate({ kind }: Throttled): void {
          if (kind === 'gateway') ignored.add(kind);
          restore(kind === 'gateway' ? 0 : Math.min(level, former));
        },
        /** True if another request was open at any time of this slot. */
        isShared: (): boolean => own.isShared,
        /** Stops waiting for the rate limiter until something is answered. */
        giveUp(): void {
          isExhausted = true;
          restore(level);
        },
        /** Releases the slot. Further calls do nothing. */
        leave(): void {
          turns.delete(own);
          if (!isOver) leave();
          isOver = true;
        },
      };
    },
    /** One request at a time from now on, because answers are large or the target accepts no more. */
    narrow(): void {
      isNarrow = true;
    },
    /** True if the rate limiter kept refusing everything. Then its refusals are taken as answers. */
    isGivenUp: (): boolean => isExhausted,
    /** The rate in use and the number of refusals; null if the rate was not lowered. */
    report: () => (level === 0 ? null : { refused: refusals, rate: current() ?? 0 }),
  };
}
