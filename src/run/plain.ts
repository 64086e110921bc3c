// Asks the plain request of a variant until it is clear what became of it (rule 6).

import { isOwn, isRefusing } from '../judge/answer.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Sent } from './send.ts';
import type { Run } from './shared.ts';

const waits = [1000, 2000, 4000, 8000];

export async function askPlain(
  { log, sender, target, clock, random, signal }: Run,
  row: PlannedRow,
): Promise<void> {
  const { isUsable } = log;
  const mayRepeat = (places: number): boolean =>
    target.limits.retries > 0 && sender.placesFor(row) >= places && !signal.aborted;
  const isSettled = (sent: Sent | null): boolean =>
    sent === null || isUsable(row) || isRefusing(sent.exchange) || sent.kind === 'too-long';
  const isOnce = ({ exchange, kind }: Sent): boolean =>
    isOwn(row, kind) || exchange.response?.status === 200 || exchange.error?.kind === 'timeout';

  let sent = await sender.send(row, 'try');
  for (const wait of waits) {
    // The last place is for the try behind the probes.
    if (isSettled(sent) || !mayRepeat(2)) break;
    await clock.pause(wait, signal);
    const isLast = sent !== null && isOnce(sent);
    sent = await sender.send(row, 'try');
    if (isLast) break;
  }
  if (isSettled(sent) || signal.aborted) return;
  const ofVariant = log.rows.filter(({ variant, cost }) => variant === row.variant && cost === 'free');
  const refused = ofVariant.filter(({ expect }) => expect !== null);
  const [strangers, others] = [refused.filter(isStranger), refused.filter((one) => !isStranger(one))];
  // As many as drawn, before and behind the last try: behind a sick backend one of them will show it.
  const probe = async (): Promise<void> => {
    const first = random.draw(refused.length);
    const end = first + 4 + random.draw(2);
    for (let index = first; index < end; index += 1) {
      const kind = index % 2 === 0 ? strangers : others;
      for (const one of kind.slice(index % kind.length).slice(0, 1)) await sender.send(one, 'probe');
    }
  };
  await probe();
  const elsewhere = ofVariant.filter(({ hasOtherSlash }) => hasOtherSlash === true);
  for (const one of isOwnPage(sent) ? [] : elsewhere) await sender.send(one, 'probe');
  if (mayRepeat(1)) await clock.pause(1000, signal);
  if (mayRepeat(1)) await sender.send(row, 'try');
  if (!isUsable(row)) await probe();
  // They may have shown that a 200 is all it takes.
  log.learnPlain(row);
}

/** With an encrypted password, as long as the plain request. */
const isStranger = ({ expect }: PlannedRow): boolean => expect?.of === 'unauthorized';

/** True unless the path may not be served. */
const isOwnPage = (sent: Sent | null): boolean =>
  ![301, 302, 303, 307, 308, 404, 405, 410].includes(sent?.exchange.response?.status ?? 0);
