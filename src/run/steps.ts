// The order of a run (rule 9): its steps, and at the very end what is open.

import type { PlannedRow } from '../plan/plan.ts';
import { whileSetUp } from './condition.ts';
import { sendFree } from './free.ts';
import { isLogin, isNoLogin } from './log.ts';
import { sendLogins } from './logins.ts';
import { askPlain } from './plain.ts';
import { retest } from './retest.ts';
import type { Run } from './watch.ts';

const isJudged = ({ expect }: PlannedRow): boolean => expect !== null;
const isObserved = (row: PlannedRow): boolean => !isJudged(row);
const isAlone = ({ way, isProvisioned }: PlannedRow): boolean => way.hasSetup && isProvisioned;

export async function sendSteps(run: Run, rows: readonly PlannedRow[]): Promise<void> {
  const { log, watch, random, signal } = run;
  const rest = rows.filter((row) => !log.isPlain(row));
  const alone = rest.filter(isAlone);
  const logins = rest.filter((row) => isLogin(row) && !isAlone(row));
  const harmless = rest.filter((row) => !isLogin(row) && !isAlone(row));

  for (const plain of log.plains) await askPlain(run, plain);
  if (harmless.length > 0) {
    await watch.begin(2);
    await sendFree(
      run,
      [isJudged, isObserved].flatMap((some) => random.shuffle(harmless.filter(some))),
    );
    await retest(run, harmless);
  }
  if (alone.length > 0) await watch.begin(3);
  for (const row of alone) await sendAlone(run, row);
  for (const step of [4, 5]) {
    const those = logins.filter(step === 4 ? isJudged : isObserved);
    if (those.length > 0) await watch.begin(step);
    for (const turn of turnsOf(those)) {
      await sendLogins(run, turn);
      await retest(run, turn);
    }
  }
  await watch.begin(6);
  const failed = log.failed();
  const isOpen = (row: PlannedRow): boolean => log.outageOf(row) !== null && !log.isMoot(row, failed);
  const open = [...log.plains, ...rest].filter(isOpen);
  if (open.length > 0 && !signal.aborted) await sendOnceMore(run, open);
}

/** Without a place left a plain request is not tried again. */
async function sendOnceMore(run: Run, open: readonly PlannedRow[]): Promise<void> {
  const { log, sender, watch } = run;
  await watch.begin(7);
  for (const plain of open.filter(log.isPlain))
    if (!log.isUsable(plain) && sender.placesFor(plain) > 0) await sender.send(plain, 'try');
  const rest = open.filter((row) => !log.isPlain(row) && (row.cost === 'free' || log.isUsable(row)));
  const usual = rest.filter((row) => !isAlone(row));
  await sendFree(run, usual.filter(isNoLogin));
  for (const row of rest.filter(isAlone)) await sendAlone(run, row);
  await sendLogins(run, usual.filter(isLogin));
  await retest(run, usual);
  // The control of all that was sent in this step.
  for (const plain of log.plains)
    if (rest.some((row) => isLogin(row) && row.variant === plain.variant)) await watch.isAnswering(plain);
}

/** While its condition is set up. Its controls are the plain requests before and behind. */
async function sendAlone(run: Run, row: PlannedRow): Promise<void> {
  const { log, sender, watch } = run;
  const why = watch.obstacle(row);
  if (why !== null) return void log.note(row, why);
  const problem = await whileSetUp(run, row, async (status) => {
    const sent = await sender.send(row, 'try');
    if (sent === null || status === null || sent.exchange.response?.status === status) return true;
    // The condition does not hold yet: this is not the answer to judge.
    sent.entry.again = true;
    return false;
  });
  if (problem !== null) log.note(row, 'setup-failed', problem);
  await watch.isAnswering(row);
}

/** Neighbours of the same cost: each turn has its own rounds, lest the next one take their places. */
function turnsOf(rows: readonly PlannedRow[]): readonly (readonly PlannedRow[])[] {
  const starts = rows.flatMap(({ cost }, index) => (cost === rows[index - 1]?.cost ? [] : [index]));
  return starts.map((start, index) => rows.slice(start, starts[index + 1]));
}
