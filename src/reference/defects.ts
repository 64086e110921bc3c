import { UserError } from '../base/errors.ts';
import { nearMiss } from '../base/near-miss.ts';
import type { Change } from './behaviour.ts';
import type { Altered } from './defect.ts';
import { checkDefects } from './defects/check.ts';
import { errorBodyDefects } from './defects/error-body.ts';
import { passwordDefects } from './defects/password.ts';
import { readingDefects } from './defects/reading.ts';
import { successDefects } from './defects/success.ts';
import { statusDefects } from './defects/status.ts';
import { textDefects } from './defects/text.ts';
import { wireDefects } from './defects/wire.ts';
import { bodyTolerances } from './tolerances/body.ts';
import { choiceTolerances } from './tolerances/choice.ts';
import { textTolerances } from './tolerances/text.ts';
import { momentTolerances, wireTolerances } from './tolerances/wire.ts';

/** All defects and tolerances of the reference implementation. */
export const subjects: readonly Altered[] = [
  ...statusDefects,
  ...checkDefects,
  ...passwordDefects,
  ...textDefects,
  ...errorBodyDefects,
  ...successDefects,
  ...readingDefects,
  ...wireDefects,
  ...wireTolerances,
  ...bodyTolerances,
  ...textTolerances,
  ...choiceTolerances,
  ...momentTolerances,
];

/** The template that a service with these changes requires; null: the password alone. */
export const templateOf = (ids: readonly string[]): string | null =>
  subjects.find(({ id, template }) => template !== null && ids.includes(id))?.template ?? null;

/** The changes with these ids, in the same order. Throws a UserError with similar ids for an unknown one. */
export function changesOf(what: Altered['kind'], ids: readonly string[]): readonly Change[] {
  const table = subjects.filter(({ kind }) => kind === what);
  const known = table.map(({ id }) => id);
  return ids.map((id) => {
    const subject = table.find((entry) => entry.id === id);
    if (subject !== undefined) return subject.change;
    const near = nearMiss(id, known);
    throw new UserError(
      'usage',
      `unknown-${what}`,
      `The reference implementation has no ${what} \`${id.slice(0, 80)}\`; expected one of ${table.length} known ids.`,
      `${near === null ? '' : `Did you mean \`${near}\`? `}\`mock --list\` lists them all.`,
    );
  });
}
