import { describe, expect, test } from 'vitest';
import { refused } from '../verdict/evidence.test-data.ts';
import type { Reason, Verdict } from '../verdict/verdict.ts';
import { mergeGoes } from './merge-goes.ts';
import type { CaseResult } from './results.ts';
import { caseOf, checkOf } from './run.test-data.ts';

const requirement = 'a.error.body';

/** A go of the case with one check for each verdict, and an exchange of its own. */
function go(number: number, ...verdicts: readonly (Verdict | Reason)[]): CaseResult {
  const id = `a.case~${number}`;
  const checks = verdicts.map((verdict) => ({ ...checkOf(requirement, verdict), exchange: id }));
  return caseOf('a.case', checks, { exchanges: [refused(422, 'no', { id })], durationMs: 10 });
}

describe('the goes of a case', () => {
  test('come together as the one they are', () => {
    const only = go(1, 'pass');
    expect(mergeGoes([only])).toBe(only);
    expect(() => mergeGoes([])).toThrow(RangeError);
  });

  test('that are all the same are stable', () => {
    const merged = mergeGoes([go(1, 'pass'), go(2, 'pass')]);
    expect(merged).toMatchObject({
      verdict: 'pass',
      durationMs: 20,
      goes: { times: 2, unstable: false, verdicts: { pass: 2 } },
    });
    expect(merged.checks.map(({ message }) => message)).toEqual(['pass']);
  });

  test('that differ have the worst verdict, with its share and its evidence', () => {
    const merged = mergeGoes([go(1, 'pass'), go(2, 'fail'), go(3, 'pass')]);
    expect(merged).toMatchObject({
      verdict: 'fail',
      goes: { times: 3, unstable: true, verdicts: { pass: 2, fail: 1 } },
    });
    expect(merged.checks.map(({ verdict, message }) => [verdict, message])).toEqual([
      ['fail', 'fail (unstable: 1 of 3)'],
    ]);
    // Whatever a check or a control names has to be found again.
    expect(merged.exchanges.map(({ id }) => id)).toEqual(['a.case~1', 'a.case~2', 'a.case~3']);
  });

  test('keep several checks on one requirement apart by their place', () => {
    const merged = mergeGoes([go(1, 'pass', 'fail'), go(2, 'pass', 'fail'), go(3, 'review')]);
    expect(merged.checks.map(({ verdict }) => verdict)).toEqual(['review', 'fail']);
    expect(merged.verdict).toBe('fail');
  });

  test('that were never carried out say nothing of those that were', () => {
    const merged = mergeGoes([go(1, 'pass'), go(2, 'not-selected')]);
    expect(merged).toMatchObject({ verdict: 'pass', goes: { times: 1, unstable: false } });
    expect(mergeGoes([go(1, 'not-selected'), go(2, 'not-selected')])).toMatchObject({
      verdict: 'inconclusive',
      reason: 'not-selected',
    });
  });

  test('of a case that only observes stay without a verdict', () => {
    const observed = (number: number): CaseResult => ({ ...go(number), verdict: null });
    expect(mergeGoes([observed(1), observed(2)])).toMatchObject({
      verdict: null,
      checks: [],
      goes: { unstable: false, verdicts: { observed: 2 } },
    });
  });
});
