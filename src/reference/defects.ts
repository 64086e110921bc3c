import { UserError } from '../base/errors.ts';
import type { Change } from './behaviour.ts';
import type { Altered } from './defect.ts';
import { checkDefects } from './defects/check.ts';
import { errorBodyDefects } from './defects/error-body.ts';
import {
  countingDefects,
  methodDefects,
  nearMissDefects,
  partnerDefects,
  passwordDefects,
  recogniserDefects,
  templateSubjects,
} from './defects/password.ts';
import { readingDefects } from './defects/reading.ts';
import { recordDefects, successBodyDefects } from './defects/success.ts';
import { statusDefects } from './defects/status.ts';
import { missingTextDefects, textDefects } from './defects/text.ts';
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
  ...nearMissDefects,
  ...templateSubjects,
  ...partnerDefects,
  ...recogniserDefects,
  ...methodDefects,
  ...countingDefects,
  ...missingTextDefects,
  ...textDefects,
  ...errorBodyDefects,
  ...successBodyDefects,
  ...recordDefects,
  ...readingDefects,
  ...wireDefects,
  ...wireTolerances,
  ...bodyTolerances,
  ...textTolerances,
  ...choiceTolerances,
  ...momentTolerances,
];

// All pairs of adjacent characters.
const pairs = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text, (_, at) => text.slice(at, at + 2)));

/** The ids most similar to a mistyped one by Dice's coefficient, at most three, best first. */
function nearest(id: string, known: readonly string[]): readonly string[] {
  const pairsOfId = pairs(id.toLowerCase());
  const likeness = (name: string): number => {
    const other = pairs(name);
    return (2 * [...pairsOfId].filter((pair) => other.has(pair)).length) / (pairsOfId.size + other.size);
  };
  return known
    .filter((name) => likeness(name) >= 0.4)
    .toSorted((left, right) => likeness(right) - likeness(left))
    .slice(0, 3);
}

/** The template that a service with these changes requires; null: the password alone. */
export const templateOf = (ids: readonly string[]): string | null =>
  subjects.find(({ id, template }) => template !== null && ids.includes(id))?.template ?? null;

/** The changes with these ids, in the same order. Throws a UserError with similar ids for an unknown one. */
export function changesOf(what: Altered['kind'], ids: readonly string[]): readonly Change[] {
  const table = subjects.filter(({ kind }) => kind === what);
  return ids.map((id) => {
    const subject = table.find((entry) => entry.id === id);
    if (subject !== undefined) return subject.change;
    const near = nearest(
      id,
      table.map((entry) => entry.id),
    ).map((name) => `\`${name}\``);
    throw new UserError(
      'usage',
      `unknown-${what}`,
      `The reference implementation has no ${what} \`${id.slice(0, 80)}\`; expected one of ${table.length} known ids.`,
      `${near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''}\`mock --list\` lists them all.`,
    );
  });
}
