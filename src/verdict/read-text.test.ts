import { describe, expect, test } from 'vitest';
import { parameters } from './evidence.test-data.ts';
import type { TextFacts } from './evidence.ts';
import { createTextReader, inspectText, readText } from './inspect.ts';

const facts = (value: unknown, pattern: string | null = null): TextFacts =>
  inspectText(value, { parameters, pattern });
const digest = (text: string): string => facts(text).sha256;

describe('the facts about a text', () => {
  test('hold its first 16 KiB, the names and a digest of all', () => {
    const long = 'word '.repeat(4000);
    expect(facts(long)).toMatchObject({ text: long.slice(0, 16_384), blank: false });
    expect(digest(`${long} one`)).not.toBe(digest(`${long} other`));
    expect(facts(`${long} partnerName`).naming).toMatchObject({
      partnerName: 'named',
      partnerPassword: 'absent',
    });
  });

  test('say whether it matches the pattern of the profile, or that nobody knows', () => {
    expect([facts('x'), facts('x', 'y'), facts('x', 'X')].map((one) => one.matchesPattern)).toEqual([
      null,
      false,
      true,
    ]);
    expect(facts(`${'a'.repeat(60)}!`, '(a+)+$').matchesPattern).toBe('too-slow');
  });
});

test('a reader that remembers says what one without memory says, and reads a text once', () => {
  const read = createTextReader();
  const texts = ['Отсутствует обязательный параметр partnerName', 'x'.repeat(2000), '', 'partnerName'];
  for (const text of [...texts, ...texts]) expect(read(text, parameters)).toEqual(readText(text, parameters));
  expect(read('partnerName', ['partnerName']).naming).toEqual({ partnerName: 'named' });
  expect(read('partnerName', ['partnerPassword']).naming).toEqual({ partnerPassword: 'absent' });
  for (let index = 0; index < 300; index += 1) read(`text ${index}`, parameters);
  expect(read('text 299', parameters)).toEqual(readText('text 299', parameters));
  expect(read(texts[0] ?? '', parameters)).toBe(read(texts[0] ?? '', parameters));
});
