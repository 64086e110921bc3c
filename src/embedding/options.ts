import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { claimsOf } from '../case/plan.ts';
import { UserError } from '../errors.ts';
import type { Review } from '../result/review.ts';
import { specification } from '../spec/specification.ts';
import { requireNoProduction } from '../target/production.ts';
import { readEnvironment, settingNames } from '../target/environment.ts';
import type { TargetFlags } from '../target/environment.ts';
import { choice, filled, flag, whole } from '../schema-field.ts';
import { loadTarget } from '../target/load.ts';
import { describe, explain, isMapping, problemsOf, quote } from '../target/place.ts';
import { takeProfile } from '../target/profile.ts';
import { limitsShape } from '../target/schema.ts';
import type { profileSchema } from '../target/schema.ts';
import type { Target } from '../target/target.ts';

/** What every option of a function takes. */
export type OptionShape<Options> = Readonly<Record<keyof Options, z.ZodType>>;

/** What options take that several functions have. */
export const kinds = {
  text: filled('a string that is not empty'),
  texts: z.array(filled('a list of strings'), { error: 'a list of strings' }),
  flag: flag(),
  callback: z.custom((value) => typeof value === 'function', { error: 'a function' }),
  // A test environment may bring its own class.
  signal: z.custom((value) => typeof value === 'object' && value !== null && 'aborted' in value, {
    error: 'an AbortSignal',
  }),
  whole,
} as const;

/** Throws a UserError for an option that the function does not have, or for a value that it does not take: an option ignored in silence would make another run than the caller asked for. An option that is undefined counts as absent. */
export function requireOptions(caller: string, options: unknown, shape: z.core.$ZodLooseShape): void {
  const known = Object.keys(shape).join(', ');
  const schema = z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? known : 'an object'),
  });
  const [issue] = schema.partial().safeParse(options).error?.issues ?? [];
  if (issue === undefined) return;
  const [problem] = problemsOf([issue], options, (value) => shown(value, issue.code === 'invalid_value'));
  const option = problem?.path[0];
  const place = option === undefined ? 'options' : `option \`${String(option)}\``;
  const code = issue.code === 'unrecognized_keys' ? 'unknown-option' : 'wrong-option-value';
  const message = `${caller}: ${place}: ${problem === undefined ? issue.message : explain(problem)}`;
  throw new UserError('usage', code, message, 'correct the options; nothing was sent');
}

/** What was found; a text that could be a secret is not shown. */
function shown(value: unknown, isWord: boolean): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return isWord && typeof value === 'string' && value !== ''
    ? quote(value)
    : describe(value).replace('a mapping', 'an object');
}

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
export interface TargetOptions extends TargetFlags {
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
export const targetOptions = {
  variants: kinds.texts,
  baseUrl: kinds.text,
  concurrency: limitsShape.concurrency,
  rate: limitsShape.rate.unwrap().unwrap(),
  timeout: limitsShape.timeout,
  retries: limitsShape.retries,
  proxy: kinds.text,
  language: choice(['en', 'ru']),
  folder: kinds.text,
  env: z.custom(isMapping, { error: 'an object of variables by name' }),
  allowProduction: kinds.flag,
} as const satisfies OptionShape<TargetOptions>;

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
  requireOptions('loadProfile', options, targetOptions);
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
  const { variants, baseUrl, concurrency, rate, timeout, retries, proxy } = options;
  const flags = { variants, baseUrl, concurrency, rate, timeout, retries, proxy };
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
  const target = await loadTarget({ ...sources, flags, cwd });
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

/** The decisions of persons in the named file, or else in that of the profile; null where there are none. Rejects with a UserError for a file that is wrong. */
export async function readDecisions(
  named: string | undefined,
  folder: string,
  profileFile: string | null,
): Promise<readonly Review[] | null> {
  const path = named === undefined ? profileFile : resolve(folder, named);
  if (path === null) return null;
  const { readReviewsFile } = await import('../result/read-reviews.ts');
  return readReviewsFile(path, named ?? relative(folder, path));
}
