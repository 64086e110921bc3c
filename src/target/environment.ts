import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { findFile, readText } from './file.ts';
import { nearMiss } from './near-miss.ts';
import { shownFile } from './place.ts';
import type { Path } from './place.ts';

/** Variables by name; an empty one counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that set one value of the profile, with the path of that value. */
export const settingPaths = {
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

/** Names of all variables that describe a target. */
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

/** Whether a target is named at all, by an option or by a variable; if not, the built-in reference is meant. Throws a UserError for a variable with a misspelt name, so that nobody takes the reference's result for the target's. */
export function hasTargetSettings(
  flags: { readonly target?: string | null | undefined; readonly baseUrl?: string | null | undefined },
  env: Environment,
): boolean {
  const named = [flags.target, flags.baseUrl].some((flag) => flag !== undefined && flag !== null);
  if (named || settingNames.some((name) => variable(env, name) !== null)) return true;
  refuseMisspelt(env);
  return false;
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
