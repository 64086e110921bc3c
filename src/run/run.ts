// Carries out the selected cases of a plan, step by step (rule 9), and at the very end what is open.

import { createRandom } from '../base/random.ts';
import type { Masker } from '../client/mask.ts';
import type { Attempt } from '../plan/attempt.ts';
import type { Build } from '../plan/build.ts';
import type { Case, Plan, PlannedRow } from '../plan/plan.ts';
import { createBudget } from './budget.ts';
import { whileSetUp } from './condition.ts';
import { createLog, isLogin, isNoLogin, isPlain } from './log.ts';
import { sendFree, sendLogins } from './many.ts';
import { createPace } from './pace.ts';
import type { Pace } from './pace.ts';
import { askPlain } from './plain.ts';
import { retest } from './retest.ts';
import { createSender } from './send.ts';
import type { Outside, RunEvent, Shared } from './shared.ts';
import { createSupply } from './supply.ts';
import type { Run } from './watch.ts';
import { createWatch } from './watch.ts';

export interface RunOptions extends Omit<Outside, 'mask'> {
  readonly plan: Plan;
  readonly selected: readonly Case[];
  readonly build: Build;
  /** The one that the client masks with. */
  readonly masker: Pick<Masker, 'add' | 'mask'>;
  /** A whole number of 32 bits. */
  readonly seed: number;
}

export interface Ran {
  /** In the order of sending. */
  readonly attempts: readonly Attempt[];
  /** Requests that the target may have counted as failed logins. */
  readonly failedLogins: number;
  readonly pace: ReturnType<Pace['told']>;
  /** What went wrong beside the requests, in English, secrets masked. */
  readonly warnings: readonly string[];
}

export async function runPlan(options: RunOptions): Promise<Ran> {
  const { plan, selected, target, client, build, masker, clock, signal } = options;
  const wanted = new Set(selected.flatMap(({ rows }) => rows));
  const rows = plan.rows.filter(({ id }) => wanted.has(id));
  const variants = new Set(rows.map(({ variant }) => variant));
  const plains = plan.rows.filter((row) => isPlain(row) && variants.has(row.variant));

  const warnings: string[] = [];
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'warning') warnings.push(event.text);
    options.onEvent(event);
  };
  const log = createLog(plan, plains);
  const budget = createBudget(target.limits.failedLogins);
  const pace = createPace(clock, target.limits, signal);
  const supply = createSupply(target, build, masker);
  const outside: Outside = { target, client, clock, mask: masker.mask, signal, onEvent };
  const shared: Shared = { ...outside, random: createRandom(options.seed), log, budget, pace, supply };
  const sender = createSender(shared);

  onEvent({ kind: 'planned', rows });
  await sendSteps({ ...shared, sender, watch: createWatch(shared, sender) }, rows);
  return { attempts: log.attempts, failedLogins: budget.used(), pace: pace.told(), warnings };
}

const isJudged = ({ expect }: PlannedRow): boolean => expect !== null;
const isAlone = ({ way, isProvisioned }: PlannedRow): boolean => way.hasSetup && isProvisioned;

async function sendSteps(run: Run, rows: readonly PlannedRow[]): Promise<void> {
  const { log, sender, watch, random, signal, target } = run;
  const rest = rows.filter((row) => !isPlain(row));
  const usual = rest.filter((row) => !isAlone(row));
  const [judged, observed] = [usual.filter(isJudged), usual.filter((row) => !isJudged(row))];
  const harmless = [judged, observed].flatMap((some) => random.shuffle(some.filter(isNoLogin)));
  const steps = [
    [2, [harmless]],
    [3, [rest.filter(isAlone)]],
    [4, turnsOf(judged.filter(isLogin))],
    [5, turnsOf(observed.filter(isLogin))],
  ] as const;

  for (const plain of log.plains) await askPlain(run, plain);
  for (const [step, turns] of steps) {
    if (turns.flat().length > 0) await watch.begin(step);
    for (const turn of turns) await sendAll(run, turn);
  }
  await watch.begin(6);
  const isMoot = log.findMoot();
  const isOpen = (row: PlannedRow): boolean => log.outageOf(row) !== null && !isMoot(row);
  const open = [...log.plains, ...rest].filter(isOpen);
  if (open.length === 0 || signal.aborted || target.limits.retries === 0) return;
  await watch.begin(7);
  // Without a place none is tried.
  for (const plain of open.filter(isPlain))
    if (!log.isUsable(plain) && sender.placesFor(plain) > 0) await sender.send(plain, 'try');
  const last = open.filter((row) => !isPlain(row) && (row.cost === 'free' || log.isUsable(row)));
  await sendAll(run, last);
  // The control of all that was sent in this step.
  for (const plain of log.plains)
    if (last.some((row) => isLogin(row) && row.variant === plain.variant)) await watch.isAnswering(plain);
}

/** Each in its manner, then again what is in doubt. */
async function sendAll(run: Run, rows: readonly PlannedRow[]): Promise<void> {
  const usual = rows.filter((row) => !isAlone(row));
  await sendFree(run, usual.filter(isNoLogin));
  for (const row of rows.filter(isAlone)) await sendAlone(run, row);
  await sendLogins(run, usual.filter(isLogin));
  await retest(run, usual);
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

/** Neighbours of the same cost: each turn has its own rounds, lest the next take their places. */
function turnsOf(rows: readonly PlannedRow[]): readonly (readonly PlannedRow[])[] {
  const starts = rows.flatMap(({ cost }, index) => (cost === rows[index - 1]?.cost ? [] : [index]));
  return starts.map((start, index) => rows.slice(start, starts[index + 1]));
}
