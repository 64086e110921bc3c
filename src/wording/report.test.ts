import { describe, expect, test } from 'vitest';
import { wordingFor } from './report.ts';

type Numbers = readonly [pass: number, fail: number, review: number, inconclusive: number];

const summaryOf = (
  verdict: 'conforming' | 'nonconforming' | 'incomplete',
  [pass, fail, review, inconclusive]: Numbers,
  waived = 0,
  decided = 0,
) => ({ variant: 'a', verdict, counts: { pass, fail, review, inconclusive }, waived, decided });

const [en, ru] = [wordingFor('en'), wordingFor('ru')];

describe('the sentence about a variant', () => {
  test.each([
    [
      summaryOf('conforming', [25, 0, 0, 0]),
      'does what the specification says: 25 requirements of 25 hold.',
      'делает то, что сказано в спецификации: выполнено 25 из 25 требований.',
    ],
    [
      summaryOf('conforming', [25, 0, 0, 0], 0, 1),
      'does what the specification says: 25 requirements of 25 hold, 1 decided by a person.',
      'делает то, что сказано в спецификации: выполнено 25 из 25 требований; решено человеком: 1.',
    ],
    [
      summaryOf('nonconforming', [29, 1, 0, 0], 0, 1),
      'contradicts the specification in 1 of 30 requirements; 29 hold, 0 remain open; 1 decided by a person.',
      'противоречит спецификации в 1 из 30 требований; выполнено 29, не определено 0; решено человеком: 1.',
    ],
    [
      summaryOf('nonconforming', [20, 4, 0, 1], 1),
      'contradicts the specification in 3 of 25 requirements; 1 known deviation waived, 20 hold, 1 remain open.',
      'противоречит спецификации в 3 из 25 требований; допущено отклонений: 1, выполнено 20, не определено 1.',
    ],
    [
      summaryOf('incomplete', [24, 1, 0, 0], 1),
      'deviates from the specification in 1 of 25 requirements, which is waived; 24 hold, 0 remain open.',
      'отступает от спецификации в 1 из 25 требований (это допущено); выполнено 24, не определено 0.',
    ],
    [
      summaryOf('incomplete', [20, 2, 1, 2], 2),
      'deviates from the specification in 2 of 25 requirements, which are waived, and is not fully tested: 20 hold, 3 remain open.',
      'отступает от спецификации в 2 из 25 требований (это допущено) и проверен не полностью: выполнено 20, не определено 3.',
    ],
    [
      summaryOf('incomplete', [24, 0, 1, 0], 0, 2),
      'is not fully tested: 24 of 25 requirements hold, 1 remain open; 2 decided by a person.',
      'проверен не полностью: выполнено 24 из 25 требований, не определено 1; решено человеком: 2.',
    ],
  ])('of %j', (summary, english, russian) => {
    expect(en.sentence(summary)).toBe(`Variant A ${english}`);
    expect(ru.sentence(summary)).toBe(`Вариант A ${russian}`);
  });
});

test('the counts say how many are waived and how many a person decided', () => {
  const summary = summaryOf('nonconforming', [20, 3, 1, 1], 1, 2);
  expect(en.counts(summary)).toBe(
    '20 pass, 3 fail (1 waived), 1 review, 1 inconclusive; 2 decided by a person',
  );
  expect(ru.counts(summary)).toMatch(/не соответствует: 3 \(допущено: 1\),.*; решено человеком: 2$/);
});
