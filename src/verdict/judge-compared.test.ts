import { describe, expect, test } from 'vitest';
import type { ConditionName, Variant } from '../spec/specification.ts';
import {
  answered,
  baselineTrial,
  contextOf,
  parameters,
  refused,
  trialFor,
  variantA,
  variantB,
} from './evidence.test-data.ts';
import type { Evidence } from './evidence.ts';
import { inWords } from './judge.test-data.ts';
import { judgeCase } from './judge.ts';

/** Verdicts on the names, in the order of the parameters. */
function names(answers: readonly Evidence[]): readonly string[] {
  const trials = answers.map((evidence, index) =>
    trialFor(variantA, 'missing', { ...evidence, label: `without ${parameters[index]}` }),
  );
  const aims = parameters.map((name) => ({
    kind: 'own-names' as const,
    requirement: `a.missing.${name}.names`,
    parameter: name,
    request: `without ${name}`,
  }));
  return judgeCase(aims, [], trials, baselineTrial(), contextOf(variantA)).map(inWords);
}

const saying = (...said: readonly string[]): readonly Evidence[] => said.map((text) => refused(422, text));
const all = 'All of partnerName, partnerPassword, useAuthByCert are required';

describe('texts for different missing parameters', () => {
  test('that each name their own pass', () => {
    expect(names(saying('partnerName', 'partnerPassword', 'useAuthByCert'))).toEqual([
      'pass',
      'pass',
      'pass',
    ]);
  });

  test('that are one and the same name none of them', () => {
    expect(names(saying(all, all, all))).toEqual(['fail', 'fail', 'fail']);
  });

  test('that differ in digits and identifiers only are one and the same', () => {
    const ids = ['id 17', 'id 18', 'request 3f2504e0-4f89-41d3-9a0c-0305e82c3301'];
    expect(names(saying(...ids.map((id) => `${all} (${id})`))).slice(0, 2)).toEqual(['fail', 'fail']);
    const uuids = ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '9b2504e0-4f89-41d3-9a0c-0305e82c3399'];
    expect(names(saying(...uuids.map((id) => `${all} ${id}`), 'useAuthByCert'))).toEqual([
      'fail',
      'fail',
      'pass',
    ]);
  });

  test('pass by naming, not by being different alone', () => {
    expect(names(saying('first', 'second', 'useAuthByCert'))).toEqual(['fail', 'fail', 'pass']);
    expect(names(saying('partner_name', 'partnerPassword', 'x'))).toEqual(['review', 'pass', 'fail']);
  });

  test('that are absent fail, and are no twins of one another', () => {
    const bodies = [answered(422, {}), answered(422, {}), refused(422, 'useAuthByCert')];
    expect(names(bodies)).toEqual(['fail', 'fail', 'pass']);
  });
});

const usual: readonly (readonly [ConditionName, string])[] = [
  ['missing', 'useAuthByCert is missing, repeat the request with correct data'],
  ['unencrypted', 'partnerPassword is expected in encrypted form'],
  ['unauthorized', 'User did not pass authorization'],
  ['unavailable', 'Service temporarily unavailable, repeat later'],
];

/** Verdicts on the meaning, in the order of the conditions; a pattern holds for every one of them. */
function meanings(
  variant: Variant,
  said: readonly (readonly [ConditionName, string])[],
  pattern?: string,
): readonly string[] {
  const trials = said.map(([condition, text]) => {
    const status = variant.conditions.find(({ name }) => name === condition)?.status ?? 0;
    const sent = { label: condition, ...(pattern === undefined ? {} : { pattern }) };
    return trialFor(variant, condition, refused(status, text, sent));
  });
  const aims = said.map(([condition]) => ({
    kind: 'own-meaning' as const,
    requirement: `${variant.id}.${condition}.meaning`,
    request: condition,
  }));
  return judgeCase(aims, [], trials, baselineTrial(), contextOf(variant)).map(inWords);
}

describe('texts for conditions of different meaning', () => {
  test('that each say their own pass', () => {
    expect(meanings(variantA, usual)).toEqual(['pass', 'pass', 'pass', 'pass']);
  });

  test('that are one and the same are for a person to decide, even where all is said in it', () => {
    const everything = usual.map(([, text]) => text).join('. ');
    const said = usual.map(([condition]) => [condition, everything] as const);
    expect(meanings(variantA, said)).toEqual(['review', 'review', 'review', 'review']);
  });

  test('of which one is left alone pass for that one', () => {
    const both = 'User did not pass authorization. Service temporarily unavailable';
    const said = [...usual.slice(0, 2), ['unauthorized', both], ['unavailable', both]] as const;
    expect(meanings(variantA, said)).toEqual(['pass', 'pass', 'review', 'review']);
  });

  test('that nobody understands are compared all the same, and judged where they were asked for', () => {
    const said = [
      ['missing', 'Computer says no'],
      ['unencrypted', 'Computer says never'],
      ['unauthorized', 'Computer says no'],
    ] as const;
    expect(meanings(variantA, said)).toEqual(['review', 'pass', 'review']);
  });

  test('may be the same for the three blocks, which share one meaning', () => {
    const said = (['partner-blocked', 'ip-blocked', 'reward-unavailable'] as const).map(
      (condition) => [condition, 'Contact your assigned manager'] as const,
    );
    expect(meanings(variantB, said)).toEqual(['pass', 'pass', 'pass']);
  });

  test('are decided by the profile’s pattern alone', () => {
    const said = usual.map(([condition]) => [condition, 'E-17'] as const);
    expect(meanings(variantA, said, 'E-\\d+')).toEqual(['pass', 'pass', 'pass', 'pass']);
    expect(meanings(variantA, usual, 'E-\\d+')).toEqual(['fail', 'fail', 'fail', 'fail']);
  });
});
