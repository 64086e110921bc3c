import { expect, it } from 'vitest';
import { readOptions } from './option.ts';
import type { OptionTable } from './option.ts';

const table = {
  scheme: { type: 'text', choices: ['rsa-oaep', 'cms', 'jwe'], summary: 'x' },
  variant: { type: 'text', choices: ['a', 'b'], repeatable: true, summary: 'x' },
  out: { type: 'text', summary: 'x' },
  rate: { type: 'number', summary: 'x' },
} as const satisfies OptionTable;

it.each([
  [
    ['--scheme', 'rsa-oeap'],
    '--scheme: found "rsa-oeap", expected one of rsa-oaep, cms, jwe; did you mean rsa-oaep?',
  ],
  [['--scheme=gost'], '--scheme: found "gost", expected one of rsa-oaep, cms, jwe'],
  [['--variant', 'a', '--variant', 'c'], '--variant: found "c", expected a or b'],
  [['--variant', 'B'], '--variant: found "B", expected a or b; did you mean b?'],
  [['--variant'], '--variant: found no value, expected a or b'],
  [['--rate', '0'], '--rate: found "0", expected a number above 0'],
  [['--rate', '1e3'], '--rate: found "1e3", expected a number above 0'],
  [['--rate=.'], '--rate: found ".", expected a number above 0'],
  [['--outt', 'x'], 'x has no option --outt; did you mean --out?'],
])('%j is told with what there is', (args, message) => {
  expect(() => readOptions('x', args, table)).toThrow(expect.objectContaining({ message, fault: 'usage' }));
});

it('a choice that there is, and anything where nothing is to be chosen from, is taken', () => {
  const given = readOptions('x', ['--variant', 'b', '--variant', 'a', '--out', 'c'], table);
  expect(given.texts('variant')).toEqual(['b', 'a']);
  expect(given.text('out')).toBe('c');
});

it.each([
  ['0.5', 0.5],
  ['.25', 0.25],
  ['50', 50],
])('a number above 0 is taken: %s', (word, number) => {
  expect(readOptions('x', ['--rate', word], table).number('rate')).toBe(number);
});
