import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { readText } from './file.ts';
import { nearMiss } from './near-miss.ts';
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

/** The environment over the variables of `.env` in `cwd`; nothing is written to the process. Rejects with a UserError where `.env` cannot be read. */
export async function readEnvironment(cwd: string, env: Environment): Promise<Environment> {
  const file = await readText(join(cwd, '.env'));
  if (file.kind === 'read') {
    const { parse } = await import('dotenv');
    return { ...parse(file.content), ...withoutEmpty(env) };
  }
  if (file.found === 'no such file') return withoutEmpty(env);
  const message = `${join(cwd, '.env')}: found ${file.found}, expected a text file of lines NAME=value`;
  throw new UserError('profile', 'environment-unreadable', message, 'correct or remove .env and run again');
}

/** The value of a variable; null where it is unset or empty. */
export function variable(env: Environment, name: string): string | null {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return value === undefined || value.trim() === '' ? null : value;
}

/** Whether a target is named at all, by an option or by a variable; if not, the built-in reference is meant. Throws a UserError for a variable that looks like a slip of the pen, so that nobody takes the reference's result for the target's. */
export function hasTargetSettings(
  flags: { readonly target?: string | null | undefined; readonly baseUrl?: string | null | undefined },
  env: Environment,
): boolean {
  const named = [flags.target, flags.baseUrl].some((flag) => flag !== undefined && flag !== null);
  if (named || settingNames.some((name) => variable(env, name) !== null)) return true;
  refuseSlips(env);
  return false;
}

/** A variable that nothing reads, whose name is nearly that of one that is not set. */
interface Slip {
  readonly name: string;
  readonly meant: string;
}

/** Variables that look like slips of the pen; `used` are those that a profile refers to. */
function slipsIn(env: Environment, used: readonly string[]): readonly Slip[] {
  const unset = settingNames.filter((name) => variable(env, name) === null);
  return Object.keys(env)
    .filter((name) => /^SBP_/i.test(name) && ![...settingNames, ...used].includes(name))
    .flatMap((name) => {
      const near = nearMiss(name, settingNames);
      return near !== null && unset.includes(near) ? [{ name, meant: near }] : [];
    });
}

/** Throws a UserError for a variable that looks like a slip of the pen, where nothing but variables describes the target. */
export function refuseSlips(env: Environment): void {
  const [slip] = slipsIn(env, []);
  if (slip === undefined) return;
  const message = `${slip.name}: found an unknown variable, expected one of ${settingNames.join(', ')}; did you mean ${slip.meant}?`;
  throw new UserError('usage', 'unknown-variable', message, 'rename or unset it; nothing was sent');
}

/** What to say of such variables where a profile describes the target, and refers to those that are `used`. */
export function slipWarnings(env: Environment, used: readonly string[]): readonly string[] {
  return slipsIn(env, used).map(
    ({ name, meant }) => `${name} is set, and nothing reads it; did you mean ${meant}?`,
  );
}

function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => variable(env, name) !== null));
}
