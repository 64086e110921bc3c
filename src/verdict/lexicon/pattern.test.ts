import { describe, expect, it } from 'vitest';
import type { Sign, Word } from './clause.ts';
import { compilePattern, findAll } from './pattern.ts';

/** Words are their own concepts, `-a` the concept `a` turned round; `,` ends a clause, `.` a sentence. */
function wordsOf(text: string): readonly Word[] {
  let clause = 0;
  let sentence = 0;
  return text.split(' ').flatMap((token) => {
    if (token === ',' || token === '.') clause += 1;
    if (token === '.') sentence += 1;
    if (token === ',' || token === '.') return [];
    const sign: Sign = token.startsWith('-') ? -1 : 1;
    return [{ clause, sentence, concepts: new Map([[token.replace('-', ''), sign]]) }];
  });
}

function find(pattern: string, text: string): string {
  const words = wordsOf(text);
  const places = new Map(
    words.flatMap(({ concepts }) => [...concepts.keys()].map((each) => [each, [] as number[]])),
  );
  for (const [index, { concepts }] of words.entries())
    for (const concept of concepts.keys()) places.get(concept)?.push(index);
  return findAll(words, places, compilePattern(pattern))
    .map((hits) => hits.map(({ index, sign }) => `${index}${sign === 1 ? '' : '-'}`).join(' '))
    .join(', ');
}

describe('findAll', () => {
  it.for([
    ['a', 'a b a', '0, 2'],
    ['a b', 'a b', '0 1'],
    ['a b', 'a x b', ''],
    ['a ..1 b', 'a x b', '0 2'],
    ['a ..1 b', 'a x x b', ''],
    ['a ..2 b', 'a , b', ''],
    ['a ,,2 b', 'a , b', '0 1'],
    ['a ,,2 b', 'a . b', ''],
    ['a ;;2 b', 'a . b', '0 1'],
    ['a ~~2 b', 'b x a', '2 0'],
    ['a ~~2 b', 'b a b', '1 2'],
    ['a|b c', 'b c', '0 1'],
    ['a ..3 b', 'a -b b', '0 1-'],
    ['a ..3 +b', 'a -b b', '0 2'],
    ['a ..3 -b', 'a b -b', '0 2'],
    ['a ..2 b c', 'a b b c', '0 2 3'],
    ['a ..3 b', 'a a b', '1 2'],
  ] as const)('finds %j in %j at %j', ([pattern, text, expected]) =>
    expect(find(pattern, text)).toBe(expected),
  );
});
