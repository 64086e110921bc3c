import type { TestCase } from '../case/test-case.ts';
import { createEncryptor } from '../encryption/create-encryptor.ts';
import type { Encryptor } from '../encryption/encryptor.ts';
import { createHttpClient } from '../http/client.ts';
import { createRedactor } from '../http/redactor.ts';
import type { Redactor } from '../http/redactor.ts';
import type { CaseResult, Results, TrialRecord } from '../result/results.ts';
import { conditionOf, variantById } from '../spec/look-up.ts';
import type { Specification } from '../spec/specification.ts';
import type { Target } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { isDoubtful } from '../verdict/settle.ts';
import type { Control, Halt, Trial } from '../verdict/trial.ts';
import { askBaseline, askControl } from './baseline.ts';
import { recordTrial } from './case-record.ts';
import type { Context, RunOptions } from './context.ts';
import { executeCase } from './execute-case.ts';
import { createGate } from './gate.ts';
import { createHealth } from './health.ts';
import { createLock } from './lock.ts';
import { createLoginBudget } from './login-budget.ts';
import { createTurn } from './turn.ts';
import { makeUp } from './made-up.ts';
import type { Bench } from './try-stimulus.ts';

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
  readonly close: () => Promise<void>;
}

const ignore = (): void => undefined;

/** Prepares a run without sending anything; rejects with a UserError where the profile's encryption cannot work. */
export async function createSession(options: RunOptions): Promise<Session> {
  const { target } = options;
  const redactor = createTargetRedactor(target);
  const client = createHttpClient({ timeout: target.limits.timeout, maxBody: target.limits.maxBody });
  const controls: Evidence[] = [];
  const counters = new Map<string, number>();
  let requests = 0;
  const warnings: string[] = [];
  let refused = false;
  let earlierLogin: string | null = null;
  const context: Context = {
    ...options,
    onEvent(event) {
      if (event.kind === 'warning') warnings.push(event.message);
      options.onEvent(event);
    },
    client,
    redactor,
    gate: createGate(target.limits.concurrency, target.limits.rate, options.signal),
    lock: createLock(),
    loginTurn: createTurn(),
    logins: createLoginBudget(target.limits.failedLogins),
    madeUp: madeUpFor(target, redactor),
    isAlone: false,
    areCredentialsRefused: () => refused,
    encryptors: await createEncryptors(options),
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
  };
  const settled = new Map<string, TrialRecord>();
  const baselines = new Map<string, Promise<Trial>>();
  const baseline = (variant: string): Promise<Trial> => {
    const asked = baselines.get(variant) ?? askBaseline(context, variant);
    baselines.set(variant, asked);
    void asked.then((trial) => {
      const isKnown = settled.has(variant);
      settled.set(variant, recordTrial(trial));
      if (isKnown || !isRefused(options.spec, variant, trial)) return;
      refused = true;
      context.logins.charge();
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
  };
  return {
    async open() {
      // One after the other: credentials that the first variant refuses must not be tried too often.
      for (const variant of Object.keys(target.variants)) await baseline(variant);
    },
    execute: (testCase, round = 1) =>
      executeCase(
        round === 1 ? bench : { ...bench, ownBaseline: (id) => askBaseline(context, id) },
        testCase,
      ),
    baselines: () => Object.fromEntries(settled),
    controls: () => controls.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    failedLogins: () => context.logins.spent(),
    requests: () => requests,
    warnings: () => warnings,
    redactor,
    close: () => client.close(),
  };
}

function isRefused(spec: Specification, variant: string, trial: Trial): boolean {
  const { status } = conditionOf(variantById(spec, variant), 'unauthorized');
  return trial.attempts.at(-1)?.response?.status === status;
}

/** A redactor that knows every secret of the profile. */
export function createTargetRedactor(target: Target): Redactor {
  const redactor = createRedactor();
  const passwords = new Set(
    Object.values(target.variants).flatMap(({ credentials, conditions }) => [
      credentials.partnerPassword,
      ...Object.values(conditions).flatMap((provision) => provision.credentials?.partnerPassword ?? []),
    ]),
  );
  for (const password of passwords) redactor.add(password, '<password>');
  for (const secret of target.secrets) if (!passwords.has(secret)) redactor.add(secret, '<secret>');
  return redactor;
}

function madeUpFor(target: Target, redactor: Redactor): Context['madeUp'] {
  const madeUp = makeUp(target);
  redactor.add(madeUp.wrongPassword, '<password>');
  return madeUp;
}

async function createEncryptors({ target, now }: RunOptions): Promise<ReadonlyMap<string, Encryptor>> {
  const clock = { now, uuid: () => crypto.randomUUID() };
  const made = Object.entries(target.variants).map(async ([id, { encryption, credentials }]) => {
    const encryptor = await createEncryptor(encryption, clock);
    // What cannot work is said before anything is sent.
    await encryptor.encrypt(credentials.partnerPassword);
    return [id, encryptor] as const;
  });
  return new Map(await Promise.all(made));
}
