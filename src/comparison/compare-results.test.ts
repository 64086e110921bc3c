import { describe, expect, test } from 'vitest';
import { advisoryOf, caseOf, checkOf, observationOf, resultsOf } from '../report/made-results.test-data.ts';
import { targetOf, waiverOf, wholeRun } from '../report/made-results.test-data.ts';
import type { Departure, Parts } from '../report/made-results.test-data.ts';
import type { Results } from '../results/results.ts';
import { catalogueOf } from '../operation/catalogue.test-data.ts';
import { verbatim } from '../messages/message.ts';
import { isAlike } from '../report/comparison.ts';
import { compareResults, directionOf } from './compare-results.ts';
import type { RequirementChange, Standing } from './compare-results.ts';

const results = (verdicts: Departure['verdicts'] = {}, parts: Parts = {}): Results =>
  wholeRun({ verdicts, ...parts });

const changed = (before: Results, after: Results): readonly string[] =>
  compareResults(before, after).requirements.map(
    ({ id, from, to, direction }) => `${direction}: ${id} ${from} → ${to}`,
  );

/** A run whose only failure has this message. */
const saying = (message: string): Results =>
  resultsOf([caseOf('a.x', [{ ...checkOf('a.error.body', 'fail'), message }])]);

test('runs that came out alike do not differ, whenever and how fast they were made', () => {
  const later = results({}, { startedAt: '2026-02-01T00:00:00.000Z', durationMs: 99 });
  const comparison = compareResults(results(), later);
  expect([isAlike(comparison), comparison.isWorse, comparison.context]).toEqual([true, false, []]);
  expect(changed(saying('got “Error, id 4f1c9a77”'), saying('got “Error, id 99ab01cd”'))).toEqual([]);
  expect(changed(saying('got 400'), saying('got 404'))).toEqual(['other: a.error.body fail → fail']);
});

const failing = { 'b.unavailable.meaning': 'fail' } as const;
const waived = results(failing, { waivers: [waiverOf('b.unavailable.meaning')] });
const unrun = results({ 'a.missing.several.status': 'not-selected' });

test.each([
  [results(), results({ 'b.success.body': 'fail' }), 'worse: b.success.body pass → fail', true],
  [results({ 'b.success.body': 'fail' }), results(), 'better: b.success.body fail → pass', false],
  [results(failing), waived, 'better: b.unavailable.meaning fail → waived', false],
  [results(), waived, 'worse: b.unavailable.meaning pass → waived', true],
])('a requirement that came out otherwise: %#', (before, after, change, isWorse) => {
  expect(changed(before, after)).toEqual([change]);
  expect(compareResults(before, after).isWorse).toBe(isWorse);
});

test('what one run did not ask, or not in whole, is counted, and is no difference; a failure in it is one', () => {
  const [whole, none] = [results(), { cases: [], requirements: [] }];
  const leaving = (id: string, verdicts: Parameters<typeof results>[0] = {}): Results => ({
    ...results(verdicts),
    leftOut: { ...none, requirements: [id] },
  });
  const status = 'a.missing.several.status';
  for (const part of [unrun, leaving(status, { [status]: 'vacuous' })]) {
    expect([changed(whole, part), changed(part, whole)]).toEqual([[], []]);
    const comparisons = [compareResults(whole, part), compareResults(part, whole)];
    expect(comparisons.map(({ notAsked, isWorse }) => [notAsked, isWorse])).toEqual([
      [1, false],
      [1, false],
    ]);
    expect(comparisons.map((one) => isAlike(one))).toEqual([false, false]);
  }
  expect(changed(whole, leaving(status, { [status]: 'fail' }))).toEqual([`worse: ${status} pass → fail`]);
  expect(changed(unrun, results({ [status]: 'fail' }))).toEqual([`worse: ${status} not-run → fail`]);
  expect(compareResults(whole, results({ [status]: 'vacuous' })).isWorse).toBe(true);
});

test('a variant that is claimed no more is a loss where it held', () => {
  const casesOfA = results().cases.filter(({ variant }) => variant === 'a');
  const alone = resultsOf(casesOfA, { target: targetOf(['a']) });
  const lost = changed(results({ 'b.error.body': 'fail' }), alone);
  expect(lost).toContain('worse: b.success.status pass → absent');
  expect(lost).toContain('other: b.error.body fail → absent');
  expect(lost).toHaveLength(catalogueOf('b').length);
  expect(compareResults(alone, results()).isWorse).toBe(false);
});

test.each<readonly [Standing, Standing, RequirementChange['direction']]>([
  ['pass', 'review', 'worse'],
  ['pass', 'inconclusive', 'worse'],
  ['pass', 'rejected', 'worse'],
  ['pass', 'settled', 'other'],
  ['settled', 'absent', 'worse'],
  ['settled', 'review', 'worse'],
  ['inconclusive', 'review', 'worse'],
  ['inconclusive', 'pass', 'better'],
  ['review', 'rejected', 'worse'],
  ['review', 'settled', 'better'],
  ['review', 'inconclusive', 'better'],
  ['waived', 'fail', 'worse'],
  ['fail', 'inconclusive', 'better'],
  ['fail', 'not-run', 'other'],
  ['not-run', 'fail', 'worse'],
  ['not-run', 'review', 'other'],
  ['absent', 'fail', 'other'],
])('from %s to %s is %s', (from, to, expected) => {
  expect(directionOf(from, to)).toBe(expected);
});

test('a class is lost with what prevents it, and won again; what was not tried loses none', () => {
  const bad = results({ 'b.partner-blocked.status': 'fail', 'a.success.body': 'review' });
  const classes = (before: Results, after: Results): readonly string[] =>
    compareResults(before, after).classes.map((one) => `${one.direction} ${one.variant} ${one.name}`);
  expect(classes(results(), bad)).toEqual(['worse a core', 'worse a full', 'worse b full']);
  expect(classes(bad, results())).toEqual(['better a core', 'better a full', 'better b full']);
  expect(classes(results(), unrun)).toEqual([]);
  expect(classes(unrun, results())).toEqual([]);
  // Not every answer was seen, and what each of them has to meet keeps from the classes.
  const leftOut = { cases: ['a.missing.several'], requirements: ['a.missing.several.status'] };
  const part = resultsOf(results().cases, { leftOut });
  expect([part.variants['a']?.classes.core.reached, classes(results(), part)]).toEqual([false, []]);
});

describe('what is only observed', () => {
  const noted = (value: string, id = 'a.banks.number'): Results => ({
    ...results(),
    observations: [observationOf(id, verbatim('How many banks?'), verbatim(value))],
  });
  const trace = advisoryOf('a.stack-trace', verbatim('A trace shows.'));

  test.each([
    [noted('12'), noted('13'), [{ id: 'a.banks.number', before: '12', after: '13' }]],
    [results(), noted('13'), [{ kind: 'observation', before: null, after: '13' }]],
    [noted('1', 'a.passing'), noted('9', 'a.passing'), []],
    [noted('1: 502', 'a.passing'), results(), []],
    [results(), { ...results(), advisories: [trace] }, [{ kind: 'advisory', after: 'A trace shows.' }]],
  ])('is a note where it changed, came or went: %#', (before, after, notes) => {
    const comparison = compareResults(before, after);
    expect(comparison.notes).toMatchObject(notes);
    expect([comparison.notes.length, comparison.isWorse]).toEqual([notes.length, false]);
  });
});

test.each<readonly [string, Parts]>([
  ['suite: suite version', { suite: { name: 'test', version: '2' } }],
  ['specification: specification', { spec: { title: '', sha256: 'f' } }],
  ['profile: target profile', { profile: { sha256: 'f', claims: {}, limits: {} } }],
  ['address: base URL', { target: targetOf(['a', 'b'], 'http://127.0.0.1:1') }],
  ['environment: Node', { environment: { node: 'v26.0.0', platform: 'linux x64' } }],
  ['selection: interrupted', { interrupted: true }],
])('what else differs has an owner: %s', (owner, parts) => {
  const { context } = compareResults(results(), results({}, parts));
  expect(context.map((one) => `${one.owner}: ${one.what}`)).toEqual([owner]);
});
