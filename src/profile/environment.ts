import { join } from 'node:path';
import { UserError } from '../base/errors.ts';
import { readText } from '../base/file.ts';
import { isMapping, writePath } from '../base/path.ts';
import { nearMiss } from '../base/near-miss.ts';
import { variable } from '../base/environment.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { readLines } from './as-written.ts';
import type { LineNote } from './as-written.ts';
import type { Environment } from '../base/environment.ts';
import type { Path } from '../base/path.ts';

/** The variables that the suite itself reads. They name a target. */
export const settingNames: readonly string[] = ['SBP_TARGET', 'SBP_BASE_URL'];

/** The variables without those that the suite itself reads. */
export const withoutOwn = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !settingNames.includes(name)));

/** True if a variable names a target. If none does, throws a UserError for a misspelt one. */
export function isTargetNamed(env: Environment): boolean {
  if (settingNames.some((name) => variable(env, name) !== null)) return true;
  refuseMisspelt(env);
  return false;
}

/** Warnings for a run of the built-in reference, which ignores the variables of targets. */
export function idleWarnings(env: Environment): readonly Message[] {
  const set = settingNames.filter((name) => variable(env, name) !== null);
  return set.length === 0 ? [] : [message('variables-idle', { names: set, count: set.length })];
}

/** Unknown variables that are similar to one that is not set. */
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

/** Throws a UserError for a misspelt variable where no target is named. */
export function refuseMisspelt(env: Environment): void {
  const [wrong] = misspeltIn(env, []);
  if (wrong === undefined) return;
  const message = `${wrong.name}: found an unknown variable, expected one of ${settingNames.join(', ')}; did you mean ${wrong.meant}?`;
  throw new UserError('usage', 'unknown-variable', message, 'rename or unset it; nothing was sent');
}

/** Warnings about misspelt variables where one is named. `used`: variables that the profile refers to. */
export function misspeltWarnings(env: Environment, used: readonly string[]): readonly Message[] {
  return misspeltIn(env, used).map((one) => message('variable-unread', one));
}

/** Notes on the lines of `.env` that set variables of the suite or these ones. Shows no value. */
export async function linesOfFile(
  cwd: string,
  env: Environment,
  used: readonly string[],
): Promise<readonly LineNote[]> {
  // A pipe may be read only once, so it is skipped.
  const file = await readText(join(cwd, '.env'), { from: 'stranger' });
  if (file.kind !== 'read') return [];
  const { parse } = await import('dotenv');
  const names = new Set([...settingNames, ...used]);
  // A value from another source is not what the line says.
  const values = Object.entries(parse(file.content)).filter(
    ([name, value]) => names.has(name) && value !== '' && env[name] === value,
  );
  return readLines(file.content, new Map(values));
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

/** Settings, and the option or variable that set a path. */
export interface Settings {
  readonly value: unknown;
  readonly labels: ReadonlyMap<string, string>;
}

/** Merges options and `SBP_BASE_URL` over the profile. */
export function overrideSettings(profile: unknown, flags: TargetFlags, env: Environment): Settings {
  let settings = profile;
  const labels = new Map<string, string>();
  const set = (path: Path, value: unknown, label: string): void => {
    settings = put(settings, path, value);
    labels.set(writePath(path), label);
  };
  const { baseUrl, proxy, concurrency, rate, timeout, retries } = flags;
  const address = variable(env, 'SBP_BASE_URL');
  if (baseUrl !== undefined) set(['baseUrl'], baseUrl, '--base-url');
  else if (address !== null) set(['baseUrl'], address, 'SBP_BASE_URL');
  if (proxy !== undefined) set(['proxy'], proxy, '--proxy');
  for (const [name, value] of Object.entries({ concurrency, rate, timeout, retries }))
    if (value !== undefined) set(['limits', name], value, `--${name}`);
  return { value: settings, labels };
}

// If the profile has no mapping at the path, leaves it unchanged, so that this mistake is reported.
function put(target: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (target !== undefined && target !== null && !isMapping(target)) return target;
  return { ...target, [step]: put(target?.[String(step)], rest, value) };
}
