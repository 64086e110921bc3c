import { expect, test } from 'vitest';
import type { Guess } from '../plan/test-case.ts';
import { caseOf, checkOf, resultsOf } from '../report/made-results.test-data.ts';
import { verbatim } from '../messages/message.ts';
import { leftOutByLimit } from './guesses.ts';
import { exitCodeOf } from './totals.ts';
import type { CaseResult, TrialRecord } from './results.ts';

type Halted = NonNullable<TrialRecord['halted']>;

/** A case that tries this kind, and why nothing was sent; null: it was sent. */
function guess(
  variant: string,
  kind: string,
  why: Pick<Halted, 'kind' | 'reason'> | null,
  accepted: Guess['accepted'] = 'fail',
): CaseResult {
  const halted = why && { ...why, note: '', words: verbatim('') };
  const trial = { request: 'x', round: 1, attempts: [], controls: [], outage: false, halted };
  const checks = why === null ? [checkOf(`${variant}.authorization.enforced`, 'pass')] : [];
  return caseOf(`${variant}.${kind}`, checks, { guess: { kind, accepted }, trials: [trial] });
}

const limit = { kind: 'limit', reason: 'not-selected' } as const;
const none = { kind: 'no-password', reason: 'vacuous' } as const;
const unknown = { kind: 'other', reason: 'vacuous' } as const;
const refused = { kind: 'limit', reason: 'control-failed' } as const;
const tried = ['a', 'b'].map((variant) => guess(variant, 'appended', null));

test.for<[string, readonly CaseResult[], readonly string[]]>([
  ['nothing that was tried', tried, []],
  ['a kind in one variant', [...tried, guess('b', 'first-eight', limit)], ['first-eight']],
  [
    'a kind in both once',
    [...tried, guess('a', 'one', limit), guess('b', 'one', limit), guess('b', 'two', limit)],
    ['one', 'two'],
  ],
  ['one that a service may accept', [...tried, guess('a', 'one', limit, 'review')], ['one']],
  ['none that does not exist', [...tried, guess('a', 'one', none)], []],
  ['none that takes another setting', [...tried, guess('a', 'one', unknown)], []],
  ['none beside refused credentials', [...tried, guess('a', 'one', refused)], []],
  ['none of a variant of which nothing is known', [tried[0] ?? [], guess('b', 'one', limit)].flat(), []],
])('the limit left out %s', ([, cases, expected]) => {
  expect(leftOutByLimit(resultsOf(cases))).toEqual(expected);
});

test.for<[string, CaseResult, readonly string[], number]>([
  ['a kind that the limit left out', guess('a', 'one', limit), ['one'], 3],
  ['a kind that takes a setting', guess('a', 'one', unknown), ['one'], 3],
  ['a kind that a service may accept', guess('a', 'one', limit, 'review'), [], 0],
  ['a kind that does not exist', guess('a', 'one', none), [], 0],
])('%s is named by class full, and only a complete run has to try it', ([, own, untried, code]) => {
  const all = resultsOf([...tried, own]);
  const results = { ...all, requirements: [] };
  expect(all.variants['a']?.classes.full.untried).toEqual(untried);
  expect([exitCodeOf(results, false), exitCodeOf(results, true)]).toEqual([0, code]);
});
