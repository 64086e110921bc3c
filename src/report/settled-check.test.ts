import { expect, test } from 'vitest';
import type { Review } from '../result/review.ts';
import type { Results } from '../result/results.ts';
import { resultsOf, reviewCase, reviewOf } from './made-results.test-data.ts';
import { decisionsOf, settlementOf } from './settled-check.ts';
import { decidingFindings } from './view.ts';

const id = 'b.unauthorized.meaning';
const [first, second] = ['b.unauthorized.unknown-partner', 'b.unauthorized.wrong-password'];

const withReviews = (...reviews: readonly Review[]): Results =>
  resultsOf([reviewCase(first, id, 'Code 17'), reviewCase(second, id, 'Code 18')], { reviews });

const settledIn = (results: Results) =>
  results.cases.map(
    (one) => one.checks.map((check) => settlementOf(check, one, results)?.decision ?? null)[0] ?? null,
  );

const requirementIn = (results: Results) => results.requirements.filter((one) => one.id === id);

test('a check is settled by the decision on its own text', () => {
  const results = withReviews(reviewOf(first, 'Code 17', 'pass'), reviewOf(second, 'Code 18', 'fail'));
  expect(settledIn(results)).toEqual(['pass', 'fail']);
});

test('a check is open for as long as its requirement is', () => {
  expect(settledIn(withReviews(reviewOf(first, 'Code 17', 'pass')))).toEqual([null, null]);
});

test('what refused a requirement is told, and the case whose text was refused', () => {
  const refusal = reviewOf(second, 'Code 18', 'fail', { name: 'B. Person' });
  const results = withReviews(reviewOf(first, 'Code 17', 'pass'), refusal);
  const [requirement] = requirementIn(results);
  expect(requirement?.decided).toBe('fail');
  if (requirement === undefined) return;
  expect(decisionsOf(requirement, results).map(({ name }) => name)).toEqual(['B. Person']);
  expect(decidingFindings(results, requirement).map(({ testCase }) => testCase.id)).toEqual([second]);
});

test('the same words of the same person are told once', () => {
  const results = withReviews(reviewOf(first, 'Code 17', 'pass'), reviewOf(second, 'Code 18', 'pass'));
  expect(requirementIn(results).map((one) => decisionsOf(one, results).length)).toEqual([1]);
  const open = withReviews(reviewOf(first, 'Code 17', 'pass'));
  expect(requirementIn(open).map((one) => decisionsOf(one, open).length)).toEqual([0]);
});
