import { validate } from 'ctrf';
import type { CTRFReport, Test } from 'ctrf';
import { expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import { sampleResults } from '../sample-results.test-data.ts';
import { renderCtrf } from './ctrf.ts';
import { everyVerdict, hostileTexts, withText } from './every-verdict.test-data.ts';

const parsed = (results: Results): CTRFReport => JSON.parse(renderCtrf(results)) as CTRFReport;

function testOf(id: string, results: Results = everyVerdict()): Test | undefined {
  return parsed(results).results.tests.find((one) => one.testId === id);
}

test.each([
  ['the sample', sampleResults()],
  ['every verdict', everyVerdict()],
  ['hostile text', withText(hostileTexts[0] ?? '')],
  ['nothing judged', { ...sampleResults(), cases: [], variants: {}, requirements: [] }],
])('a report of %s is valid', (_, results) => {
  const { valid, errors } = validate(parsed(results));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('the validation sees what the format forbids', () => {
  const report = parsed(sampleResults());
  const broken = { ...report, results: { ...report.results, summary: { tests: 1 } } };
  expect(validate(broken).valid).toBe(false);
  expect(validate({ ...report, other: 1 }).valid).toBe(false);
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

test('a text that nobody decided on is pending', () => {
  expect(testOf('a.unauthorized.wrong-password', sampleResults())).toMatchObject({
    status: 'pending',
    rawStatus: 'review',
  });
});

test('a text that a person accepted says who did', () => {
  expect(testOf('a.unauthorized.wrong-password')).toMatchObject({
    message: 'settled as pass by A. Reader on 2026-11-19',
  });
});

test('a case that only observes is left out', () => {
  const { tests } = parsed({ ...everyVerdict(), waivers: [] }).results;
  const ids = tests.map(({ testId }) => testId);
  expect(ids).toEqual(
    everyVerdict()
      .cases.filter(({ verdict }) => verdict !== null)
      .map(({ id }) => id),
  );
  expect(ids).not.toContain('a.observe.number-for-partner-name');
});

test('a test tells suite, requirements, verdict, reason and what was seen', () => {
  expect(testOf('a.missing.partnerPassword')).toMatchObject({
    suite: ['sbp-banks-conformance', 'a', 'missing'],
    message: expect.stringContaining('which belongs to another condition'),
    trace: expect.stringMatching(
      /expected: a text that asks to repeat[^]*\n {2}actual: “Параметр[^]*\ncurl -sS/,
    ),
    extra: {
      verdict: 'fail',
      reason: null,
      requirements: expect.arrayContaining(['a.missing.partnerPassword.meaning']),
    },
  });
  expect(testOf('b.partner-blocked')).toMatchObject({
    message:
      'not-provisioned: the profile does not say how to bring partner-blocked about (conditions.partner-blocked)',
    extra: { reason: 'not-provisioned' },
  });
  expect(testOf('b.unavailable')).toMatchObject({
    message: expect.stringContaining('payouts team, until 2027-01-31'),
    extra: { waived: ['b.unavailable.meaning'] },
  });
});

test('the numbers are those of the tests', () => {
  const { summary, tests } = parsed(everyVerdict()).results;
  const count = (status: string): number => tests.filter((one) => one.status === status).length;
  expect(summary).toMatchObject({
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: count('pending'),
    other: count('other'),
    start: Date.parse('2026-11-20T18:03:07.000Z'),
    duration: 1835,
  });
});

test('text of a target holds no control characters', () => {
  for (const { message, trace } of parsed(withText(hostileTexts[0] ?? '')).results.tests)
    expect(`${message}${trace}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
});
