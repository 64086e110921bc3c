import { expect, test } from 'vitest';
import { displayWidth, padDisplay, wrap } from './text-width.ts';

test.each([
  ['abc', 3],
  ['привет', 6],
  ['你好', 4],
  ['🏦', 2],
  ['e\u0301', 1],
  ['❤\ufe0f', 2],
  ['👨‍👩‍👧', 2],
  ['✓ ✗ – …', 7],
])('%s takes %i columns', (text, columns) => {
  expect(displayWidth(text)).toBe(columns);
});

test('a text of plain characters is taken apart as any other one is', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const codes = Array.from({ length: 0x2800 }, (_, code) => code).filter((code) => code >= 0x20);
  const joined = codes.flatMap((code) => ['a', String.fromCharCode(code), 'я']).join('');
  expect([...segmenter.segment(joined)].length).toBeLessThan(joined.length);
  for (const code of codes) {
    const text = `a${String.fromCharCode(code)}я`;
    const count = [...segmenter.segment(text)].length;
    // A character that is taken for plain has to be one of its own.
    if (displayWidth(text) === text.length && !/\p{M}/u.test(text)) expect([text, count]).toEqual([text, 3]);
  }
});

test('padding counts columns, not characters', () => {
  expect(padDisplay('你好', 6)).toBe('你好  ');
});

test('lines are broken at spaces and never exceed the width', () => {
  expect(wrap('one two three four', 9)).toEqual(['one two', 'three', 'four']);
});

test('a word longer than a line is cut at the width', () => {
  expect(wrap('x'.repeat(25), 10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]);
  expect(wrap('你'.repeat(6), 5)).toEqual(['你你', '你你', '你你']);
});

test('nothing but white space is lost in wrapping', () => {
  const text = 'Параметр partnerPassword ожидается 你好 в зашифрованном виде '.repeat(10);
  expect(wrap(text, 23).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});

test('an empty text is one empty line', () => {
  expect(wrap('', 10)).toEqual(['']);
});

test('no line begins a workflow command, wherever it is broken', () => {
  for (let width = 8; width < 40; width += 1) {
    const lines = wrap('  ::error::a ::warning::b cccccccc::notice::d ::::::::::::::::::::', width);
    expect(lines.filter((line) => /^\s*::/.test(line))).toEqual([]);
    expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
  }
});
