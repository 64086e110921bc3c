import { describe, expect, test } from 'vitest';
import type { Direction, Standing } from './comparison.ts';
import { directionOf, standingOf } from './standing.ts';
import { requirementsOf } from '../report/made-results.test-data.ts';
import type { RequirementResult } from '../result/results.ts';

const [first] = requirementsOf([], ['a']);

function requirementOf(
  verdict: RequirementResult['verdict'],
  parts: Partial<RequirementResult>,
): RequirementResult {
  if (first === undefined) throw new Error('no requirement');
  return { ...first, verdict, reason: null, ...parts };
}

describe('the standing', () => {
  test.for([
    ['pass', {}, 'pass'],
    ['fail', {}, 'fail'],
    ['fail', { waived: true }, 'waived'],
    ['review', {}, 'review'],
    ['review', { decided: 'pass' }, 'settled'],
    ['review', { decided: 'fail' }, 'rejected'],
    ['inconclusive', { reason: 'target-unavailable' }, 'inconclusive'],
    ['inconclusive', { reason: 'not-selected' }, 'not-run'],
  ] as const)('of %s with %j is %s', ([verdict, parts, expected]) => {
    expect(standingOf(requirementOf(verdict, parts))).toBe(expected);
  });

  test('of what a run does not know is absent', () => {
    expect(standingOf(undefined)).toBe('absent');
  });
});

const rows: readonly (readonly [Standing, Standing, Direction])[] = [
  ['pass', 'fail', 'worse'],
  ['pass', 'review', 'worse'],
  ['pass', 'inconclusive', 'worse'],
  ['pass', 'waived', 'worse'],
  ['pass', 'rejected', 'worse'],
  ['pass', 'absent', 'worse'],
  ['pass', 'settled', 'other'],
  ['pass', 'not-run', 'other'],
  ['settled', 'absent', 'worse'],
  ['settled', 'review', 'worse'],
  ['inconclusive', 'review', 'worse'],
  ['inconclusive', 'fail', 'worse'],
  ['inconclusive', 'pass', 'better'],
  ['review', 'fail', 'worse'],
  ['review', 'rejected', 'worse'],
  ['review', 'settled', 'better'],
  ['review', 'inconclusive', 'better'],
  ['waived', 'fail', 'worse'],
  ['fail', 'waived', 'better'],
  ['fail', 'pass', 'better'],
  ['fail', 'inconclusive', 'better'],
  ['fail', 'not-run', 'other'],
  ['fail', 'absent', 'other'],
  ['not-run', 'fail', 'worse'],
  ['not-run', 'pass', 'other'],
  ['not-run', 'review', 'other'],
  ['absent', 'fail', 'other'],
  ['absent', 'pass', 'other'],
  ['fail', 'fail', 'other'],
];

test.for(rows)('from %s to %s is %s', ([from, to, expected]) => {
  expect(directionOf(from, to)).toBe(expected);
});
