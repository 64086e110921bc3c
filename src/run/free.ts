// Sends what costs nothing side by side. Eight foreign answers in a row make the run ask a control (rule 5).

import type { VariantId } from '#banks/specification.ts';
import { isOwn } from '../judge/answer.ts';
import type { PlannedRow } from '../plan/plan.ts';
import { mostForeign, needsControl } from './logins.ts';
import type { Run } from './watch.ts';

export async function sendFree(run: Run, rows: readonly PlannedRow[]): Promise<void> {
  const { log, sender, watch, target } = run;
  const queue = [...rows];
  const again = new Set<PlannedRow>();
  /** What got foreign answers in a row. */
  const foreign = new Map<VariantId, Set<PlannedRow>>();
  const holds = new Map<VariantId, Promise<boolean>>();

  const worker = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      await holds.get(row.variant);
      const why = watch.obstacle(row);
      const sent = why === null ? await sender.send(row, 'try') : log.note(row, why);
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
