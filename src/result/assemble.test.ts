import { describe, expect, test } from 'vitest';
import { deriveRequirements } from '../spec/requirement.ts';
import { specification } from '../spec/variant.ts';
import { answered } from '../verdict/evidence.test-data.ts';
import type { Reason, Verdict } from '../verdict/verdict.ts';
import { assemble } from './assemble.ts';
import type { Run } from './assemble.ts';
import { exitCodeOf } from './exit-code.ts';
import type { RequirementResult, Results } from './results.ts';
import { caseOf, checkOf, runOf, targetOf, waiverOf } from './run.test-data.ts';

const catalogue = deriveRequirements(specification).map(({ id }) => id);
const ofA = catalogue.filter((id) => id.startsWith('a.'));
const ofB = catalogue.filter((id) => id.startsWith('b.'));

function found({ requirements }: Results, id: string): RequirementResult {
  const requirement = requirements.find((each) => each.id === id);
  if (requirement === undefined) throw new Error(`no requirement ${id}`);
  return requirement;
}

/** What one requirement comes to by checks of several cases. */
const verdictBy = (...checks: readonly (Verdict | Reason)[]) => {
  const cases = checks.map((verdict, index) => caseOf(`a.case-${index}`, [checkOf('a.error.body', verdict)]));
  const { verdict, reason } = found(assemble(runOf(cases)), 'a.error.body');
  return reason === null ? verdict : `${verdict}: ${reason}`;
};

describe('a requirement', () => {
  test.for([
    [['pass'], 'pass'],
    [['pass', 'fail', 'pass'], 'fail'],
    [['review', 'fail', 'not-provisioned'], 'fail'],
    [['pass', 'review', 'control-failed'], 'review'],
    [['pass', 'vacuous'], 'inconclusive: vacuous'],
    [['not-selected', 'pass'], 'inconclusive: not-selected'],
    [[], 'inconclusive: not-selected'],
  ] as const)('has the worst verdict of its checks: %j is %s', ([checks, expected]) => {
    expect(verdictBy(...checks)).toBe(expected);
  });

  const order = [
    'suite-error',
    'setup-failed',
    'target-unavailable',
    'rate-limited',
    'control-failed',
    'not-provisioned',
    'vacuous',
    'not-selected',
  ] as const satisfies readonly Reason[];

  test('names the reason that has to be mended first, whichever check has it', () => {
    for (const [left, first] of order.entries())
      for (const [right, second] of order.entries())
        expect(verdictBy(first, second)).toBe(`inconclusive: ${order[Math.min(left, right)]}`);
  });

  test('that was seen only in part has not passed, but has failed where a part of it has', () => {
    const requirement = 'a.error.body';
    const partly = (verdict: Verdict) =>
      found(
        assemble(
          runOf([caseOf('a.one', [checkOf(requirement, verdict)])], {
            leftOut: { cases: ['a.two'], requirements: [requirement] },
          }),
        ),
        requirement,
      );
    expect(partly('pass')).toMatchObject({ verdict: 'inconclusive', reason: 'not-selected' });
    expect(partly('fail')).toMatchObject({ verdict: 'fail', reason: null });
    expect(partly('review')).toMatchObject({ verdict: 'review', reason: null });
  });

  test('that failed names no reason, even where another check is open', () => {
    expect(verdictBy('fail', 'suite-error')).toBe('fail');
  });

  test('is judged by its own checks in whichever case they stand, and lists these cases', () => {
    const cases = [
      caseOf('a.one', [checkOf('a.error.body', 'pass'), checkOf('a.success.status', 'fail')]),
      caseOf('a.two', [checkOf('a.error.body', 'pass'), checkOf('a.error.body', 'fail')]),
      caseOf('b.one', [checkOf('b.error.body', 'fail')]),
    ];
    const results = assemble(runOf(cases));
    expect(found(results, 'a.error.body')).toMatchObject({ verdict: 'fail', cases: ['a.one', 'a.two'] });
    expect(found(results, 'a.success.status')).toMatchObject({ verdict: 'fail', cases: ['a.one'] });
    expect(found(results, 'a.success.body')).toMatchObject({ verdict: 'inconclusive', cases: [] });
  });

  test('is failed by an observed case as well, whose own verdict is none', () => {
    const observed = caseOf('a.observed.replay', [checkOf('a.error.body', 'fail')], { verdict: null });
    expect(found(assemble(runOf([observed])), 'a.error.body').verdict).toBe('fail');
  });
});

const passing = (ids: readonly string[], but: Readonly<Record<string, Verdict | Reason>> = {}) =>
  ids.map((id) => caseOf(`${id}.case`, [checkOf(id, but[id] ?? 'pass')]));

describe('a run', () => {
  test('of which everything passes is conforming', () => {
    const results = assemble(runOf(passing(catalogue)));
    expect(results.verdict).toBe('conforming');
    expect(results.variants).toMatchObject({
      a: { verdict: 'conforming', counts: { pass: 25, fail: 0, review: 0, inconclusive: 0 } },
      b: { verdict: 'conforming', counts: { pass: 30, fail: 0, review: 0, inconclusive: 0 } },
    });
    expect(results.requirements.map(({ id }) => id)).toEqual(catalogue);
    expect(results.notApplicable).toEqual([]);
  });

  test('counts requirements, not checks, by variant', () => {
    const but = {
      'a.error.body': 'fail',
      'a.success.record': 'vacuous',
      'b.unavailable.meaning': 'review',
    } as const;
    const extra = caseOf('a.more', [checkOf('a.error.body', 'fail'), checkOf('a.error.body', 'pass')]);
    const results = assemble(runOf([...passing(catalogue, but), extra]));
    expect(results.verdict).toBe('nonconforming');
    expect(results.variants).toMatchObject({
      a: { verdict: 'nonconforming', counts: { pass: 23, fail: 1, review: 0, inconclusive: 1 } },
      b: { verdict: 'incomplete', counts: { pass: 29, fail: 0, review: 1, inconclusive: 0 } },
    });
  });

  test('without any case is incomplete, not conforming', () => {
    const results = assemble(runOf([]));
    expect(results.verdict).toBe('incomplete');
    expect(results.requirements.every(({ reason }) => reason === 'not-selected')).toBe(true);
  });

  test('leaves requirements of variants that are not claimed out of every verdict', () => {
    const results = assemble(runOf(passing(ofA), { target: targetOf(['a']) }));
    expect(results.verdict).toBe('conforming');
    expect(results.requirements.map(({ id }) => id)).toEqual(ofA);
    expect(results.notApplicable).toEqual(ofB);
    expect(Object.keys(results.variants)).toEqual(['a']);
  });

  test('keeps a waived failure a fail that makes it incomplete', () => {
    const cases = passing(catalogue, { 'b.unavailable.meaning': 'fail' });
    const results = assemble(runOf(cases, { waivers: [waiverOf('b.unavailable.meaning')] }));
    expect(found(results, 'b.unavailable.meaning')).toMatchObject({ verdict: 'fail', waived: true });
    expect(results.verdict).toBe('incomplete');
    expect(results.variants['b']).toMatchObject({ verdict: 'incomplete', counts: { fail: 1 } });
    expect(results.variants['a']).toMatchObject({ verdict: 'conforming' });
    expect(results.waivers[0]).toMatchObject({ state: 'used' });
  });

  test('does not waive a failure from the day of the waiver on, and says so', () => {
    const cases = passing(catalogue, { 'b.unavailable.meaning': 'fail' });
    const results = assemble(runOf(cases, { waivers: [waiverOf('b.unavailable.meaning', '2026-01-01')] }));
    expect(found(results, 'b.unavailable.meaning')).toMatchObject({ verdict: 'fail', waived: false });
    expect(results.verdict).toBe('nonconforming');
    expect(results.waivers[0]).toMatchObject({ state: 'expired' });
    expect(exitCodeOf(results, false)).toBe(1);
  });

  test('fails by a waiver of what passes or of what nobody knows, and by no other', () => {
    const code = (requirement: string, parts: Partial<Run> = {}): number =>
      exitCodeOf(assemble(runOf(passing(catalogue), { waivers: [waiverOf(requirement)], ...parts })), false);
    expect(code('b.unavailable.meaning')).toBe(1);
    expect(code('b.unavailable.meanings')).toBe(1);
    expect(code('b.unavailable.meaning', { target: targetOf(['a']) })).toBe(0);
    expect(code('b.unavailable.meanings', { target: targetOf(['a']) })).toBe(1);
    const leftOut = { cases: ['b.unavailable.outage'], requirements: ['b.unavailable.meaning'] };
    expect(code('b.unavailable.meaning', { leftOut })).toBe(0);
  });

  test('says which cases a selection left out', () => {
    const leftOut = { cases: ['a.one'], requirements: ['a.error.body'] };
    expect(assemble(runOf([], { leftOut })).leftOut).toEqual(leftOut);
  });

  test('is nonconforming by a failure beside a waived one', () => {
    const cases = passing(catalogue, { 'b.unavailable.meaning': 'fail', 'b.error.body': 'fail' });
    const results = assemble(runOf(cases, { waivers: [waiverOf('b.unavailable.meaning')] }));
    expect(results.verdict).toBe('nonconforming');
  });

  test('does not keep a control twice that stands in a case already', () => {
    const [own, other] = ['a.success', 'a.control'].map((id) => answered(200, {}, { id }));
    if (own === undefined || other === undefined) throw new Error('two exchanges');
    const cases = [caseOf('a.success', [], { exchanges: [own] })];
    expect(assemble(runOf(cases, { controls: [own, other] })).controls).toEqual([other]);
  });

  test('says what it is, so that it can be told from another', () => {
    const results = assemble(runOf([], { interrupted: true, requests: 7, repeat: 3, seed: 42 }));
    expect(results).toMatchObject({
      schemaVersion: 1,
      startedAt: '2026-01-01T12:00:00.000Z',
      interrupted: true,
      requests: 7,
      repeat: 3,
      seed: 42,
    });
  });

  test('has one digest for one specification and another for another', () => {
    const digest = (spec: typeof specification): string => assemble(runOf([], { spec })).spec.sha256;
    expect(digest(specification)).toMatch(/^[0-9a-f]{64}$/);
    expect(digest({ ...specification })).toBe(digest(specification));
    expect(digest({ ...specification, variants: specification.variants.slice(0, 1) })).not.toBe(
      digest(specification),
    );
  });
});
