import { expect, test } from 'vitest';
import type { RequirementResult, Results } from '../results/results.ts';
import { compareResults, comparisonDocument, failedCases, sinceOf } from './comparison.ts';
import { earlierResults, mixedResults } from './made-results.test-data.ts';

const mixed = mixedResults();

/** With other verdicts of requirements, and classes as if nothing prevented them. */
const withVerdicts = (
  changes: Readonly<Record<string, Partial<RequirementResult>>>,
  parts: Partial<Results> = {},
): Results => ({
  ...mixed,
  requirements: mixed.requirements.map((one) => ({
    ...one,
    verdict: 'pass',
    reason: null,
    ...changes[one.id],
  })),
  ...parts,
});

const nothing = { core: [], full: [] };
const lost = { core: ['a.success.body'], full: ['a.success.body'] };
const variantsWith = (prevents: typeof nothing | typeof lost): Results['variants'] => ({
  a: {
    verdict: 'incomplete',
    class: 'none',
    counts: { pass: 0, fail: 0, review: 0, inconclusive: 0 },
    prevents,
  },
});

test('results are no worse than themselves', () => {
  const { isWorse, requirements, classes, unasked, observations } = compareResults(mixed, mixed);
  expect([isWorse, requirements, classes, unasked, observations]).toEqual([false, [], [], [], []]);
});

test.each([
  ['pass', 'fail', 'worse'],
  ['fail', 'pass', 'better'],
  ['pass', 'review', 'worse'],
  ['review', 'fail', 'worse'],
  ['inconclusive', 'pass', 'better'],
  ['inconclusive', 'fail', 'worse'],
  ['review', 'inconclusive', 'other'],
] as const)('from %s to %s is %s', (from, to, direction) => {
  const reasonOf = (verdict: string) => ({
    reason: verdict === 'inconclusive' ? ('vacuous' as const) : null,
  });
  const id = 'a.success.record';
  const before = withVerdicts({ [id]: { verdict: from, ...reasonOf(from) } });
  const after = withVerdicts({ [id]: { verdict: to, ...reasonOf(to) } });
  const { requirements, isWorse } = compareResults(before, after);
  expect(requirements).toMatchObject([{ id, direction, from, to }]);
  expect(isWorse).toBe(direction === 'worse');
});

test('a waived failure got worse than a pass, and better than a failure', () => {
  const id = 'a.success.record';
  const of = (one: Partial<RequirementResult>) => withVerdicts({ [id]: one });
  const directionOf = (before: Results, after: Results) =>
    compareResults(before, after).requirements.map(({ direction }) => direction);
  const [passed, waived, failed] = [of({}), of({ verdict: 'fail', waived: true }), of({ verdict: 'fail' })];
  expect([directionOf(passed, waived), directionOf(failed, waived)]).toEqual([['worse'], ['better']]);
});

test('what one side did not ask is no change, and loses no class', () => {
  const before = withVerdicts({}, { variants: variantsWith(nothing) });
  const unasked: Partial<RequirementResult> = { verdict: 'inconclusive', reason: 'not-selected', cases: [] };
  const after = withVerdicts(
    { 'a.success.body': unasked, 'b.success.body': unasked },
    { isSelection: true, variants: variantsWith(lost) },
  );
  const compared = compareResults(before, after);
  expect([compared.isWorse, compared.requirements, compared.classes]).toEqual([false, [], []]);
  expect(compared.unasked).toEqual(['a.success.body', 'b.success.body', 'A core', 'A full']);
  const whole = compareResults(before, { ...after, isSelection: false });
  expect(whole.classes.map(({ name, direction }) => [name, direction])).toEqual([
    ['core', 'worse'],
    ['full', 'worse'],
  ]);
});

test('a failure counts whatever else was asked, a pass only where all cases were', () => {
  const id = 'a.error.body';
  const cases = mixed.requirements.find((one) => one.id === id)?.cases ?? [];
  const [failed, passed] = [withVerdicts({ [id]: { verdict: 'fail' } }), withVerdicts({})];
  const part = (one: Partial<RequirementResult>): Results =>
    withVerdicts({ [id]: { cases: cases.slice(0, 1), ...one } }, { isSelection: true });
  expect(cases.length).toBeGreaterThan(1);
  expect(compareResults(passed, part({ verdict: 'fail' })).isWorse).toBe(true);
  expect(compareResults(failed, part({}))).toMatchObject({ requirements: [], unasked: [id] });
});

test('the first line says that something was not compared, and how much', () => {
  const before = withVerdicts({});
  const after = withVerdicts({ 'a.success.record': { verdict: 'inconclusive', reason: 'not-selected' } });
  expect(comparisonDocument(compareResults(before, after))[0]).toMatchObject({
    text: 'Nothing differs in what both runs asked; requirements or classes that were not compared: 1.',
  });
  expect(comparisonDocument(compareResults(before, before))[0]).toMatchObject({ text: 'Nothing differs.' });
});

test('what passed and is not claimed any more got worse', () => {
  const [before, after] = [withVerdicts({}), withVerdicts({})];
  const without = { ...after, requirements: after.requirements.filter(({ id }) => id !== 'a.success.body') };
  expect(compareResults(before, without).requirements).toMatchObject([{ direction: 'worse', to: 'absent' }]);
  expect(compareResults(without, before)).toMatchObject({ isWorse: false });
});

test('a text that differs only in identifiers is the same', () => {
  const [id, said] = ['a.unauthorized.meaning', 'код 1007'];
  const other = JSON.parse(JSON.stringify(mixed).replaceAll(said, 'код 1008')) as Results;
  expect(compareResults(mixed, other).requirements.filter((one) => one.id === id)).toEqual([]);
});

test('failures are new or known beside earlier results, and what passes now is fixed', () => {
  const { marks, fixed } = sinceOf(earlierResults(), mixed) ?? { marks: new Map() };
  expect(marks.get('a.authorization.enforced')).toBe('new');
  expect(marks.get('b.success.record')).toBe('known');
  expect(fixed).toEqual(['b.missing.partnerName.names', 'b.missing.partnerName.meaning']);
  const unasked = withVerdicts({
    'b.success.record': { verdict: 'inconclusive', reason: 'not-selected' },
  });
  expect(sinceOf(unasked, mixed)?.marks.get('b.success.record')).toBe('first');
});

test('cases in which something failed or is under review are run again', () => {
  const ids = failedCases(mixed);
  expect(ids).toContain('a.missing.partnerName');
  expect(ids).toContain('a.unauthorized.unknown-partner');
  expect(ids).not.toContain('a.success');
  // Waived.
  expect(ids).not.toContain('a.missing.partnerPassword');
});
