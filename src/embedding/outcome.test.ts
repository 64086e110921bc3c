import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../result/outcome.ts';
import type { CaseResult, Results } from '../result/results.ts';
import {
  caseOf,
  checkOf,
  resultsOf,
  reviewCase,
  reviewOf,
  waiverOf,
} from '../report/made-results.test-data.ts';
import type { Parts } from '../report/made-results.test-data.ts';
import { answered } from '../verdict/evidence.test-data.ts';
import { explainFailure, testOutcome, unjudged } from './outcome.ts';
import type { OutcomeOptions, TestOutcome } from './outcome.ts';

const usual: OutcomeOptions = { review: 'skip', complete: false };

const outcomeOfOne = (found: CaseResult, parts: Parts = {}, options = usual): TestOutcome =>
  testOutcome(found, resultsOf([found], parts), options);

/** The red tests of a run; that of the run itself is `last`. */
function redOf(results: Results, complete: boolean): readonly string[] {
  const options = { ...usual, complete };
  const isRed = (found: CaseResult): boolean => testOutcome(found, results, options).kind === 'fail';
  const last = unjudged(results, complete) === null ? [] : ['last'];
  return [...results.cases.filter(isRed).map(({ id }) => id), ...last];
}

const right = caseOf('a.right', [checkOf('a.success.status', 'pass')]);
const wrong = caseOf('a.wrong', [checkOf('a.error.body', 'fail')]);
const twofold = caseOf('a.x', [checkOf('a.error.body', 'fail'), checkOf('a.success.body', 'fail')]);
const down = caseOf('a.down', [checkOf('a.error.body', 'target-unavailable')]);
const absent = caseOf('a.absent', [checkOf('a.error.body', 'not-provisioned')]);
const silent = { ...caseOf('a.observed', []), verdict: null };
const read = reviewCase('a.read', 'a.unavailable.meaning', 'Odd');
const both = { ...read, verdict: 'fail', checks: [...read.checks, checkOf('a.error.body', 'fail')] } as const;
const waived = { waivers: [waiverOf('a.error.body')] };
const waivedText = { waivers: [waiverOf('a.unavailable.meaning')] };
const expired = { waivers: [waiverOf('a.error.body', '2025-01-01')] };
const by = (decision: 'pass' | 'fail') => ({ reviews: [reviewOf('a.read', 'Odd', decision)] });

/** A run, the exit code of the command line with and without `--complete`, and the tests that are red without. */
const rows: readonly (readonly [string, readonly CaseResult[], Parts, number, number, string[]])[] = [
  ['only passes', [right], {}, 0, 3, []],
  ['a failure', [right, wrong], {}, 1, 1, ['a.wrong']],
  ['a waived failure', [right, wrong], waived, 0, 3, []],
  ['a failure of which a half is waived', [twofold], waived, 1, 1, ['a.x']],
  ['a failure whose waiver has expired', [wrong], expired, 1, 1, ['a.wrong']],
  ['a stale waiver', [right], { waivers: [waiverOf('a.success.status')] }, 1, 1, ['last']],
  ['a waiver of nothing', [right], { waivers: [waiverOf('a.x.y')] }, 1, 1, ['last']],
  ['a text under review', [read], {}, 0, 3, []],
  ['a text that a person has accepted', [read], by('pass'), 0, 3, []],
  ['a text that a person has refused', [read], by('fail'), 1, 1, ['a.read']],
  ['one beside a waived failure', [both], { ...waived, ...by('fail') }, 1, 1, ['a.read']],
  ['a refused text that is waived', [read], { ...waivedText, ...by('fail') }, 0, 3, []],
  ['a target that is down', [down], {}, 3, 3, ['last']],
  ['a condition that is not provisioned', [absent], {}, 0, 3, []],
  ['an observation without an answer', [right, silent], {}, 0, 3, []],
];

describe('the tests of a run', () => {
  it.each(rows)(
    'fail if the command line does not exit with code 0: %s',
    (_what, cases, parts, code, complete, red) => {
      const results = resultsOf(cases, parts);
      expect([exitCodeOf(results, false), exitCodeOf(results, true)]).toEqual([code, complete]);
      expect(redOf(results, false)).toEqual(red);
      expect(redOf(results, true).length > 0).toBe(complete !== 0);
    },
  );

  it('are red for a run that was interrupted', () => {
    expect(redOf(resultsOf([right], { interrupted: true }), false)).toEqual(['last']);
  });

  it('name what could not be judged', () => {
    expect(unjudged(resultsOf([down]), false)).toContain('a.error.body: inconclusive (target-unavailable)');
  });
});

describe('the test of a case', () => {
  it('fails with every deviation', () => {
    const outcome = outcomeOfOne(twofold);
    expect(outcome.kind === 'fail' && outcome.error.message).toMatch(/a\.error\.body.*\n.*a\.success\.body/);
  });

  it.each([
    [read, {}, 'review: a person has to decide', 'a.unavailable.meaning: '],
    [wrong, waived, 'waived: a.error.body: being reworded', 'waived: a.error.body: being reworded'],
    [down, {}, 'target-unavailable: ', null],
    [absent, {}, 'not-provisioned: ', null],
    [silent, {}, 'nothing was observed: nothing was sent', null],
    // A decision is on exactly its text.
    [read, { reviews: [reviewOf('a.read', 'Even', 'fail')] }, 'review: a person has to decide', 'a.unav'],
  ] as const)('says why it is skipped: %#', (found, parts, note, text) => {
    const outcome = outcomeOfOne(found, parts);
    expect(outcome).toMatchObject({ kind: 'skip', note: expect.stringContaining(note) as string });
    const texts = outcome.kind === 'skip' ? outcome.annotations.map((one) => one.text) : [];
    expect(texts).toEqual(text === null ? [] : [expect.stringContaining(text)]);
  });

  it('passes where something was observed, and is red for a text under review where that is asked for', () => {
    expect(outcomeOfOne({ ...silent, exchanges: [answered(200, {})] }).kind).toBe('pass');
    expect(outcomeOfOne(read, {}, { ...usual, review: 'fail' }).kind).toBe('fail');
  });
});

it('what is handed to a runner steers neither a terminal nor a log', () => {
  const hostile = answered(200, {}, { id: 'a.x' });
  const response = hostile.response && { ...hostile.response, body: '\n::error::x\u001b[2J' };
  const message = 'got \u001b[31m\n::error::';
  const check = { ...checkOf('a.error.body', 'fail'), exchange: 'a.x', message };
  const error = explainFailure({ checks: [check], exchanges: [{ ...hostile, response }] });
  expect(error.message).toContain('\\x1b[2J');
  const checks = read.checks.map((one) => ({ ...one, message }));
  const refused = outcomeOfOne({ ...read, checks }, by('fail'));
  const texts = [error.message, error.stack, refused.kind === 'fail' && refused.error.stack].join('\n');
  expect(texts).toContain('\\x1b[31m');
  expect(texts).not.toContain('\u001b');
  expect(texts).not.toMatch(/^::error/m);
});
