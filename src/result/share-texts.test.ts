import { expect, it } from 'vitest';
import { shareTexts } from './share-texts.ts';

it.each(['"a"', '[]', '{}', 'null', '[1,true,null,"a",["a",{"b":"a","__proto__":{"a":"b"}}],{"":""}]'])(
  'changes nothing that can be seen in %s',
  (json) => {
    expect(JSON.stringify(shareTexts(JSON.parse(json), new Map()))).toBe(json);
  },
);

it('keeps each text once, from one value to the next', () => {
  const kept = new Map<string, string>();
  shareTexts(['the same', { name: 'the same', other: ['another'] }], kept);
  shareTexts('the same', kept);
  expect([...kept]).toEqual([
    ['the same', 'the same'],
    ['another', 'another'],
  ]);
});
