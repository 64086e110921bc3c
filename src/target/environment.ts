import { join, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { findFile, readText } from './file.ts';
import { isMapping, nearMiss, shownFile, valueAt, writePath } from './place.ts';
import type { Path } from './place.ts';
import { fitsScheme } from './schema.ts';
import { needsBankCode } from './check.ts';
import type { KnownVariant } from './check.ts';

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

/** Whether an option or a variable names a target; the other variables only describe one. Throws a UserError for a variable with a misspelt name where none is named, so that nobody takes the reference's result for the target's. */
export function isTargetNamed(
  flags: { readonly target?: string | null | undefined; readonly baseUrl?: string | null | undefined },
  env: Environment,
): boolean {
  const named = [flags.target, flags.baseUrl].some((flag) => flag !== undefined && flag !== null);
  if (named || namingVariables.some((name) => variable(env, name) !== null)) return true;
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

/** A variable that nothing reads, whose name is nearly that of one that is not set. */
interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

function misspeltIn(env: Environment, used: readonly string[]): readonly Misspelt[] {
  return Object.keys(env)
    .filter((name) => /^SBP_/i.test(name) && ![...settingNames, ...used].includes(name))
    .flatMap((name) => {
      const near = nearMiss(name, settingNames);
      return near !== null && variable(env, near) === null ? [{ name, meant: near }] : [];
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

/** A line of `.env` with a value that is not quoted, or whose quote does not end. */
const line = /^[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t])(.*)$/;

/** Warnings about variables whose unquoted value in `.env` ends at a `#` within it, which the reader of `.env` takes for the beginning of a comment: those that describe a target, or that a profile refers to. No value is shown. */
export async function cutValueWarnings(
  cwd: string,
  env: Environment,
  used: readonly string[],
): Promise<readonly string[]> {
  const path = join(cwd, '.env');
  const size = await findFile(path);
  // A pipe, of size 0, may be read only once.
  if (size.kind !== 'read' || size.content === 0) return [];
  const file = await readText(path);
  if (file.kind !== 'read') return [];
  const cut = file.content.split(/[\r\n]+/).flatMap((text) => {
    const [, name = '', rest = ''] = line.exec(text) ?? [];
    const value = rest.trimStart();
    const end = value.indexOf('#');
    const isWithin = end > 0 && value.slice(0, end).trimEnd().length === end;
    // What the environment has of another source, or from between quotes, is whole.
    const isRead = env[name] === value.slice(0, end) && [...settingNames, ...used].includes(name);
    return isWithin && isRead ? [name] : [];
  });
  return [...new Set(cut)].map(
    (name) => `.env: ${name} ends in front of a #; if that is a part of the value, write ${name}='…'`,
  );
}

/** Options of the command line that set a value of the profile. */
export interface TargetFlags {
  readonly baseUrl?: string | undefined;
  readonly concurrency?: number | undefined;
  readonly rate?: number | undefined;
  /** Milliseconds for a whole answer. */
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  /** Ids of the variants to run, out of those that are claimed. */
  readonly variants?: readonly string[] | undefined;
}

/** Settings from all sources in one, and which option or variable to name for a path. */
export interface Settings {
  readonly value: unknown;
  readonly labels: ReadonlyMap<string, string>;
}

/** One set of settings: a flag wins over the profile, the profile over `SBP_*`, which only fill what it leaves out; null: no profile. */
export function resolveSettings(
  profile: unknown,
  flags: TargetFlags,
  env: Environment,
  known: readonly KnownVariant[],
  cwd: string,
): Settings {
  const start: Settings =
    profile === null
      ? { value: {}, labels: labelsOfVariables(known) }
      : { value: profile, labels: new Map() };
  const claimed = fill(start, claimsFrom(flags, env, known, profile === null));
  const coded = fill(claimed, bankCodesFrom(env, claimed.value, known));
  const filled = fill(coded, variablesFrom(env, claimed.value, cwd));
  return flagsOf(flags).reduce(assign, filled);
}

/** One value that an option or a variable sets. */
interface Assignment {
  readonly path: Path;
  readonly value: unknown;
  readonly label: string;
}

/** The variable to name for a path where there is no profile. */
function labelsOfVariables(known: readonly KnownVariant[]): ReadonlyMap<string, string> {
  const single = Object.entries(settingPaths).map(([name, path]) => [writePath(path), name] as const);
  const codes = known.map(({ id }) => [writePath(['variants', id, 'bankCode']), 'SBP_BANK_CODE'] as const);
  return new Map([...single, ...codes, ['variants', 'SBP_VARIANTS'] as const]);
}

/** The claimed variants from `SBP_VARIANTS`; to `guess`: without it those asked for, else those that can be addressed. */
function claimsFrom(
  flags: TargetFlags,
  env: Environment,
  known: readonly KnownVariant[],
  guess: boolean,
): readonly Assignment[] {
  const listed = variable(env, 'SBP_VARIANTS');
  const addressed = known.filter((each) => !needsBankCode(each) || variable(env, 'SBP_BANK_CODE') !== null);
  const asked = flags.variants ?? [];
  const guessed = asked.length > 0 ? asked : addressed.map(({ id }) => id);
  const ids = listed === null ? (guess ? guessed : []) : listed.split(',').map((id) => id.trim());
  const value = Object.fromEntries(ids.filter((id) => id !== '').map((id) => [id, {}]));
  return ids.length === 0 ? [] : [{ path: ['variants'], value, label: 'SBP_VARIANTS' }];
}

/** The bank code from `SBP_BANK_CODE` for every claimed variant that needs one. */
function bankCodesFrom(
  env: Environment,
  settings: unknown,
  known: readonly KnownVariant[],
): readonly Assignment[] {
  const value = variable(env, 'SBP_BANK_CODE');
  const variants = valueAt(settings, ['variants']);
  if (value === null || !isMapping(variants)) return [];
  return known
    .filter((each) => needsBankCode(each) && Object.hasOwn(variants, each.id))
    .map(({ id }) => ({ path: ['variants', id, 'bankCode'], value, label: 'SBP_BANK_CODE' }));
}

/** What the other variables set; those for another encryption scheme than the profile's are passed over, paths are relative to `cwd`. */
function variablesFrom(env: Environment, settings: unknown, cwd: string): readonly Assignment[] {
  const scheme = valueAt(settings, ['encryption', 'scheme']);
  return Object.entries(settingPaths).flatMap(([label, path]) => {
    const found = variable(env, label);
    const foreign = typeof scheme === 'string' && path[0] === 'encryption' && !fitsScheme(scheme, path[1]);
    if (found === null || foreign) return [];
    const isFile = label === 'SBP_ENCRYPTION_KEY' || label === 'SBP_CA';
    return [{ path, value: isFile ? resolve(cwd, found) : found, label }];
  });
}

function flagsOf({ baseUrl, concurrency, rate, timeout, retries }: TargetFlags): readonly Assignment[] {
  const all = [
    { path: ['baseUrl'], value: baseUrl, label: '--base-url' },
    { path: ['limits', 'concurrency'], value: concurrency, label: '--concurrency' },
    { path: ['limits', 'rate'], value: rate, label: '--rate' },
    { path: ['limits', 'timeout'], value: timeout, label: '--timeout' },
    { path: ['limits', 'retries'], value: retries, label: '--retries' },
  ];
  return all.filter(({ value }) => value !== undefined);
}

/** The settings with those assignments whose place has no value yet. */
function fill(settings: Settings, assignments: readonly Assignment[]): Settings {
  const isEmpty = ({ path }: Assignment) => (valueAt(settings.value, path) ?? null) === null;
  return assignments.filter(isEmpty).reduce(assign, settings);
}

function assign(settings: Settings, { path, value, label }: Assignment): Settings {
  const members = path[0] === 'variants' && isMapping(value) ? Object.keys(value) : [];
  const paths = [path, ...members.map((member) => [...path, member])];
  const labels = new Map([...settings.labels, ...paths.map((each) => [writePath(each), label] as const)]);
  return { value: put(settings.value, path, value), labels };
}

// A profile that has something else than a mapping on the way is left alone: its own mistake is reported.
function put(target: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (target !== undefined && target !== null && !isMapping(target)) return target;
  return { ...target, [step]: put(target?.[String(step)], rest, value) };
}
