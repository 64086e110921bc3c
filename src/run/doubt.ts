import type { Limits } from '../profile/target.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Evidence, NotSent } from '../judge/evidence.ts';
import { doubtOf } from '../judge/settle.ts';
import { message } from '../messages/message.ts';
import { asksForever, retryAfter } from './pace.ts';
import type { Sender } from './send-within-limits.ts';
import type { SendOrder } from './send-once.ts';

/** Limits for asking a kind of request again. */
interface Bounds {
  /** Maximum number of tries after an answer like `last`; null: only the time is limited. */
  readonly tries: (last: Evidence, limits: Limits) => number | null;
  /** Milliseconds for all tries and pauses; null: unlimited. */
  readonly within: number | null;
  /** Longest pause that the target did not ask for, in ms. */
  readonly longest: number;
  /** True: its time counts towards `limits.recheck`. */
  readonly isBudgeted: boolean;
  /** True: gives up if an answer asks for a long pause. */
  readonly endsAtLongPause: boolean;
}

/** A request that timed out is retried at most twice. */
const mostTimeouts = 2;
/** Tries of a request if no control is possible. A bad connection hardly loses this many in a row. */
const fewestInOutage = 5;
/** Milliseconds before a judged request that got 429 is retried. No rate limiter refuses this rate. */
const slowest = 2000;

/** The first backoff, and the longest pause to wait for, in ms. */
const pauses = { first: 100, longest: 10_000 } as const;

const isLate = ({ error }: Evidence): boolean => error?.kind === 'timeout';
/** True if nobody accepted the connection in time: TCP has tried again itself, and others get no further. */
export const isUnaccepted = ({ error }: Evidence): boolean =>
  error?.kind === 'connect-timeout' || (error?.kind === 'proxy' && error.code === 'ETIMEDOUT');
const unlimited = (): null => null;
const usual = {
  within: null,
  longest: pauses.longest,
  isBudgeted: false,
  endsAtLongPause: false,
};

/** As long as a restart takes. */
const restart = { tries: unlimited, within: 15_000, longest: 2000, endsAtLongPause: true };

/** Reasons for asking again, each with its limits. */
const bounds = {
  /** The plain request, before anything else. */
  baseline: {
    ...usual,
    tries: (last, { retries }) => (isUnaccepted(last) ? Math.min(1, retries) : retries),
    endsAtLongPause: true,
  },
  /** Any other request whose answer may have a temporary cause. */
  request: {
    ...usual,
    tries: (last, { retries }) => (isLate(last) ? Math.min(mostTimeouts, retries) : retries),
    isBudgeted: true,
  },
  /** While a set-up holds, so that no control is possible. */
  outage: {
    ...usual,
    tries: (last, { retries }) => (isLate(last) ? mostTimeouts : Math.max(fewestInOutage, retries + 1) - 1),
    isBudgeted: true,
  },
  /** Until a set-up takes effect. */
  effect: { ...usual, tries: unlimited, longest: 1000 },
  /** A path that is not served at first: a deployment may be under way. */
  deployment: {
    ...usual,
    tries: (_last, { retries }) => (retries === 0 ? 0 : null),
    within: 5000,
    longest: 1000,
    endsAtLongPause: true,
  },
  /** A control that does not show whether the partner is locked. */
  control: { ...usual, tries: () => 2 },
  /** A target that has stopped answering. */
  recovery: { ...usual, ...restart, isBudgeted: true },
  /** A target behind a set-up or its teardown: its time is no doubt's. */
  'set-up': { ...usual, ...restart },
} as const satisfies Readonly<Record<string, Bounds>>;

export interface Asked {
  readonly doubt: keyof typeof bounds;
  readonly order: SendOrder;
  /** The first answer; null: not asked yet. */
  readonly first: Evidence | null;
  /** True if an answer needs no retry; default: if it is not doubtful. */
  readonly isSettled?: (evidence: Evidence) => boolean;
  /**
   * Sends the plain request as a control before and after each try, alternately once and twice. Resolves with
   * the reason if it may not be sent.
   */
  readonly control?: () => Promise<Evidence | NotSent>;
  /** Waits until the request may be sent again after `last`. Resolves with a reason if it may not be. */
  readonly ready?: (last: Evidence) => Promise<NotSent | null>;
  /** Milliseconds that replace the limit of the kind. */
  readonly within?: number;
}

/** The only retry loop: asks until the answer is settled, within the limits. Resolves with the last answer. */
export async function askAgain(sender: Sender, asked: Asked): Promise<Evidence | NotSent> {
  const { order, first, control } = asked;
  const { testRequest } = order.request;
  const { signal, random, now, clock, recheck } = sender;
  const { limits } = sender.target;
  const bound: Bounds = bounds[asked.doubt];
  const within = asked.within ?? bound.within;
  const { isSettled = (one: Evidence) => doubtOf(one, testRequest) === null } = asked;
  const start = clock.now();
  // Alternately once and twice, with a random start: a gateway that drops every second request cannot stay in
  // step.
  let times = random() < 0.5 ? 1 : 2;
  const askControls = async (): Promise<NotSent | null> => {
    times = 3 - times;
    for (let count = 0; control !== undefined && count < times; count += 1) {
      const found = await control();
      if (isNotSent(found)) return found;
    }
    return null;
  };
  let last = first ?? (await sender.ask(order));
  for (let tries = 0; ; tries += 1) {
    if (isNotSent(last) || isSettled(last)) return last;
    const most = bound.tries(last, limits);
    const isOnce = doubtOf(last, testRequest) === 'once' && most !== null;
    if (most !== null && tries >= (isOnce ? Math.min(1, most) : most)) return last;
    if (asksForever(last) || (bound.endsAtLongPause && asksTooLong(last))) return last;
    if (bound.isBudgeted && recheck.isSpent()) return sender.skip(order, spent);
    const isJudged = control !== undefined || asked.doubt === 'baseline';
    const isSlow = isJudged && testRequest.status !== null && last.response?.status === 429;
    const pause = pauseBefore(last, tries, bound, isSlow, random, now());
    if (within !== null && clock.now() - start + pause > within) return last;
    await sender.wait(pause);
    const barred = (await asked.ready?.(last)) ?? null;
    if (barred !== null) return sender.skip(order, barred);
    const before = tries === 0 ? await askControls() : null;
    if (before !== null) return sender.skip(order, before);
    last = await sender.ask({ ...order, isFresh: true });
    const after = isNotSent(last) ? null : await askControls();
    if (after !== null) return sender.skip(order, after);
    if (signal.aborted) return last;
  }
}

/** Milliseconds before a retry: `Retry-After`, at most ten seconds after the answer, or a growing backoff. */
function pauseBefore(
  last: Evidence,
  tries: number,
  { longest, within }: Bounds,
  isSlow: boolean,
  random: () => number,
  now: Date,
): number {
  const wanted = retryAfter(last);
  const passed = now.getTime() - (Date.parse(last.startedAt) + last.durationMs);
  const asked = wanted === null ? null : Math.max(0, Math.min(wanted, pauses.longest) - passed);
  if (within !== null) return Math.max(asked ?? 0, growing(tries + 1, random, longest));
  if (isSlow) return Math.max(asked ?? 0, slowest);
  return Math.min(asked ?? growing(tries, random, pauses.longest), longest);
}

/** True if an answer asks for a longer pause than a retry is worth. */
const asksTooLong = (last: Evidence): boolean => (retryAfter(last) ?? 0) > pauses.longest;

/** Milliseconds before try `attempt` (from 0). Doubles each time up to `longest`, with jitter. */
const growing = (attempt: number, random: () => number, longest: number): number =>
  Math.min(pauses.first * 2 ** attempt, longest) * (1 + random() / 2);

const spent: NotSent = { kind: 'spent', reason: 'target-unavailable', note: message('nothing-sent') };
