import { describe, expect, it } from 'vitest';
import { parseInParts } from './parse-parts.ts';

/** Parses bytes that come in pieces of that size. */
function parse(bytes: Uint8Array, size = 1000): Promise<unknown> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  ).values();
  return parseInParts(async () => pieces.next().value ?? null, 'cases');
}

const document = {
  title: 'some "cases": [ \\',
  leftOut: { cases: ['x'] },
  requirements: [{ cases: ['a', 'b'] }],
  cases: [
    { id: 'a', text: '},{ ] [ "cases":[{}] \\" \\\\', more: [[{}], []] },
    { id: 'б', nothing: null, deep: { cases: [{ id: 'c' }] } },
    'text',
    [1, [2]],
    3,
  ],
  controls: [{ id: 'z' }],
};

describe('a document that is parsed item by item', () => {
  it.each([
    ['written without white space', JSON.stringify(document)],
    ['indented', JSON.stringify(document, null, 2)],
    ['with other white space', JSON.stringify(document, null, '\t').replaceAll('\n', ' \r\n')],
    ['with one item', '{"cases":[{"id":"a"}]}'],
    ['where the list comes first', `{"cases": [{}, {}], "title": "x"}`],
  ])('comes to the same as the whole, in whatever pieces it is read: one %s', async (_name, text) => {
    for (const size of [1, 2, 3, 7, 20, 50, 1000]) {
      expect(await parse(Buffer.from(text), size)).toEqual(JSON.parse(text));
    }
  });

  it.each([
    ['the list is empty', '{"cases":[]}'],
    ['there is no such list', '{"items":[{}]}'],
    ['it is no list', '{"cases":{}}'],
    ['it is a list itself', '[{"cases":[{}]}]'],
    ['it has the member twice', '{"cases":[{}],"cases":[{}]}'],
    ['another one comes later', '{"cases":[{}],"cases":1}'],
    ['it is cut off in a text', '{"cases":[{"id":"a'],
    ['it is cut off behind an item', '{"cases":[{"id":"a"}'],
    ['it is cut off behind the list', '{"cases":[{"id":"a"}]'],
    ['a comma is too many', '{"cases":[{},]}'],
    ['a comma is missing', '{"cases":[{} {}]}'],
    ['a bracket is of the wrong kind', '{"cases":[{]}]}'],
    ['something comes after it', '{"cases":[{}]} x'],
    ['it begins with a byte order mark', '\ufeff{"cases":[{}]}'],
    ['it is empty', ''],
  ])('is left to whoever parses the whole where %s', async (_name, text) => {
    for (const size of [1, 5, 1000]) expect(await parse(Buffer.from(text), size)).toBeNull();
  });

  it('is left to whoever parses the whole where it is not UTF-8', async () => {
    expect(await parse(Buffer.from('{"cases":[{"id":"\u00e9"}]}', 'latin1'))).toBeNull();
  });

  it('hands on what goes wrong with reading', async () => {
    const broken = parseInParts(async () => {
      throw new RangeError('no more');
    }, 'cases');
    await expect(broken).rejects.toThrow('no more');
  });
});
