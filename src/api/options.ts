import { relative, resolve } from 'node:path';
import type { z } from 'zod';
import { claimsOf } from '../plan/plan.ts';
import type { Review } from '../results/review.ts';
import { specification } from '../operation/specification.ts';
import { requireNoProduction } from '../profile/production.ts';
import { readEnvironment } from '../base/environment.ts';
import type { TargetFlags } from '../profile/environment.ts';
import { loadTarget } from '../profile/load.ts';
import { say } from '../messages/message.ts';
import type { profileSchema } from '../profile/schema.ts';
import type { Target } from '../profile/target.ts';

/** Makes all members read-only and lets undefined stand for an absent member. */
type Written<Value> = Value extends object
  ? {
      readonly [Key in keyof Value]:
        | Written<Value[Key]>
        | (object extends Pick<Value, Key> ? undefined : never);
    }
  : Value;

/**
 * The target profile as an object, with the names and meanings of the YAML file. `${NAME}` in a string is
 * replaced from the environment; paths of files are relative to the option `folder`.
 */
export type TargetProfile = Written<z.input<typeof profileSchema>>;

/** What may be set for all variants, and for each of them. */
export type ProfileSettings = Pick<TargetProfile, 'credentials' | 'encryption' | 'conditions' | 'headers'>;

/** The credentials of a partner. Those of a condition override the usual ones. */
export type ProfileCredentials = NonNullable<TargetProfile['credentials']>;

/** How the password is encrypted; an error names a member that the scheme lacks. */
export type ProfileEncryption = NonNullable<TargetProfile['encryption']>;

/** How to create a special condition. */
export type ProfileCondition = NonNullable<NonNullable<TargetProfile['conditions']>['unauthorized']>;

/** A command or a request before or after a condition is tried. */
export type ProfileAction = NonNullable<ProfileCondition['setup']>;

/** Settings that override the target profile. */
export interface TargetOptions extends TargetFlags {
  /** Language of the reports. */
  readonly language?: 'en' | 'ru' | undefined;
  /** Folder of `.env`, which paths in and of the profile are relative to; the current one by default. */
  readonly folder?: string | undefined;
  /** Variables for `${NAME}`, besides those of `.env`; the environment of the process by default. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Allow a run against a base URL that the profile calls production. */
  readonly allowProduction?: boolean | undefined;
}

/** A checked profile, without its secrets. */
export interface LoadedProfile {
  readonly name: string;
  readonly baseUrl: string;
  /** The claimed variants, each with the special conditions that the profile can create. */
  readonly variants: Readonly<Record<string, readonly string[]>>;
  /** Warnings of a run, for example about a key that is too short. */
  readonly warnings: readonly string[];
}

/** Reads and checks a profile and its files; sends nothing. Rejects with a `UserError` for a mistake. */
export async function loadProfile(
  target: string | TargetProfile,
  options: TargetOptions = {},
): Promise<LoadedProfile> {
  const { name, baseUrl, variants, language, warnings } = await readTarget(target, options);
  const provisioned = Object.entries(claimsOf({ variants }, specification)).map(
    ([id, claim]) => [id, claim.provisioned] as const,
  );
  return {
    name,
    baseUrl,
    variants: Object.fromEntries(provisioned),
    warnings: warnings.map((one) => say(one, language)),
  };
}

/**
 * Reads and checks a profile; null means the one that `SBP_TARGET` names. Sends nothing. Rejects with a
 * UserError.
 */
export async function readTarget(
  given: string | TargetProfile | null,
  options: TargetOptions,
): Promise<Target> {
  const { folder: cwd = process.cwd(), language } = options;
  const env = await readEnvironment(cwd, options.env ?? process.env);
  const sources =
    typeof given === 'object' && given !== null
      ? // Drop members without a value, as a YAML file would.
        { profilePath: null, profile: JSON.parse(JSON.stringify(given)) as object }
      : { profilePath: given };
  const target = await loadTarget({ ...sources, env, flags: options, cwd });
  requireNoProduction(target, options.allowProduction ?? false);
  return { ...target, language: language ?? target.language };
}

/**
 * Reads the named reviews file, else the profile's; null if neither is set. Throws a UserError for a wrong
 * file.
 */
export async function readDecisions(
  named: string | undefined,
  folder: string,
  profileFile: string | null,
): Promise<readonly Review[] | null> {
  const path = named === undefined ? profileFile : resolve(folder, named);
  if (path === null) return null;
  const { readReviewsFile } = await import('../results/read-reviews.ts');
  return readReviewsFile(path, named ?? relative(folder, path));
}
