import { expect, test } from 'vitest';
import { sampleResults } from './sample-results.test-data.ts';
import {
  decidingFindings,
  formatDuration,
  openGroups,
  spokenText,
  trafficOf,
  variantSummaries,
} from './view.ts';

test('inconclusive requirements are grouped by reason, each reason once, the largest group first', () => {
  const groups = openGroups(sampleResults());
  expect(groups.map(({ reason }) => reason).toSorted()).toEqual([
    'control-failed',
    'not-provisioned',
    'not-selected',
    'rate-limited',
    'setup-failed',
    'suite-error',
    'target-unavailable',
    'vacuous',
  ]);
  expect(groups[0]).toMatchObject({
    reason: 'not-provisioned',
    conditions: ['partner-blocked', 'ip-blocked'],
    notes: [
      'the profile does not say how to bring partner-blocked about (conditions.partner-blocked)',
      'the profile does not say how to bring ip-blocked about (conditions.ip-blocked)',
    ],
  });
});

test('a waived failure is counted as waived for its own variant only', () => {
  expect(variantSummaries(sampleResults()).map(({ variant, waived }) => [variant, waived])).toEqual([
    ['a', 0],
    ['b', 1],
  ]);
});

test('only the checks that decided a requirement are found, with their exchange', () => {
  const results = sampleResults();
  const requirement = results.requirements.find(({ id }) => id === 'a.request.body');
  const findings = requirement === undefined ? [] : decidingFindings(results, requirement);
  expect(findings.map(({ testCase, exchange }) => [testCase.id, exchange?.id])).toEqual([
    ['a.request.escaped', 'a-2b'],
  ]);
});

test('latency is that of answered exchanges, each counted once', () => {
  const { requests, latency } = trafficOf(sampleResults());
  expect(requests).toBe(16);
  expect(latency).toEqual({ median: 12.4, p95: 210.5, max: 210.5 });
  expect(trafficOf({ ...sampleResults(), cases: [], controls: [] }).latency).toBeNull();
});

test('the text of an error body goes before the body', () => {
  const shown = new Map(
    sampleResults().cases.flatMap(({ exchanges }) => exchanges.map((one) => [one.id, spokenText(one)])),
  );
  expect(shown.get('b-6')).toBe('Service is down');
  expect(shown.get('b-5')).toBe('Too many requests');
  expect(shown.get('a-2b')).toBe('');
});

test.each([
  [0.4, '0 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1834.5, '1.8 s'],
  [59_960, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d ms are written %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
