import { describe, expect, test } from 'vitest';
import { specification } from '../spec/variant.ts';
import type { ListFacts } from './facts.ts';
import { inspectList } from './inspect-list.ts';

const facts = (value: unknown, mask = (text: string): string => text): ListFacts =>
  inspectList(value, specification.body.record, mask);

const bank = (name: string, bic: string) => ({ name, bic });
const wrong = (count: number) => Array.from({ length: count }, () => ({ name: 'Bank', bic: 1 }));

describe('the facts about a list', () => {
  test.for([
    [null, 'null'],
    [{}, 'object'],
    ['[]', 'string'],
    [1, 'number'],
  ] as const)('of another type hold its type and no record: %j', ([value, type]) => {
    expect(facts(value)).toMatchObject({ type, count: 0, problemCount: 0, sha256: '' });
  });

  test.for([9, 10, 11, 1000])('keep the first ten of %i problems and count them all', (count) => {
    const found = facts([bank('Bank', '1'), ...wrong(count)]);
    expect(found.count).toBe(count + 1);
    expect(found.problemCount).toBe(count);
    expect(found.problems).toHaveLength(Math.min(count, 10));
    expect(found.problems[0]).toEqual({ index: 1, problem: 'bic: expected string, got number' });
  });

  test('say what is wrong with a record, without its values', () => {
    const records = [null, 'x', [], {}, { name: null, bic: '1' }, { name: 'x', bic: ['1'] }];
    expect(facts(records).problems.map(({ problem }) => problem)).toEqual([
      'record: expected object, got null',
      'record: expected object, got string',
      'record: expected object, got array',
      'name: expected string, got nothing',
      'name: expected string, got null',
      'bic: expected string, got array',
    ]);
  });

  test('have one digest for one list, another for another order', () => {
    const [one, two] = [bank('A', '1'), bank('B', '2')];
    expect(facts([one, two]).sha256).toBe(facts([{ bic: '1', name: 'A' }, two]).sha256);
    expect(facts([one, two]).sha256).not.toBe(facts([two, one]).sha256);
    expect(facts([bank('A1', '')]).sha256).not.toBe(facts([bank('A', '1')]).sha256);
  });

  test.for([
    ['044525225', '9 digits'],
    ['04452522', 'other'],
    ['0445252255', 'other'],
    ['SABRRUMM', '8 characters'],
    ['SABRRUMM012', '11 characters'],
    ['SABRRUMM0', 'other'],
    ['sabrrumm', 'other'],
    ['٠٤٤٥٢٥٢٢٥', 'other'],
    ['', 'other'],
  ] as const)('count the shapes of a BIC: %s is %s', ([bic, shape]) => {
    expect(facts([bank('A', bic), bank('B', bic)]).bicShapes).toEqual({ [shape]: 2 });
  });

  test.for([
    [
      [bank('A', '1'), bank('B', '2')],
      ['name', 'bic'],
    ],
    [[bank('A', '2'), bank('B', '1')], ['name']],
    [[bank('B', '1'), bank('A', '2')], ['bic']],
    [[bank('B', '2'), bank('A', '1')], []],
    [
      [bank('A', '1'), bank('A', '1')],
      ['name', 'bic'],
    ],
  ] as const)('tell what the list is sorted by: %j', ([banks, sortedBy]) => {
    expect(facts(banks).sortedBy).toEqual(sortedBy);
  });

  test('count the records that repeat a BIC', () => {
    expect(facts(['1', '2', '1', '1'].map((bic) => bank('A', bic))).duplicates).toBe(2);
  });

  test('name further members once, twenty at most, shortened and masked', () => {
    const extras = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`m${index}`, 0]));
    expect(
      facts([
        { ...bank('A', '1'), ...extras },
        { ...bank('B', '2'), m0: 1 },
      ]).extraMembers,
    ).toHaveLength(20);
    const odd = { ...bank('A', '1'), hunter2: 1, ['x'.repeat(200)]: 1 };
    const mask = (text: string): string => text.replaceAll('hunter2', '<password>');
    expect(facts([odd], mask).extraMembers).toEqual(['<password>', 'x'.repeat(100)]);
  });
});
