// Variables of the environment and of `.env`.

import { join } from 'node:path';
import { UserError } from './errors.ts';
import { readText } from './file.ts';
import { shownFile } from './path.ts';

/** Variables by name. An empty one counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; null if unset or empty. */
export function variable(env: Environment, name: string): string | null {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return value === undefined || value.trim() === '' ? null : value;
}

/** Variables of `.env` in `cwd` that the environment hides by another value. */
export async function hiddenVariables(cwd: string, env: Environment): Promise<readonly string[]> {
  const own = Object.entries(await readEnvironment(cwd, {}));
  return own.flatMap(([name, value]) => ([null, value].includes(variable(env, name)) ? [] : [name]));
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
  if (file.code === 'ENOENT') return set;
  const message = `${shownFile(path)}: found ${file.found}, expected a text file of lines NAME=value`;
  throw new UserError('profile', 'environment-unreadable', message, 'correct or remove .env and run again');
}
