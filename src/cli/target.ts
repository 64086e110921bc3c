// Finds out which target a command is about, and reads its profile.

import { once } from 'node:events';
import { ownTexts } from '#banks/own-texts.ts';
import { readTarget } from '../api/options.ts';
import type { TargetProfile } from '../api/options.ts';
import { readEnvironment, variable } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import { program } from '../base/package.ts';
import { quoteArgument } from '../base/shell.ts';
import { createMasker } from '../client/mask.ts';
import { isTargetNamed } from '../profile/load.ts';
import type { Target } from '../profile/target.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';

/** Options about a target, of the commands that have them. */
export type TargetWords = Partial<Options<'run'>>;

/** True if an option or the environment names a target. */
export async function isNamed(options: TargetWords, { cwd, env }: Invocation): Promise<boolean> {
  const isGiven = options.target !== undefined || options.baseUrl !== undefined;
  return isGiven || isTargetNamed(await readEnvironment(cwd, env));
}

/** Sends nothing. Rejects with a UserError if no target is named or its profile is wrong. */
export async function loadTarget(
  options: TargetWords,
  invocation: Invocation,
  profile: string | TargetProfile | null = options.target ?? null,
): Promise<Target> {
  const { cwd, env, signal, masks } = invocation;
  const { yes: allowProduction, variant: variants } = options;
  const reading = readTarget(profile, { ...options, variants, allowProduction, folder: cwd, env });
  const target = await Promise.race([reading, untilInterrupted(signal)]);
  const masker = createMasker(target.secrets, ownTexts);
  masks.push(masker.mask);
  return target;
}

/** `loadTarget` for a command that needs one. */
export async function requireTarget(
  command: string,
  options: TargetWords,
  invocation: Invocation,
): Promise<Target> {
  if (await isNamed(options, invocation)) return loadTarget(options, invocation);
  const found = `${command}: found no target, expected a profile`;
  const hint = `name one by --target FILE or SBP_TARGET; ${program} init writes one; nothing was sent`;
  throw new UserError('usage', 'no-target', found, hint);
}

/** A profile may name a pipe to which nobody writes. An interrupt ends the wait. */
async function untilInterrupted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw new UserError('usage', 'interrupted', 'interrupted while the profile was read', 'nothing was sent');
}

/** The file of the profile as a shell reads it, for commands that are to be typed; null: there is none. */
export async function profileInShell(
  { target }: TargetWords,
  { cwd, env }: Pick<Invocation, 'cwd' | 'env'>,
): Promise<string | null> {
  // The variable names it for the next command as well.
  if (target === undefined || variable(await readEnvironment(cwd, env), 'SBP_TARGET') === target) return null;
  return quoteArgument(target);
}
