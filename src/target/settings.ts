import { resolve } from 'node:path';
import { settingPaths, variable } from './environment.ts';
import type { Environment } from './environment.ts';
import { isMapping, valueAt, writePath } from './place.ts';
import type { Path } from './place.ts';
import { fitsScheme } from './schema.ts';
import { needsBankCode } from './variant.ts';
import type { KnownVariant } from './variant.ts';

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
