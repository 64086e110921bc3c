// Carries out the selected cases of a plan against a target.

import type { Masker } from '../client/mask.ts';
import type { Attempt } from '../plan/attempt.ts';
import type { Build } from '../plan/build.ts';
import type { Case, Plan } from '../plan/plan.ts';
import { createBudget } from './budget.ts';
import { createLog } from './log.ts';
import { createPace } from './pace.ts';
import type { Pace } from './pace.ts';
import { createRandom } from '../base/random.ts';
import { createSender } from './send.ts';
import type { Outside, RunEvent, Shared } from './shared.ts';
import { sendSteps } from './steps.ts';
import { createSupply } from './supply.ts';
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
  const plains = plan.rows.filter(({ id, variant }) => id === `${variant}.success` && variants.has(variant));

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
