import { isProvisioned } from '../case/provision.ts';
import { specification } from '../spec/variant.ts';
import { readTarget, targetOptionKinds } from './read-target.ts';
import type { TargetOptions } from './read-target.ts';
import { requireOptions } from './require-options.ts';
import type { TargetProfile } from './target-profile.ts';

/** What a profile comes to, without its secrets. */
export interface LoadedProfile {
  readonly name: string;
  readonly baseUrl: string;
  /** The variants that it claims, each with the special conditions that it says how to bring about. */
  readonly variants: Readonly<Record<string, readonly string[]>>;
  /** What a run would warn of: a key that is too short, for example. */
  readonly warnings: readonly string[];
}

/** Reads and checks a target profile, its files included, and sends nothing. Rejects with a `UserError` that names what is wrong and where. */
export async function loadProfile(
  target: string | TargetProfile,
  options: TargetOptions = {},
): Promise<LoadedProfile> {
  requireOptions('loadProfile', options, targetOptionKinds);
  const { name, baseUrl, variants, warnings } = await readTarget(target, options);
  const provisioned = specification.variants.flatMap(({ id, conditions }) => {
    const settings = variants[id];
    if (settings === undefined) return [];
    const names = conditions
      .map((condition) => condition.name)
      .filter((each) => isProvisioned(settings, each));
    return [[id, names] as const];
  });
  return { name, baseUrl, variants: Object.fromEntries(provisioned), warnings };
}
