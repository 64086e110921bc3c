import type { Request } from '../plan/plan.ts';
import { isWrongPassword } from '../plan/wrong-password.ts';
import { needsProvisioning } from '../operation/specification.ts';
import { obtainsList } from '../judge/evidence.ts';
import type { Evidence, NotSent } from '../judge/evidence.ts';
import { isRefusal } from '../judge/settle.ts';
import { message } from '../messages/message.ts';

/** A request that is about to be sent, with its place in the limit. */
export type Reservation = NonNullable<ReturnType<ReturnType<typeof createLoginBudget>['tryReserve']>>;

/** Creates the budget of failed logins of a whole run. All real partners share it. */
export function createLoginBudget(limit: number) {
  const waiting: (() => void)[] = [];
  /** Variants whose plain request was accepted, and whose credentials were not refused since. */
  const accepted = new Set<string>();
  /**
   * By variant: number of refusals of the right password. Only a control can show whether they are failed
   * logins.
   */
  const refused = new Map<string, number>();
  /** By variant: places taken by requests without a refusal, before the password was known to be right. */
  const unknown = new Map<string, number>();
  let [spent, reserved] = [0, 0];
  /** Variants whose valid credentials were refused last. */
  const denied = new Set<string>();
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((all, count) => all + count, 0);
  const left = (): number => limit - spent - reserved - sum(refused);
  const isAccepted = ({ variant }: Request): boolean => accepted.has(variant.id);
  const needsPlace = (request: Request): boolean =>
    request.risk === 'wrong' ||
    (request.risk === 'right' && (!isAccepted(request) || refused.has(request.variant.id)));
  const areCredentialsRefused = (variant: string): boolean => denied.has(variant) || unknown.has(variant);
  const add = (counts: Map<string, number>, { variant }: Request, count = 1): void =>
    void counts.set(variant.id, (counts.get(variant.id) ?? 0) + count);

  const accept = (variant: string): void => {
    accepted.add(variant);
    // The password was right from the start, so these requests were no failed logins.
    spent -= unknown.get(variant) ?? 0;
    for (const counted of [unknown, refused, denied]) counted.delete(variant);
  };

  const note = (request: Request, answer: Evidence): void => {
    const { risk, variant, testRequest } = request;
    const mayShowLogin = risk === 'right' && isAccepted(request) && !needsProvisioning(testRequest.condition);
    if (mayShowLogin && isRefusal(answer)) {
      // If the specification allows a refusal of this request, the next control decides.
      if (testRequest.status !== 200) return add(refused, request);
      accepted.delete(variant.id);
      spent += 1 + (refused.get(variant.id) ?? 0);
      refused.delete(variant.id);
      denied.add(variant.id);
      return;
    }
    if (request.step === 'baseline' && answer.response?.status === 200) accept(variant.id);
    if (!counts(request, answer, isAccepted(request))) return;
    spent += 1;
    if (risk !== 'right') return;
    if (isRefusal(answer)) denied.add(variant.id);
    else add(unknown, request);
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
        for (const answer of answers) {
          note(request, answer);
          if (request.step === 'baseline' && obtainsList(answer)) accept(request.variant.id);
        }
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
    /** Reserves a place if the request needs one, and waits for reserved ones. Null: the limit is reached. */
    async reserve(request: Request) {
      while (!isFree(request)) if (!(await settled())) return null;
      return take(request);
    },
    /** Same as `reserve` without waiting. Null: no place is free now. */
    tryReserve: (request: Request) => (isFree(request) ? take(request) : null),
    left,
    /**
     * Waits until this many places are free at once. Returns false if too many failed logins have been counted.
     */
    async awaitRoom(places: number): Promise<boolean> {
      while (left() < places) if (!(await settled())) return false;
      return true;
    },
    spent: (): number => spent + sum(refused),
    /** True if the plain request of the variant was accepted, and its credentials were not refused since. */
    isAccepted: (variant: string): boolean => accepted.has(variant),
    /** Why no more possible failed logins of the variant are sent. */
    reached(variant: string): NotSent {
      const note = message('login-limit', { limit });
      if (limit === 0) return { kind: 'limit', reason: 'control-failed', note: message('login-limit-none') };
      return areCredentialsRefused(variant)
        ? { kind: 'limit', reason: 'control-failed', note: message('login-limit-refused', { limit: note }) }
        : { kind: 'limit', reason: 'not-selected', note };
    },
  };
}

/** True if an answer, or its absence, counts as a failed login. */
function counts({ risk, testRequest }: Request, { response, error }: Evidence, isAccepted: boolean): boolean {
  const { condition, status: documented, password, without = [] } = testRequest;
  // Nothing reached the target.
  if (risk === 'none' || error?.stage === 'connect') return false;
  const status = response?.status;
  if (status === 200) return false;
  const isForWhatItLacks = status === 422 && (without.length > 0 || password === 'plain');
  if (risk === 'right') return !isAccepted && !isForWhatItLacks;
  if (isWrongPassword(password)) return true;
  // The password of a condition's own partner may be outdated.
  if (needsProvisioning(condition)) return status !== documented;
  // The profile's own password, in a form that may be misread.
  if (password === undefined && !isAccepted) return !isForWhatItLacks;
  return status !== 400 && status !== 422;
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
