// Sends one request: what place it takes, how fast it goes, and who refused it (rules 8 and 9).

import type { Exchange } from '../client/exchange.ts';
import { isOwn, isLockout, isSent, kindOf } from '../judge/answer.ts';
import type { Kind } from '../judge/answer.ts';
import type { Obstacle } from '../plan/attempt.ts';
import type { PlannedRow } from '../plan/plan.ts';
import { returnsPlace } from './budget.ts';
import { isLogin, isPlain } from './log.ts';
import type { Entry } from './log.ts';
import type { Shared } from './shared.ts';

interface Answered {
  readonly row: PlannedRow;
  readonly entry: Entry;
  readonly exchange: Exchange;
}

export interface Sent extends Answered {
  readonly kind: Kind;
  /** It took a place, and the place did not come back. */
  readonly isKept: boolean;
}

export type Sender = ReturnType<typeof createSender>;

export function createSender(shared: Shared) {
  const { target, client, log, budget, pace, supply, random, signal, onEvent } = shared;
  const limit = target.limits.failedLogins;
  const { at, plains, factsOf, isUsable } = log;

  const isOpenLogin = (row: PlannedRow): boolean =>
    isLogin(row) && row.expect !== null && log.outageOf(row) !== null;
  /** Places kept for variants that were not asked yet or accepted; later for open judged logins. */
  function kept(row: PlannedRow): number {
    if (limit < 2) return 0;
    if (at.step === 5) return Number(budget.left() < 2 && row.expect === null && log.rows.some(isOpenLogin));
    const isWaiting = (one: PlannedRow): boolean =>
      one !== row && (factsOf(one).isAccepted || !log.attempts.some(({ row: id }) => id === one.id));
    return at.step === 1 ? plains.filter(isWaiting).length : 0;
  }

  /** A control needs none while its partner is accepted. */
  const takesPlace = (row: PlannedRow): boolean => {
    if (row.cost === 'free') return false;
    if (row === log.controlOf(row)) return !log.wasAccepted(row) || log.standing(row) !== 'good';
    return isLogin(row) || !isUsable(row);
  };

  /** `like`: the request whose address it goes to. Null: nothing was sent. */
  async function transmit(row: PlannedRow, role: Entry['role'], like = row): Promise<Answered | null> {
    const built = await supply.make(row, like);
    if (built === null || signal.aborted) return null;
    const entry = log.open(row, role);
    // Every other control over a new connection, as logins go.
    const isFresh = built.wire.isFresh || (role === 'control' && log.attempts.length % 2 > 0);
    const exchange = await client.exchange({ ...built.wire, isFresh }, signal);
    entry.exchange = exchange;
    onEvent({ kind: 'exchanged', row, exchange });
    if (isPlain(row) && kindOf(row, exchange, factsOf(row)) === 'list') supply.learn(row, built, exchange);
    return { row, entry, exchange };
  }

  function obstacleOf({ isProvisioned }: PlannedRow): Obstacle['kind'] | null {
    if (!isProvisioned) return 'not-provisioned';
    if (signal.aborted) return 'interrupted';
    return pace.isOver() ? 'rate-limited' : null;
  }

  /** Again where a limiter refused it. Null: nothing was sent. */
  async function send(row: PlannedRow, role: 'try' | 'control' | 'probe'): Promise<Sent | null> {
    const skip = (why: Obstacle['kind']): null => (role === 'try' ? log.note(row, why) : null);
    for (;;) {
      const why = obstacleOf(row);
      if (why !== null) return skip(why);
      const isCounted = takesPlace(row);
      if (isCounted && !budget.take(row, kept(row)))
        return skip((await supply.make(row, row)) === null ? 'nothing-to-send' : 'no-place');
      const before = log.standing(row);
      /** Meanwhile another one has shown that the partner is refused. */
      const isLate = (): boolean =>
        row.cost !== 'free' && before !== 'refused' && log.standing(row) === 'refused';
      const turn = await pace.send(async () => (isLate() ? null : transmit(row, role)));
      if (turn === null || turn.result === null) {
        if (isCounted) budget.giveBack(row);
        return skip(isLate() ? 'refused' : (obstacleOf(row) ?? 'nothing-to-send'));
      }
      const { entry, exchange } = turn.result;
      if (exchange.error?.kind === 'interrupted') return skip('interrupted');
      if (!isCounted && isLate() && isPlain(row) && isLockout(exchange)) budget.goBeyond();
      const kind = log.learn(row, role, exchange);
      const isBusy = kind === 'busy' && pace.canCure(exchange);
      const isReturned = returnsPlace(row, exchange, kind, isUsable(row));
      const isAsked = isBusy || (isCounted && !isReturned && !isOwn(row, kind));
      const isElsewhere = isAsked && (await isRefusedElsewhere(turn.result, kind));
      const comesBack = isElsewhere || isReturned;
      if (isCounted && comesBack) budget.giveBack(row);
      // It is no login: then its earlier tries were none either.
      while (isLogin(row) && isReturned && exchange.response !== null && budget.giveBack(row));
      const sent: Sent = { ...turn.result, kind, isKept: isCounted && !comesBack };
      if (!isBusy) pace.goOn(turn.pauses);
      if (!isBusy || !isElsewhere) return sent;
      pace.pause(exchange, turn.pauses);
      if (!pace.canCure(exchange)) return sent;
      entry.again = true;
    }
  }

  /** Who was asked who refuses, once for all that were under way together. */
  let inquiry = { at: -1, witnesses: Promise.resolve<readonly Answered[]>([]) };

  /** True if one of several other requests to the same address is refused alike. */
  async function isRefusedElsewhere(refused: Answered, kind: Kind): Promise<boolean> {
    const { row } = refused;
    const nobody = log.nobodyOf(row);
    const isAlike = ({ row: one, exchange }: Omit<Answered, 'entry'>): boolean =>
      exchange.response?.status === refused.exchange.response?.status &&
      kindOf(one, exchange, factsOf(one)) === kind;
    // What is always answered so shows nothing: some refuse alike whatever is wrong.
    const isTelling = (one: PlannedRow): boolean => {
      const own = log.attempts.filter(({ row: id, role }) => id === one.id && role !== 'witness');
      const answers = own.filter(isSent).filter((sent) => sent !== refused.entry);
      if (answers.length === 0) return one === nobody && !isLockout(refused.exchange);
      return answers.some(({ exchange }) => !isAlike({ row: one, exchange }));
    };
    // Of a login as many as drawn, lest a balancer keep step; without the password: the partner may be locked.
    const isMany = takesPlace(row) || !isUsable(row);
    const free = log.rows.filter(({ variant, cost }) => variant === row.variant && cost === 'free');
    const telling = [nobody, ...(isMany ? free : [log.plainOf(row)])].filter(isTelling);
    const many = Array.from({ length: 4 + random.draw(2) }, () => telling.slice(0, 1));
    const asked = isMany ? many.flat() : telling;
    // Two at once: a limiter that lets one pass refuses the other.
    const inquire = async (): Promise<readonly Answered[]> => {
      const found: Answered[] = [];
      while (asked.length > 0 && !found.some(isAlike)) {
        const both = await Promise.all(asked.splice(0, 2).map((one) => transmit(one, 'witness', row)));
        found.push(...both.filter((one) => one !== null));
      }
      return found;
    };
    if (log.attempts.indexOf(refused.entry) >= inquiry.at)
      inquiry = { at: log.attempts.length, witnesses: inquire() };
    return (await inquiry.witnesses).some(isAlike);
  }

  return {
    send,
    /** Places that a repeat of it may take. */
    placesFor: (row: PlannedRow): number => (takesPlace(row) ? budget.left() - kept(row) : Infinity),
  };
}
