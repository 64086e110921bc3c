import { orAfter } from './or-after.ts';

/** Counts failed logins with a real partner, so that a run never makes more of them than the profile allows. */
export interface LoginBudget {
  /** Takes one before it is sent; waits for those under way where none is left; false: the limit is reached. */
  readonly take: () => Promise<boolean>;
  /** Takes one without waiting for those under way. */
  readonly tryTake: () => boolean;
  /** Says what came of it: whether it counts as a failed login; `isOpen`: it was turned away, and only too many of those end it. */
  readonly settle: (counts: boolean, isOpen?: boolean) => void;
  /** Counts one that nobody expected: the profile's own credentials were refused. */
  readonly charge: () => void;
  /** Leaves that many to others who try the same partner. */
  readonly reserve: (count: number) => void;
  /** Failed logins made so far. */
  readonly spent: () => number;
}

/** Sends for each failed login of the limit, those that were turned away included. */
const mostSent = 2;
/** Milliseconds that a failed login is waited for: longer than any confirmation takes. */
const longestWait = 300_000;

/** Opens a budget of that many failed logins. */
export function createLoginBudget(limit: number, longest = longestWait): LoginBudget {
  const waiting: (() => void)[] = [];
  let spent = 0;
  let pending = 0;
  let turnedAway = 0;
  let reserved = 0;
  const tryTake = (): boolean => {
    const taken = spent + pending + reserved;
    if (taken >= limit || taken + turnedAway >= limit * mostSent) return false;
    pending += 1;
    return true;
  };
  return {
    tryTake,
    async take() {
      while (!tryTake()) {
        if (pending === 0) return false;
        const settled = new Promise<void>((resolve) => waiting.push(resolve));
        if (!(await orAfter(longest, settled))) return false;
      }
      return true;
    },
    settle(counts, isOpen = false) {
      pending -= 1;
      if (counts) spent += 1;
      else if (isOpen) turnedAway += 1;
      for (const wake of waiting.splice(0)) wake();
    },
    charge() {
      spent += 1;
    },
    reserve(count) {
      reserved += count;
    },
    spent: () => spent,
  };
}
