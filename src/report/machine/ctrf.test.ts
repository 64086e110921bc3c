import { validate } from 'ctrf';
import type { CTRFReport, Test } from 'ctrf';
import { expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import { everyVerdict, hostileTexts, sampleResults, withText } from '../sample-results.test-data.ts';
import { renderCtrf } from './ctrf.ts';

const parsed = (results: Results): CTRFReport => JSON.parse(renderCtrf(results)) as CTRFReport;

const testOf = (id: string, results: Results = everyVerdict()): Test | undefined =>
  parsed(results).results.tests.find((one) => one.testId === id);

test.each([
  ['every verdict', everyVerdict()],
  ['hostile text', withText(hostileTexts[0] ?? '')],
  ['nothing judged', { ...sampleResults(), cases: [], variants: {}, requirements: [] }],
])('a report of %s is valid, and the validation refuses what is not', (_, results) => {
  expect(validate(parsed(results)).errors ?? []).toEqual([]);
  expect(validate({ ...parsed(results), other: 1 }).valid).toBe(false);
});

test.each([
  ['a.success', 'passed', 'pass'],
  ['a.missing.partnerName', 'failed', 'fail'],
  ['b.unavailable', 'other', 'fail (waived)'],
  ['a.unauthorized.wrong-password', 'passed', 'review'],
  ['waiver a.success.status', 'failed', 'stale waiver'],
  ['b.unauthorized.refused-text', 'failed', 'review'],
  ['b.partner-blocked', 'skipped', 'inconclusive'],
])('%s is %s', (id, status, rawStatus) => {
  expect(testOf(id)).toMatchObject({ status, rawStatus });
});

test('a text that nobody decided on is pending, one that a person accepted says who did', () => {
  const id = 'a.unauthorized.wrong-password';
  expect(testOf(id, sampleResults())).toMatchObject({ status: 'pending', rawStatus: 'review' });
  expect(testOf(id)).toMatchObject({ message: 'settled as pass by A. Reader on 2026-11-19' });
});

test('a test has suite, requirements, verdict, reason and what was seen; observed cases are left out', () => {
  expect(testOf('a.missing.partnerPassword')).toMatchObject({
    suite: ['sbp-banks-conformance', 'a', 'missing'],
    message: expect.stringContaining('which belongs to another condition'),
    trace: expect.stringMatching(/expected: a text that asks[^]*\n {2}actual: “Параметр[^]*\ncurl -sS/),
    extra: {
      verdict: 'fail',
      reason: null,
      requirements: expect.arrayContaining(['a.missing.partnerPassword.meaning']),
    },
  });
  expect(testOf('b.partner-blocked')).toMatchObject({ extra: { reason: 'not-provisioned' } });
  expect(testOf('b.unavailable')).toMatchObject({
    message: expect.stringContaining('payouts team, until 2027-01-31'),
    extra: { waived: ['b.unavailable.meaning'] },
  });
  expect(testOf('a.observe.number-for-partner-name')).toBe(undefined);
});

test('the numbers are those of the tests', () => {
  const { summary, tests } = parsed(everyVerdict()).results;
  const statuses = ['passed', 'failed', 'skipped', 'pending', 'other'] as const;
  expect(tests).toHaveLength(summary.tests);
  for (const status of statuses)
    expect(summary[status]).toBe(tests.filter((one) => one.status === status).length);
  expect(summary).toMatchObject({ start: Date.parse('2026-11-20T18:03:07.000Z'), duration: 1835 });
});

test('text of a target holds no control characters', () => {
  for (const { message, trace } of parsed(withText(hostileTexts[0] ?? '')).results.tests)
    expect(`${message}${trace}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
});
