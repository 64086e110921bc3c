import { join, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { specification } from '../spec/specification.ts';
import { readText } from './file.ts';
import { isMapping, nearMiss, shownFile, valueAt, writePath } from './place.ts';
import type { Path } from './place.ts';
import { fitsScheme } from './schema.ts';
import { needsBankCode } from './check.ts';

/** Variables by name. An empty one counts as unset. */
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

/** The value of a variable; null if unset or empty. */
export function variable(env: Environment, name: string): string | null {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return value === undefined || value.trim() === '' ? null : value;
}

/** The environment over `.env` in `cwd`; changes no process. Rejects with a UserError for a bad `.env`. */
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

/** Whether a variable names a target. If not, throws a UserError for a misspelt one. */
export function isTargetNamed(env: Environment): boolean {
  if (namingVariables.some((name) => variable(env, name) !== null)) return true;
  refuseMisspelt(env);
  return false;
}

/** Warnings for a run of the built-in reference, which ignores variables that describe a target. */
export function idleWarnings(env: Environment): readonly string[] {
  const set = settingNames.filter((name) => variable(env, name) !== null);
  if (set.length === 0) return [];
  const names = `${set.join(', ')} ${set.length === 1 ? 'has' : 'have'} no effect`;
  return set.some((name) => namingVariables.includes(name))
    ? [`${names} on the built-in reference, which --reference asks for`]
    : [`${names}: the target is named by --target, --base-url, SBP_TARGET or SBP_BASE_URL`];
}

/** Unknown variables, each with the unset one that has a similar name. */
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

/** Throws a UserError for a misspelt variable if only variables describe the target. */
export function refuseMisspelt(env: Environment): void {
  const [wrong] = misspeltIn(env, []);
  if (wrong === undefined) return;
  const message = `${wrong.name}: found an unknown variable, expected one of ${settingNames.join(', ')}; did you mean ${wrong.meant}?`;
  throw new UserError('usage', 'unknown-variable', message, 'rename or unset it; nothing was sent');
}

/** Warnings about misspelt variables if a profile describes the target. `used`: variables that it refers to. */
export function misspeltWarnings(env: Environment, used: readonly string[]): readonly string[] {
  return misspeltIn(env, used).map(
    ({ name, meant }) => `${name} is set, and nothing reads it; did you mean ${meant}?`,
  );
}

/** A line of `.env` with a `#`: its name, and the value in front of that. */
const cutLine = /^[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t])([^\r\n#]*)#/gm;

/** Warnings about unquoted `#` in used values of `.env`: the rest is read as a comment. Shows no value. */
export async function cutValueWarnings(
  cwd: string,
  env: Environment,
  used: readonly string[],
): Promise<readonly string[]> {
  // A pipe may be read only once, so it is skipped.
  const file = await readText(join(cwd, '.env'), { from: 'stranger' });
  if (file.kind !== 'read') return [];
  const cut = [...file.content.matchAll(cutLine)].flatMap(([, name = '', before = '']) => {
    // A value from another source or in quotes is whole.
    const isCut = /\S$/.test(before) && env[name] === before.trimStart();
    return isCut && [...settingNames, ...used].includes(name) ? [name] : [];
  });
  return [...new Set(cut)].map(
    (name) =>
      `.env: ${name} ends in front of a #; if that is a part of the value, write ${name}='…', or ${name}=\`…\` if it contains a '`,
  );
}

/** Settings from options, which override the profile. */
export interface TargetFlags {
  /** Limits the run to these claimed variants. */
  readonly variants?: readonly string[] | undefined;
  /** The address of the target, so that one profile can serve changing addresses. */
  readonly baseUrl?: string | undefined;
  /** Most requests open at once. */
  readonly concurrency?: number | undefined;
  /** Requests per second. */
  readonly rate?: number | undefined;
  /** Milliseconds for a whole answer. */
  readonly timeout?: number | undefined;
  /** Retries of a doubtful answer. */
  readonly retries?: number | undefined;
  /** The proxy of all requests, as in the profile. */
  readonly proxy?: string | undefined;
}

/** Settings from all sources, and the option or variable that set a path. */
export interface Settings {
  readonly value: unknown;
  readonly labels: ReadonlyMap<string, string>;
}

/** Merges flags over the profile (null: none) over `SBP_*`, whose paths are relative to `cwd`. */
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
    // Without a profile, messages name the variable for a missing setting.
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
    // Ignores a variable for another scheme than the profile's.
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

/** The variants of `SBP_VARIANTS`; if unset, with `guess` those asked for, or addressable. Null: none. */
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

// Leaves a profile alone that has no mapping at the path: its own mistake is reported.
function put(target: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (target !== undefined && target !== null && !isMapping(target)) return target;
  return { ...target, [step]: put(target?.[String(step)], rest, value) };
}
