import { expect, test } from 'vitest';
import { itemsIn, membersIn } from './json-span.ts';

const shown = (text: string): readonly string[] =>
  membersIn(text).map(({ name, from, to }) => `${name} ${text.slice(from, to)}`);

test('members are found with their names as they are meant and their text as it stands', () => {
  expect(shown(String.raw` { "a" : [1,{"b":"}"}] ,"\u0062":"x\"," , "c":null}`)).toEqual([
    'a "a" : [1,{"b":"}"}]',
    String.raw`b "\u0062":"x\","`,
    'c "c":null',
  ]);
});

test('a text that is cut off gives what can be read of it', () => {
  expect(shown('{"a":1,"b":[{"c":2},{"c"')).toEqual(['a "a":1', 'b "b":[{"c":2},{"c"']);
  expect(shown('{"a":"x')).toEqual(['a "a":"x']);
  expect(shown('{"a":')).toEqual(['a "a":']);
  for (const text of ['', '{', '{"a"', '[1]', 'null', '{,}']) expect(shown(text)).toEqual([]);
});

test('items are found, at most as many as are asked for', () => {
  const text = '[1, {"a":[2]} ,"]"]';
  const items = (most: number) => itemsIn(text, 0, most).map(({ from, to }) => text.slice(from, to));
  expect(items(9)).toEqual(['1', '{"a":[2]}', '"]"']);
  expect(items(2)).toEqual(['1', '{"a":[2]}']);
});

test('a hundred thousand brackets are read at once', () => {
  const started = performance.now();
  expect(membersIn(`{"a":${'['.repeat(100_000)}`)).toHaveLength(1);
  expect(membersIn(`{${'"'.repeat(100_000)}`)).toEqual([]);
  expect(performance.now() - started).toBeLessThan(500);
});
