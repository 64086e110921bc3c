import { expect, test } from 'vitest';
import { readJson } from './read-json.ts';

const read = (text: string) =>
  readJson(Buffer.from(text), { list: 'banks', record: ['name', 'bic'], text: 'description_status' });

test('the value is that of `JSON.parse`, and what it refuses is no JSON', () => {
  const text = '{ "banks" : [ 1 , {"a":["\\"]",null]} ], "__proto__":3, "z":-1.5e3 }';
  expect(read(text)).toMatchObject({ kind: 'json', value: JSON.parse(text) as unknown });
  for (const wrong of ['', '[', '{"a":}', '"\\', "{'a':1}", '[1,]', '1 2'])
    expect(read(wrong)).toEqual({ kind: 'not-json' });
});

test.for<[body: string, seen: object]>([
  ['{"a":1,"a":2,"\\u0062":{"c":3}}', { names: ['a', 'a', 'b'], memberCount: 3 }],
  ['{"description_status":"x","a":{"description_status":1},"description_status":2}', { textCount: 2 }],
  ['{"banks":[],"banks":7}', { namesList: true }],
  ['{"a":{"banks":[]}}', { namesList: false, showsList: false }],
  ['{"banks":[{"bic":"1"}],"banks":[]}', { showsList: true }],
  ['{"a":[{"b\\u0069c":"1","name":"x"}]}', { showsList: true }],
  ['{"banks":[{"bic":null}]}', { showsList: false }],
  [
    '{"banks":[{"bic":"1"},{"name":"A","bic":"1","bic":"2"},{"a":{"bic":1,"bic":2}}],"x":[{"bic":1,"bic":2}]}',
    { repeated: [{ index: 1, member: 'bic' }], repeatedCount: 1 },
  ],
])('%s: what a parsed value hides is seen', ([body, seen]) => {
  expect(read(body)).toMatchObject(seen);
});
