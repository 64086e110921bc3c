import { describe, expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { deriveCases } from './derive.ts';
import { requirementsOf, selectCases } from './select.ts';
import { fullSettings, targetOf } from './target.test-data.ts';

const cases = deriveCases(specification, targetOf(specification, fullSettings));
const select = (caseGlobs: readonly string[], requirementGlobs: readonly string[] = []): readonly string[] =>
  selectCases(cases, { cases: caseGlobs, requirements: requirementGlobs }).map(({ id }) => id);

describe('a selection of cases', () => {
  test.for([
    [['a.success'], ['a.success']],
    [['A.Success'], ['a.success']],
    [['?.success'], ['a.success', 'b.success']],
    [
      ['*.unauthorized.*'],
      [
        'a.unauthorized.unknown-partner',
        'b.unauthorized.unknown-partner',
        'a.unauthorized.wrong-password',
        'b.unauthorized.wrong-password',
      ],
    ],
    [['a.missing.partnerName+useAuthByCert'], ['a.missing.partnerName+useAuthByCert']],
    [
      ['a.success', 'b.success'],
      ['a.success', 'b.success'],
    ],
    [['b.*blocked'], ['b.partner-blocked', 'b.ip-blocked']],
  ] as const)('by %j is %j', ([globs, expected]) => {
    expect(select(globs)).toEqual(expected);
  });

  test.for([
    [['a']],
    [['success']],
    [['a.succes']],
    [['a-success']],
    [['a.success?']],
    [['(a|b).success']],
    [['^a']],
  ])('matches whole ids only, and every other character as it stands: %j', ([globs = []]) => {
    expect(() => select(globs)).toThrow(UserError);
  });

  test('that is not made is all of them', () => {
    expect(select([])).toEqual(cases.map(({ id }) => id));
  });

  test('by a requirement is every case that makes a check on it', () => {
    expect(select([], ['a.missing.partnerName.names'])).toEqual([
      'a.missing.partnerName',
      'a.missing.compared',
    ]);
    expect(select([], ['b.request.query'])).toHaveLength(4);
    expect(select([], ['a.error.body'])).toEqual(
      cases.filter(({ variant }) => variant === 'a').map(({ id }) => id),
    );
  });

  test('by cases and requirements is what matches both', () => {
    expect(select(['a.*'], ['*.partner-blocked.*', '*.success.status'])).toEqual(['a.success']);
    expect(() => select(['a.*'], ['b.success.status'])).toThrow(UserError);
  });

  test('that matches nothing is an error that repeats what was asked for', () => {
    expect(() => select(['a.nothing'], ['b.*'])).toThrow(
      expect.objectContaining({
        code: 'empty-selection',
        fault: 'usage',
        message: `--case a.nothing --requirement b.* selects none of the ${cases.length} cases`,
      }),
    );
  });
});

test('a case lists each requirement once, its own before those that always hold', () => {
  const compared = cases.find(({ id }) => id === 'a.success');
  expect(compared === undefined ? [] : requirementsOf(compared)).toEqual([
    'a.success.status',
    'a.success.body',
    'a.success.record',
    'a.error.body',
    'a.status.no-401',
    'a.authorization.enforced',
  ]);
});
