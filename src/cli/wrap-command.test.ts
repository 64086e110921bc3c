import { expect, it } from 'vitest';
import { wrapCommand } from './wrap-command.ts';

it.each([
  ['suite run --one 1 --two 2', 25, ['suite run --one 1 --two 2']],
  ['suite run --one 1 --two 2', 24, ['suite run --one 1 \\', '  --two 2']],
  ['suite run --one 1 --two 2 --three 3', 24, ['suite run --one 1 \\', '  --two 2 --three 3']],
  [
    'suite run --one 1 --two 2 --three 3',
    18,
    ['suite run \\', '  --one 1 \\', '  --two 2 \\', '  --three 3'],
  ],
])('%j in %i columns', (command, width, lines) => {
  expect(wrapCommand(command, width)).toEqual(lines);
  expect(lines.filter((line) => line.length > width)).toEqual([]);
});
