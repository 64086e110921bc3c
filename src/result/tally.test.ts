import { describe, expect, test } from 'vitest';
import {
  caseOf,
  checkOf,
  resultsOf,
  reviewCase,
  reviewOf,
  waiverOf,
} from '../report/made-results.test-data.ts';
import type { Parts } from '../report/made-results.test-data.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import { specification } from '../spec/specification.ts';
import { reasons } from '../verdict/check.ts';
import type { Reason, Verdict } from '../verdict/check.ts';
import type { CaseResult, VariantResult } from './results.ts';

const catalogue = deriveRequirements(specification).map(({ id }) => id);
const ids = (variant: string): readonly string[] =>
  deriveRequirements(specification)
    .filter((requirement) => requirement.variant === variant)
    .map(({ id }) => id);

const passing = (but: Readonly<Record<string, Verdict | Reason>> = {}) =>
  catalogue.map((id) => caseOf(`${id}.case`, [checkOf(id, but[id] ?? 'pass')]));

const classes = (
  cases: readonly CaseResult[],
  parts: Parts = {},
  variant = 'a',
): VariantResult['classes'] => {
  const found = resultsOf(cases, parts).variants[variant];
  if (found === undefined) throw new Error(`no variant ${variant}`);
  return found.classes;
};

const prevents = (cases: readonly CaseResult[], parts: Parts = {}): readonly string[] => {
  const { full } = classes(cases, parts);
  expect(full.reached).toBe(full.prevents.length === 0);
  return full.prevents;
};

const id = 'a.missing.partnerName.meaning';

describe('a class', () => {
  test('is reached where all of it passes', () => {
    for (const variant of ['a', 'b']) {
      const { core, full } = classes(passing(), {}, variant);
      expect(full).toEqual({ reached: true, requirements: ids(variant).length, prevents: [] });
      expect(core).toMatchObject({ reached: true, prevents: [] });
    }
  });

  test('called core leaves out what has to be provisioned, and nothing else', () => {
    const all = resultsOf([]);
    const left = (variant: string): readonly string[] => {
      const { core, full } = all.variants[variant]?.classes ?? {};
      return (full?.prevents ?? []).filter((one) => core?.prevents.includes(one) !== true);
    };
    expect(left('a')).toEqual(['a.unavailable.status', 'a.unavailable.meaning']);
    expect(left('b').toSorted()).toEqual([
      'b.ip-blocked.meaning',
      'b.ip-blocked.status',
      'b.partner-blocked.meaning',
      'b.partner-blocked.status',
      'b.reward-unavailable.meaning',
      'b.reward-unavailable.status',
      'b.unavailable.meaning',
      'b.unavailable.status',
    ]);
  });

  test('called core is reached without provisioning, full is not', () => {
    const cases = passing({ 'a.unavailable.status': 'not-provisioned', 'a.unavailable.meaning': 'fail' });
    expect(classes(cases)).toMatchObject({
      core: { reached: true, requirements: 23, prevents: [] },
      full: {
        reached: false,
        requirements: 25,
        prevents: ['a.unavailable.status', 'a.unavailable.meaning'],
      },
    });
  });
});

describe('a class is prevented', () => {
  test.for(['fail', 'review', 'inconclusive', ...reasons] as const)(
    'by a requirement that is %s',
    (outcome) => {
      expect(prevents(passing({ [id]: outcome }))).toEqual([id]);
      expect(classes(passing({ [id]: outcome })).core.prevents).toEqual([id]);
    },
  );

  test('by a waived failure', () => {
    expect(prevents(passing({ [id]: 'fail' }), { waivers: [waiverOf(id)] })).toEqual([id]);
  });

  const standing = ['a.error.body', 'a.status.no-401', 'a.authorization.enforced'];

  test('by an interruption, though everything that was seen passes', () => {
    expect(prevents(passing(), { interrupted: true })).toEqual(standing);
  });

  test('by cases that a selection excluded, whether they are judged or only observe', () => {
    expect(prevents(passing(), { leftOut: { cases: ['a.observed.replay'], requirements: [] } })).toEqual(
      standing,
    );
    const leftOut = { cases: ['a.missing.compared'], requirements: [id] };
    expect(prevents(passing({ [id]: 'not-selected' }), { leftOut })).toEqual([id, ...standing]);
  });

  test('by a decision against a text, and not by one for it', () => {
    const cases = [
      ...passing().filter((one) => one.id !== `${id}.case`),
      reviewCase(`${id}.case`, id, 'words'),
    ];
    expect(prevents(cases)).toEqual([id]);
    expect(prevents(cases, { reviews: [reviewOf(`${id}.case`, 'words', 'fail')] })).toEqual([id]);
    expect(prevents(cases, { reviews: [reviewOf(`${id}.case`, 'other', 'pass')] })).toEqual([id]);
    expect(prevents(cases, { reviews: [reviewOf(`${id}.case`, 'words', 'pass')] })).toEqual([]);
  });

  test('by a case that is not stable, though a person accepts its text', () => {
    const goes = { times: 3, unstable: true, verdicts: { pass: 2, review: 1 } };
    const shaky = { ...reviewCase(`${id}.case`, id, 'words'), goes };
    const cases = [...passing().filter((one) => one.id !== `${id}.case`), shaky];
    const reviews = [reviewOf(`${id}.case`, 'words', 'pass')];
    expect(prevents(cases, { reviews })).toEqual([id]);
    const steady = { ...shaky, goes: { ...goes, unstable: false } };
    expect(prevents([...cases.slice(0, -1), steady], { reviews })).toEqual([]);
  });
});
