// Sends the plan in the steps of rule 9, and asks once more what is open.

import type { Client, Exchange } from '../client/exchange.ts';
import type { Masker } from '../client/mask.ts';
import { judgePlain } from '../judge/plain.ts';
import { settle } from '../judge/settle.ts';
import type { Attempt } from '../plan/attempt.ts';
import type { Build } from '../plan/build.ts';
import type { Case, Plan, PlannedRow } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';
import { createBudget } from './budget.ts';
import type { Clock } from './clock.ts';
import { whileSetUp } from './condition.ts';
import type { ConditionEvent } from './condition.ts';
import { sendFree } from './free.ts';
import { createLog } from './log.ts';
import { sendLogins } from './logins.ts';
import { createPace } from './pace.ts';
import type { PaceTold } from './pace.ts';
import { askPlain } from './plain.ts';
import { createRandom } from './random.ts';
import { retest } from './retest.ts';
import { createSupply } from './supply.ts';
import { createSender, isLogin } from './send.ts';
import { createWatch } from './watch.ts';
import type { Run } from './watch.ts';

export type RunEvent =
  /** Requests of the plan that will be sent as far as the limits go. */
  | { readonly kind: 'planned'; readonly rows: readonly PlannedRow[] }
  | { readonly kind: 'exchanged'; readonly row: PlannedRow; readonly exchange: Exchange }
  | ConditionEvent;

export interface RunOptions {
  readonly plan: Plan;
  readonly selected: readonly Case[];
  readonly target: Target;
  readonly client: Pick<Client, 'exchange'>;
  readonly build: Build;
  /** The one that the client masks with. */
  readonly masker: Pick<Masker, 'add' | 'mask'>;
  readonly clock: Clock;
  readonly seed: number;
  /** Aborted: nothing more is sent, and set-ups are torn down. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

export interface Ran {
  /** In the order of sending. */
  readonly attempts: readonly Attempt[];
  /** Requests that the target may have counted as failed logins. */
  readonly failedLogins: number;
  readonly pace: PaceTold | null;
  /** What went wrong beside the requests, in English, secrets masked. */
  readonly warnings: readonly string[];
}

export async function runPlan(options: RunOptions): Promise<Ran> {
  const { plan, selected, target, client, clock, signal, onEvent } = options;
  const { limits } = target;
  const wanted = new Set(selected.flatMap(({ rows }) => rows));
  const rows = plan.rows.filter(({ id }) => wanted.has(id));
  const variants = new Set(rows.map(({ variant }) => variant));
  const plains = plan.rows.filter(({ id, variant }) => id === `${variant}.success` && variants.has(variant));

  const random = createRandom(options.seed);
  const log = createLog(plan, plains);
  const budget = createBudget(limits.failedLogins);
  const pace = createPace(clock, limits, signal);
  const isUnsettled = (row: PlannedRow): boolean => {
    const found = log.isPlain(row)
      ? judgePlain(row.variant, plan, log.attempts)
      : settle(row, plan, log.attempts, log.factsOf(row));
    return 'reason' in found && (found.reason === 'target-unavailable' || found.reason === 'rate-limited');
  };
  const sender = createSender({
    log,
    budget,
    pace,
    client,
    supply: createSupply(target, options.build, options.masker),
    random,
    limits,
    signal,
    hasOpenLogin: () => rows.some((row) => isLogin(row) && row.expect !== null && isUnsettled(row)),
    onExchange: (row, exchange) => onEvent({ kind: 'exchanged', row, exchange }),
  });
  const warnings: string[] = [];
  const shared = { log, budget, pace, sender, limits, clock, random, signal };
  const run: Run = { ...shared, watch: createWatch(shared) };
  const setUp = async (row: PlannedRow): Promise<void> => {
    const why = run.watch.obstacle(row);
    if (why !== null) return void log.note(row, why);
    const provision = (row.condition && target.variants[row.variant]?.conditions[row.condition]) ?? {};
    const problem = await whileSetUp(
      row.id,
      provision,
      {
        ...options,
        mask: options.masker.mask,
        onEvent(event) {
          if (event.kind === 'warning') warnings.push(event.text);
          onEvent(event);
        },
      },
      () => askUntil(run, row, provision.until),
    );
    if (problem !== null) log.note(row, 'setup-failed', problem);
    else await run.watch.isAnswering(row);
  };

  onEvent({ kind: 'planned', rows });
  await sendSteps(run, rows, { setUp, isUnsettled });
  return { attempts: log.attempts, failedLogins: budget.used(), pace: pace.told(), warnings };
}

/** Sends it until it has the status that the profile gives, or the time is up. */
async function askUntil(
  { sender, clock, signal }: Run,
  row: PlannedRow,
  until: { readonly status: number; readonly within: number } | undefined,
): Promise<void> {
  const startedAt = clock.now();
  for (let wait = 250; ; wait = Math.min(2 * wait, 2000)) {
    const sent = await sender.send(row, 'try');
    const isDue = until !== undefined && sent !== null && sent.exchange.response?.status !== until.status;
    if (!isDue || clock.now() + wait > startedAt + until.within) return;
    // The condition did not hold yet: it is not the answer to judge.
    sent.entry.again = true;
    await clock.pause(wait, signal);
  }
}

interface Ways {
  /** Sends it while its condition is set up. */
  readonly setUp: (row: PlannedRow) => Promise<void>;
  /** Open by what waiting may cure. */
  readonly isUnsettled: (row: PlannedRow) => boolean;
}

async function sendSteps(run: Run, rows: readonly PlannedRow[], { setUp, isUnsettled }: Ways): Promise<void> {
  const { log, sender, watch, limits, random, signal } = run;
  const rest = rows.filter((row) => !log.isPlain(row));
  const needsSetup = ({ way, isProvisioned }: PlannedRow): boolean => way.hasSetup && isProvisioned;
  const alone = rest.filter(needsSetup);
  const logins = rest.filter((row) => isLogin(row) && !needsSetup(row));
  const harmless = rest.filter((row) => !isLogin(row) && !needsSetup(row));
  const isJudged = ({ expect }: PlannedRow): boolean => expect !== null;
  const isObserved = ({ expect }: PlannedRow): boolean => expect === null;

  for (const plain of log.plains) await askPlain(run, plain);
  if (harmless.length > 0) {
    await watch.begin(2);
    await sendFree(run, [
      ...random.shuffle(harmless.filter(isJudged)),
      ...random.shuffle(harmless.filter(isObserved)),
    ]);
    await retest(run, harmless);
  }
  if (alone.length > 0) await watch.begin(3);
  for (const row of alone) await setUp(row);
  const judged = logins.filter(isJudged);
  const steps = [
    [4, [judged.filter(({ cost }) => cost === 'login'), judged.filter(({ cost }) => cost === 'wrong')]],
    // Names behind wrong passwords, as the plan has them.
    [5, inTurns(logins.filter(isObserved))],
  ] as const;
  for (const [step, turns] of steps) {
    if (turns.every((turn) => turn.length === 0)) continue;
    await watch.begin(step);
    for (const turn of turns) {
      await sendLogins(run, turn);
      await retest(run, turn);
    }
  }
  await watch.begin(6);
  const open = signal.aborted ? [] : [...log.plains, ...rest].filter(isUnsettled);
  if (open.length === 0) return;
  await watch.begin(7);
  for (const row of open.filter((one) => log.isPlain(one) && !log.isUsable(one)))
    if (limits.failedLogins > 0) await sender.send(row, 'try');
  const once = open.filter((row) => !log.isPlain(row) && (row.cost === 'free' || log.isUsable(row)));
  const plain = once.filter((row) => !needsSetup(row));
  await sendFree(
    run,
    plain.filter((row) => !isLogin(row)),
  );
  for (const row of once.filter(needsSetup)) await setUp(row);
  await sendLogins(run, plain.filter(isLogin));
  await retest(run, plain);
}

/** Neighbours of the same cost. */
function inTurns(rows: readonly PlannedRow[]): readonly (readonly PlannedRow[])[] {
  const starts = rows.flatMap(({ cost }, index) => (cost === rows[index - 1]?.cost ? [] : [index]));
  return starts.map((start, index) => rows.slice(start, starts[index + 1]));
}
