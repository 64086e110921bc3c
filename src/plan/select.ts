// Which cases of a plan a run carries out.

import { nearMiss } from '../base/near-miss.ts';
import { UserError } from '../base/errors.ts';
import type { Case, Plan, PlannedRow } from './plan.ts';

/** Patterns of `--case` and `--requirement`: `*` matches any text, `?` one character. */
export interface Selection {
  readonly cases?: readonly string[];
  readonly requirements?: readonly string[];
  /** Only what costs no login and changes the target for nobody. */
  readonly isHarmless?: boolean;
}

/** Throws a UserError if nothing matches. What controls and probes need besides is no part of it. */
export function select(plan: Plan, selection: Selection): readonly Case[] {
  const { cases = [], requirements = [], isHarmless = false } = selection;
  const harmless = new Set(plan.rows.filter(isHarmlessRow).map(({ id }) => id));
  const chosen = plan.cases.filter(
    (one) =>
      matches(cases, [one.id]) &&
      matches(requirements, one.requirements) &&
      (!isHarmless || one.rows.every((row) => harmless.has(row))),
  );
  if (chosen.length > 0) return chosen;
  const given = [
    ...cases.map((glob) => `--case ${glob}`),
    ...requirements.map((glob) => `--requirement ${glob}`),
    ...(isHarmless ? ['--harmless'] : []),
  ].join(' ');
  const [ids, checked] = [plan.cases.map(({ id }) => id), plan.cases.flatMap((one) => one.requirements)];
  const near = meantBy(cases, ids) ?? meantBy(requirements, checked);
  const guess = near === null ? '' : `; did you mean '${near}'?`;
  throw new UserError(
    'usage',
    'empty-selection',
    `${given} selects none of the ${ids.length} cases${guess}`,
    'list cases and requirements with `requirements`; * matches anything; nothing was sent',
  );
}

export const isHarmlessRow = ({ cost, way }: PlannedRow): boolean =>
  (cost === 'free' || cost === 'plain') && !way.hasSetup;

/** True if one of the ids matches one of the globs, or if there is no glob. */
function matches(globs: readonly string[], ids: readonly string[]): boolean {
  const patterns = globs
    .map((glob) => glob.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`))
    .map((literal) => literal.replaceAll('*', '.*').replaceAll('?', '.'))
    .map((source) => new RegExp(`^${source}$`, 'i'));
  return globs.length === 0 || ids.some((id) => patterns.some((pattern) => pattern.test(id)));
}

/** Of a glob that matches nothing: the id that is probably meant, with its own stars. Null if none is similar. */
function meantBy(globs: readonly string[], ids: readonly string[]): string | null {
  for (const glob of globs.filter((one) => !matches([one], ids))) {
    const parts = glob.split(/([.-])/);
    const isOpen = (part: string | undefined): part is string => part !== undefined && /[*?]/.test(part);
    const alike = (id: string): string =>
      id
        .split(/([.-])/, isOpen(glob) ? parts.length : undefined)
        .map((part, place) => (isOpen(parts[place]) ? parts[place] : part))
        .join('');
    const near = nearMiss(glob, ids.map(alike));
    if (near !== null) return near;
  }
  return null;
}
