import type { RequirementResult, Results } from '../result/results.ts';
import { maskVolatile } from '../verdict/lexicon/volatile.ts';
import type { RequirementChange } from './comparison.ts';
import { directionOf, standingOf } from './standing.ts';

/** Every requirement that came out otherwise, in the order of the catalogue, those that are gone at the end. */
export function requirementChanges(before: Results, after: Results): readonly RequirementChange[] {
  const older = new Map(before.requirements.map((one) => [one.id, one]));
  const newer = new Map(after.requirements.map((one) => [one.id, one]));
  const ids = [...new Set([...newer.keys(), ...older.keys()])];
  return ids.flatMap((id) => {
    const from = standingOf(older.get(id));
    const to = standingOf(newer.get(id));
    const said = { before: saidOf(before, older.get(id)), after: saidOf(after, newer.get(id)) };
    if (from === to && (from === 'pass' || isSame(said.before, said.after))) return [];
    return [{ id, direction: directionOf(from, to), from, to, said }];
  });
}

/** What decided a requirement that does not pass, each sentence once. */
function saidOf({ cases }: Results, requirement: RequirementResult | undefined): readonly string[] {
  if (requirement === undefined || requirement.verdict === 'pass') return [];
  const checks = cases.flatMap((one) =>
    one.checks.filter(
      (check) => check.requirement === requirement.id && check.verdict === requirement.verdict,
    ),
  );
  return [...new Set(checks.map(({ message }) => message))];
}

/** Numbers and identifiers within a quoted text change with every answer. */
const settle = (message: string): string => message.replace(/“[^”]*”/gu, (quoted) => maskVolatile(quoted));

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const settled = new Set(one.map(settle));
  const others = new Set(other.map(settle));
  return settled.size === others.size && [...settled].every((message) => others.has(message));
}
