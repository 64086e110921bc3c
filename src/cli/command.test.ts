import { expect, test } from 'vitest';
import { commands } from './command.ts';
import type { Option, OptionTable } from './option.ts';

interface Row {
  readonly name: string;
  readonly option: Option;
}

const rows = Object.values(commands).flatMap(({ options }) =>
  Object.values<OptionTable[string]>(options).flatMap((group) =>
    Object.entries(group).map(([name, option]): Row => ({ name, option })),
  ),
);
const byName = [...Map.groupBy(rows, ({ name }) => name)];

test('an option that several commands take alike is declared once', () => {
  const twice = byName.filter(([, own]) => {
    const written = new Set(own.map(({ option }) => JSON.stringify(option)));
    return written.size < new Set(own.map(({ option }) => option)).size;
  });
  expect(twice.map(([name]) => name)).toEqual([]);
});

test('an option takes the same kind of value in every command, except for four', () => {
  const kindOf = ({ option: { type, value, choices } }: Row) => JSON.stringify([type, value, choices]);
  const differing = byName.filter(([, own]) => new Set(own.map(kindOf)).size > 1);
  // A folder or a file, several formats or one, one defect or a pattern, the suite's schemes or the sandbox's.
  expect(differing.map(([name]) => name).toSorted()).toEqual(['defect', 'format', 'out', 'scheme']);
});
