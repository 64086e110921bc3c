import { relative, resolve } from 'node:path';
import { claimsOf } from '../case/plan.ts';
import { UserError } from '../errors.ts';
import type { Review } from '../result/review.ts';
import { specification } from '../spec/variant.ts';
import { readEnvironment, settingNames } from '../target/environment.ts';
import { loadTarget } from '../target/load.ts';
import { requireNoProduction } from '../target/check.ts';
import { takeProfile } from '../target/profile.ts';
import type { Target } from '../target/target.ts';
import { choice, flag, positive, requireOptions, text, texts, variables, whole } from './options.ts';
import type { OptionKinds } from './options.ts';
import type { TargetProfile } from './target-profile.ts';

/** What may be set beside a target profile; it goes before what the profile says. */
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
  variants: texts,
  baseUrl: text,
  concurrency: whole(1),
  rate: positive,
  timeout: whole(1),
  retries: whole(0),
  language: choice(['en', 'ru']),
  folder: text,
  env: variables,
  allowProduction: flag,
} as const satisfies OptionKinds<TargetOptions>;

/** What a profile comes to, without its secrets. */
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
  const started = await within(timeoutMs, Promise.resolve().then(source));
  const stop = async (): Promise<void> => void (await started.close?.());
  try {
    return { target: await readTarget(started.target, options), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const message = `the function that starts the target has not come to its end within ${timeoutMs} ms`;
  const hint = 'see why it does not, or set `startTimeout`';
  const timer = setTimeout(
    () => late.reject(new UserError('target', 'start-timeout', message, hint)),
    timeoutMs,
  );
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
