import { resolve } from 'node:path';
import { settingPaths, variable } from './environment.ts';
import type { Environment } from './environment.ts';
import { needsBankCode } from './known-variant.ts';
import type { KnownVariant } from './known-variant.ts';
import { isMapping, valueAt, writePath } from './place.ts';
import type { Path } from './place.ts';
import { fitsScheme } from './scheme.ts';

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

/** One value that an option or a variable sets. */
export interface Assignment {
  readonly path: Path;
  readonly value: unknown;
  readonly label: string;
  /** Set even where the profile has a value. */
  readonly wins: boolean;
}

/** The variable to name for a path where there is no profile. */
export function labelsOfVariables(known: readonly KnownVariant[]): ReadonlyMap<string, string> {
  const leaves = Object.entries(settingPaths).map(([name, path]) => [writePath(path), name] as const);
  const codes = known.map(({ id }) => [writePath(['variants', id, 'bankCode']), 'SBP_BANK_CODE'] as const);
  return new Map([...leaves, ...codes, ['variants', 'SBP_VARIANTS'] as const]);
}

/** The claimed variants from `SBP_VARIANTS`; to `guess`: without it those asked for, else those that can be addressed. */
export function variantsFrom(
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
  return ids.length === 0 ? [] : [{ path: ['variants'], value, label: 'SBP_VARIANTS', wins: false }];
}

/** The bank code from `SBP_BANK_CODE` for every claimed variant that needs one. */
export function bankCodesFrom(
  env: Environment,
  value: unknown,
  known: readonly KnownVariant[],
): readonly Assignment[] {
  const code = variable(env, 'SBP_BANK_CODE');
  const variants = valueAt(value, ['variants']);
  if (code === null || !isMapping(variants)) return [];
  return known
    .filter((each) => needsBankCode(each) && Object.hasOwn(variants, each.id))
    .map(({ id }) => ({
      path: ['variants', id, 'bankCode'],
      value: code,
      label: 'SBP_BANK_CODE',
      wins: false,
    }));
}

/** What the other variables set; those for another encryption scheme than the profile's are passed over, paths are relative to `cwd`. */
export function leavesFrom(env: Environment, value: unknown, cwd: string): readonly Assignment[] {
  const scheme = valueAt(value, ['encryption', 'scheme']);
  return Object.entries(settingPaths).flatMap(([label, path]) => {
    const found = variable(env, label);
    const foreign = typeof scheme === 'string' && path[0] === 'encryption' && !fitsScheme(scheme, path[1]);
    if (found === null || foreign) return [];
    const isFile = label === 'SBP_ENCRYPTION_KEY' || label === 'SBP_CA';
    return [{ path, value: isFile ? resolve(cwd, found) : found, label, wins: false }];
  });
}

/** What the options of the command line set. */
export function flagAssignments(flags: TargetFlags): readonly Assignment[] {
  const all = [
    { path: ['baseUrl'], value: flags.baseUrl, label: '--base-url' },
    { path: ['limits', 'concurrency'], value: flags.concurrency, label: '--concurrency' },
    { path: ['limits', 'rate'], value: flags.rate, label: '--rate' },
    { path: ['limits', 'timeout'], value: flags.timeout, label: '--timeout' },
    { path: ['limits', 'retries'], value: flags.retries, label: '--retries' },
  ];
  return all.filter(({ value }) => value !== undefined).map((each) => ({ ...each, wins: true }));
}
