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
export type Refused = 'again' | 'under-way' | 'answer';

export interface PaceOptions {
  readonly concurrency: number;
  /** Starts per second; null: unlimited. */
  readonly rate: number | null;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** An open slot. */
interface Open {
  /** True if another slot was open at any time of this one. */
  isShared: boolean;
}

/** Times in ms of the clock. */
interface PaceState extends PaceOptions {
  /** Starts per second of each level from 1 on. */
  readonly slower: readonly number[];
  readonly waiting: (() => void)[];
  /** Kinds of refusal that do not slow the run down. */
  readonly ignored: Set<Throttled['kind']>;
  readonly slots: Set<Open>;
  isNarrow: boolean;
  /** Number of slots that are taken. */
  open: number;
  /** How often the rate was lowered, and the number of refusals that caused it. */
  level: number;
  refusals: number;
  /** Refusals in a row. */
  inARow: number;
  /** Start and end of the last pause. */
  heldAt: number;
  heldUntil: number;
  /** Earliest start of the next request. */
  nextStart: number;
  /** True if anything was answered since the last pause. */
  hasAnswered: boolean;
  /** True if the rate limiter kept refusing everything. */
  isExhausted: boolean;
  /** The shortest time of an answer. */
  shortest: number;
  /** The last request that waits for its start. */
  starting: Promise<void>;
}

const widthOf = ({ isNarrow, level, concurrency }: PaceState): number =>
  isNarrow || level > 0 ? 1 : concurrency;

const rateOf = ({ level, rate, slower }: PaceState): number | null =>
  level === 0 ? rate : (slower[level - 1] ?? rate);

/** Milliseconds between the starts of two requests. */
function gapOf(state: PaceState): number {
  const rate = rateOf(state);
  if (rate === null) return 0;
  const own = 1000 / rate;
  return Math.max(own * margin.factor, state.level > 0 ? own + margin.least : 0);
}

async function enter(state: PaceState, isFirst: boolean): Promise<void> {
  const { waiting } = state;
  if (state.open < widthOf(state)) state.open += 1;
  // A slot that is passed on stays taken.
  else
    await new Promise<void>((resolve) => void (isFirst ? waiting.unshift(resolve) : waiting.push(resolve)));
}

function leave(state: PaceState): void {
  state.open -= 1;
  while (state.open < widthOf(state) && state.waiting.length > 0) {
    state.open += 1;
    state.waiting.shift()?.();
  }
}

/** Marks the overlap of a new slot with others. */
function begin({ slots }: PaceState, own: Open): void {
  slots.add(own);
  if (slots.size > 1) for (const one of slots) one.isShared = true;
}

function noteStart(state: PaceState): void {
  state.nextStart = state.clock.now() + gapOf(state);
}

async function awaitStart(state: PaceState): Promise<void> {
  const { clock, signal } = state;
  let until: number;
  do {
    until = Math.max(state.nextStart, state.heldUntil);
    await clock.pause(until - clock.now(), signal);
  } while (!signal.aborted && Math.max(state.nextStart, state.heldUntil) > until);
  noteStart(state);
}

function restore(state: PaceState, level: number): void {
  Object.assign(state, { level, inARow: 0, heldUntil: 0, hasAnswered: true });
}

/** Slows down after a refusal, and says what becomes of the request. */
function slowDown(state: PaceState, { kind, wait }: Throttled): Exclude<Refused, 'under-way'> {
  const slowest = state.slower.length;
  if (state.hasAnswered && state.level >= slowest && kind === 'gateway') {
    // The rate is not the cause. For example, one of two backends is down.
    state.ignored.add(kind);
    restore(state, 0);
    return 'answer';
  }
  if (state.hasAnswered) state.level = Math.min(state.level + 1, slowest);
  state.inARow = state.hasAnswered ? 1 : state.inARow + 1;
  if (state.inARow > mostInARow[kind]) {
    state.isExhausted = true;
    restore(state, kind === 'gateway' ? 0 : state.level);
    return 'answer';
  }
  state.heldAt = state.clock.now();
  state.heldUntil = state.heldAt + (wait ?? Math.min(pauses.first * 2 ** (state.inARow - 1), pauses.longest));
  state.hasAnswered = false;
  return 'again';
}

/** Permission of one request to be sent. */
export type Slot = ReturnType<typeof createSlot>;

function createSlot(state: PaceState) {
  const { clock, ignored, slots } = state;
  const own: Open = { isShared: false };
  /** The lowest level before a refusal of this slot. */
  let former = state.level;
  let isOver = false;
  begin(state, own);
  return {
    /** Resolves when the request may be sent. */
    async ready(): Promise<void> {
      if (state.open > widthOf(state)) {
        slots.delete(own);
        leave(state);
        await enter(state, true);
        begin(state, own);
      }
      state.starting = state.starting.then(() => awaitStart(state));
      await state.starting;
      own.isShared = slots.size > 1;
    },
    /** Call when the request is written rather than when it got its slot: encryption takes time. */
    started: (): void => noteStart(state),
    /** Call if the last request was refused; `sentAt` in ms of the clock. */
    refused(brake: Throttled, sentAt: number): Refused {
      if (state.isExhausted || ignored.has(brake.kind) || (brake.wait ?? 0) > pauses.asked) return 'answer';
      state.refusals += 1;
      if (sentAt < state.heldAt) return 'under-way';
      former = Math.min(former, state.level);
      return slowDown(state, brake);
    },
    /**
     * Call for any other answer or a failure; `milliseconds` is the time it took. The rate limiter saw the
     * request no later than the answer's arrival minus the shortest answer time.
     */
    answered(milliseconds: number): void {
      [state.hasAnswered, state.isExhausted, state.inARow] = [true, false, 0];
      state.shortest = Math.min(state.shortest, milliseconds);
      if (state.level > 0)
        state.nextStart = Math.max(state.nextStart, clock.now() - state.shortest + gapOf(state));
    },
    /** Sends nothing until the first pause has passed again. */
    rest(): void {
      state.heldUntil = clock.now() + pauses.first;
    },
    /** Restores the rate from before the refusals of this slot, because the rate did not cause them. */
    undo: (): void => restore(state, Math.min(state.level, former)),
    /** Same as `undo`. In addition, refusals of this kind no longer slow the run down. */
    restoreRate({ kind }: Throttled): void {
      if (kind === 'gateway') ignored.add(kind);
      restore(state, kind === 'gateway' ? 0 : Math.min(state.level, former));
    },
    /** True if another request was open at any time of this slot. */
    isShared: (): boolean => own.isShared,
    /** Stops waiting for the rate limiter until something is answered. */
    giveUp(): void {
      state.isExhausted = true;
      restore(state, state.level);
    },
    /** Releases the slot. Further calls do nothing. */
    leave(): void {
      slots.delete(own);
      if (!isOver) leave(state);
      isOver = true;
    },
  };
}

export function createPace(options: PaceOptions) {
  const state: PaceState = {
    ...options,
    slower: paces.filter((pace) => options.rate === null || pace < options.rate),
    waiting: [],
    ignored: new Set(),
    slots: new Set(),
    isNarrow: false,
    open: 0,
    level: 0,
    refusals: 0,
    inARow: 0,
    heldAt: 0,
    heldUntil: 0,
    nextStart: 0,
    hasAnswered: true,
    isExhausted: false,
    shortest: Infinity,
    starting: Promise.resolve(),
  };
  return {
    /** Waits for a slot. The pace limits how many are open at once. */
    async enter(): Promise<Slot> {
      await enter(state, false);
      return createSlot(state);
    },
    /** One request at a time from now on, because answers are large or the target accepts no more. */
    narrow(): void {
      state.isNarrow = true;
    },
    /** True if the rate limiter kept refusing everything. Then its refusals are taken as answers. */
    isGivenUp: (): boolean => state.isExhausted,
    /** The rate in use and the number of refusals; null if the rate was not lowered. */
    report: () => (state.level === 0 ? null : { refused: state.refusals, rate: rateOf(state) ?? 0 }),
  };
}
