import { describe, expect, it } from 'vitest';
import { mutantOf, readChanges } from './change.ts';
import { mutantsOf } from './mutants.ts';

/** A statement with each of its changes. */
function changesOf(source: string, file = 'one.ts'): readonly string[] {
  return mutantsOf(file, source).map(
    ({ start, end, text }) => source.slice(0, start) + text + source.slice(end),
  );
}

describe('every change of', () => {
  it.each([
    ['const f = () => isA(x);', ['const f = () => true;', 'const f = () => false;']],
    ['a = !b;', [';', 'a = b;']],
    ['a ??= b ?? c;', [';', 'a ??= b;', 'a ??= c;']],
    ['const a = b < 1;', ['const a = b <= 1;', 'const a = b >= 1;', 'const a = b < 2;']],
    ['const a = [b, ...c];', ['const a = [...c];', 'const a = [b];']],
    ['const a = b.filter(c).at(0);', ['const a = b.at(0);', 'const a = b.filter(c).at(1);']],
    ['const a = b.some(c);', ['const a = b.every(c);']],
    [`const a = { 'b': 'c' };`, [`const a = { 'b': '' };`]],
    ['if (a) b();', ['if (true) b();', 'if (false) b();', 'if (!(a)) b();', 'if (a) ;']],
    [
      'const a = b && c;',
      [
        'const a = true && c;',
        'const a = false && c;',
        'const a = b || c;',
        'const a = b && true;',
        'const a = b && false;',
      ],
    ],
  ])('%s', (source, expected) => {
    expect(changesOf(source).toSorted()).toEqual(expected.toSorted());
  });
});

it.each([
  `import { a } from 'b';`,
  `type A = 'b' | 'c';`,
  `const a = object({ b: text('c') });`,
  `throw new RangeError('a');`,
  `const all = ['a', 'b'] as const; const field = () => choice(all);`,
])('%s is not changed', (source) => {
  expect(changesOf(source)).toEqual([]);
});

it('the words of the lexicon are not changed', () => {
  expect(changesOf(`const a = 'b';`, 'src/judge/lexicon/hint.ts')).toEqual([]);
  expect(changesOf(`const a = 'b';`)).toEqual([`const a = '';`]);
});

it('every rule that is removed stands once in its file, and is named once', () => {
  const clauses = readChanges('clauses');
  expect(clauses.filter((one) => mutantOf(one) === null)).toEqual([]);
  expect(new Set(clauses.map(({ why }) => why)).size).toBe(clauses.length);
  expect(clauses.length).toBeGreaterThanOrEqual(32);
});
