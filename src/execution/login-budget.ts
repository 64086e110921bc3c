/** Counts failed logins with a real partner, so that a run never makes more of them than the profile allows. */
export interface LoginBudget {
  /** Takes one before it is sent; waits for those under way where none is left; false: the limit is reached. */
  readonly take: () => Promise<boolean>;
  /** Takes one without waiting for those under way. */
  readonly tryTake: () => boolean;
  /** Says what came of it: whether it counts as a failed login. */
  readonly settle: (counts: boolean) => void;
  /** Counts one that nobody expected: the profile's own credentials were refused. */
  readonly charge: () => void;
  /** Leaves that many to others who try the same partner. */
  readonly reserve: (count: number) => void;
  /** Failed logins made so far. */
  readonly spent: () => number;
}

/** Opens a budget of that many failed logins. */
export function createLoginBudget(limit: number): LoginBudget {
  const waiting: (() => void)[] = [];
  let spent = 0;
  let pending = 0;
  let reserved = 0;
  const tryTake = (): boolean => {
    if (spent + pending + reserved >= limit) return false;
    pending += 1;
    return true;
  };
  return {
    tryTake,
    async take() {
      while (!tryTake()) {
        if (pending === 0) return false;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return true;
    },
    settle(counts) {
      pending -= 1;
      if (counts) spent += 1;
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
