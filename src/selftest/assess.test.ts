import { expect, it } from 'vitest';
import { askIn } from '../cli/fake-terminal.test-support.ts';
import { deriveRequirements } from '../operation/requirement.ts';
import { specification } from '../operation/specification.ts';
import type { RequirementResult } from '../results/results.ts';
import { assess, findUnguarded, isOnlyMissed } from './assess.ts';
import { subjects } from '../reference/defects.ts';
import type { Subject } from '../reference/defect.ts';

const subject: Subject = {
  kind: 'defect',
  id: 'x',
  summary: 'X.',
  fails: ['a', 'b'],
  reviews: ['c'],
  vacuous: ['d'],
  intermittent: false,
  needsTls: false,
  failedLogins: null,
  template: null,
};

const seen = (verdicts: object, failedLogins = 3): Parameters<typeof assess>[1] => ({
  requirements: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict }) as RequirementResult),
  failedLogins,
  profile: { sha256: '', claims: {}, limits: { failedLogins: 3 } },
});

const expected = { a: 'fail', b: 'fail', c: 'review', d: 'inconclusive', e: 'pass' };

it.each<readonly [string, Partial<Subject>, object, readonly string[], readonly string[]]>([
  ['the expected verdicts', {}, {}, [], []],
  ['an escape', {}, { b: 'pass' }, [], ['escaped: b']],
  ['blame', {}, { e: 'fail' }, [], ['blamed: e']],
  [
    'a review too many and one too few',
    {},
    { c: 'pass', e: 'review' },
    [],
    ['not under review: c', 'under review: e'],
  ],
  ['what should have shown nothing', {}, { d: 'pass' }, [], ['not open: d']],
  ['another verdict from the record', {}, {}, ['a'], ['judged otherwise from its record: a']],
  ['an intermittent defect seen once', { intermittent: true }, { b: 'pass' }, [], []],
  [
    'an intermittent defect never seen',
    { intermittent: true },
    { a: 'pass', b: 'pass' },
    [],
    ['escaped: a, b'],
  ],
  ['a tolerance that leaves something open', { kind: 'tolerance' }, { e: 'inconclusive' }, [], ['open: e']],
])('%s', (_name, change, verdicts, differing, problems) => {
  const assessment = assess({ ...subject, ...change }, seen({ ...expected, ...verdicts }), differing);
  expect(assessment.problems).toEqual(problems);
});

it.each<readonly [string, Partial<Subject>, object, boolean]>([
  ['an intermittent defect that did not show', { intermittent: true }, { a: 'pass', b: 'pass' }, true],
  ['one that did', { intermittent: true }, { b: 'pass' }, false],
  ['one that did not, and blame', { intermittent: true }, { a: 'pass', b: 'pass', e: 'fail' }, false],
  ['a lasting defect', {}, { a: 'pass', b: 'pass' }, false],
])('%s may be run again: see the last column', (_name, change, verdicts, isAgain) => {
  const assessment = assess({ ...subject, ...change }, seen({ ...expected, ...verdicts }), []);
  expect(isOnlyMissed(assessment)).toBe(isAgain);
});

it('a failed login beyond the limit is a mistake of the suite, and errors are counted', () => {
  const { problems, errors } = assess(subject, seen({ ...expected, b: 'pass', e: 'fail' }, 5), []);
  expect(problems).toEqual(['escaped: b', 'blamed: e', 'failed logins beyond the limit: 2']);
  expect(errors).toEqual({ judged: 5, wronglyFailed: 1, wronglyPassed: 1, beyondLimit: 2 });
  const seldom = { ...subject, intermittent: true };
  expect(assess(seldom, seen({ ...expected, b: 'pass' }), []).errors.wronglyPassed).toBe(0);
});

it('every requirement is violated by a lasting defect', () => {
  const ids = deriveRequirements(specification).map(({ id }) => id);
  expect(findUnguarded(subjects, ids)).toEqual([]);
  expect(findUnguarded([{ ...subject, intermittent: true }], ['a'])).toEqual(['a']);
});

/** Written by hand, so that it does not depend on the tables. */
const byHand: Readonly<Record<string, readonly string[]>> = {
  'b-plain-password-accepted': [
    'b.unencrypted.partnerPassword.status',
    'b.unencrypted.partnerPassword.names',
    'b.unencrypted.partnerPassword.meaning',
    'b.authorization.enforced',
  ],
  gzip: [],
};

it('the command finds exactly what a defect violates, and fails no tolerance', async () => {
  const chosen = Object.keys(byHand);
  const args = ['--json', ...chosen.flatMap((id) => ['--defect', id])];
  const { code, out } = await askIn({}, 'selftest', ...args);
  const { assessments } = JSON.parse(out) as {
    readonly assessments: readonly { readonly subject: Subject; readonly failed: readonly string[] }[];
  };
  const failed = Object.fromEntries(
    assessments.map((one) => [one.subject.id, one.failed.toSorted()] as const),
  );
  expect(failed).toEqual(Object.fromEntries(chosen.map((id) => [id, byHand[id]?.toSorted()])));
  expect(code).toBe(0);
});
