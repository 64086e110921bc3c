// Sends many rows: what costs nothing side by side, logins three at most and never more than places are left (rule 8).

import type { VariantId } from '#banks/specification.ts';
import { isOwn } from '../judge/answer.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Sent } from './send.ts';
import type { Run } from './watch.ts';

/** So many foreign answers in a row make the run ask a control. */
const mostForeign = 8;

/** A wrong password that a limiter of logins refuses would take the place of another one. */
export const isLimited = ({ cost }: PlannedRow, { response }: Sent['exchange']): boolean =>
  cost === 'wrong' && response?.status === 429;

/** True if its control has to be accepted before anything is decided by the answer. */
const needsControl = ({ exchange: { response }, isKept }: Sent): boolean =>
  isKept || response?.status === 401 || response?.status === 403;

export async function sendFree(run: Run, rows: readonly PlannedRow[]): Promise<void> {
  const { log, watch, target } = run;
  const queue = [...rows];
  const again = new Set<PlannedRow>();
  /** What got foreign answers in a row. */
  const foreign = new Map<VariantId, Set<PlannedRow>>();
  const holds = new Map<VariantId, Promise<boolean>>();

  const worker = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      await holds.get(row.variant);
      const sent = await watch.ask(row);
      if (sent === null) continue;
      if (row.cost === 'plain' && needsControl(sent)) await watch.isAnswering(row);
      if (isOwn(row, sent.kind)) foreign.delete(row.variant);
      else if (log.isUsable(row) && log.at.round === 0) {
        const since = (foreign.get(row.variant) ?? new Set()).add(row);
        foreign.set(row.variant, since);
        if (since.size >= mostForeign && !holds.has(row.variant)) await hold(row, since);
      }
    }
  };
  async function hold(row: PlannedRow, since: ReadonlySet<PlannedRow>): Promise<void> {
    const before = log.attempts.length;
    const answering = watch.isAnswering(row);
    holds.set(row.variant, answering);
    const isBack = await answering;
    holds.delete(row.variant);
    foreign.delete(row.variant);
    const controls = log.attempts.slice(before).filter(({ role }) => role === 'control');
    if (!isBack || controls.length < 2) return;
    // It had to be waited for, so they are sent again, once.
    for (const one of since) if (!again.has(one)) queue.push((again.add(one), one));
  }
  // At the very end one at a time, since some services refuse what comes side by side.
  await Promise.all(Array.from({ length: log.at.step === 7 ? 1 : target.limits.concurrency }, worker));
}

export async function sendLogins(run: Run, rows: readonly PlannedRow[]): Promise<void> {
  const { log, budget, sender, watch, target } = run;
  const queue = [...rows];
  /** Variants of which a place came back. */
  const trusted = new Set<VariantId>();
  let inARow = 0;
  const goesBeside = ({ cost, variant }: PlannedRow): boolean => cost === 'login' && trusted.has(variant);

  /** As many of the next ones as may go side by side. */
  function next(): readonly PlannedRow[] {
    const alone = queue.findIndex((row) => !goesBeside(row));
    const beside = alone < 0 ? queue.length : alone;
    const most = Math.min(log.at.step === 7 ? 1 : 3, budget.left(), beside);
    return queue.splice(0, Math.max(1, most));
  }

  // What those who ask who refused a login are held against.
  for (const nobody of new Set(rows.map(log.nobodyOf)))
    if (!log.attempts.some(({ row }) => row === nobody.id)) await sender.send(nobody, 'probe');
  while (queue.length > 0) {
    const batch = await Promise.all(next().map(async (row) => ({ row, sent: await watch.ask(row) })));
    const doubted = new Set<PlannedRow>();
    for (const { row, sent } of batch) {
      if (sent === null) continue;
      if (sent.isKept) trusted.delete(row.variant);
      else trusted.add(row.variant);
      inARow = isOwn(row, sent.kind) ? 0 : inARow + 1;
      if (needsControl(sent) || inARow >= mostForeign) doubted.add(log.controlOf(row));
    }
    if (inARow >= mostForeign) inARow = 0;
    for (const control of doubted) await watch.isAnswering(control);
    for (const { row, sent } of batch) {
      // Once more at once, lest sick backends use up the places.
      const isDue = sent?.isKept === true && !isOwn(row, sent.kind) && !isLimited(row, sent.exchange);
      if (!isDue || log.at.round > 0 || target.limits.retries === 0 || watch.obstacle(row) !== null) continue;
      const second = await sender.send(row, 'try');
      if (second !== null && needsControl(second)) await watch.isAnswering(row);
    }
  }
}
