import { describe, expect, it } from 'vitest';
import { specification } from '../spec/variant.ts';
import type { VariantTarget } from '../target/target.ts';
import { deriveCases } from './derive.ts';
import { splitCases } from './shard.ts';
import { fullSettings, targetOf } from './target.test-data.ts';
import type { TestCase } from './test-case.ts';

const casesOf = (settings: VariantTarget): readonly TestCase[] =>
  deriveCases(specification, targetOf(specification, settings));
const full = casesOf(fullSettings);

const setup = { kind: 'command', command: 'true' } as const;
const withSetUp = (...names: readonly (keyof VariantTarget['conditions'])[]): readonly TestCase[] =>
  casesOf({
    ...fullSettings,
    conditions: { ...fullSettings.conditions, ...Object.fromEntries(names.map((name) => [name, { setup }])) },
  });

const idsOf = (cases: readonly TestCase[]): readonly string[] => cases.map(({ id }) => id);
const requestsOf = (cases: readonly TestCase[]): number =>
  cases.reduce((sum, { stimuli }) => sum + stimuli.length, 0);
const mayFailLogin = ({ stimuli, phase }: TestCase): boolean =>
  ['form', 'login', 'guess'].includes(phase) ||
  stimuli.some(
    ({ password, condition }) => condition === 'unauthorized' || (password ?? 'encrypted') !== 'encrypted',
  );

describe.each([1, 2, 3, 4, 7, 16])('cases split into %i parts', (of) => {
  const parts = splitCases(full, of);

  it('stand in one part each, in their order', () => {
    expect(parts).toHaveLength(of);
    expect(parts.flatMap(idsOf).toSorted()).toEqual(idsOf(full).toSorted());
    for (const part of parts) expect(part).toEqual(full.filter((testCase) => part.includes(testCase)));
  });

  it('are split in the same way again', () => {
    expect(splitCases(casesOf(fullSettings), of).map(idsOf)).toEqual(parts.map(idsOf));
  });

  it('are spread evenly, except for those that may fail a login, which are all in the first', () => {
    for (const part of parts.slice(1)) expect(part.filter(mayFailLogin)).toEqual([]);
    expect(parts[0]?.filter(mayFailLogin)).toHaveLength(full.filter(mayFailLogin).length);
    const loads = parts.slice(1).map(requestsOf);
    if (loads.length > 0) expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(3);
    const bound = requestsOf(full.filter(mayFailLogin));
    const fair = Math.max(bound, Math.ceil(requestsOf(full) / of) + 3);
    expect(Math.max(...parts.map(requestsOf))).toBeLessThanOrEqual(fair);
  });
});

describe('cases that change the target for everybody', () => {
  it('are all in the last part', () => {
    const cases = withSetUp('unavailable', 'partner-blocked');
    const parts = splitCases(cases, 4);
    const exclusive = cases.filter((testCase) => testCase.exclusive);
    expect(exclusive.length).toBeGreaterThan(2);
    for (const part of parts.slice(0, 3)) expect(part.filter((one) => one.exclusive)).toEqual([]);
    expect(parts[3]?.filter((one) => one.exclusive)).toEqual(exclusive);
  });

  it('stay with the failed logins where one of them is a failed login itself', () => {
    const cases = withSetUp('unavailable', 'unauthorized');
    const parts = splitCases(cases, 4);
    const both = cases.filter((testCase) => testCase.exclusive || mayFailLogin(testCase));
    expect(both.some((testCase) => testCase.exclusive && mayFailLogin(testCase))).toBe(true);
    expect(parts[0]?.filter((testCase) => both.includes(testCase))).toEqual(both);
  });
});

it('more parts than cases leave some of them empty', () => {
  const few = full.filter(({ id }) => id.startsWith('a.missing.'));
  const parts = splitCases(few, 20);
  expect(parts.filter((part) => part.length > 0).flat()).toHaveLength(few.length);
  expect(parts.some((part) => part.length === 0)).toBe(true);
});
