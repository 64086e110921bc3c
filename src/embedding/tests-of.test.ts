import { describe, expect, it } from 'vitest';
import { assemble } from '../result/assemble.ts';
import type { Run } from '../result/assemble.ts';
import { exitCodeOf } from '../result/exit-code.ts';
import type { CaseResult } from '../result/results.ts';
import { caseOf, checkOf, reviewCase, reviewOf, runOf, waiverOf } from '../result/run.test-data.ts';
import { lastTitle, testsOf } from './tests-of.ts';

const right = caseOf('a.right', [checkOf('a.success.status', 'pass')]);
const wrong = caseOf('a.wrong', [checkOf('a.error.body', 'fail')]);
const read = reviewCase('a.read', 'a.unavailable.meaning', 'Odd');
const [open] = read.checks;
const both = { ...read, verdict: 'fail', checks: [...read.checks, checkOf('a.error.body', 'fail')] } as const;
const waived = { waivers: [waiverOf('a.error.body')] };
const by = (decision: 'pass' | 'fail') => ({ reviews: [reviewOf('a.read', 'Odd', decision)] });

/** A run, the exit code of the command line with and without `--complete`, and the tests that are red without. */
const rows: readonly (readonly [string, readonly CaseResult[], Partial<Run>, number, number, string[]])[] = [
  ['only passes', [right], {}, 0, 3, []],
  ['a failure', [right, wrong], {}, 1, 1, ['a.wrong']],
  ['a waived failure', [right, wrong], waived, 0, 3, []],
  [
    'a failure whose waiver has expired',
    [wrong],
    { waivers: [waiverOf('a.error.body', '2025-01-01')] },
    1,
    1,
    ['a.wrong'],
  ],
  ['a stale waiver', [right], { waivers: [waiverOf('a.success.status')] }, 1, 1, [lastTitle]],
  ['a waiver of nothing', [right], { waivers: [waiverOf('a.x.y')] }, 1, 1, [lastTitle]],
  ['a text under review', [read], {}, 0, 3, []],
  ['a text that a person has accepted', [read], by('pass'), 0, 3, []],
  ['a text that a person has refused', [read], by('fail'), 1, 1, ['a.read']],
  ['one beside a waived failure', [both], { ...waived, ...by('fail') }, 1, 1, ['a.read']],
  [
    'a target that is down',
    [caseOf('a.down', [checkOf('a.error.body', 'target-unavailable')])],
    {},
    3,
    3,
    [lastTitle],
  ],
  [
    'a condition that is not provisioned',
    [caseOf('a.x', [checkOf('a.error.body', 'not-provisioned')])],
    {},
    0,
    3,
    [],
  ],
];

describe('the tests of a run', () => {
  it.each(rows)('end as the command line would: %s', (_what, cases, parts, usual, complete, red) => {
    const results = assemble(runOf(cases, parts));
    expect([exitCodeOf(results, false), exitCodeOf(results, true)]).toEqual([usual, complete]);
    const redOf = (isComplete: boolean): readonly string[] =>
      testsOf(results, { complete: isComplete })
        .filter(({ outcome }) => outcome.kind === 'fail')
        .map((found) => found.case ?? found.name);
    expect(redOf(false)).toEqual(red);
    expect(redOf(true).length > 0).toBe(complete !== 0);
  });

  it('are those of all cases and one more, in their order', () => {
    const tests = testsOf(assemble(runOf([right, wrong])));
    expect(tests.map(({ name, variant }) => [name, variant])).toEqual([
      ['a.right: What about a.right?', 'a'],
      ['a.wrong: What about a.wrong?', 'a'],
      [lastTitle, null],
    ]);
  });

  it('say why they are skipped, with the text that a person has to decide', () => {
    const [first] = testsOf(assemble(runOf([read])));
    expect(first?.outcome).toEqual({
      kind: 'skip',
      note: 'review: a person has to decide',
      texts: [expect.stringContaining(`${open?.requirement}: `)],
    });
    const [excused] = testsOf(assemble(runOf([wrong], waived)));
    expect(excused?.outcome).toMatchObject({ kind: 'skip', note: expect.stringContaining('being reworded') });
  });

  it('are red for a text under review where that is asked for', () => {
    const [first] = testsOf(assemble(runOf([read])), { review: 'fail' });
    expect(first?.outcome.kind).toBe('fail');
  });

  it('are red for a run that was interrupted', () => {
    const last = testsOf(assemble(runOf([right], { interrupted: true }))).at(-1);
    expect(last?.outcome.kind).toBe('fail');
  });

  it('hand nothing that steers a terminal to the runner', () => {
    const hostile = reviewCase('a.read', 'a.unavailable.meaning', 'Odd');
    const checks = hostile.checks.map((check) => ({ ...check, message: 'got \u001b[31m' }));
    const run = runOf([{ ...hostile, checks }], by('fail'));
    const [{ outcome } = { outcome: null }] = testsOf(assemble(run));
    expect(outcome?.kind === 'fail' && `${outcome.error.message}${outcome.error.stack}`).toContain(
      '\\x1b[31m',
    );
  });
});
