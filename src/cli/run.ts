import { randomInt } from 'node:crypto';
import { join, resolve } from 'node:path';
import { deriveCases } from '../case/derive.ts';
import { selectCases } from '../case/select.ts';
import { UserError } from '../errors.ts';
import type { RunOptions } from '../execution/context.ts';
import { recordRun } from '../execution/record-run.ts';
import { createSession } from '../execution/session.ts';
import type { Session } from '../execution/session.ts';
import { formats } from '../report/format.ts';
import { prepareFolder } from '../report/report-folder.ts';
import { specification } from '../spec/variant.ts';
import { hasTargetSettings, readEnvironment } from '../target/environment.ts';
import { loadTarget } from '../target/load-target.ts';
import { requireNoProduction } from '../target/production.ts';
import type { Target } from '../target/target.ts';
import { announce, wrapped } from './announce.ts';
import { plainReference, startBuiltIn, withProfileFile } from './built-in.ts';
import type { Invocation } from './invocation.ts';
import { conclude } from './conclude.ts';
import { describeRequests } from './dry-run.ts';
import { commandHelp } from './help.ts';
import { leakExitCode, recordTerminal, stopLeaks } from './leak-guard.ts';
import { readOptions } from './option.ts';
import type { Given } from './option.ts';
import { chosenFormats, chosenRepetition, runOptions } from './run-option.ts';
import { readSuite } from './package.ts';
import { createProgress } from './progress.ts';
import { openUi } from './ui.ts';
import { trackUndone } from './undone.ts';

/** Runs the suite against the target that options, profile or environment describe, or else against the built-in reference. */
export async function run(invocation: Invocation): Promise<number> {
  const given = readOptions('run', invocation.args, runOptions);
  if (given.has('help')) {
    invocation.terminal.write(commandHelp('run', runOptions));
    return 0;
  }
  chosenFormats(given);
  const env = await readEnvironment(invocation.cwd, invocation.env);
  const flags = { target: given.text('target'), baseUrl: given.text('base-url') };
  if (hasTargetSettings(flags, env)) {
    return against(await load(given, env, invocation.cwd, given.text('target') ?? null), given, invocation);
  }
  return againstBuiltIn(given, env, invocation);
}

async function againstBuiltIn(given: Given, env: Invocation['env'], invocation: Invocation): Promise<number> {
  const { reference, profile } = await startBuiltIn(plainReference);
  try {
    return await withProfileFile(profile, async (file) =>
      against(await load(given, env, invocation.cwd, file), given, invocation),
    );
  } finally {
    await reference.close();
  }
}

function load(
  given: Given,
  env: Invocation['env'],
  cwd: string,
  profilePath: string | null,
): Promise<Target> {
  const variants = given.texts('variant');
  const flags = {
    baseUrl: given.text('base-url'),
    concurrency: given.integer('concurrency'),
    rate: given.integer('rate'),
    timeout: given.integer('timeout'),
    retries: given.integer('retries'),
    ...(variants.length === 0 ? {} : { variants }),
  };
  return loadTarget({ profilePath, flags, env, cwd }, specification.variants);
}

async function against(target: Target, given: Given, invocation: Invocation): Promise<number> {
  const { signal } = invocation;
  const { terminal, written } = recordTerminal(invocation.terminal);
  requireNoProduction(target, given.has('yes') || given.has('dry-run'));
  const selection = { cases: given.texts('case'), requirements: given.texts('requirement') };
  const derived = deriveCases(specification, target, given.has('thorough'));
  const cases = selectCases(derived, selection);
  for (const warning of target.warnings) terminal.writeError(`! ${warning}\n`);
  const suite = readSuite();
  const product = `${suite.name}/${suite.version}`;
  if (given.has('dry-run')) {
    invocation.terminal.write(await describeRequests(cases, target, product));
    return 0;
  }
  if (given.has('ui')) return openUi(target, invocation);
  const repetition = chosenRepetition(given, () => randomInt(1_000_000_000));
  if (repetition.seed !== null) terminal.writeError(`order of the cases: --seed ${repetition.seed}\n`);
  const total = cases.length * repetition.times;
  const progress = createProgress(terminal, total, given.has('quiet'));
  const undone = trackUndone(target);
  const session = await openSession(target, {
    product,
    signal,
    onEvent(event) {
      undone.follow(event);
      progress.show(event);
    },
  });
  invocation.onAbandon?.(() => undone.lastWords().map((line) => session.redactor.mask(line)));
  const conclusion = {
    folder: resolve(invocation.cwd, given.text('out') ?? 'reports'),
    formats: chosenFormats(given),
    isQuiet: given.has('quiet'),
    isComplete: given.has('complete'),
  };
  try {
    await prepareFolder(conclusion.folder);
    const mask = (text: string): string => session.redactor.mask(text);
    const announced = given.has('quiet') ? [] : announce(cases, repetition, target, mask);
    for (const line of announced) terminal.writeError(wrapped(line, terminal.width));
    const identity = { spec: specification, suite, target, signal, derived, repetition };
    const results = await recordRun(session, cases, identity);
    progress.end();
    const code = await conclude(results, conclusion, { ...invocation, terminal });
    const files = conclusion.formats.map((name) => join(conclusion.folder, formats[name].file));
    const outputs = { files, terminal: written() };
    const leaks = await stopLeaks(outputs, target, session.redactor, invocation.cwd);
    for (const leak of leaks) invocation.terminal.writeError(`error: ${leak} (secret-in-output)\n`);
    return leaks.length === 0 ? code : leakExitCode;
  } finally {
    await session.close();
  }
}

/** A session; what is wrong with the encryption is told with the file that asks for it. */
async function openSession(
  target: Target,
  options: Pick<RunOptions, 'product' | 'signal' | 'onEvent'>,
): Promise<Session> {
  const tools = { spec: specification, target, now: () => new Date(), random: Math.random };
  try {
    return await createSession({ ...tools, ...options });
  } catch (error) {
    if (!(error instanceof UserError) || error.fault !== 'profile' || target.source === null) throw error;
    throw new UserError(error.fault, error.code, `${target.source}: ${error.message}`, error.hint);
  }
}
