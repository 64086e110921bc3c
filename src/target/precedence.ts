import { bankCodesFrom, flagAssignments, labelsOfVariables, leavesFrom, variantsFrom } from './assignment.ts';
import type { Assignment, TargetFlags } from './assignment.ts';
import type { Environment } from './environment.ts';
import type { KnownVariant } from './known-variant.ts';
import { isMapping, valueAt, writePath } from './place.ts';
import type { Path } from './place.ts';

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
  const start = { value: profile ?? {}, labels: profile === null ? labelsOfVariables(known) : new Map() };
  const claimed = assignAll(start, variantsFrom(flags, env, known, profile === null));
  const filled = assignAll(claimed, [
    ...bankCodesFrom(env, claimed.value, known),
    ...leavesFrom(env, claimed.value, cwd),
  ]);
  return assignAll(filled, flagAssignments(flags));
}

function assignAll(settings: Settings, assignments: readonly Assignment[]): Settings {
  return assignments.reduce(assign, settings);
}

function assign(settings: Settings, { path, value, label, wins }: Assignment): Settings {
  const present = valueAt(settings.value, path);
  if (!wins && present !== undefined && present !== null) return settings;
  const labels = new Map(settings.labels).set(writePath(path), label);
  const members = path[0] === 'variants' && isMapping(value) ? Object.keys(value) : [];
  for (const member of members) labels.set(writePath([...path, member]), label);
  return { value: put(settings.value, path, value), labels };
}

// A profile that has something else than a mapping on the way is left alone: its own mistake is told.
function put(target: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (target !== undefined && target !== null && !isMapping(target)) return target;
  return { ...target, [step]: put(target?.[String(step)], rest, value) };
}
