import { createEncryptor } from '../encryption/create-encryptor.ts';
import type { Encryptor } from '../encryption/encryptor.ts';
import { createHttpClient } from '../http/client.ts';
import type { Redactor } from '../http/redactor.ts';
import type { Target } from '../target/target.ts';
import { createTextReader } from '../verdict/read-text.ts';
import type { Context, RunOptions } from './context.ts';
import { createGate } from './gate.ts';
import { createLine } from './line.ts';
import { createLock } from './lock.ts';
import { createLoginBudget } from './login-budget.ts';
import { makeUp } from './made-up.ts';
import { loginShare } from './shard-run.ts';
import { createTargetRedactor } from './target-redactor.ts';
import { createTurn } from './turn.ts';

/** What is noted of the requests that are sent. */
export type Notes = Pick<
  Context,
  'areCredentialsRefused' | 'nextId' | 'keepControl' | 'earlierLogin' | 'noteLogin'
>;

/** Makes everything that requests to a target share, and sends nothing; rejects with a UserError where the profile's encryption cannot work. */
export async function openContext(options: RunOptions, concurrency: number, notes: Notes): Promise<Context> {
  const { target, signal } = options;
  const { timeout, maxBody, rate, failedLogins } = target.limits;
  const redactor = createTargetRedactor(target);
  const end = new AbortController();
  return {
    ...options,
    ...notes,
    client: createHttpClient({ timeout, maxBody }),
    redactor,
    gate: createGate(concurrency, rate, signal),
    line: createLine(timeout),
    lock: createLock(),
    loginTurn: createTurn(),
    logins: createLoginBudget(loginShare(failedLogins, options.shard ?? null)),
    madeUp: madeUpFor(target, redactor),
    abandoned: end.signal,
    abandon: () => end.abort(),
    isAlone: false,
    readText: createTextReader(),
    encryptors: await createEncryptors(options),
  };
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
