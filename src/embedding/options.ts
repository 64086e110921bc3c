import { relative, resolve } from 'node:path';
import type { z } from 'zod';
import { claimsOf } from '../case/plan.ts';
import { UserError, within } from '../errors.ts';
import type { Review } from '../result/review.ts';
import { specification } from '../spec/specification.ts';
import { requireNoProduction } from '../target/check.ts';
import { readEnvironment, settingNames } from '../target/environment.ts';
import { loadTarget } from '../target/load.ts';
import { describe, isMapping, nearMiss, quote } from '../target/place.ts';
import { takeProfile } from '../target/profile.ts';
import type { profileSchema } from '../target/schema.ts';
import type { Target } from '../target/target.ts';

/** What an option of a function takes. */
export interface OptionKind {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** The words that it may be. A value is shown in messages only where there are some: it may be a secret. */
  readonly words?: readonly string[];
}

/** One kind of option for every name of an interface. */
export type OptionKinds<Options> = Readonly<Record<keyof Options, OptionKind>>;

const kind = (expected: string, fits: OptionKind['fits'], words?: readonly string[]): OptionKind => ({
  expected,
  fits,
  ...(words === undefined ? {} : { words }),
});
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isOneOf = (words: readonly string[], value: unknown): boolean => isText(value) && words.includes(value);
const isListOf = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(fits);

/** The kinds of options that there are. */
export const kinds = {
  text: kind('a string that is not empty', isText),
  texts: kind('a list of strings', (value) => isListOf(value, isText)),
  flag: kind('true or false', (value) => typeof value === 'boolean'),
  positive: kind('a number above 0', (value) => typeof value === 'number' && value > 0),
  callback: kind('a function', (value) => typeof value === 'function'),
  variables: kind('an object of variables by name', isMapping),
  moment: kind('a Date', (value) => value instanceof Date && !Number.isNaN(value.getTime())),
  // A test environment may bring its own class.
  signal: kind(
    'an AbortSignal',
    (value) => typeof value === 'object' && value !== null && 'aborted' in value,
  ),
  whole: (least: number): OptionKind =>
    kind(`a whole number from ${least}`, (value) => Number.isSafeInteger(value) && Number(value) >= least),
  choice: (words: readonly string[]): OptionKind =>
    kind(`one of ${words.join(', ')}`, (value) => isOneOf(words, value), words),
  choices: (words: readonly string[]): OptionKind => {
    const areFit = (value: unknown): boolean => isListOf(value, (item) => isOneOf(words, item));
    return kind(`a list of some of ${words.join(', ')}`, areFit, words);
  },
} as const;

/** Throws a UserError for an option that the function does not have, or for a value that it does not take: an option ignored in silence would make another run than the caller asked for. An option that is undefined counts as absent. */
export function requireOptions(
  caller: string,
  options: unknown,
  known: Readonly<Record<string, OptionKind>>,
): void {
  const refusal = (where: string, found: string, expected: string, near: string | null, code: string) => {
    const question = near === null ? '' : `; did you mean \`${near}\`?`;
    const message = `${caller}: ${where}: found ${found}, expected ${expected}${question}`;
    return new UserError('usage', code, message, 'correct the options; nothing was sent');
  };
  if (!isMapping(options)) {
    throw refusal('options', kindOf(options), 'an object', null, 'wrong-option-value');
  }
  const names = Object.keys(known);
  for (const [name, value] of Object.entries(options)) {
    const where = `option \`${name}\``;
    const own = Object.hasOwn(known, name) ? known[name] : undefined;
    if (own === undefined) {
      const expected = `one of ${names.join(', ')}`;
      throw refusal(where, 'an unknown option', expected, nearMiss(name, names), 'unknown-option');
    }
    if (value === undefined || own.fits(value)) continue;
    const { found, near } = foundBy(own, value);
    throw refusal(where, found, own.expected, near, 'wrong-option-value');
  }
}

/** What was found, with the word that was probably meant; a text that could be a secret is not shown. */
function foundBy({ words = [] }: OptionKind, value: unknown): { found: string; near: string | null } {
  const wrong: unknown = Array.isArray(value) ? value.find((item) => !isOneOf(words, item)) : value;
  if (typeof wrong === 'number' || typeof wrong === 'boolean') return { found: String(wrong), near: null };
  if (words.length === 0 || !isText(wrong)) return { found: kindOf(value), near: null };
  return { found: quote(wrong), near: nearMiss(wrong, words) };
}

const kindOf = (value: unknown): string =>
  typeof value === 'function' ? 'a function' : describe(value).replace('a mapping', 'an object');

/** As people write it in code: read-only, and undefined counts as absent. */
type Written<Value> = Value extends object
  ? {
      readonly [Key in keyof Value]:
        | Written<Value[Key]>
        | (object extends Pick<Value, Key> ? undefined : never);
    }
  : Value;

/**
 * The target profile as an object: the members of the YAML file, with the same names and the same meaning.
 * `${NAME}` in a string is replaced from the environment; paths of files are relative to the option `folder`.
 */
export type TargetProfile = Written<z.input<typeof profileSchema>>;

/** What may be set for all variants, and for each of them. */
export type ProfileSettings = Pick<
  TargetProfile,
  'credentials' | 'encryption' | 'conditions' | 'headers' | 'texts'
>;

/** The credentials of a partner; what a condition does not set is as in the usual ones. */
export type ProfileCredentials = NonNullable<TargetProfile['credentials']>;

/** How the password is encrypted; a message says which members a scheme needs where one is missing. */
export type ProfileEncryption = NonNullable<TargetProfile['encryption']>;

/** How a special condition is brought about. */
export type ProfileCondition = NonNullable<NonNullable<TargetProfile['conditions']>['unauthorized']>;

/** Something that is done before or after a condition is tried: a command or a request. */
export type ProfileAction = NonNullable<ProfileCondition['setup']>;

/** What may be set beside a target profile; it has priority over the profile. */
export interface TargetOptions {
  /** Only these of the variants that the profile claims. */
  readonly variants?: readonly string[] | undefined;
  /** The address of the target: one profile serves a server that listens somewhere else every time. */
  readonly baseUrl?: string | undefined;
  /** Requests open at once. */
  readonly concurrency?: number | undefined;
  /** Requests per second. */
  readonly rate?: number | undefined;
  /** Milliseconds for a whole answer. */
  readonly timeout?: number | undefined;
  /** Repeats of a doubtful answer. */
  readonly retries?: number | undefined;
  /** Language of the reports. */
  readonly language?: 'en' | 'ru' | undefined;
  /** Folder that a profile's path, and the paths in a profile object, are relative to; also that of `.env`. The current one by default. */
  readonly folder?: string | undefined;
  /** Variables for `${NAME}`; those of the process by default. Those of `.env` are added. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Run against a base URL that the profile calls production. */
  readonly allowProduction?: boolean | undefined;
}

/** What these options take. */
export const targetOptionKinds = {
  variants: kinds.texts,
  baseUrl: kinds.text,
  concurrency: kinds.whole(1),
  rate: kinds.positive,
  timeout: kinds.whole(1),
  retries: kinds.whole(0),
  language: kinds.choice(['en', 'ru']),
  folder: kinds.text,
  env: kinds.variables,
  allowProduction: kinds.flag,
} as const satisfies OptionKinds<TargetOptions>;

/** A checked profile, without its secrets. */
export interface LoadedProfile {
  readonly name: string;
  readonly baseUrl: string;
  /** The variants that it claims, each with the special conditions that it says how to bring about. */
  readonly variants: Readonly<Record<string, readonly string[]>>;
  /** What a run would warn of: a key that is too short, for example. */
  readonly warnings: readonly string[];
}

/** Reads and checks a target profile, its files included, and sends nothing. Rejects with a `UserError` that names what is wrong and where. */
export async function loadProfile(
  target: string | TargetProfile,
  options: TargetOptions = {},
): Promise<LoadedProfile> {
  requireOptions('loadProfile', options, targetOptionKinds);
  const { name, baseUrl, variants, warnings } = await readTarget(target, options);
  const provisioned = Object.entries(claimsOf({ variants }, specification)).map(
    ([id, claim]) => [id, claim.provisioned] as const,
  );
  return { name, baseUrl, variants: Object.fromEntries(provisioned), warnings };
}

/** Reads and checks a target, given by the path of its profile, by the profile, or by `SBP_*` variables (null), and sends nothing. Rejects with a UserError that names what is wrong and where. */
export async function readTarget(
  given: string | TargetProfile | null,
  options: TargetOptions,
): Promise<Target> {
  const { folder: cwd = process.cwd(), language } = options;
  const { variants, baseUrl, concurrency, rate, timeout, retries } = options;
  const flags = { variants, baseUrl, concurrency, rate, timeout, retries };
  const env = await readEnvironment(cwd, options.env ?? process.env);
  const isObject = typeof given === 'object' && given !== null;
  const sources = isObject
    ? {
        profilePath: null,
        profile: await takeProfile(plainData(given), objectName, cwd, env),
        // An object says all there is: no `SBP_*` fills what it leaves out.
        env: Object.fromEntries(Object.entries(env).filter(([name]) => !settingNames.includes(name))),
      }
    : { profilePath: given, env };
  const target = await loadTarget({ ...sources, flags, cwd }, specification.variants);
  requireNoProduction(target, options.allowProduction ?? false);
  return { ...target, language: language ?? target.language };
}

/** A profile object in messages. */
const objectName = 'target profile';

/** As a file would hold it: members without a value are absent. */
function plainData(given: TargetProfile): unknown {
  try {
    return JSON.parse(JSON.stringify(given) ?? 'null');
  } catch {
    const message = `${objectName}: found an object that cannot be written as JSON, expected plain data`;
    const hint = 'leave out cycles and bigints; nothing was sent';
    throw new UserError('profile', 'profile-not-data', message, hint);
  }
}

/** The decisions of persons that the option `reviews` names, or else the profile; none where neither does. Rejects with a UserError for a file that is wrong. */
export async function readReviews(
  { reviewsFile }: Target,
  options: { readonly reviews?: string | undefined; readonly folder?: string | undefined },
): Promise<readonly Review[]> {
  const { reviews, folder = process.cwd() } = options;
  const path = reviews === undefined ? reviewsFile : resolve(folder, reviews);
  if (path === null) return [];
  const { readReviewsFile } = await import('../result/read-reviews.ts');
  return readReviewsFile(path, reviews ?? relative(folder, path));
}

/** A target that a hook has started. */
export interface StartedTarget {
  /** Path of its profile, or the profile itself. */
  readonly target: string | TargetProfile;
  /** Stops it, when all cases have ended. */
  readonly close?: (() => unknown) | undefined;
}

/** A target that is read already, or a function that starts it. */
export type TargetSource = Target | (() => StartedTarget | Promise<StartedTarget>);

/** Starts a target where it is not there yet, within that many milliseconds, and reads its profile; stops it again where the profile is wrong. */
export async function startTarget(
  source: TargetSource,
  options: TargetOptions,
  timeoutMs = 60_000,
): Promise<{ readonly target: Target; readonly stop: () => Promise<void> }> {
  if (typeof source !== 'function') return { target: source, stop: () => Promise.resolve() };
  const message = `the function that starts the target did not finish within ${timeoutMs} ms`;
  const hint = 'see why it does not, or set `startTimeout`';
  const late = new UserError('target', 'start-timeout', message, hint);
  const started = await within(timeoutMs, Promise.resolve().then(source), late);
  const stop = async (): Promise<void> => void (await started.close?.());
  try {
    return { target: await readTarget(started.target, options), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
