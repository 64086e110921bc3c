import { expect, test } from 'vitest';
import { displayWidth, padDisplay, wrap } from './text-width.ts';
import { clip, disarm, plain, visible } from './visible.ts';

// The golden reports contain escape sequences, NUL and lone surrogates.
test.each([
  ['a C1 control', '\u009b2J', String.raw`\x9b2J`],
  ['bidi controls', 'a\u202eb\u2066', String.raw`a\u202eb\u2066`],
  ['line breaks', 'a\r\nb\u2028c\u0085', String.raw`a\r\nb\u2028c\x85`],
  ['a zero-width space and a byte order mark', '\u200b\ufeff', String.raw`\u200b\ufeff`],
  ['a tag character', '\u{e0041}', String.raw`\u{e0041}`],
  ['a filler letter that shows as nothing', '\u3164', String.raw`\u3164`],
  ['marks piled on one letter', `a${'\u0301'.repeat(4)}`, `a${'\u0301'.repeat(3)}\\u0301`],
])('%s is written as an escape', (_name, text, expected) => {
  expect(visible(text)).toBe(expected);
});

test('letters of any script, combining accents and emoji stay as they are', () => {
  const text = 'Банк «Ё» 你好 e\u0301 🏦 ❤\ufe0f';
  expect(visible(text)).toBe(text);
});

test('commands to CI servers are disarmed anywhere in a line', () => {
  expect(disarm('a ##[error]b ##vso[x] ##teamcity[y] ## c')).toBe(
    String.raw`a #\x23[error]b #\x23vso[x] #\x23teamcity[y] ## c`,
  );
});

test('a clipped text says how much was cut and never ends in half a character', () => {
  expect(clip('abcdef', 4)).toBe('abcd… (+2)');
  expect(clip('ab🏦cd', 3)).toBe('ab… (+4)');
  expect(clip('abcd', 4)).toBe('abcd');
});

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

test('a text of plain characters has the width that its graphemes have', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const texts = Array.from({ length: 0x2800 - 0x20 }, (_, index) => `a${String.fromCharCode(index + 0x20)}я`);
  // Every character that `plain` accepts must be one user-perceived character.
  const taken = texts.filter((text) => plain.test(text));
  expect(taken.length).toBeGreaterThan(500);
  expect(taken.filter((text) => [...segmenter.segment(text)].length !== 3)).toEqual([]);
});

test.each([
  ['one two three four', 9, ['one two', 'three', 'four']],
  ['x'.repeat(25), 10, ['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]],
  ['你'.repeat(6), 5, ['你你', '你你', '你你']],
  ['', 10, ['']],
  [
    '{"banks":[{"name":"Bank one","bic":"1"},{"name":"Bank two","bic":"2"}],"total":2}',
    33,
    ['{"banks":[{"name":"Bank one",', '"bic":"1"},{"name":"Bank two",', '"bic":"2"}],"total":2}'],
  ],
])('%j is broken at spaces, behind a comma of JSON, or at %i columns', (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
  expect(padDisplay('你好', 6)).toBe('你好  ');
});

test('no line begins a workflow command, wherever it is broken, and nothing but white space is lost', () => {
  const text = '  ::error::a ::warning::b cccccccc::notice::d в зашифрованном виде 你好 ::::::::::::::::';
  for (let width = 8; width < 40; width += 1) {
    const lines = wrap(text, width);
    expect(lines.filter((line) => /^\s*::/.test(line) || displayWidth(line) > width)).toEqual([]);
    const joined = lines.join('').replaceAll(String.raw`\x3a`, ':');
    expect(joined.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  }
});
