import { describe, expect, it } from 'vitest';
import { matchPattern } from './pattern.ts';

describe('a pattern', () => {
  it.each([
    ['CORRECT data', 'Repeat with correct data.', true],
    ['^correct', 'Repeat with correct data.', false],
    ['КОРРЕКТ\\p{L}+', 'с корректными данными', true],
    ['', 'anything', true],
  ] as const)('is searched for anywhere, whatever the case: %s', (pattern, text, found) => {
    expect(matchPattern(pattern, text)).toBe(found);
  });

  it('that would backtrack for years is ended', () => {
    expect(matchPattern('(a+)+$', `${'a'.repeat(100)}!`)).toBe('too-slow');
  });

  it('that is ordinary gets through the longest text that is judged', () => {
    expect(matchPattern('(?:[a-z]+ )*correct data$', `${'word '.repeat(3200)}correct data`)).toBe(true);
  });

  it('reaches nothing of the program from where it is searched for', () => {
    expect(matchPattern('x', '"); throw 1; ("')).toBe(false);
  });

  it('that is invalid is reported with its error', () => {
    expect(() => matchPattern('(', 'x')).toThrow(/Invalid regular expression/);
  });
});
