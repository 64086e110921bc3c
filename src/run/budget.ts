import type { Request } from '../plan/plan.ts';
import { isHarmless } from '../plan/risk.ts';
import { needsProvisioning } from '../operation/specification.ts';
import { obtainsList } from '../judge/evidence.ts';
import type { Evidence, NotSent } from '../judge/evidence.ts';
import { isRefusal, ofLength } from '../judge/settle.ts';
import { message } from '../messages/message.ts';

/** Places of the limit, and what is known about the credentials. Variants go by their ids. */
interface Ledger {
  readonly limit: number;
  /** True if nothing that needs a place follows a refused plain request of its variant. */
  readonly isSingle: boolean;
  /** Variants whose plain request was accepted, and whose credentials were not refused since. */
  readonly accepted: Set<string>;
  /** Variants whose valid credentials were refused last. */
  readonly denied: Set<string>;
  /**
   * By variant: places of requests with the right password. The next plain request decides: if it is accepted,
   * they were no failed logins.
   */
  readonly undecided: Map<string, number>;
  spent: number;
  reserved: number;
  hasLost: boolean;
  /** Whoever waits for a reserved request to have its outcome. */
  readonly waiting: (() => void)[];
}

const takenIn = ({ undecided, spent }: Ledger): number =>
  [...undecided.values()].reduce((all, count) => all + count, spent);

const leftIn = (ledger: Ledger): number => ledger.limit - takenIn(ledger) - ledger.reserved;

const needsPlace = ({ accepted }: Ledger, request: Request): boolean =>
  !isHarmless(request) || (request.risk === 'right' && !accepted.has(request.variant.id));

const isFree = (ledger: Ledger, request: Request): boolean =>
  !needsPlace(ledger, request) ||
  (leftIn(ledger) > 0 && !(ledger.isSingle && ledger.denied.has(request.variant.id)));

function accept({ accepted, undecided, denied }: Ledger, variant: string): void {
  accepted.add(variant);
  undecided.delete(variant);
  denied.delete(variant);
}

function deny(ledger: Ledger, variant: string): void {
  const { accepted, undecided, denied } = ledger;
  ledger.spent += 1;
  denied.add(variant);
  if (!accepted.delete(variant)) return;
  ledger.spent += undecided.get(variant) ?? 0;
  undecided.delete(variant);
}

/** Notes what an answer says about the credentials, and whether it was a failed login. */
function note(ledger: Ledger, request: Request, answer: Evidence): void {
  const { risk, variant, step, testRequest } = request;
  const isPlain = step === 'baseline';
  if (isPlain && (answer.response?.status === 200 || obtainsList(answer))) return accept(ledger, variant.id);
  if (risk === 'right') {
    // A block is refused whatever the password.
    const isLogin = isRefusal(answer) && !needsProvisioning(testRequest.condition);
    if (isPlain && isLogin) return deny(ledger, variant.id);
    const isUnknown = isPlain && !ledger.accepted.has(variant.id) && answer.error?.stage !== 'connect';
    if (isLogin || isUnknown) ledger.undecided.set(variant.id, (ledger.undecided.get(variant.id) ?? 0) + 1);
    return;
  }
  if (!keepsPlace(request, answer)) return;
  ledger.spent += 1;
  ledger.hasLost ||= risk === 'misreadable';
}

/** A request that is about to be sent, with its place in the limit. */
export interface Reservation {
  /** False if the baseline was refused while this request waited. */
  readonly holds: () => boolean;
  /** True if the request holds a place of the limit. */
  readonly isTaken: () => boolean;
  /** Reserves a place for one more try; the places of earlier tries stay taken. False: none is free. */
  readonly again: () => boolean;
  /**
   * Counts the answers that are failed logins, none if nothing was sent, and returns the places of the others.
   */
  readonly settle: (answers: readonly Evidence[]) => void;
}

function reserveIn(ledger: Ledger, request: Request): Reservation {
  let [own, isReserved] = [0, false];
  const again = (): boolean => {
    if (!isFree(ledger, request)) return false;
    isReserved = needsPlace(ledger, request);
    if (isReserved) [own, ledger.reserved] = [own + 1, ledger.reserved + 1];
    return true;
  };
  again();
  return {
    holds: () => isReserved || !needsPlace(ledger, request),
    isTaken: () => isReserved,
    again,
    settle(answers) {
      [own, ledger.reserved] = [0, ledger.reserved - own];
      for (const answer of answers) note(ledger, request, answer);
      for (const resume of ledger.waiting.splice(0)) resume();
    },
  };
}

export type LoginBudget = ReturnType<typeof createLoginBudget>;

/**
 * Creates the budget of failed logins of a whole run. All real partners share it. `isSingle`: a variant that
 * refuses its plain request is not asked for it again.
 */
export function createLoginBudget(limit: number, isSingle = false) {
  const ledger: Ledger = {
    limit,
    isSingle,
    accepted: new Set(),
    denied: new Set(),
    undecided: new Map(),
    spent: 0,
    reserved: 0,
    hasLost: false,
    waiting: [],
  };
  return {
    limit,
    /** Reserves a place if the request needs one, and waits for reserved ones. Null: the limit is reached. */
    async reserve(request: Request): Promise<Reservation | null> {
      while (!isFree(ledger, request)) {
        if (ledger.reserved === 0) return null;
        await new Promise<void>((resolve) => ledger.waiting.push(resolve));
      }
      return reserveIn(ledger, request);
    },
    /** Same as `reserve` without waiting. Null: no place is free now. */
    tryReserve: (request: Request): Reservation | null =>
      isFree(ledger, request) ? reserveIn(ledger, request) : null,
    /** Places that are neither taken nor reserved. */
    left: (): number => leftIn(ledger),
    /** True if a service took a misreadable request for a failed login, or may have done so. */
    hasLost: (): boolean => ledger.hasLost,
    spent: (): number => takenIn(ledger),
    /** True if the plain request of the variant was accepted, and its credentials were not refused since. */
    isAccepted: (variant: string): boolean => ledger.accepted.has(variant),
    /** Why no more possible failed logins of the variant are sent. */
    reached(variant: string): NotSent {
      const note = message('login-limit', { limit });
      if (limit === 0) return { kind: 'limit', reason: 'control-failed', note: message('login-limit-none') };
      return ledger.denied.has(variant) || ledger.undecided.has(variant)
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
