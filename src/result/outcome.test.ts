import { describe, expect, test } from 'vitest';
import { resultsOf, waiverOf } from '../report/made-results.test-data.ts';
import type { Reason } from '../verdict/check.ts';
import { exitCodeOf, overallOf } from './outcome.ts';
import type { RequirementResult, WaiverResult } from './results.ts';
import { requirementOf } from './requirement.test-data.ts';

const waived = requirementOf('fail', { waived: true });
const open = (reason: Reason) => requirementOf('inconclusive', { reason });
const empty = resultsOf([]);

const code = (
  requirements: readonly RequirementResult[],
  complete = false,
  states: readonly WaiverResult['state'][] = [],
): number => {
  const waivers = states.map((state) => ({ ...waiverOf('a.success.status'), state }));
  return exitCodeOf({ ...empty, requirements, waivers }, complete);
};

describe('the exit code', () => {
  const rows: readonly (readonly [string, readonly RequirementResult[], number, number])[] = [
    ['only passes', [requirementOf('pass')], 0, 0],
    ['a failure', [requirementOf('pass'), requirementOf('fail')], 1, 1],
    ['a failure beside an unavailable target', [open('target-unavailable'), requirementOf('fail')], 1, 1],
    ['a waived failure', [waived], 0, 0],
    ['a waived failure beside another', [waived, requirementOf('fail')], 1, 1],
    ['a review', [requirementOf('review')], 0, 3],
    ['not-provisioned', [open('not-provisioned')], 0, 3],
    ['vacuous', [open('vacuous')], 0, 3],
    ['not-selected', [open('not-selected')], 0, 3],
    ['setup-failed', [open('setup-failed')], 3, 3],
    ['target-unavailable', [open('target-unavailable')], 3, 3],
    ['rate-limited', [open('rate-limited')], 3, 3],
    ['control-failed', [open('control-failed')], 3, 3],
    ['suite-error', [open('suite-error')], 3, 3],
    ['one such among accepted ones', [open('vacuous'), open('rate-limited')], 3, 3],
  ];

  test.for(rows)('for %s', ([, requirements, usual, complete]) => {
    expect(code(requirements)).toBe(usual);
    expect(code(requirements, true)).toBe(complete);
  });

  test('is 1 for a stale waiver, before 3', () => {
    expect(code([requirementOf('pass')], false, ['stale'])).toBe(1);
    expect(code([open('suite-error')], true, ['used', 'stale'])).toBe(1);
  });

  test('is not changed by a waiver that is used, undecided or expired', () => {
    for (const state of ['used', 'undecided', 'expired'] as const)
      expect(code([requirementOf('pass')], true, [state])).toBe(0);
  });
});

test.for([
  ['only passes', [requirementOf('pass')], 'conforming'],
  ['a failure', [requirementOf('fail'), requirementOf('pass')], 'nonconforming'],
  ['a failure beside a review', [requirementOf('review'), requirementOf('fail')], 'nonconforming'],
  ['a waived failure', [waived, requirementOf('pass')], 'incomplete'],
  ['a review', [requirementOf('review'), requirementOf('pass')], 'incomplete'],
  ['an inconclusive one', [open('vacuous'), requirementOf('pass')], 'incomplete'],
] as const)('requirements come together to one word: %s', ([, requirements, expected]) => {
  expect(overallOf(requirements)).toBe(expected);
});
