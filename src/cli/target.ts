// Finds out which target a command is about, and reads its profile.

import { ownTexts } from '#banks/own-texts.ts';
import { readTarget } from '../api/options.ts';
import type { TargetProfile } from '../api/options.ts';
import { readEnvironment } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import { program } from '../base/package.ts';
import { createMasker } from '../client/mask.ts';
import { isTargetNamed } from '../profile/load.ts';
import type { Target } from '../profile/target.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';

/** Options about a target, of the commands that have them. */
export type TargetWords = Partial<Options<'run'>>;

/** True if an option or the environment names a target. */
export async function isNamed({ target, baseUrl }: TargetWords, { cwd, env }: Invocation): Promise<boolean> {
  return (target ?? baseUrl) !== undefined || isTargetNamed(await readEnvironment(cwd, env));
}

/** Sends nothing. Rejects with a UserError if no target is named or its profile is wrong. */
export async function loadTarget(
  options: TargetWords,
  { cwd, env, masks }: Invocation,
  profile: string | TargetProfile | null = options.target ?? null,
): Promise<Target> {
  const { yes: allowProduction, variant: variants } = options;
  const target = await readTarget(profile, { ...options, variants, allowProduction, folder: cwd, env });
  masks.push(createMasker(target.secrets, ownTexts).mask);
  return target;
}

/** `loadTarget` for a command, or an option, that needs one. */
export async function requireTarget(who: string, options: TargetWords, invocation: Invocation) {
  if (await isNamed(options, invocation)) return loadTarget(options, invocation);
  const hint = `name one by --target FILE or SBP_TARGET; ${program} init writes one; nothing was sent`;
  throw new UserError('usage', 'no-target', `${who}: found no target, expected a profile`, hint);
}
