import { UserError } from '../../errors.ts';
import type { Environment } from '../../target/environment.ts';
import type { Target } from '../../target/target.ts';
import type { Invocation } from '../invocation.ts';
import type { Given } from '../option.ts';
import { requireRunnable } from '../run-against.ts';
import { loadRunTarget } from '../run-target.ts';
import { nameFolders } from './name-folders.ts';

/** A target of a fleet whose profile is right. */
export interface FleetTarget {
  readonly target: Target;
  /** Path of its profile. */
  readonly profile: string;
  /** Name of its folder. */
  readonly folder: string;
}

/** Loads and tries out all profiles, and sends nothing. Rejects with one UserError that names every profile that is wrong. */
export async function loadFleet(
  paths: readonly string[],
  given: Given,
  env: Environment,
  invocation: Invocation,
): Promise<readonly FleetTarget[]> {
  const loaded: { readonly target: Target; readonly profile: string }[] = [];
  const wrong: UserError[] = [];
  for (const profile of paths) {
    try {
      const target = await loadRunTarget(given, env, invocation.cwd, profile);
      await requireRunnable(target, given, invocation);
      loaded.push({ target, profile });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      wrong.push(inProfileOf(profile, error));
    }
  }
  if (wrong.length > 0) throw together(wrong, paths.length);
  const folders = nameFolders(loaded.map(({ target }) => target));
  return loaded.map((one, place) => ({ ...one, folder: folders[place] ?? 'target' }));
}

/** Among many profiles an error has to say which it speaks of. */
function inProfileOf(profile: string, error: UserError): UserError {
  if (error.message.includes(profile)) return error;
  return new UserError(error.fault, error.code, `${profile}: ${error.message}`, error.hint);
}

function together(wrong: readonly UserError[], count: number): UserError {
  const [first] = wrong;
  if (wrong.length === 1 && first !== undefined) return first;
  const lines = wrong.map(({ message, code }) => `  ${message.replaceAll('\n', '\n  ')} (${code})`);
  return new UserError(
    'profile',
    'profiles-invalid',
    [`${wrong.length} of ${count} profiles are wrong:`, ...lines].join('\n'),
    'correct them and run again; nothing was sent to any target',
  );
}
