import { describe, expect, test } from 'vitest';
import { UserError } from '../base/errors.ts';
import { settings } from '../run/small-run.test-support.ts';
import type { ConditionName } from '../operation/specification.ts';
import { specification } from '../operation/specification.ts';
import type { Provision } from '../profile/target.ts';
import { allClaims, claimsOf, deriveCases, selectCases } from './plan.ts';
import type { TestCase } from './test-case.ts';

const derive = (provisioned: readonly ConditionName[], exclusive: readonly ConditionName[] = []) =>
  deriveCases(specification, {
    a: { ...plain, provisioned: provisioned.filter((name) => name !== 'partner-blocked'), exclusive },
    b: { ...plain, provisioned, exclusive },
  });
const plain = { routes: {}, partners: [], guessed: 'profile' } as const;
const byRequest: readonly ConditionName[] = ['success', 'missing', 'unencrypted', 'unauthorized'];
const bare = derive(byRequest);
const full = deriveCases(specification, allClaims(specification));
const withOutage = derive([...byRequest, 'partner-blocked', 'unavailable'], ['unavailable']);

const caseOf = (cases: readonly TestCase[], id: string): TestCase => {
  const testCase = cases.find((testCase) => testCase.id === id);
  if (testCase === undefined) throw new Error(`no case ${id}`);
  return testCase;
};
const idsOf = (cases: readonly TestCase[]): readonly string[] => cases.map(({ id }) => id);

// fixtures/golden/requests.txt and the pages in docs/reference list all cases.
describe('the cases of a full target', () => {
  test('have ids of their own, and requests that a case can distinguish and aims at', () => {
    expect(new Set(idsOf(full)).size).toBe(full.length);
    for (const { id, assertions, testRequests } of full) {
      const labels = testRequests.map((testRequest) => testRequest.id);
      expect(new Set(labels).size, `case ${id}`).toBe(labels.length);
      const astray = assertions.filter(({ request }) => !labels.includes(request));
      expect(astray, `case ${id}`).toEqual([]);
    }
  });
});

test('texts of different conditions are compared as far as they can be brought about, by a set-up as well', () => {
  const compared = (cases: readonly TestCase[]) =>
    caseOf(cases, 'b.texts.compared').assertions.map(({ requirement }) =>
      requirement.slice(2, -'.meaning'.length),
    );
  const byRequestAlone = [
    'missing.partnerName',
    'missing.partnerPassword',
    'missing.useAuthByCert',
    // An unknown partner and a wrong password.
    'unauthorized',
    'unauthorized',
    'unencrypted.partnerPassword',
  ];
  expect(compared(bare).toSorted()).toEqual(byRequestAlone);
  expect(compared(full)).toHaveLength(10);
  expect(compared(withOutage).toSorted()).toEqual(
    [...byRequestAlone, 'partner-blocked', 'unavailable'].toSorted(),
  );
  expect(caseOf(withOutage, 'b.texts.compared').exclusive).toEqual(['unavailable']);
});

test('a condition that is set up comes after what is harmless, and before what may lock a partner', () => {
  const order = idsOf(withOutage).filter((id) => /^b\.(success|un.*|observed.partner.replay)$/.test(id));
  expect(order).toEqual([
    'b.success',
    'b.unauthorized.unknown-partner',
    'b.unavailable',
    'b.unencrypted.partnerPassword',
    'b.unauthorized.wrong-password',
    'b.observed.partner.replay',
  ]);
});

describe('what a profile claims', () => {
  const claimOf = (unavailable?: Provision) => {
    const conditions = unavailable === undefined ? {} : { unavailable };
    return claimsOf({ variants: { a: { ...settings, conditions } } }, specification);
  };

  test('is what a request brings about by itself, where it provides nothing', () => {
    for (const claims of [claimOf(), claimOf({})])
      expect(claims).toEqual({ a: { ...plain, provisioned: byRequest, exclusive: [] } });
  });

  test.for<Provision>([
    { credentials: { partnerName: '2' } },
    { headers: { 'X-Fault': '1' } },
    { baseUrl: 'http://127.0.0.1' },
    { localAddress: '127.0.0.2' },
    { proxy: 'http://127.0.0.1:1' },
    { setup: { kind: 'command', command: 'x' } },
  ])('is what it provides by %j', (provision) => {
    const { a } = claimOf(provision);
    expect(a?.provisioned).toContain('unavailable');
    expect(a?.exclusive).toEqual('setup' in provision ? ['unavailable'] : []);
  });

  test('decides whether a case can be carried out, and whether alone', () => {
    expect(idsOf(bare.filter(({ provisioned }) => !provisioned))).toEqual([
      'a.unavailable',
      'b.unavailable',
      'b.partner-blocked',
      'b.ip-blocked',
      'b.reward-unavailable',
    ]);
    expect(full.every(({ provisioned, exclusive }) => provisioned && exclusive.length === 0)).toBe(true);
    expect(idsOf(bare)).not.toContain('b.observed.precedence.partner-blocked-unauthorized');
  });

  test('leaves out variants that it does not name', () => {
    const cases = deriveCases(specification, claimOf());
    expect(new Set(cases.map(({ variant }) => variant))).toEqual(new Set(['a']));
    expect(deriveCases(specification, {})).toEqual([]);
  });
});

describe('a selection of cases', () => {
  const select = (cases: readonly string[], requirements: readonly string[] = []): readonly string[] =>
    idsOf(selectCases(full, { cases, requirements }));

  test.for<[readonly string[], readonly string[], readonly string[]]>([
    [['a.success'], [], ['a.success']],
    [['A.Success'], [], ['a.success']],
    [['?.success'], [], ['a.success', 'b.success']],
    [['a.missing.partnerName+useAuthByCert'], [], ['a.missing.partnerName+useAuthByCert']],
    [['a.success', 'b.success'], [], ['a.success', 'b.success']],
    [['b.*blocked'], [], ['b.partner-blocked', 'b.ip-blocked']],
    [[], [], idsOf(full)],
    [[], ['a.missing.partnerName.names'], ['a.missing.partnerName', 'a.missing.compared']],
    [[], ['a.error.body'], idsOf(full).filter((id) => id.startsWith('a.'))],
    [[], ['b.request.query'], idsOf(full).filter((id) => id.startsWith('b.request.'))],
    [['a.*'], ['*.partner-blocked.*', '*.success.status'], ['a.success']],
  ])('by %j and requirements %j', ([cases, requirements, expected]) => {
    expect(select(cases, requirements)).toEqual(expected);
  });

  test.for(['a', 'success', 'a.succes', 'a-success', 'a.success?', '(a|b).success', '^a'])(
    'matches whole ids only, and every other character literally: %s',
    (glob) => {
      expect(() => select([glob])).toThrow(UserError);
    },
  );

  test('that matches nothing is an error that repeats what was asked for', () => {
    const message = `--case a.nothing --requirement b.* selects none of the ${full.length} cases`;
    expect(() => select(['a.nothing'], ['b.*'])).toThrow(
      expect.objectContaining({ code: 'empty-selection', fault: 'usage', message }),
    );
  });
});
