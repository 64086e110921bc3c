import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { readTarget } from '../api/options.ts';
import type { TargetOptions, TargetProfile } from '../api/options.ts';
import { UserError } from '../base/errors.ts';
import { createTargetRedactor } from '../run/target-redactor.ts';
import type { Redactor } from '../client/masking.ts';
import { isFormatName } from '../api/write-reports.ts';
import type { FormatName } from '../report/format.ts';
import type { Results } from '../results/results.ts';
import { openReviews } from '../results/review.ts';
import { program } from '../base/package.ts';
import { isTargetNamed } from '../profile/environment.ts';
import { readEnvironment } from '../base/environment.ts';
import type { Environment } from '../base/environment.ts';
import { shownFile } from '../base/path.ts';
import type { Target } from '../profile/target.ts';
import { languages, message as messageOf, say } from '../messages/message.ts';
import type { Language } from '../messages/message.ts';
import type { Invocation } from './invocation.ts';
import { excluding } from './option.ts';
import type { Given } from './option.ts';
import type { Terminal } from './terminal.ts';

const howToName = 'name one by --target FILE or SBP_TARGET; nothing was sent';

/** The error of a command or an option that needs a target. */
export const noTarget = (what: string, expected = 'a profile', hint = ''): UserError =>
  new UserError(
    'usage',
    'no-target',
    `${what}: found no target, expected ${expected}`,
    `${hint}${howToName}`,
  );

/** Loads the named target. Sends nothing. Rejects with a UserError if none is named or its profile is wrong. */
export async function requireTarget(given: Given, invocation: Invocation): Promise<Target> {
  if (!isNamed(given, await readEnvironment(invocation.cwd, invocation.env))) {
    throw noTarget(given.command, 'a profile', `${program} init writes one; `);
  }
  return loadTarget(given, invocation);
}

/** True if an option or the environment names a target, and the reference is not requested. */
export const isNamed = (given: Given, env: Environment): boolean =>
  !given.has('reference') && (given.has('target') || given.has('base-url') || isTargetNamed(env));

/** Loads a profile with options. Masks its secrets from now on. Rejects with a UserError. */
export async function loadTarget(
  given: Given,
  invocation: Invocation,
  profile: string | TargetProfile | null = given.text('target') ?? null,
): Promise<Target> {
  const reading = readTarget(profile, targetOptionsOf(given, invocation));
  const target = await Promise.race([reading, untilInterrupted(invocation.signal)]);
  // Created at the first use, because that takes time.
  invocation.guard.add({ mask: (text) => createTargetRedactor(target).mask(text) });
  return target;
}

/** A profile may name a pipe to which nobody writes. An interrupt ends the wait. */
async function untilInterrupted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw new UserError('usage', 'interrupted', 'interrupted while the profile was read', 'nothing was sent');
}

/** Settings that options of a command override. */
function targetOptionsOf(given: Given, { cwd, env }: Invocation): TargetOptions {
  const variants = given.texts('variant');
  return {
    variants: variants.length === 0 ? undefined : variants,
    baseUrl: given.text('base-url'),
    concurrency: given.number('concurrency'),
    rate: given.number('rate'),
    timeout: given.number('timeout'),
    retries: given.number('retries'),
    proxy: given.text('proxy'),
    language: languageOf(given),
    folder: cwd,
    env,
    // A dry run sends nothing.
    allowProduction: given.has('yes') || given.has('dry-run'),
  };
}

export const languageOf = (given: Given): Language | undefined =>
  languages.find((language) => language === given.text('language'));

/** Options of which at most one can be given. */
const alternatives = [
  ['quiet', 'verbose'],
  ['json', 'dry-run'],
  ['last-failed', 'last-open', 'case'],
  ['last-failed', 'last-open', 'requirement'],
  ['reference', 'target'],
  ['reference', 'base-url'],
  ['reference', 'require-target'],
] as const;

/** Options of a run, without the target. */
export type RunSettings = Awaited<ReturnType<typeof settingsOf>>;

export interface Ended {
  readonly results: Results;
  readonly target: Target;
  readonly settings: RunSettings;
  readonly redactor: Redactor;
  readonly terminal: Terminal;
}

/** Steps that another command adds to a run. */
export interface FollowUp {
  /** Selects the part of the Results to write. */
  readonly show: (results: Results) => Results;
  /**
   * Prepares the reports' folder before the first request. Rejects with a UserError if the run would be
   * useless.
   */
  readonly prepare: (target: Target, folder: string, terminal: Terminal) => Promise<void>;
  /** Writes more files next to the reports. Returns the exit code. */
  readonly finish: (ended: Ended, code: number) => Promise<number>;
}

/** The folder and formats of a run's reports. */
export function reportPlaceOf(
  given: Given,
  cwd: string,
): { readonly folder: string; readonly formats: readonly FormatName[] } {
  const isLast = lastOptions.some((name) => given.has(name));
  const isSelection = isLast || given.has('case') || given.has('requirement');
  // A selection has its own folder, so that its reports never replace those of a whole run.
  const inFolder = isSelection && (isLast || !given.has('out'));
  return {
    /** Absolute. */
    folder: resolve(cwd, given.value('out'), inFolder ? 'selection' : '.'),
    formats: given.texts('format').filter(isFormatName),
  };
}

/** Throws a UserError if options contradict each other. */
export function requireCompatible(given: Given): void {
  for (const names of alternatives) {
    const [one, other] = names.filter((name) => given.has(name));
    if (one !== undefined && other !== undefined) throw excluding(`--${one}`, `--${other}`);
  }
}

/** Reads the options. Rejects with a UserError if they contradict each other or a file is unreadable. */
export async function settingsOf(given: Given, cwd: string) {
  requireCompatible(given);
  const times = Number(given.value('repeat'));
  const last = lastOptions.find((name) => given.has(name));
  const before = last === undefined ? null : await openBefore(last, given.value('out'), cwd);
  const against = given.text('against');
  return {
    ...reportPlaceOf(given, cwd),
    /** The earlier results with which failures are compared, also those of a selection. */
    earlier: null as Results | null,
    selection: { cases: before?.cases ?? given.texts('case'), requirements: given.texts('requirement') },
    /** Cases that a reader may expect but the selection leaves out. */
    left: before?.left ?? [],
    repetition: { times, seed: given.number('seed') ?? (times > 1 ? randomInt(1_000_000_000) : null) },
    /** Reviews file that replaces the profile's, as the user wrote it. */
    reviews: given.text('reviews'),
    isComplete: given.has('complete'),
    /** Results of an earlier run. Only what got worse since then fails this run. */
    against: against === undefined ? null : await readRun(against, cwd),
    /** Seconds in which the target must accept a connection before the run starts. */
    wait: given.number('wait') ?? 0,
    /** The name of the target if this command has several; otherwise null. */
    label: null as string | null,
    /** Steps that another command adds to this run. */
    followUp: null as FollowUp | null,
    isDryRun: given.has('dry-run'),
    isOpened: given.has('open'),
    isQuiet: given.has('quiet'),
    isVerbose: given.has('verbose'),
    isJson: given.has('json'),
  } as const;
}

const lastOptions = ['last-failed', 'last-open'] as const;

/** Ids of the cases to run again, from the results in a folder. Rejects with a UserError if there are none. */
async function openBefore(option: (typeof lastOptions)[number], out: string, cwd: string) {
  const results = await readRun(join(out, 'results.json'), cwd);
  const failed = results.cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const inReview = [...new Set(openReviews(results).flatMap(({ cases }) => cases))];
  const left = inReview.filter((id) => !failed.includes(id));
  const isLeft = option === 'last-failed' && left.length > 0;
  const notice = isLeft ? say(messageOf('left-in-review', { cases: left }), 'en') : '';
  const cases = option === 'last-failed' ? failed : [...failed, ...left];
  if (cases.length > 0) return { cases, left: isLeft ? left : [] };
  const sought = option === 'last-failed' ? 'failed' : 'failed or is under review';
  const message = `--${option}: found no case in ${shownFile(out)} that ${sought}: nothing to run again`;
  const hint = `${notice === '' ? '' : `${notice}; `}run without --${option}; nothing was sent`;
  throw new UserError('usage', 'empty-selection', message, hint);
}

/** Reads results from a file or a run's folder. Rejects with a UserError if they are unreadable. */
export async function readRun(path: string, cwd: string): Promise<Results> {
  const { readResultsFile } = await import('../results/read-results.ts');
  return readResultsFile(resolve(cwd, path), path);
}
