import { expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import { sampleResults } from '../sample-results.test-data.ts';
import { renderBadge } from './badge.ts';

type Reached = readonly [core: boolean, full: boolean];

function resultsWith(verdict: Results['verdict'], reached: Readonly<Record<string, Reached>>): Results {
  const results = sampleResults();
  const classOf = (isReached: boolean) => ({ reached: isReached, requirements: 5, prevents: [] });
  const counts = { pass: 5, fail: 0, review: 0, inconclusive: 0 };
  const variants = Object.entries(reached).map(([name, [core, full]]) => [
    name,
    { verdict, counts, classes: { core: classOf(core), full: classOf(full) } },
  ]);
  return { ...results, verdict, variants: Object.fromEntries(variants), requirements: [], waivers: [] };
}

const badge = (results: Results): unknown => JSON.parse(renderBadge(results));

test.each([
  ['conforming', { a: [true, true], b: [true, true] }, 'A full · B full', 'brightgreen'],
  ['incomplete', { a: [true, true], b: [true, false] }, 'A full · B core', 'green'],
  ['incomplete', { a: [true, false] }, 'A core', 'green'],
  ['incomplete', { a: [true, true], b: [false, false] }, 'A full · B incomplete', 'yellow'],
  ['incomplete', { a: [false, false], b: [false, false] }, 'incomplete', 'yellow'],
  ['nonconforming', { a: [true, true], b: [true, false] }, 'nonconforming', 'red'],
  ['incomplete', {}, 'incomplete', 'yellow'],
] as const)('%s with %j says %j in %s', (verdict, reached, message, color) => {
  expect(badge(resultsWith(verdict, reached))).toEqual({
    schemaVersion: 1,
    label: 'SBP banks',
    message,
    color,
  });
});

test('a stale waiver is named, and nothing is green beside it', () => {
  const { waivers } = sampleResults();
  const stale = { ...resultsWith('conforming', { a: [true, true] }), waivers };
  expect(badge(stale)).toMatchObject({ message: 'A full · stale waiver', color: 'yellow' });
  expect(badge({ ...stale, verdict: 'nonconforming' })).toMatchObject({ color: 'red' });
  const others = waivers.filter(({ state }) => state !== 'stale');
  expect(badge({ ...stale, waivers: others })).toMatchObject({ color: 'brightgreen' });
});

test('a class without requirements is not reached', () => {
  const results = resultsWith('incomplete', { a: [true, true] });
  const empty = { reached: true, requirements: 0, prevents: [] };
  const [a] = Object.values(results.variants);
  const variants = a === undefined ? {} : { a: { ...a, classes: { core: empty, full: empty } } };
  expect(badge({ ...results, variants })).toMatchObject({ message: 'incomplete' });
});
