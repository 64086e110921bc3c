import { setTimeout as sleep } from 'node:timers/promises';
import type { Evidence } from '../verdict/evidence.ts';
import type { Login } from '../case/test-case.ts';
import type { HttpOutcome } from '../http/exchange.ts';

/** Lets work through as the profile's limits allow: a semaphore and a rate limiter in one. */
export type Limiter = ReturnType<typeof createLimiter>;

/** Timers are not exact: a little slower than the rate keeps to it. */
const margin = 1.05;

/** Creates a limiter; `rate` is in starts per second, null for unlimited. Once the signal is aborted nothing is held up any more. */
export function createLimiter(concurrency: number, rate: number | null, signal: AbortSignal) {
  const interval = rate === null ? 0 : (1000 / rate) * margin;
  const waiting: (() => void)[] = [];
  let limit = concurrency;
  let open = 0;
  let nextStart = 0;
  let heldUntil = 0;
  let starting: Promise<void> = Promise.resolve();

  const acquire = async (): Promise<void> => {
    if (open >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else open += 1;
  };
  const release = (): void => {
    // A place that is given on stays taken.
    if (open <= limit && waiting.length > 0) waiting.shift()?.();
    else open -= 1;
  };
  const paced = async (): Promise<void> => {
    for (;;) {
      const wait = Math.max(nextStart, heldUntil) - performance.now();
      if (wait <= 0 || signal.aborted) break;
      await pause(wait, signal);
    }
    nextStart = performance.now() + interval;
  };
  return {
    /** Runs the work as soon as it may; rejects only as the work does. */
    async run<Value>(work: () => Promise<Value>): Promise<Value> {
      await acquire();
      try {
        starting = starting.then(paced);
        await starting;
        return await work();
      } finally {
        release();
      }
    },
    /** From now on one at a time: answers are large. */
    narrow(): void {
      limit = 1;
    },
    /** Nothing starts before that many milliseconds have passed. */
    hold(milliseconds: number): void {
      heldUntil = Math.max(heldUntil, performance.now() + milliseconds);
    },
  };
}

/** Milliseconds that all doubts of a run may take together. */
export type RecheckBudget = ReturnType<typeof createRecheckBudget>;

/** Opens a budget of that many milliseconds; work within work counts once. */
export function createRecheckBudget(milliseconds: number) {
  let spent = 0;
  let since: number | null = null;
  const passed = (): number => (since === null ? 0 : performance.now() - since);
  return {
    /** Runs work that belongs to a doubt, and counts its time. */
    async spend<Value>(work: () => Promise<Value>): Promise<Value> {
      if (since !== null) return work();
      since = performance.now();
      try {
        return await work();
      } finally {
        spent += passed();
        since = null;
      }
    },
    isSpent: (): boolean => spent + passed() >= milliseconds,
  };
}

/** Milliseconds: of the first back-off, of the longest pause that is waited for. */
const pauses = { first: 100, longest: 10_000 } as const;

/** Waits; an abort ends the wait early without an error. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** Milliseconds that an answer asks to wait by `Retry-After`, seconds or a date (RFC 9110, 10.2.3); null where it asks for none. */
export function retryAfter({ response, startedAt, durationMs }: Evidence): number | null {
  const value = response?.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const answeredAt = Date.parse(startedAt) + durationMs;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - answeredAt);
}

/** Whether an answer asks for a longer pause than a run waits for. */
export const asksTooLong = (last: Evidence): boolean => (retryAfter(last) ?? 0) > pauses.longest;

/** Milliseconds before try number `attempt` (from 0): a doubling time with jitter, up to the longest. */
export const growing = (attempt: number, random: () => number, longest: number): number =>
  Math.min(pauses.first * 2 ** attempt, longest) * (1 + random() / 2);

/** Milliseconds to wait before try number `attempt` (from 0): what `Retry-After` asks for, counted from the answer, up to ten seconds, or a doubling time with jitter. */
export function backOff(last: Evidence, attempt: number, random: () => number, now: Date): number {
  const asked = retryAfter(last);
  if (asked === null) return growing(attempt, random, pauses.longest);
  const passed = now.getTime() - (Date.parse(last.startedAt) + last.durationMs);
  return Math.max(0, Math.min(asked, pauses.longest) - passed);
}

/** A request that is about to be sent. */
interface Place {
  /** It may be sent still: whether it needs a place may have changed while it waited. */
  readonly holds: () => boolean;
  /** Notes what came of it, the first time only; null: nothing was sent. What does not count is given back. */
  readonly settle: (outcome: HttpOutcome | null) => void;
}

/** Counts failed logins, so that a run never makes more of them than the profile allows. */
export type LoginBudget = ReturnType<typeof createLoginBudget>;

/** Opens one budget for a whole run and all real partners together; `earlier` failed logins were made before it. */
export function createLoginBudget(limit: number, earlier = 0) {
  const waiting: (() => void)[] = [];
  const suspects = new Map<string, number>();
  let spent = 0;
  let reserved = 0;
  let isRefused = false;
  const suspected = (): number => [...suspects.values()].reduce((sum, count) => sum + count, 0);
  /** How many places are left. */
  const left = (): number => limit - earlier - spent - reserved - suspected();
  const isSuspicious = (): boolean => suspects.size > 0 && left() <= 1;
  const wake = (): void => {
    for (const resume of waiting.splice(0)) resume();
  };
  /** Nobody knows whether the credentials are refused: the suspects count as failed logins. */
  const countSuspects = (): void => {
    spent += suspected();
    suspects.clear();
    wake();
  };
  const needsPlace = (login: Login): boolean => login !== 'none' && (!isRight(login) || isRefused);
  const isHeldUp = (login: Login): boolean => login === 'open' && isSuspicious();
  const note = (login: Login, variant: string, outcome: HttpOutcome): void => {
    if (counts(login, outcome, isRefused)) spent += 1;
    if (!isRight(login)) return;
    if (statusOf(outcome) === 200) suspects.delete(variant);
    if (!isRefusal(outcome) || isRefused) return;
    if (login === 'open') {
      suspects.set(variant, (suspects.get(variant) ?? 0) + 1);
    } else {
      isRefused = true;
      countSuspects();
    }
  };
  return {
    /** Reserves a place where the request may take one; waits for those that are reserved where none is left; null: the limit is reached. */
    async reserve(login: Login, variant: string): Promise<Place | null> {
      // What was free when it began to wait may need a place by then.
      for (;;) {
        const isFull = needsPlace(login) && left() <= 0;
        if (!isFull && !isHeldUp(login)) break;
        if (isFull && reserved === 0 && suspects.size === 0) return null;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      const isReserved = needsPlace(login);
      if (isReserved) reserved += 1;
      let isSettled = false;
      return {
        holds: () => isReserved || !(needsPlace(login) || isHeldUp(login)),
        settle(outcome) {
          if (isSettled) return;
          isSettled = true;
          if (isReserved) reserved -= 1;
          if (outcome !== null) note(login, variant, outcome);
          wake();
        },
      };
    },
    left,
    spent: (): number => spent,
    /** Valid credentials have been refused: since then they need a place as well. */
    areCredentialsRefused: (): boolean => isRefused,
    /**
     * Variants in which requests with the right password were refused where the specification is silent, so that a last place
     * is left: the baseline shows whether the credentials are refused by now. Until then no further such request gets through.
     */
    suspicious: (): readonly string[] => (isSuspicious() ? [...suspects.keys()] : []),
    countSuspects,
  };
}

/** The right password: it is refused only where valid credentials are. */
export const isRight = (login: Login): boolean => login === 'valid' || login === 'open';

const statusOf = (outcome: HttpOutcome): number | null =>
  outcome.kind === 'answered' ? outcome.response.status : null;

const isRefusal = (outcome: HttpOutcome): boolean => [401, 403].includes(statusOf(outcome) ?? 0);

/** Whether the answer counts as a failed login; where it got lost, an invalid password counts. */
function counts(login: Login, outcome: HttpOutcome, isRefused: boolean): boolean {
  // Nothing has reached the target.
  if (outcome.kind === 'failed' && outcome.error.stage === 'connect') return false;
  const status = statusOf(outcome);
  switch (login) {
    case 'wrong':
      return status !== 200;
    case 'invalid':
      return status === null || ![200, 400, 422].includes(status);
    case 'misread':
      return status === null || isRefusal(outcome);
    case 'valid':
      return isRefusal(outcome);
    case 'open':
      return isRefused && isRefusal(outcome);
    case 'none':
      return false;
  }
}
