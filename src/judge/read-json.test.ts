import { expect, test } from 'vitest';
import { readJson } from './read-json.ts';
import type { Reading, Source } from './read-json.ts';

/** Reads a text in pieces of this size, as small as possible by default: members on top, items of the list. */
function read(text: string, pieceSize = 0, source: Source = 'body'): { reading: Reading; seen: unknown } {
  const top = new Map<string, unknown>();
  let items: unknown[] = [];
  const onTop = (value: unknown): void => {
    for (const [name, member] of Object.entries(Object(value))) top.set(name, member);
  };
  const onItems = (more: readonly unknown[], isFirst: boolean): void => {
    items = isFirst ? [...more] : [...items, ...more];
  };
  const reading = readJson(Buffer.from(text), { list: 'banks', onTop, onItems }, source, pieceSize);
  const list = top.get('banks');
  return { reading, seen: Object.fromEntries(Array.isArray(list) ? [...top, ['banks', items]] : top) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const bodies = [
  '{"banks":[1,{"a":[1,2]},"б",null,[3,4],true]}',
  '{"x":1,"banks":["\\"",1],"y":"]}","z":[{"banks":2},{"b":[1,{"c":3},2]}]}',
  '{ "banks" : [ 1 , 2 ] , "x" : 1 , "b\\u0061nks" : [ 3 , 4 ] , "y" : 1 }',
  '{"banks":[1,2],"x":1,"banks":7}',
  '{"banks":[ ],"x":[],"y":{}}',
  '[1,[2,[3],4],{"a":1,"b":{"c":2,"d":3}},[{"banks":[5,[6],7]},8]]',
  '[[[[1,2],3],4],5]',
  '{"x":[1,{"y":"\\"],}\\\\"},2],"__proto__":3,"z":-1.5e3}',
];

test.for(bodies)('%s is read in pieces of any size as `JSON.parse` reads it', (text) => {
  const whole: unknown = JSON.parse(text);
  for (const size of [0, 1, 2, 3, 5, 8, 13, 21, 1000]) {
    expect(read(text, size).reading.kind).toBe('json');
    if (!Array.isArray(whole)) expect(read(text, size, 'file').seen).toEqual(whole);
  }
});

const others = ['', ',', ']', '}', '[', '{"a":', '"', ':', '1', ',,', '\\', '"banks":['];

test.for(bodies)('%s with a mistake is JSON where `JSON.parse` says so', (text) => {
  for (let at = 0; at <= text.length; at += 1) {
    for (const other of others) {
      // Inserted before a character, or replacing it.
      const changed = `${text.slice(0, at)}${other}${text.slice(at + Number(at % 2 === 0))}`;
      const kinds = [0, 5].map((size) => read(changed, size).reading.kind);
      expect([changed, ...new Set(kinds)]).toEqual([changed, isJson(changed) ? 'json' : 'not-json']);
    }
  }
});
