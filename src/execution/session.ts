import type { TestCase } from '../case/test-case.ts';
import type { Redactor } from '../http/redactor.ts';
import type { CaseResult, Results, TrialRecord } from '../result/results.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { isDoubtful } from '../verdict/settle.ts';
import type { Control, Halt, Trial } from '../verdict/trial.ts';
import { askBaseline, askControl } from './baseline.ts';
import { recordTrial } from './case-record.ts';
import type { RunOptions } from './context.ts';
import { executeCase } from './execute-case.ts';
import { createDesk } from './desk.ts';
import { createHealth } from './health.ts';
import { openContext } from './open-context.ts';
import { loginsElsewhere } from './shard-run.ts';
import type { Bench } from './try-stimulus.ts';

export { createTargetRedactor } from './target-redactor.ts';

/** One run against one target: whatever its cases share lives here, from the first request to `close`. */
export interface Session {
  /** Asks the baseline of every claimed variant. */
  readonly open: () => Promise<void>;
  /** Carries out and judges one case; in any order, beside others. From its second round on, its baseline is asked anew. */
  readonly execute: (testCase: TestCase, round?: number) => Promise<CaseResult>;
  /** How the plain request of each variant was answered. */
  readonly baselines: () => Results['baselines'];
  /** Baselines and other control exchanges, in the order of their ids. */
  readonly controls: () => readonly Evidence[];
  readonly failedLogins: () => number;
  /** What went wrong with the target's provisioning, a failed teardown for example. */
  readonly warnings: () => readonly string[];
  /** Requests sent so far. */
  readonly requests: () => number;
  readonly redactor: Redactor;
  /** Ends every command of the profile at once, teardowns included. */
  readonly abandon: () => void;
  readonly close: () => Promise<void>;
}

const ignore = (): void => undefined;

/** Prepares a run without sending anything; rejects with a UserError where the profile's encryption cannot work. */
export async function createSession(options: RunOptions): Promise<Session> {
  const { target } = options;
  const controls: Evidence[] = [];
  const counters = new Map<string, number>();
  let requests = 0;
  const warnings: string[] = [];
  let refused = false;
  let earlierLogin: string | null = null;
  const noticed: RunOptions = {
    ...options,
    onEvent(event) {
      if (event.kind === 'warning') warnings.push(event.message);
      options.onEvent(event);
    },
  };
  const context = await openContext(noticed, target.limits.concurrency, {
    areCredentialsRefused: () => refused,
    nextId(prefix) {
      requests += 1;
      const count = (counters.get(prefix) ?? 0) + 1;
      counters.set(prefix, count);
      return count === 1 ? prefix : `${prefix}.${count}`;
    },
    keepControl: (evidence) => controls.push(evidence),
    earlierLogin: () => earlierLogin,
    noteLogin(evidence) {
      if (earlierLogin !== null || isDoubtful(evidence, null)) return;
      earlierLogin = evidence.id;
      controls.push(evidence);
    },
  });
  const isWhole = (options.shard ?? null) === null;
  const elsewhere = loginsElsewhere(options.shard ?? null);
  const settled = new Map<string, TrialRecord>();
  const baselines = new Map<string, Promise<Trial>>();
  const baseline = (variant: string): Promise<Trial> => {
    // What is sent with credentials that were refused before is counted like any other risk.
    const isCounted = refused;
    const asked = baselines.get(variant) ?? askBaseline(context, variant);
    baselines.set(variant, asked);
    void asked.then((trial) => {
      const isKnown = settled.has(variant);
      settled.set(variant, recordTrial(trial));
      if (isKnown || !isRefused(trial)) return;
      const isFirst = !refused;
      refused = true;
      if (isCounted) return;
      context.logins.charge();
      if (isFirst) context.logins.reserve(elsewhere);
      // A rejection is said to whoever waits for the baseline.
    }, ignore);
    return asked;
  };
  const ask = async (variant: string): Promise<Control | Halt> =>
    askControl(context, variant, await baseline(variant), context.signal);
  const bench: Bench = {
    context,
    baseline,
    ownBaseline: baseline,
    health: createHealth(context, ask, baseline),
    desk: createDesk(context),
  };
  return {
    async open() {
      const variants = Object.keys(target.variants);
      // All at once only where each of them may be refused; else credentials that the first refuses would be tried too often.
      const mayAll = isWhole && target.limits.failedLogins >= variants.length;
      if (mayAll) await Promise.all(variants.map(baseline));
      else for (const variant of variants) await baseline(variant);
    },
    execute: (testCase, round = 1) =>
      executeCase(
        round === 1 ? bench : { ...bench, ownBaseline: (id) => askBaseline(context, id) },
        testCase,
      ),
    // In the order of their ids, whichever was answered first.
    baselines: () => Object.fromEntries([...settled].toSorted(byVariant)),
    controls: () => controls.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    failedLogins: () => context.logins.spent(),
    requests: () => requests,
    warnings: () => warnings,
    redactor: context.redactor,
    abandon: context.abandon,
    close: () => context.client.close(),
  };
}

/** Whichever of the two a variant documents: what is refused must not be tried again and again. */
/** In the order of their ids. */
const byVariant = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

function isRefused({ attempts }: Trial): boolean {
  const status = attempts.at(-1)?.response?.status;
  return status === 401 || status === 403;
}
