import { UserError } from '../errors.ts';
import type { Behaviour, Change } from './behaviour.ts';
import { conforming } from './conforming.ts';

interface Named {
  readonly id: string;
  readonly change: Change;
}

function grams(text: string): ReadonlySet<string> {
  return new Set(Array.from(text, (_, at) => text.slice(at, at + 2)));
}

// Dice's coefficient over pairs of characters.
function likeness(left: string, right: string): number {
  const [one, other] = [grams(left), grams(right)];
  return (2 * [...one].filter((gram) => other.has(gram)).length) / (one.size + other.size);
}

/** The ids that look most like a mistyped one, at most three, best first. */
function nearest(id: string, known: readonly string[]): readonly string[] {
  return known
    .map((name) => ({ name, score: likeness(id.toLowerCase(), name) }))
    .filter(({ score }) => score >= 0.4)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, 3)
    .map(({ name }) => name);
}

function unknownId(what: string, id: string, known: readonly string[]): UserError {
  const near = nearest(id, known).map((name) => `\`${name}\``);
  const question = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : '';
  return new UserError(
    'usage',
    `unknown-${what}`,
    `The reference implementation has no ${what} \`${id.slice(0, 80)}\`; expected one of ${known.length} known ids.`,
    `${question}\`mock --list\` lists them all.`,
  );
}

/** The records with these ids, in the order asked for; throws a UserError that names near misses for an unknown id. */
export function select<T extends Named>(
  what: string,
  ids: readonly string[],
  table: readonly T[],
): readonly T[] {
  return ids.map((id) => {
    const found = table.find((entry) => entry.id === id);
    if (found === undefined) {
      throw unknownId(
        what,
        id,
        table.map((entry) => entry.id),
      );
    }
    return found;
  });
}

/** The conforming behaviour with all changes applied, one after the other. */
export function applyChanges(changes: readonly Named[]): Behaviour {
  return changes.reduce((behaviour, { change }) => change(behaviour), conforming);
}
