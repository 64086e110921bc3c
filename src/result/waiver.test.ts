import { describe, expect, test } from 'vitest';
import type { Verdict } from '../verdict/check.ts';
import { waiverOf } from '../report/made-results.test-data.ts';
import { requirementOf } from './requirement.test-data.ts';
import { isWaived, settleWaivers } from './waiver.ts';

const id = 'a.success.status';
const day = (text: string): Date => new Date(text);

describe('a failure is waived', () => {
  const waived = (verdict: Verdict, requirement = id, today = '2026-05-31T23:59:59.999Z'): boolean =>
    isWaived({ id, verdict }, [waiverOf(requirement, '2026-06-01')], day(today));

  test('until the day of the waiver, in UTC', () => {
    expect(waived('fail')).toBe(true);
    expect(waived('fail', id, '2026-06-01T00:00:00Z')).toBe(false);
    expect(waived('fail', id, '2027-01-01T00:00:00Z')).toBe(false);
  });

  test('by a waiver of its own only', () => {
    expect(waived('fail', 'a.success.body')).toBe(false);
    expect(isWaived({ id, verdict: 'fail' }, [], day('2026-01-01'))).toBe(false);
  });
});

describe('a waiver', () => {
  const known = new Set([id, 'b.success.status']);
  const state = (requirement: string, verdict: Verdict, today = '2026-01-01') =>
    settleWaivers([waiverOf(requirement)], known, [requirementOf(verdict)], day(today))[0]?.state;

  test.for([
    ['fail', '2026-05-31', 'used'],
    ['fail', '2026-06-01', 'expired'],
    ['pass', '2026-05-31', 'stale'],
    ['pass', '2026-06-01', 'stale'],
    ['review', '2026-05-31', 'undecided'],
    ['inconclusive', '2026-05-31', 'undecided'],
    ['inconclusive', '2026-06-01', 'expired'],
  ] as const)('for a %s on %s is %s', ([verdict, today, expected]) => {
    expect(state(id, verdict, today)).toBe(expected);
  });

  test.for([
    ['pass', '2026-05-31', 'stale'],
    ['fail', '2026-05-31', 'used'],
    ['fail', '2026-06-01', 'expired'],
  ] as const)('for a review that persons decided as %s on %s is %s', ([decided, today, expected]) => {
    const settled = settleWaivers([waiverOf(id)], known, [requirementOf('review', { decided })], day(today));
    expect(settled[0]?.state).toBe(expected);
  });

  test('is settled by itself where one requirement has several', () => {
    const states = (verdict: Verdict, today: string) =>
      settleWaivers(
        [waiverOf(id, '2025-01-01'), waiverOf(id), waiverOf(id, '2027-01-01')],
        known,
        [requirementOf(verdict)],
        day(today),
      ).map((waiver) => waiver.state);
    expect(states('fail', '2026-01-01')).toEqual(['expired', 'used', 'used']);
    expect(states('fail', '2028-01-01')).toEqual(['expired', 'expired', 'expired']);
    expect(states('pass', '2026-01-01')).toEqual(['stale', 'stale', 'stale']);
  });
});
