import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { readEnvironment, settingNames } from '../target/environment.ts';
import type { Environment } from '../target/environment.ts';
import { loadTarget } from '../target/load-target.ts';
import { requireNoProduction } from '../target/production.ts';
import { takeProfile } from '../target/read-profile.ts';
import type { Target } from '../target/target.ts';
import { choice, flag, positive, text, texts, variables, whole } from './option-kind.ts';
import type { OptionKinds } from './option-kind.ts';
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
  /** Folder that a profile's path, and the paths in a profile object, are relative to; also that of `.env`. The current one if left out. */
  readonly folder?: string | undefined;
  /** Variables for `${NAME}`; those of the process if left out. Those of `.env` are added. */
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

/** A profile object in messages. */
const objectName = 'target profile';

/** Reads and checks a target, and sends nothing. Rejects with a UserError that names what is wrong and where. */
export async function readTarget(given: string | TargetProfile, options: TargetOptions): Promise<Target> {
  const { folder: cwd = process.cwd(), language } = options;
  const env = await readEnvironment(cwd, options.env ?? process.env);
  const flags = flagsOf(options);
  const target =
    typeof given === 'string'
      ? await loadTarget({ profilePath: given, flags, env, cwd }, specification.variants)
      : await takeTarget(given, flags, env, cwd);
  requireNoProduction(target, options.allowProduction ?? false);
  return { ...target, language: language ?? target.language };
}

function flagsOf({ variants, baseUrl, concurrency, rate, timeout, retries }: TargetOptions) {
  return { variants, baseUrl, concurrency, rate, timeout, retries };
}

/** An object says all there is: only its own `${NAME}` are looked up, no `SBP_*` fills what it leaves out. */
async function takeTarget(
  given: TargetProfile,
  flags: ReturnType<typeof flagsOf>,
  env: Environment,
  cwd: string,
): Promise<Target> {
  const profile = await takeProfile(plainData(given), objectName, cwd, env);
  const others = Object.fromEntries(Object.entries(env).filter(([name]) => !settingNames.includes(name)));
  const sources = { profilePath: null, profile, flags, env: others, cwd };
  return loadTarget(sources, specification.variants);
}

/** As a file would hold it: members without a value are left out. */
function plainData(given: TargetProfile): unknown {
  try {
    return JSON.parse(JSON.stringify(given) ?? 'null');
  } catch {
    const message = `${objectName}: found an object that cannot be written as JSON, expected plain data`;
    throw new UserError(
      'profile',
      'profile-not-data',
      message,
      'leave out cycles and bigints; nothing was sent',
    );
  }
}
