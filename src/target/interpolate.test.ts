import { expect, test } from 'vitest';
import { findReferences, isTooDeep, malformedReferences, replaceReferences } from './interpolate.ts';

const value = { a: 'x${ONE}y${TWO}', list: ['${ONE}', 1, null, true], '${KEY}': { deep: '${file:a b.txt}' } };
const texts = new Map([
  ['ONE', '${TWO} $& "\n: #'],
  ['TWO', '2'],
  ['file:a b.txt', 'content'],
]);

test('references are found in string values at any depth and not in keys', () => {
  expect(findReferences(value)).toStrictEqual([
    { path: ['a'], text: 'ONE' },
    { path: ['a'], text: 'TWO' },
    { path: ['list', 0], text: 'ONE' },
    { path: ['${KEY}', 'deep'], text: 'file:a b.txt' },
  ]);
});

test('what is put in stands as it is, whatever it contains, and is not replaced again', () => {
  expect(replaceReferences(value, texts).value).toStrictEqual({
    a: 'x${TWO} $& "\n: #y2',
    list: ['${TWO} $& "\n: #', 1, null, true],
    '${KEY}': { deep: 'content' },
  });
});

test.for(['${', '${}', '${A-B}', '${A:-x}', 'a${1A}', '${file:}', '${A', '${A}${'])(
  '%s names nothing',
  (text) => {
    expect(malformedReferences([text])).toMatchObject([{ path: [0] }]);
  },
);

test.for(['$', '$A', '{A}', '${A}', '${_a1}x', '${file:a-b/c.txt}', '$$', 'a{2}$'])(
  '%s is well formed',
  (text) => {
    expect(malformedReferences({ text })).toStrictEqual([]);
  },
);

test('33 levels are too deep, 30 are not', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)]);
  expect(isTooDeep(nested(30))).toBe(false);
  expect(isTooDeep(nested(34))).toBe(true);
});
