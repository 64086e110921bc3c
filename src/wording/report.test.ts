import { describe, expect, test } from 'vitest';
import type { VariantSummary } from './report.ts';
import { wordingFor } from './report.ts';

type Numbers = readonly [pass: number, fail: number, review: number, inconclusive: number];

const summaryOf = (
  verdict: VariantSummary['verdict'],
  [pass, fail, review, inconclusive]: Numbers,
  waived = 0,
  decided = 0,
): VariantSummary => ({
  variant: 'a',
  verdict,
  counts: { pass, fail, review, inconclusive },
  waived,
  decided,
});

describe('the sentence about a variant', () => {
  test.each([
    [
      summaryOf('conforming', [25, 0, 0, 0]),
      'Variant A does what the specification says: 25 requirements of 25 hold.',
      'Вариант A делает то, что сказано в спецификации: выполнено 25 из 25 требований.',
    ],
    [
      summaryOf('conforming', [25, 0, 0, 0], 0, 1),
      'Variant A does what the specification says: 25 requirements of 25 hold, 1 decided by a person.',
      'Вариант A делает то, что сказано в спецификации: выполнено 25 из 25 требований; решено человеком: 1.',
    ],
    [
      summaryOf('nonconforming', [29, 1, 0, 0], 0, 1),
      'Variant A contradicts the specification in 1 of 30 requirements; 29 hold, 0 remain open; 1 decided by a person.',
      'Вариант A противоречит спецификации в 1 из 30 требований; выполнено 29, открыто 0; решено человеком: 1.',
    ],
    [
      summaryOf('nonconforming', [20, 4, 0, 1], 1),
      'Variant A contradicts the specification in 3 of 25 requirements; 1 known deviation waived, 20 hold, 1 remain open.',
      'Вариант A противоречит спецификации в 3 из 25 требований; допущено отклонений: 1, выполнено 20, открыто 1.',
    ],
    [
      summaryOf('incomplete', [24, 1, 0, 0], 1),
      'Variant A deviates from the specification in 1 of 25 requirements, which is waived; 24 hold, 0 remain open.',
      'Вариант A отступает от спецификации в 1 из 25 требований (это допущено); выполнено 24, открыто 0.',
    ],
    [
      summaryOf('incomplete', [20, 2, 1, 2], 2),
      'Variant A deviates from the specification in 2 of 25 requirements, which are waived, and is not fully tested: 20 hold, 3 remain open.',
      'Вариант A отступает от спецификации в 2 из 25 требований (это допущено) и проверен не полностью: выполнено 20, открыто 3.',
    ],
    [
      summaryOf('incomplete', [24, 0, 1, 0], 0, 2),
      'Variant A is not fully tested: 24 of 25 requirements hold, 1 remain open; 2 decided by a person.',
      'Вариант A проверен не полностью: выполнено 24 из 25 требований, открыто 1; решено человеком: 2.',
    ],
  ])('of %j', (summary, english, russian) => {
    expect(wordingFor('en').sentence(summary)).toBe(english);
    expect(wordingFor('ru').sentence(summary)).toBe(russian);
  });
});

test('the counts say how many are waived and how many a person decided', () => {
  const summary = summaryOf('nonconforming', [20, 3, 1, 1], 1, 2);
  expect(wordingFor('en').counts(summary)).toBe(
    '20 pass, 3 fail (1 waived), 1 review, 1 inconclusive; 2 decided by a person',
  );
  expect(wordingFor('ru').counts(summary)).toMatch(
    /не соответствует: 3 \(допущено: 1\),.*; решено человеком: 2$/,
  );
});

test('no word for a verdict says that something was not tested where it may be waived only', () => {
  expect(wordingFor('ru').overall.incomplete).not.toContain('проверено');
});
