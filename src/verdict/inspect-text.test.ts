import { describe, expect, test } from 'vitest';
import { parameters } from './evidence.test-data.ts';
import type { TextFacts } from './facts.ts';
import { inspectText } from './inspect-text.ts';

const facts = (value: unknown, pattern: string | null = null): TextFacts =>
  inspectText(value, { mask: (text) => text.replaceAll('hunter2', '<password>'), parameters, pattern });

describe('the facts about a text', () => {
  test.for([
    [null, 'null'],
    [undefined, 'object'],
    [1, 'number'],
    [true, 'boolean'],
    [['x'], 'array'],
    [{ x: 1 }, 'object'],
  ] as const)('of another type hold its type and nothing else: %j', ([value, type]) => {
    expect(facts(value, '.*')).toEqual({
      type,
      text: '',
      blank: true,
      meanings: [],
      hints: [],
      naming: {},
      matchesPattern: null,
      sha256: '',
    });
  });

  test.for(['', ' ', '\r\n\t', '\u00a0\u2003'])('call %j blank', (text) => {
    expect(facts(text)).toMatchObject({ type: 'string', blank: true });
  });

  test('are found before the mask, and kept after it', () => {
    const found = facts('partnerName hunter2', 'hunter2');
    expect(found).toMatchObject({ text: 'partnerName <password>', matchesPattern: true });
    expect(found.naming).toMatchObject({ partnerName: 'named', partnerPassword: 'absent' });
  });

  test('keep the first 16 KiB', () => {
    expect(facts('x'.repeat(20_000)).text).toHaveLength(16_384);
  });

  test('tell long texts apart by what is beyond the part that is kept', () => {
    const long = 'word '.repeat(4000);
    expect(facts(`${long} one`).sha256).not.toBe(facts(`${long} other`).sha256);
    expect(facts(`${long} partnerName`).naming['partnerName']).toBe('named');
  });

  test('are the same digest for texts that differ in digits and identifiers only', () => {
    const digest = (text: string): string => facts(text).sha256;
    expect(digest('Error 17 at 10:00')).toBe(digest('Error 18 at 11:59'));
    expect(digest('Error one')).not.toBe(digest('Error two'));
    expect(digest('partnerName')).not.toBe(digest('partnerPassword'));
  });

  test('know no pattern where the profile has none', () => {
    expect(facts('x').matchesPattern).toBeNull();
    expect(facts('x', 'y').matchesPattern).toBe(false);
  });

  test('tell a pattern that has to be ended from one that does not match', () => {
    expect(facts(`${'a'.repeat(60)}!`, '(a+)+$').matchesPattern).toBe('too-slow');
  });

  test('hold what the text touches, the names of parameters left out', () => {
    expect(facts('partnerPassword: шифр')).toMatchObject({ meanings: [], hints: ['encrypted-form'] });
  });

  test('hold every meaning that is found', () => {
    const found = facts('User did not pass authorization. Service temporarily unavailable.');
    expect(new Set(found.meanings)).toEqual(new Set(['not-authorized', 'try-later']));
  });
});
