import { join, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { specification } from '../spec/specification.ts';
import { readText } from './file.ts';
import { isMapping, nearMiss, shownFile, valueAt, writePath } from './place.ts';
import type { Path } from './place.ts';
import { fitsScheme } from './schema.ts';
import { needsBankCode } from './check.ts';

/** Variables by name; an empty one counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that set one value of the profile, with the path of that value. */
const settingPaths = {
  SBP_BASE_URL: ['baseUrl'],
  SBP_PARTNER_NAME: ['credentials', 'partnerName'],
  SBP_PARTNER_PASSWORD: ['credentials', 'partnerPassword'],
  SBP_USE_AUTH_BY_CERT: ['credentials', 'useAuthByCert'],
  SBP_ENCRYPTION_SCHEME: ['encryption', 'scheme'],
  SBP_ENCRYPTION_HASH: ['encryption', 'hash'],
  SBP_ENCRYPTION_MGF1: ['encryption', 'mgf1'],
  SBP_ENCRYPTION_ENCODING: ['encryption', 'encoding'],
  SBP_ENCRYPTION_KEY: ['encryption', 'key'],
  SBP_CA: ['tls', 'ca'],
} as const satisfies Readonly<Record<string, Path>>;

/** The variables that name a target. */
const namingVariables: readonly string[] = ['SBP_TARGET', 'SBP_BASE_URL'];

/** Names of all variables that name or describe a target. */
export const settingNames = ['SBP_TARGET', 'SBP_VARIANTS', 'SBP_BANK_CODE', ...Object.keys(settingPaths)];

/** The value of a variable; null where it is unset or empty. */
export function variable(env: Environment, name: string): string | null {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return value === undefined || value.trim() === '' ? null : value;
}

/** The environment over the variables of `.env` in `cwd`; nothing is written to the process. Rejects with a UserError where `.env` cannot be read. */
export async function readEnvironment(cwd: string, env: Environment): Promise<Environment> {
  const set = Object.fromEntries(Object.entries(env).filter(([name]) => variable(env, name) !== null));
  const path = join(cwd, '.env');
  const file = await readText(path);
  if (file.kind === 'read') {
    const { parse } = await import('dotenv');
    return { ...parse(file.content), ...set };
  }
  if (file.found === 'no such file') return set;
  const message = `${shownFile(path)}: found ${file.found}, expected a text file of lines NAME=value`;
  throw new UserError('profile', 'environment-unreadable', message, 'correct or remove .env and run again');
}

/** Whether a variable names a target; the others only describe one. Throws a UserError for a variable with a misspelt name where none does, so that nobody takes the reference's result for the target's. */
export function isTargetNamed(env: Environment): boolean {
  if (namingVariables.some((name) => variable(env, name) !== null)) return true;
  refuseMisspelt(env);
  return false;
}

/** Warnings for a run of the built-in reference: variables that describe a target have no effect on it. */
export function idleWarnings(env: Environment): readonly string[] {
  const set = settingNames.filter((name) => variable(env, name) !== null);
  if (set.length === 0) return [];
  const names = `${set.join(', ')} ${set.length === 1 ? 'has' : 'have'} no effect`;
  return set.some((name) => namingVariables.includes(name))
    ? [`${names} on the built-in reference, which --reference asks for`]
    : [`${names}: the target is named by --target, --base-url, SBP_TARGET or SBP_BASE_URL`];
}

/** Variables that nothing reads, each with the one that is not set and has nearly its name. */
function misspeltIn(
  env: Environment,
  used: readonly string[],
): readonly { readonly name: string; readonly meant: string }[] {
  return Object.keys(env)
    .filter((name) => /^SBP_/i.test(name) && ![...settingNames, ...used].includes(name))
    .flatMap((name) => {
      const meant = nearMiss(name, settingNames);
      return meant !== null && variable(env, meant) === null ? [{ name, meant }] : [];
    });
}

/** Throws a UserError for a variable with a misspelt name, where nothing but variables describes the target. */
export function refuseMisspelt(env: Environment): void {
  const [wrong] = misspeltIn(env, []);
  if (wrong === undefined) return;
  const message = `${wrong.name}: found an unknown variable, expected one of ${settingNames.join(', ')}; did you mean ${wrong.meant}?`;
  throw new UserError('usage', 'unknown-variable', message, 'rename or unset it; nothing was sent');
}

/** Warnings about such variables where a profile describes the target, and refers to those that are `used`. */
export function misspeltWarnings(env: Environment, used: readonly string[]): readonly string[] {
  return misspeltIn(env, used).map(
    ({ name, meant }) => `${name} is set, and nothing reads it; did you mean ${meant}?`,
  );
}

/** A line of `.env`: its name, and its value without blanks around it. */
const line = /^[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t])(.*)$/;

/** Warnings about variables whose unquoted value in `.env` ends at a `#` within it, which the reader of `.env` takes for the beginning of a comment: those that describe a target, or that a profile refers to. No value is shown. */
export async function cutValueWarnings(
  cwd: string,
  env: Environment,
  used: readonly string[],
): Promise<readonly string[]> {
  // A pipe, which may be read only once, is left alone.
  const file = await readText(join(cwd, '.env'), { from: 'stranger' });
  if (file.kind !== 'read') return [];
  const cut = file.content.split(/[\r\n]+/).flatMap((text) => {
    const [, name = '', rest = ''] = line.exec(text) ?? [];
    const [before = '', ...after] = rest.trimStart().split('#');
    const isWithin = after.length > 0 && /\S$/.test(before);
    // What the environment has of another source, or from between quotes, is whole.
    return isWithin && env[name] === before && [...settingNames, ...used].includes(name) ? [name] : [];
  });
  return [...new Set(cut)].map(
    (name) =>
      `.env: ${name} ends in front of a #; if that is a part of the value, write ${name}='…', or ${name}=\`…\` if it contains a '`,
  );
}

/** Settings beside a profile, which win over it. */
export interface TargetFlags {
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
  /** The proxy that all requests go through, as the profile would name it. */
  readonly proxy?: string | undefined;
}

/** Settings from all sources in one, and which option or variable to name for a path. */
export interface Settings {
  readonly value: unknown;
  readonly labels: ReadonlyMap<string, string>;
}

/** One set of settings: a flag wins over the profile, the profile over `SBP_*`, which only fill what it leaves out; null: no profile. Paths in variables are relative to `cwd`. */
export function resolveSettings(
  profile: unknown,
  flags: TargetFlags,
  env: Environment,
  cwd: string,
): Settings {
  let settings: unknown = profile ?? {};
  const labels = new Map<string, string>();
  const set = (path: Path, value: unknown, label: string): void => {
    settings = put(settings, path, value);
    labels.set(writePath(path), label);
  };
  const fill = (path: Path, value: unknown, label: string): void => {
    if (value !== null && (valueAt(settings, path) ?? null) === null) set(path, value, label);
    // Without a profile, the variable is what to name for a setting that is missing.
    else if (profile === null) labels.set(writePath(path), label);
  };
  const claims = claimsFrom(flags, env, profile === null);
  fill(
    ['variants'],
    claims === null ? null : Object.fromEntries(claims.map((id) => [id, {}])),
    'SBP_VARIANTS',
  );
  if (labels.has('variants'))
    for (const id of claims ?? []) labels.set(writePath(['variants', id]), 'SBP_VARIANTS');
  const claimed = Object.keys(valueAt(settings, ['variants']) ?? {});
  for (const variant of specification.variants.filter(
    (each) => needsBankCode(each) && claimed.includes(each.id),
  ))
    fill(['variants', variant.id, 'bankCode'], variable(env, 'SBP_BANK_CODE'), 'SBP_BANK_CODE');
  const scheme = valueAt(settings, ['encryption', 'scheme']);
  for (const [name, path] of Object.entries(settingPaths)) {
    const value = variable(env, name);
    const isFile = name === 'SBP_ENCRYPTION_KEY' || name === 'SBP_CA';
    // A variable for another scheme than that of the profile is passed over.
    const isForeign = typeof scheme === 'string' && path[0] === 'encryption' && !fitsScheme(scheme, path[1]);
    fill(path, value === null || isForeign ? null : isFile ? resolve(cwd, value) : value, name);
  }
  const { baseUrl, concurrency, rate, timeout, retries } = flags;
  if (baseUrl !== undefined) set(['baseUrl'], baseUrl, '--base-url');
  if (flags.proxy !== undefined) set(['proxy'], flags.proxy, '--proxy');
  for (const [name, value] of Object.entries({ concurrency, rate, timeout, retries }))
    if (value !== undefined) set(['limits', name], value, `--${name}`);
  return { value: settings, labels };
}

/** The variants that `SBP_VARIANTS` claims; to `guess`: without it those asked for, else those that can be addressed. Null: none are named. */
function claimsFrom(
  { variants = [] }: TargetFlags,
  env: Environment,
  guess: boolean,
): readonly string[] | null {
  const listed = variable(env, 'SBP_VARIANTS');
  if (listed !== null)
    return listed
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== '');
  if (!guess || variants.length > 0) return guess ? variants : null;
  const hasCode = variable(env, 'SBP_BANK_CODE') !== null;
  return specification.variants.filter((each) => !needsBankCode(each) || hasCode).map(({ id }) => id);
}

// A profile that has something else than a mapping on the way is left alone: its own mistake is reported.
function put(target: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (target !== undefined && target !== null && !isMapping(target)) return target;
  return { ...target, [step]: put(target?.[String(step)], rest, value) };
}
