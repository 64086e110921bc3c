import { randomInt } from 'node:crypto';
import { join, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { isFormatName } from '../report/format.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/specification.ts';
import { program } from '../suite.ts';
import { idleWarnings, isTargetNamed, readEnvironment } from '../target/environment.ts';
import type { Environment } from '../target/environment.ts';
import { loadTarget } from '../target/load.ts';
import { shownFile } from '../target/place.ts';
import type { Target } from '../target/target.ts';
import { languages, message, say } from '../wording/message.ts';
import type { Language } from '../wording/message.ts';
import type { Guard, Invocation } from './command.ts';
import { excluding } from './option.ts';
import type { Given } from './option.ts';
import { runAgainst } from './run-against.ts';
import type { FollowUp, RunSettings } from './run-against.ts';
import { isCi } from './terminal.ts';

/** Runs the suite against the target that options, profile or environment describe, against several of them, or else against the built-in reference. */
export async function run(given: Given, invocation: Invocation): Promise<number> {
  const settings = await settingsOf(given, invocation.cwd);
  const targets = given.texts('target');
  if (targets.length > 1 || targets.some(isPattern)) {
    const { runMany } = await import('./run-many.ts');
    return runMany(given, settings, invocation);
  }
  if (!given.has('jobs')) return runOne(given, settings, invocation);
  throw new UserError(
    'usage',
    'jobs-of-one-target',
    '--jobs: found one target, expected several',
    'name several by --target; requests to one target are limited by --concurrency; nothing was sent',
  );
}

/** Whether a value of `--target` is a pattern, whatever it matches. */
export const isPattern = (text: string): boolean => /[*?[{]/.test(text);

/** Runs the suite against one target, with another command's work around it. */
export async function runOne(
  given: Given,
  settings: RunSettings,
  invocation: Invocation,
  followUp: FollowUp | null = null,
): Promise<number> {
  const { terminal, cwd } = invocation;
  const env = await readEnvironment(cwd, invocation.env);
  const named = { target: given.text('target'), baseUrl: given.text('base-url') };
  const isReference = given.has('reference');
  if (!isReference && isTargetNamed(named, env)) {
    const target = await loadRunTarget(given, env, invocation, named.target ?? null);
    return (await runAgainst(target, settings, invocation, followUp)).code;
  }
  if (given.has('require-target')) {
    const message = '--require-target: found no target, expected a profile';
    throw new UserError('usage', 'no-target', message, howToName);
  }
  for (const line of idleWarnings(env)) terminal.writeError(`! ${line}\n`);
  if (isCi(invocation.env) && !isReference) {
    const line = 'This run tests the built-in reference, not your service: no target is named.';
    terminal.writeError(`! ${line} Name one by --target FILE, or say --reference.\n`);
  }
  const { loadBuiltIn, startBuiltIn } = await import('./built-in.ts');
  const { reference, profile } = await startBuiltIn();
  try {
    const target = inLanguageOf(given, await loadBuiltIn(profile, flagsOf(given)));
    const { code } = await runAgainst(target, settings, invocation, followUp);
    const last = `${say(message('tested-reference', { program }), target.language)}\n`;
    // What a program reads stays as it is.
    if (settings.isJson || settings.isQuiet) terminal.writeError(last);
    else terminal.write(`\n${last}`);
    return code;
  } finally {
    await reference.close();
  }
}

/** What to do where a target has to be named. */
export const howToName =
  'name one by --target FILE or --base-url URL, SBP_TARGET or SBP_BASE_URL; nothing was sent';

/** The target that a profile and the options of `run` describe. Rejects with a UserError where they are wrong; nothing is sent. */
export async function loadRunTarget(
  given: Given,
  env: Environment,
  { cwd, guard }: { readonly cwd: string; readonly guard: Guard },
  profilePath: string | null,
): Promise<Target> {
  const sources = { profilePath, flags: flagsOf(given), env, cwd };
  const target = await loadTarget(sources, specification.variants);
  // Made where a message needs it: it takes its time.
  guard.add({ mask: (text) => createTargetRedactor(target).mask(text) });
  return inLanguageOf(given, target);
}

function flagsOf(given: Given) {
  const variants = given.texts('variant');
  return {
    baseUrl: given.text('base-url'),
    concurrency: given.number('concurrency'),
    rate: given.number('rate'),
    timeout: given.number('timeout'),
    retries: given.number('retries'),
    ...(variants.length === 0 ? {} : { variants }),
  };
}

const inLanguageOf = (given: Given, target: Target): Target => ({
  ...target,
  language: languageOf(given) ?? target.language,
});

/** The language that was asked for. */
export const languageOf = (given: Given): Language | undefined =>
  languages.find((language) => language === given.text('language'));

const pairs = [
  ['quiet', 'verbose'],
  ['json', 'dry-run'],
  ['json', 'ui'],
  ['last-failed', 'case'],
  ['last-failed', 'requirement'],
  ['reference', 'target'],
  ['reference', 'base-url'],
  ['reference', 'require-target'],
] as const;

/** What the options of a run ask for. Rejects with a UserError for options that contradict each other, or files that cannot be read. */
export async function settingsOf(given: Given, cwd: string): Promise<RunSettings> {
  for (const [one, other] of pairs) {
    if (given.has(one) && given.has(other)) throw excluding(`--${one}`, `--${other}`);
  }
  const times = Number(given.value('repeat'));
  const failed = given.has('last-failed') ? await failedBefore(given.value('out'), cwd) : [];
  const isSelection = ['case', 'requirement', 'last-failed'].some((name) => given.has(name));
  const inFolder = isSelection && (given.has('last-failed') || !given.has('out'));
  const against = given.text('against');
  return {
    selection: { cases: [...given.texts('case'), ...failed], requirements: given.texts('requirement') },
    thorough: given.has('thorough'),
    repetition: { times, seed: given.number('seed') ?? (times > 1 ? randomInt(1_000_000_000) : null) },
    reviews: given.text('reviews'),
    // So that reports of a part never take the place of those of the whole.
    folder: resolve(cwd, given.value('out'), inFolder ? 'selection' : '.'),
    formats: given.texts('format').filter(isFormatName),
    isComplete: given.has('complete'),
    against: against === undefined ? null : await readEarlier(against, cwd),
    wait: given.number('wait') ?? 0,
    isProductionAllowed: given.has('yes'),
    isDryRun: given.has('dry-run'),
    isUi: given.has('ui'),
    isOpened: given.has('open'),
    isQuiet: given.has('quiet'),
    isVerbose: given.has('verbose'),
    isJson: given.has('json'),
  };
}

/** The ids of the cases that failed in the results of a folder; rejects with a UserError where there are none. */
async function failedBefore(out: string, cwd: string): Promise<readonly string[]> {
  const { cases } = await readEarlier(join(out, 'results.json'), cwd);
  const failed = cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  if (failed.length > 0) return failed;
  const message = `--last-failed: ${shownFile(join(out, 'results.json'))}: found no case that failed, expected one`;
  throw new UserError('usage', 'empty-selection', message, 'run without --last-failed; nothing was sent');
}

/** The results of an earlier run, from their file or its folder. Rejects with a UserError where they cannot be read. */
async function readEarlier(path: string, cwd: string): Promise<Results> {
  const { readResultsFile } = await import('../result/read-results.ts');
  return readResultsFile(resolve(cwd, path), path);
}
