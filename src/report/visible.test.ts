import { expect, test } from 'vitest';
import { clip, visible } from './visible.ts';

test.each([
  ['an escape sequence', '\u001b[31m', String.raw`\x1b[31m`],
  ['a C1 control', '\u009b2J', String.raw`\x9b2J`],
  ['a bidi override', 'a\u202eb', String.raw`a\u202eb`],
  ['a bidi isolate', '\u2066', String.raw`\u2066`],
  ['NUL', '\0', String.raw`\x00`],
  ['line breaks', 'a\r\nb\u2028c\u0085', String.raw`a\r\nb\u2028c\x85`],
  ['a lone surrogate', '\ud800', String.raw`\ud800`],
  ['a zero-width space and a byte order mark', '\u200b\ufeff', String.raw`\u200b\ufeff`],
  ['a tag character', '\u{e0041}', String.raw`\u{e0041}`],
  ['a filler letter that shows as nothing', '\u3164', String.raw`\u3164`],
])('%s is written as an escape', (_name, text, expected) => {
  expect(visible(text)).toBe(expected);
});

test('letters of any script, combining accents and emoji stay as they are', () => {
  const text = 'Банк «Ё» 你好 e\u0301 🏦 ❤\ufe0f';
  expect(visible(text)).toBe(text);
});

test('of marks piled on one letter only the first three stay', () => {
  expect(visible(`a${'\u0301'.repeat(5)}`)).toBe(`a${'\u0301'.repeat(3)}${String.raw`\u0301\u0301`}`);
});

test('a clipped text says how much was left out and never ends in half a character', () => {
  expect(clip('abcdef', 4)).toBe('abcd… (+2)');
  expect(clip('ab🏦cd', 3)).toBe('ab… (+4)');
  expect(clip('abcd', 4)).toBe('abcd');
});
