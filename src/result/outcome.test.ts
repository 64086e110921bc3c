import { describe, expect, test } from 'vitest';
import { requirementsOf, resultsOf, waiverOf } from '../report/made-results.test-data.ts';
import { reasons } from '../verdict/check.ts';
import type { Reason, Verdict } from '../verdict/check.ts';
import { exitCodeOf, overallOf } from './outcome.ts';
import type { RequirementResult, WaiverResult } from './results.ts';

const [first] = requirementsOf([], ['a']);
if (first === undefined) throw new Error('an empty catalogue');
const passed: RequirementResult = { ...first, verdict: 'pass', reason: null };
const is = (verdict: Verdict): RequirementResult => ({ ...passed, verdict });
const open = (reason: Reason): RequirementResult => ({ ...passed, verdict: 'inconclusive', reason });
const waived = { ...is('fail'), waived: true };
const empty = resultsOf([]);

/** The exit code as usual, and with `--complete`. */
const codes = (requirements: readonly RequirementResult[], states: readonly WaiverResult['state'][] = []) => {
  const waivers = states.map((state) => ({ ...waiverOf('a.success.status'), state }));
  return [false, true].map((complete) => exitCodeOf({ ...empty, requirements, waivers }, complete));
};
type Row = [string, readonly RequirementResult[], readonly number[]];
const accepted: readonly Reason[] = ['not-provisioned', 'vacuous', 'not-selected'];

describe('the exit code', () => {
  test.for<Row>([
    ['only passes', [passed], [0, 0]],
    ['a failure', [passed, is('fail')], [1, 1]],
    ['a failure beside an unavailable target', [open('target-unavailable'), is('fail')], [1, 1]],
    ['a waived failure', [waived], [0, 0]],
    ['a waived failure beside another', [waived, is('fail')], [1, 1]],
    ['a review', [is('review')], [0, 3]],
    ...reasons.map((reason): Row => [reason, [passed, open(reason)], [accepted.includes(reason) ? 0 : 3, 3]]),
    ['one such among accepted ones', [open('vacuous'), open('rate-limited')], [3, 3]],
  ])('for %s', ([, requirements, expected]) => {
    expect(codes(requirements)).toEqual(expected);
  });

  test('is 1 for a stale waiver, before 3; not changed by any other', () => {
    expect(codes([passed], ['stale'])).toEqual([1, 1]);
    expect(codes([open('suite-error')], ['used', 'stale'])).toEqual([1, 1]);
    expect(codes([passed], ['used', 'undecided', 'expired'])).toEqual([0, 0]);
  });
});

test.for([
  ['only passes', [passed, passed], 'conforming'],
  ['a failure', [is('fail'), passed], 'nonconforming'],
  ['a failure beside a review', [is('review'), is('fail')], 'nonconforming'],
  ['a waived failure', [waived, passed], 'incomplete'],
  ['a review', [is('review'), passed], 'incomplete'],
  ['an inconclusive one', [open('vacuous'), passed], 'incomplete'],
] as const)('requirements come together to one word: %s', ([, requirements, expected]) => {
  expect(overallOf(requirements)).toBe(expected);
});
