// What deviates by foreign words is asked again, all of it together, in rounds between controls (rule 5).

import { isOwn, kindOf } from '../judge/answer.ts';
import type { Sent } from '../judge/answer.ts';
import type { PlannedRow } from '../plan/plan.ts';
import { isLimited, sendFree, sendLogins } from './many.ts';
import { retryAfter } from './pace.ts';
import { isLogin, isNoLogin } from './log.ts';
import type { Run } from './watch.ts';

const longestAsked = 10_000;

export async function retest(run: Run, rows: readonly PlannedRow[]): Promise<void> {
  const { log, budget, watch, clock, target, signal } = run;
  const { at, plains } = log;
  const isMoot = log.findMoot();

  const triesOf = (row: PlannedRow): readonly Sent[] =>
    log.triesOf(row).filter(({ step }) => step === at.step);

  /** True if all of its answers in this step are foreign words that deviate. */
  const isDoubted = (row: PlannedRow): boolean =>
    triesOf(row).every(({ exchange }) => {
      const isForeign = !isOwn(row, kindOf(row, exchange, log.factsOf(row)));
      return isForeign && log.deviationsOf(row, exchange).length > 0;
    });

  function isOpen(row: PlannedRow, round: number): boolean {
    const last = triesOf(row).at(-1);
    // What was not sent in the last round is sent no more.
    if (last === undefined || last.round < round - 1 || isLimited(row, last.exchange)) return false;
    if (round > 2 && (last.exchange.error?.kind === 'timeout' || budget.holds(row))) return false;
    return isDoubted(row) && !isMoot(row);
  }

  const plainsOf = (asked: readonly PlannedRow[]): readonly PlannedRow[] =>
    plains.filter(({ variant }) => asked.some((row) => row.variant === variant));

  let before: readonly PlannedRow[] = [];
  for (let round = 1; round <= target.limits.retries && !signal.aborted; round += 1) {
    const left = rows.filter(
      (row) => log.isUsable(row) && watch.obstacle(row) === null && isOpen(row, round),
    );
    if (left.length === 0) break;
    const asked = left.flatMap((row) => triesOf(row).slice(-1)).map((last) => retryAfter(last.exchange) ?? 0);
    await clock.pause(Math.max(100 * 2 ** round, Math.min(longestAsked, Math.max(...asked))), signal);
    at.round = round;
    // One batch of controls between two rounds serves both.
    await watch.askControls(plainsOf([...left, ...before]));
    await sendFree(run, left.filter(isNoLogin));
    await sendLogins(run, left.filter(isLogin));
    // Behind a round controls tell something of what is still in doubt alone.
    before = left.filter(isDoubted);
  }
  at.round += 1;
  await watch.askControls(plainsOf(before));
  at.round = 0;
}
