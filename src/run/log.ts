// The log of a run, and what it has shown so far: who is accepted, who is refused, what was asked.

import { parameters } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import type { Exchange } from '../client/exchange.ts';
import { isAccepting, isOwn, isLockout, isSent, kindOf, nothing } from '../judge/answer.ts';
import type { Facts, Kind, Sent } from '../judge/answer.ts';
import { judgePlain } from '../judge/plain.ts';
import { deviations } from '../judge/findings.ts';
import { settle } from '../judge/settle.ts';
import type { Settled } from '../judge/settle.ts';
import type { Attempt, Obstacle } from '../plan/attempt.ts';
import type { Plan, PlannedRow } from '../plan/plan.ts';

/** An attempt that was sent; its exchange is null until the answer is there. */
export type Entry = { -readonly [Name in keyof Attempt]: Attempt[Name] };

/** Of a partner's controls. `doubted`: the last one got a refusing page; `refused`: the partner may be locked. */
type Standing = 'good' | 'doubted' | 'refused';

export type Log = ReturnType<typeof createLog>;

export const isPlain = ({ id, variant }: PlannedRow): boolean => id === `${variant}.success`;
export const isLogin = ({ cost }: PlannedRow): boolean => cost === 'login' || cost === 'wrong';
export const isNoLogin = (row: PlannedRow): boolean => !isLogin(row);

export function createLog(plan: Plan, plains: readonly PlannedRow[]) {
  const attempts: Entry[] = [];
  const at = { step: 1, round: 0 };
  const byId = new Map(plan.rows.map((row) => [row.id, row]));
  const facts = new Map<VariantId, Facts>();
  /** By partner: the usual one or the other, in both variants. */
  const standings = new Map<boolean, Standing>();
  /** Of other partners. */
  const accepted = new Set<PlannedRow>();

  const find = (id: string): PlannedRow => {
    const row = byId.get(id);
    if (row === undefined) throw new RangeError(`no request ${id}`);
    return row;
  };
  const plainOf = ({ variant }: PlannedRow): PlannedRow => find(`${variant}.success`);
  const nobodyOf = ({ variant }: PlannedRow): PlannedRow =>
    find(`${variant}.missing.${parameters.join('+')}`);
  const isOther = (row: PlannedRow): boolean => row.id === `${row.variant}.own-partner`;
  /** The request that shows whether its partner is accepted: usually the plain one. */
  const controlOf = (row: PlannedRow): PlannedRow =>
    (row.cost !== 'free' && row.condition === 'unauthorized' && byId.get(`${row.variant}.own-partner`)) ||
    plainOf(row);
  const factsOf = ({ variant }: PlannedRow): Facts => facts.get(variant) ?? nothing;
  /** True if the plain request of its variant was accepted. */
  const isUsable = (row: PlannedRow): boolean => factsOf(row).isAccepted || factsOf(row).takes200;
  /** Answers to it that count: a limiter's do not. */
  const triesOf = ({ id }: PlannedRow): readonly Sent[] =>
    attempts.filter(({ row, role, again }) => row === id && role === 'try' && !again).filter(isSent);
  const settled = (row: PlannedRow): Settled => settle(row, plan, attempts, factsOf(row));
  /** Reads from all attempts what became of the plain request. */
  const learnPlain = ({ variant }: PlannedRow): void =>
    void facts.set(variant, judgePlain(variant, plan, attempts).facts);
  const deviationsOf = (row: PlannedRow, exchange: Exchange): readonly string[] =>
    deviations(row, exchange, factsOf(row));
  const failedBy = (row: PlannedRow): readonly string[] => {
    const found = settled(row);
    return found.kind === 'open' ? [] : found.exchanges.flatMap((one) => deviationsOf(row, one));
  };

  return {
    attempts: attempts as readonly Attempt[],
    at,
    plains,
    rows: plan.rows,
    nobodyOf,
    plainOf,
    controlOf,
    factsOf,
    isUsable,
    /** True if this control was accepted itself. */
    wasAccepted: (control: PlannedRow) => (isPlain(control) ? isUsable(control) : accepted.has(control)),
    standing: (row: PlannedRow): Standing => standings.get(isOther(controlOf(row))) ?? 'good',
    triesOf,
    open(row: PlannedRow, role: Attempt['role']): Entry {
      const entry: Entry = { row: row.id, role, ...at, again: false, exchange: null, why: null };
      attempts.push(entry);
      return entry;
    },
    /** Nothing was sent, and why. */
    note({ id }: PlannedRow, kind: Obstacle['kind'], detail = ''): null {
      attempts.push({ row: id, role: 'try', ...at, again: false, exchange: null, why: { kind, detail } });
      return null;
    },
    /** Reads what the answer shows. */
    learn(row: PlannedRow, role: Attempt['role'], exchange: Exchange): Kind {
      if (isPlain(row)) learnPlain(row);
      const kind = kindOf(row, exchange, factsOf(row));
      if (row !== controlOf(row)) return kind;
      const before = standings.get(isOther(row)) ?? 'good';
      if (isAccepting(exchange, kind, factsOf(row))) {
        standings.set(isOther(row), 'good');
        accepted.add(row);
      } else if (role === 'control' && isLockout(exchange))
        standings.set(isOther(row), isOwn(row, kind) || before !== 'good' ? 'refused' : 'doubted');
      else if (before === 'doubted') standings.set(isOther(row), 'good');
      return kind;
    },
    learnPlain,
    /** Nobody has answered anything so far. */
    isMute(): boolean {
      const kinds = attempts.filter(isSent).map(({ exchange: { error } }) => error?.kind ?? 'none');
      return (
        plains.some((plain) => triesOf(plain).length > 0) &&
        kinds.every((kind) => kind === 'no-connection' || kind === 'timeout')
      );
    },
    deviationsOf,
    /** True of what is only observed where all that its answers would fail has failed. */
    findMoot(): (row: PlannedRow) => boolean {
      let failed: ReadonlySet<string> | null = null;
      return (row) => {
        const tries = row.expect === null ? triesOf(row) : [];
        const hasFailed = (id: string): boolean => (failed ??= new Set(plan.rows.flatMap(failedBy))).has(id);
        const isMoot = ({ exchange }: Sent): boolean => deviationsOf(row, exchange).every(hasFailed);
        return tries.length > 0 && tries.every(isMoot);
      };
    },
    /** Why it is open, if time may cure that; else null. */
    outageOf: (row: PlannedRow): 'target-unavailable' | 'rate-limited' | null => {
      const found = isPlain(row) ? judgePlain(row.variant, plan, attempts) : settled(row);
      const reason = 'reason' in found ? found.reason : null;
      return reason === 'target-unavailable' || reason === 'rate-limited' ? reason : null;
    },
  };
}
