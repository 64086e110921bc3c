// What deviates by foreign words is asked again, all of it together, in rounds between controls (rule 5).

import { isOwn, kindOf } from '../judge/answer.ts';
import { deviates } from '../judge/findings.ts';
import type { PlannedRow } from '../plan/plan.ts';
import { sendFree } from './free.ts';
import { isLimited, sendLogins } from './logins.ts';
import { retryAfter } from './pace.ts';
import { isLogin, isNoLogin } from './log.ts';
import type { Run } from './watch.ts';

const longestAsked = 10_000;

export async function retest(run: Run, rows: readonly PlannedRow[]): Promise<void> {
  const { log, budget, watch, clock, target, signal } = run;
  const { at, plains } = log;

  function isOpen(row: PlannedRow, round: number): boolean {
    const tries = log.triesOf(row).filter(({ step }) => step === at.step);
    const last = tries.at(-1);
    // One that was not sent in the last round is not sent in a later one.
    if (last === undefined || last.round < round - 1 || isLimited(row, last.exchange)) return false;
    if (round > 2 && (last.exchange.error?.kind === 'timeout' || budget.holds(row))) return false;
    const facts = log.factsOf(row);
    return tries.every(
      ({ exchange }) => !isOwn(row, kindOf(row, exchange, facts)) && deviates(row, exchange, facts),
    );
  }

  let before: readonly PlannedRow[] = [];
  for (let round = 1; round <= target.limits.retries && !signal.aborted; round += 1) {
    const left = rows.filter(
      (row) => log.isUsable(row) && watch.obstacle(row) === null && isOpen(row, round),
    );
    if (left.length === 0) break;
    const asked = left
      .flatMap((row) => log.triesOf(row).slice(-1))
      .map((last) => retryAfter(last.exchange) ?? 0);
    await clock.pause(Math.max(100 * 2 ** round, Math.min(longestAsked, Math.max(...asked))), signal);
    at.round = round;
    const current = plains.filter(({ variant }) => left.some((row) => row.variant === variant));
    // One batch of controls between two rounds serves both.
    await watch.askControls(plains.filter((plain) => current.includes(plain) || before.includes(plain)));
    before = current;
    await sendFree(run, left.filter(isNoLogin));
    await sendLogins(run, left.filter(isLogin));
  }
  at.round += 1;
  await watch.askControls(before);
  at.round = 0;
}
