import { describe, expect, test } from 'vitest';
import { wordingFor } from '../../report/wording/wording.ts';
import { additionOf, clipTogether, messageOf } from './cell-text.ts';
import type { MatrixCell } from './matrix-column.ts';
import { matrixWordingFor } from './matrix-wording.ts';

const [words, own] = [wordingFor('en'), matrixWordingFor('en')];

const cellOf = (parts: Partial<MatrixCell>): MatrixCell => ({
  variant: 'a',
  section: '4.1',
  statement: '',
  verdict: 'fail',
  reason: null,
  waived: false,
  decided: null,
  said: [],
  ...parts,
});

const message = (parts: Partial<MatrixCell>): string =>
  messageOf('a.success.status', cellOf(parts), words, own);

describe('the message of a cell', () => {
  test.for([
    [{ said: ['status: expected 422, got 400'] }, 'status: expected 422, got 400'],
    [{ said: ['one', 'two', 'three'] }, 'one (+2)'],
    [
      { verdict: 'inconclusive', reason: 'setup-failed', said: ['answered 404'] },
      'setup-failed: answered 404',
    ],
    [{ verdict: 'inconclusive', reason: 'setup-failed' }, /^setup-failed: The condition could not/],
    [{ verdict: 'pass', said: ['as required'] }, ''],
    [{ verdict: 'fail' }, ''],
  ] as const)('of %j is %s', ([parts, expected]) => {
    if (typeof expected === 'string') expect(message(parts)).toBe(expected);
    else expect(message(parts)).toMatch(expected);
  });

  test('blames no selection where no answer was there to be judged', () => {
    const cell = cellOf({ verdict: 'inconclusive', reason: 'not-selected' });
    expect(messageOf('a.error.body', cell, words, own)).toContain('No answer was judged');
    expect(messageOf('a.success.body', cell, words, own)).toContain('Left out of this run');
  });

  test('is in the language of the page', () => {
    const russian = messageOf(
      'a.success.record',
      cellOf({ verdict: 'inconclusive', reason: 'vacuous' }),
      wordingFor('ru'),
      matrixWordingFor('ru'),
    );
    expect(russian).toMatch(/^vacuous: [А-Я]/);
  });
});

test('what is added to a verdict says that it is waived, and what a person decided', () => {
  expect(additionOf(cellOf({}), words)).toBe('');
  expect(additionOf(cellOf({ waived: true }), words)).toBe('waived');
  expect(additionOf(cellOf({ verdict: 'review', decided: 'pass' }), words)).toBe('decided by a person');
  expect(additionOf(cellOf({ verdict: 'review', decided: 'fail' }), words)).toBe('decided by a person');
});

describe('messages that are clipped together', () => {
  const sizeOf = (text: string): number => Buffer.byteLength(text);

  test('stay as they are where they are few', () => {
    const few = ['a'.repeat(299), 'b'];
    expect(clipTogether(few, sizeOf)).toEqual(few);
  });

  test('are clipped all alike, the more the more of them there are', () => {
    const lengths = [1, 3000, 6000, 50_000].map((count) => {
      const clipped = clipTogether(
        Array.from({ length: count }, () => 'ж'.repeat(1000)),
        sizeOf,
      );
      expect(new Set(clipped).size).toBe(1);
      expect(clipped[0]).toContain('… (+');
      return clipped[0]?.indexOf('…') ?? 0;
    });
    expect(lengths).toEqual([300, 70, 40, 40]);
  });
});
