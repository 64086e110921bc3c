import { describe, expect, test } from 'vitest';
import {
  caseOf,
  checkOf,
  resultsOf as made,
  reviewCase,
  reviewOf,
  waiverOf,
} from '../report/made-results.test-data.ts';
import type { Parts } from '../report/made-results.test-data.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import { specification } from '../spec/specification.ts';
import type { CaseResult, RequirementResult, Results } from './results.ts';
import { exitCodeOf } from './outcome.ts';
import { openReviews } from './review.ts';

const id = 'a.missing.partnerName.meaning';
const other = 'a.unavailable.meaning';
const rest = deriveRequirements(specification)
  .map((requirement) => requirement.id)
  .filter((one) => one !== id && one !== other)
  .map((one) => caseOf(`${one}.case`, [checkOf(one, 'pass')]));

const passed = caseOf('a.other', [checkOf(other, 'pass')]);
const open = reviewCase('a.one', id, 'words');

const resultsOf = (cases: readonly CaseResult[], parts: Parts = {}): Results =>
  made([...rest, ...cases], parts);

/** The same run with decisions of persons. */
const settleReviews = ({ cases, leftOut }: Results, reviews: Parts['reviews'] = []): Results =>
  made(cases, { leftOut, reviews });

function requirement({ requirements }: Results, wanted = id): RequirementResult {
  const found = requirements.find((each) => each.id === wanted);
  if (found === undefined) throw new Error(`no requirement ${wanted}`);
  return found;
}

const pass = reviewOf('a.one', 'words', 'pass');
const fail = reviewOf('a.one', 'words', 'fail');

describe('a decision', () => {
  const before = resultsOf([open, passed]);

  test('for a text counts as a pass, while the verdict stays', () => {
    const after = settleReviews(before, [pass]);
    expect(requirement(after)).toMatchObject({ verdict: 'review', decided: 'pass', waived: false });
    expect(after.reviews).toEqual([{ ...pass, state: 'used', requirements: [id] }]);
    expect(after.verdict).toBe('conforming');
    expect(after.variants['a']).toMatchObject({
      verdict: 'conforming',
      counts: { pass: 24, review: 1 },
      classes: { core: { reached: true }, full: { reached: true } },
    });
    expect([exitCodeOf(after, false), exitCodeOf(after, true)]).toEqual([0, 0]);
  });

  test('against a text counts as a failure, while the verdict stays', () => {
    const after = settleReviews(before, [fail]);
    expect(requirement(after)).toMatchObject({ verdict: 'review', decided: 'fail', waived: false });
    expect(after.verdict).toBe('nonconforming');
    expect(after.variants['a']).toMatchObject({
      verdict: 'nonconforming',
      counts: { fail: 0, review: 1 },
      classes: { core: { reached: false, prevents: [id] } },
    });
    expect([exitCodeOf(after, false), exitCodeOf(after, true)]).toEqual([1, 1]);
  });

  test.for([
    ['another case', reviewOf('a.two', 'words', 'pass')],
    ['another text', reviewOf('a.one', 'Words', 'pass')],
    ['a part of the text', reviewOf('a.one', 'word', 'pass')],
    ['the text with a space', reviewOf('a.one', 'words ', 'pass')],
    ['another requirement', reviewOf('a.one', 'words', 'pass', { requirement: other })],
    ['a case that passes', reviewOf('a.other', '', 'pass')],
  ] as const)('on %s is stale and changes nothing', ([, review]) => {
    const after = settleReviews(before, [review]);
    expect(after).toEqual({ ...before, reviews: [{ ...review, state: 'stale', requirements: [] }] });
    expect(exitCodeOf(after, false)).toBe(0);
    expect(exitCodeOf(after, true)).toBe(3);
  });

  test('holds for the requirement that it names alone', () => {
    const both = caseOf(
      'a.one',
      [id, other].map((each) => checkOf(each, 'review', 'words')),
    );
    const results = resultsOf([both]);
    const after = settleReviews(results, [reviewOf('a.one', 'words', 'pass', { requirement: id })]);
    expect([requirement(after).decided, requirement(after, other).decided]).toEqual(['pass', null]);
    const all = settleReviews(results, [pass]);
    expect([requirement(all).decided, requirement(all, other).decided]).toEqual(['pass', 'pass']);
    expect(all.reviews[0]?.requirements).toEqual([id, other]);
    const apart = [
      reviewOf('a.one', 'words', 'pass', { requirement: id }),
      reviewOf('a.one', 'words', 'fail', { requirement: other }),
    ];
    const parted = settleReviews(results, apart);
    expect([requirement(parted).decided, requirement(parted, other).decided]).toEqual(['pass', 'fail']);
  });

  test.for([
    ['the same text', pass, fail],
    ['the same text and one requirement', pass, { ...fail, requirement: id }],
    ['one and the same requirement', { ...pass, requirement: id }, { ...fail, requirement: id }],
  ] as const)('contradicts another on %s', ([, one, another]) => {
    expect(() => settleReviews(before, [one, another])).toThrow(
      /"a\.one": found "pass" of "A\. Person" and "fail"/,
    );
    expect(() => resultsOf([open], { reviews: [another, one] })).toThrow(/a\.one/);
  });
});

describe('a requirement under review', () => {
  const second = reviewCase('a.two', id, 'other words');

  test('is accepted only when all its texts are, and refused by one of them', () => {
    const results = resultsOf([open, second, passed]);
    expect(requirement(settleReviews(results, [pass])).decided).toBe(null);
    expect(requirement(settleReviews(results, [fail])).decided).toBe('fail');
    const accepted = reviewOf('a.two', 'other words', 'pass');
    expect(requirement(settleReviews(results, [pass, accepted])).decided).toBe('pass');
    expect(requirement(settleReviews(results, [fail, accepted])).decided).toBe('fail');
  });

  test('that was not seen as a whole is not accepted, but may be refused', () => {
    const unseen = caseOf('a.two', [checkOf(id, 'control-failed')]);
    const results = resultsOf([open, unseen, passed]);
    expect(requirement(settleReviews(results, [pass])).decided).toBe(null);
    expect(requirement(settleReviews(results, [fail])).decided).toBe('fail');
    const leftOut = { cases: ['a.two'], requirements: [id] };
    expect(requirement(resultsOf([open, passed], { leftOut, reviews: [pass] })).decided).toBe(null);
    expect(requirement(resultsOf([open, passed], { leftOut, reviews: [fail] })).decided).toBe('fail');
  });

  test('that fails anyway is not decided', () => {
    const results = resultsOf([open, caseOf('a.two', [checkOf(id, 'fail')]), passed], { reviews: [pass] });
    expect(requirement(results)).toMatchObject({ verdict: 'fail', decided: null });
    expect(results.reviews[0]?.state).toBe('used');
    expect(exitCodeOf(results, false)).toBe(1);
  });

  test('that persons refused may be waived, and then makes the run incomplete', () => {
    const results = resultsOf([open, passed], { waivers: [waiverOf(id)], reviews: [fail] });
    expect(requirement(results)).toMatchObject({ decided: 'fail', waived: true });
    expect(results.waivers[0]?.state).toBe('used');
    expect(results.verdict).toBe('incomplete');
    expect(exitCodeOf(results, false)).toBe(0);
  });
});

describe('what waits for a person', () => {
  test('is each text once, with its blanks, the cases that show it and what waits for it', () => {
    const again = reviewCase('a.three', other, 'words');
    const results = resultsOf([open, reviewCase('a.two', other, 'other words'), again]);
    const blanks = { decision: '', name: '', date: '' };
    expect(openReviews(results)).toEqual([
      { cases: ['a.one', 'a.three'], text: 'words', ...blanks, requirements: [id, other] },
      { cases: ['a.two'], text: 'other words', ...blanks, requirements: [other] },
    ]);
    for (const decision of [pass, fail])
      expect(openReviews(settleReviews(results, [decision])).map(({ cases }) => cases)).toEqual([
        ['a.two'],
        ['a.three'],
      ]);
  });
});
