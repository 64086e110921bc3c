// Asks the plain request of a variant until it is clear what became of it (rule 6).

import { isOwn, isLockout } from '../judge/answer.ts';
import { unserved } from '../judge/plain.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Sent } from './send.ts';
import type { Run } from './watch.ts';

export async function askPlain(run: Run, row: PlannedRow): Promise<void> {
  const { log, sender, target, clock, random, signal } = run;
  const mayRepeat = (places: number): boolean =>
    target.limits.retries > 0 && sender.placesFor(row) >= places && !signal.aborted;
  const isSettled = (sent: Sent | null): boolean =>
    sent === null ||
    log.isUsable(row) ||
    isLockout(sent.exchange) ||
    sent.kind === 'too-long' ||
    // Where nobody answered the other variant in many seconds, one more time-out is enough.
    (row !== log.plains[0] && sent.exchange.error?.kind === 'timeout' && log.isMute());
  const isOnce = ({ exchange, kind }: Sent): boolean =>
    isOwn(row, kind) || exchange.response?.status === 200 || exchange.error?.kind === 'timeout';

  let sent = await sender.send(row, 'try');
  for (const wait of [1000, 2000, 4000, 8000]) {
    // The last place is for the try behind the probes.
    if (isSettled(sent) || !mayRepeat(2)) break;
    await clock.pause(wait, signal);
    const isLast = sent !== null && isOnce(sent);
    sent = await sender.send(row, 'try');
    if (isLast) break;
  }
  if (isSettled(sent) || sent === null || signal.aborted) return;
  // By a 429 or 503 nothing fails, nor by one foreign answer alone.
  if (log.triesOf(row).length < 2 && !mayRepeat(1) && !isOwn(row, sent.kind)) return;
  const free = log.rows.filter(({ variant, cost }) => variant === row.variant && cost === 'free');
  // With an encrypted password, as long as the plain request.
  const strangers = free.filter(({ expect }) => expect?.of === 'unauthorized');
  const others = free.filter((one) => one.expect !== null && !strangers.includes(one));
  // As many as drawn, before and behind the last try: behind a sick backend one of them will show it.
  const probe = async (count = 4 + random.draw(2)): Promise<void> => {
    if (sent?.kind === 'busy' || log.isMute()) return;
    const order = random.shuffle(others).flatMap((one) => [...strangers, one]);
    for (const one of order.slice(0, count)) await sender.send(one, 'probe');
  };
  const isNowhere = unserved.includes(sent.exchange.response?.status ?? 0);
  // Two tries are nine or eleven requests apart: so many backends are rare.
  const witnesses = log.attempts.length - 1 - log.attempts.findLastIndex(({ role }) => role === 'try');
  const isUsual = witnesses === 4 || witnesses === 5;
  await probe(isUsual ? (isNowhere ? 9 - witnesses : witnesses) : undefined);
  for (const one of free) if (isNowhere && one.hasOtherSlash === true) await sender.send(one, 'probe');
  if (mayRepeat(1)) await clock.pause(1000, signal);
  if (mayRepeat(1)) sent = await sender.send(row, 'try');
  if (!log.isUsable(row)) await probe();
  // They may have shown that a 200 is all it takes.
  log.learnPlain(row);
}
