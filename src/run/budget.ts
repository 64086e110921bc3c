import type { Request } from '../plan/plan.ts';
import { isHarmless } from '../plan/risk.ts';
import { needsProvisioning } from '../operation/specification.ts';
import { obtainsList } from '../judge/evidence.ts';
import type { Evidence, NotSent } from '../judge/evidence.ts';
import { isRefusal, ofLength } from '../judge/settle.ts';
import { message } from '../messages/message.ts';

/** A request that is about to be sent, with its place in the limit. */
export type Reservation = NonNullable<ReturnType<ReturnType<typeof createLoginBudget>['tryReserve']>>;

/** Creates the budget of failed logins of a whole run. All real partners share it. */
export function createLoginBudget(limit: number) {
  const waiting: (() => void)[] = [];
  /** Variants whose plain request was accepted, and whose credentials were not refused since. */
  const accepted = new Set<string>();
  /** Variants whose valid credentials were refused last. */
  const denied = new Set<string>();
  /**
   * By variant: places of requests with the right password. The next plain request decides: if it is accepted,
   * they were no failed logins.
   */
  const undecided = new Map<string, number>();
  let [spent, reserved] = [0, 0];
  let hasLost = false;
  const taken = (): number => [...undecided.values()].reduce((all, count) => all + count, spent);
  const left = (): number => limit - taken() - reserved;
  const isAccepted = ({ variant }: Request): boolean => accepted.has(variant.id);
  const needsPlace = (request: Request): boolean =>
    !isHarmless(request) || (request.risk === 'right' && !isAccepted(request));

  const accept = (variant: string): void => {
    accepted.add(variant);
    undecided.delete(variant);
    denied.delete(variant);
  };

  const deny = (variant: string): void => {
    spent += 1;
    denied.add(variant);
    if (!accepted.delete(variant)) return;
    spent += undecided.get(variant) ?? 0;
    undecided.delete(variant);
  };

  const note = (request: Request, answer: Evidence): void => {
    const { risk, variant, step, testRequest } = request;
    const isPlain = step === 'baseline';
    if (isPlain && (answer.response?.status === 200 || obtainsList(answer))) return accept(variant.id);
    if (risk === 'right') {
      // A block is refused whatever the password.
      const isLogin = isRefusal(answer) && !needsProvisioning(testRequest.condition);
      if (isPlain && isLogin) return deny(variant.id);
      const isUnknown = isPlain && !isAccepted(request) && answer.error?.stage !== 'connect';
      if (isLogin || isUnknown) undecided.set(variant.id, (undecided.get(variant.id) ?? 0) + 1);
      return;
    }
    if (!keepsPlace(request, answer)) return;
    spent += 1;
    hasLost ||= risk === 'misreadable';
  };

  const isFree = (request: Request): boolean => !needsPlace(request) || left() > 0;

  const take = (request: Request) => {
    let [own, isReserved] = [0, false];
    const again = (): boolean => {
      if (!isFree(request)) return false;
      isReserved = needsPlace(request);
      if (isReserved) [own, reserved] = [own + 1, reserved + 1];
      return true;
    };
    again();
    return {
      /** False if the baseline was refused while this request waited. */
      holds: () => isReserved || !needsPlace(request),
      /** True if the request holds a place of the limit. */
      isTaken: () => isReserved,
      /**
       * Reserves a place for one more try; the places of earlier tries stay taken. Returns false if none is
       * free.
       */
      again,
      /**
       * Counts the answers that are failed logins, none if nothing was sent, and returns the places of the
       * others.
       */
      settle(answers: readonly Evidence[]): void {
        [own, reserved] = [0, reserved - own];
        for (const answer of answers) note(request, answer);
        for (const resume of waiting.splice(0)) resume();
      },
    };
  };

  /** Waits until another reserved request has its outcome. Returns false if no place is reserved. */
  const settled = async (): Promise<boolean> => {
    if (reserved === 0) return false;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return true;
  };

  return {
    limit,
    /** Reserves a place if the request needs one, and waits for reserved ones. Null: the limit is reached. */
    async reserve(request: Request) {
      while (!isFree(request)) if (!(await settled())) return null;
      return take(request);
    },
    /** Same as `reserve` without waiting. Null: no place is free now. */
    tryReserve: (request: Request) => (isFree(request) ? take(request) : null),
    /** Places that are neither taken nor reserved. */
    left,
    /** True if a service took a misreadable request for a failed login, or may have done so. */
    hasLost: (): boolean => hasLost,
    spent: taken,
    /** True if the plain request of the variant was accepted, and its credentials were not refused since. */
    isAccepted: (variant: string): boolean => accepted.has(variant),
    /** Why no more possible failed logins of the variant are sent. */
    reached(variant: string): NotSent {
      const note = message('login-limit', { limit });
      if (limit === 0) return { kind: 'limit', reason: 'control-failed', note: message('login-limit-none') };
      return denied.has(variant) || undecided.has(variant)
        ? { kind: 'limit', reason: 'control-failed', note: message('login-limit-refused', { limit: note }) }
        : { kind: 'limit', reason: 'not-selected', note };
    },
  };
}

/** Statuses of a refusal as malformed, or as too long: nobody looked at the password. */
const malformed: readonly number[] = [400, 422, ...ofLength];

/**
 * True if the place of a misreadable or wrong request does not come back. It does where no login can have
 * failed: nothing reached the target; 200; the documented block of a condition's partner; to a misreadable
 * request, a refusal as malformed.
 */
export function keepsPlace(request: Request, { response, error }: Evidence): boolean {
  const { risk, testRequest } = request;
  const status = response?.status ?? 0;
  if (isHarmless(request) || error?.stage === 'connect' || status === 200) return false;
  if (risk === 'wrong') return true;
  const isBlocked = needsProvisioning(testRequest.condition) && status === testRequest.status;
  return !isBlocked && !malformed.includes(status);
}

/** Creates a budget of milliseconds for rechecks. Time of nested work counts once. */
export function createRecheckBudget(milliseconds: number, now: () => number) {
  let spent = 0;
  let since: number | null = null;
  const passed = (): number => (since === null ? 0 : now() - since);
  return {
    /** Runs work on a doubtful answer and counts its time. */
    async spend<Value>(work: () => Promise<Value>): Promise<Value> {
      if (since !== null) return work();
      since = now();
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
