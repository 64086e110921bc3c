import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../results/results.ts';
import {
  caseOf,
  checkOf,
  resultsOf,
  reviewCase,
  reviewOf,
  waiverOf,
} from '../report/made-results.test-data.ts';
import type { Parts } from '../report/made-results.test-data.ts';
import { answered } from '../judge/evidence.test-data.ts';
import { explainFailure, testOutcome, unjudged } from './outcome.ts';
import type { OutcomeOptions, TestOutcome } from './outcome.ts';

const usual: OutcomeOptions = { review: 'skip', complete: false };

const outcomeOfOne = (found: CaseResult, parts: Parts = {}, options = usual): TestOutcome =>
  testOutcome(found, resultsOf([found], parts), options);

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

it('a run that was interrupted, or could not judge, is no good news', () => {
  expect(unjudged(resultsOf([], { interrupted: true }), false)).toMatch(/interrupted/);
  expect(unjudged(resultsOf([down]), false)).toContain('a.error.body: inconclusive (target-unavailable)');
});

describe('the test of a case', () => {
  it.each([
    [twofold, {}, /^a\.error\.body.*\na\.success\.body.*$/],
    [twofold, waived, /^a\.success\.body.*$/],
    [wrong, expired, /^a\.error\.body/],
    [read, by('fail'), /^a\.unavailable\.meaning: A\. Person refused the text: /],
    [both, { ...waived, ...by('fail') }, /^a\.unavailable\.meaning: A\. Person refused/],
  ])('fails with every deviation that no waiver covers: %#', (found, parts, text) => {
    const outcome = outcomeOfOne(found, parts);
    expect(outcome.kind === 'fail' && outcome.error.message).toMatch(text);
  });

  it.each([
    [read, {}, 'review: a person has to decide', 'a.unavailable.meaning: '],
    [wrong, waived, 'waived: a.error.body: ', 'waived: a.error.body: '],
    [read, { ...waivedText, ...by('fail') }, 'waived: a.unavailable.meaning: ', 'waived: a.unavailable'],
    [down, {}, 'target-unavailable: ', null],
    [absent, {}, 'not-provisioned: ', null],
    [silent, {}, 'nothing was observed: nothing was sent', null],
    // A decision applies only to exactly the same text.
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
