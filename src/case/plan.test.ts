import { describe, expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import type { ConditionName } from '../spec/specification.ts';
import { specification } from '../spec/specification.ts';
import type { Provision, VariantTarget } from '../target/target.ts';
import { allClaims, claimsOf, deriveCases, selectCases } from './plan.ts';
import type { Claim } from './plan.ts';
import { phases, requirementsOf } from './test-case.ts';
import type { TestCase } from './test-case.ts';

const derive = (claim: Claim): readonly TestCase[] =>
  deriveCases(specification, { a: claim, b: claim }).filter(({ variant, condition }) =>
    specification.variants.some(
      ({ id, conditions }) => id === variant && conditions.some(({ name }) => name === condition),
    ),
  );
const byRequest: readonly ConditionName[] = ['success', 'missing', 'unencrypted', 'unauthorized'];
const bare = derive({ provisioned: byRequest, exclusive: [] });
const full = deriveCases(specification, allClaims(specification));
const all: readonly ConditionName[] = [...byRequest, 'partner-blocked', 'unavailable'];
const withOutage = derive({ provisioned: all, exclusive: ['unavailable'] });

const caseOf = (cases: readonly TestCase[], id: string): TestCase => {
  const found = cases.find((testCase) => testCase.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
};

// The pages in docs/reference list every one of them.
describe('the cases of a full target', () => {
  test('have ids of their own, and requests that a case can distinguish and aims at', () => {
    expect(new Set(full.map(({ id }) => id)).size).toBe(full.length);
    for (const { id, aims, stimuli } of full) {
      const labels = stimuli.map(({ label }) => label);
      expect(new Set(labels).size, `case ${id}`).toBe(labels.length);
      expect(
        aims.filter(({ request }) => !labels.includes(request)),
        `case ${id}`,
      ).toEqual([]);
    }
  });

  test('check every requirement of the catalogue, each of its own variant, and nothing else', () => {
    const checked = new Set(full.filter(({ kind }) => kind === 'judged').flatMap(requirementsOf));
    const catalogue = deriveRequirements(specification).map(({ id }) => id);
    expect([...checked].toSorted()).toEqual(catalogue.toSorted());
    const astray = full.filter((each) =>
      requirementsOf(each).some((requirement) => !requirement.startsWith(`${each.variant}.`)),
    );
    expect(astray).toEqual([]);
  });

  test('hold every answer against what always holds, and every list that is obtained otherwise', () => {
    for (const { variant, standing, stimuli } of full) {
      const own = variant === 'a' ? ['error.body', 'status.no-401'] : ['error.body'];
      const isSpelled = stimuli.some(({ spelling }) => spelling !== undefined);
      const lists = isSpelled ? ['success.body', 'success.record'] : [];
      expect(standing.map(({ requirement }) => requirement)).toEqual(
        [...own, 'authorization.enforced', ...lists].map((suffix) => `${variant}.${suffix}`),
      );
    }
  });

  test('expect the status of the table, or none and aim at nothing where they only observe', () => {
    for (const { id, kind, aims, stimuli, variant } of full) {
      const table = specification.variants.find((each) => each.id === variant)?.conditions ?? [];
      for (const { condition, status } of stimuli)
        expect(status, `case ${id}`).toBe(
          kind === 'observed' ? null : table.find(({ name }) => name === condition)?.status,
        );
      if (kind === 'observed') expect(aims).toEqual([]);
    }
  });
});

describe('a request', () => {
  const sent = (suffix: string) => caseOf(full, `a.observed.${suffix}`).stimuli[0];

  test.for([
    ['password.last-missing', 'invalid'],
    ['password.case-swapped', 'nearly'],
    ['password.surrounded', 'open'],
    ['partner.longer', 'invalid'],
    ['password.plain-unflagged', 'invalid'],
    ['value.partnerName.null', 'invalid'],
    ['value.partnerName.number', 'open'],
    ['value.useAuthByCert.false', 'open'],
    ['body.malformed', 'invalid'],
    ['content-type.none', 'open'],
  ] as const)('says what its credentials are: %s, %s', ([suffix, credentials]) => {
    expect(sent(suffix)).toMatchObject({ credentials, onOperation: true, onPath: true });
  });

  test('says whether it is one on the operation', () => {
    expect(sent('method.get')).toMatchObject({ credentials: 'invalid', onOperation: false, onPath: true });
    expect(sent('path.slash')).toMatchObject({ onOperation: false, onPath: false });
  });
});

describe('missing parameters', () => {
  const parameters = ['partnerName', 'partnerPassword', 'useAuthByCert'];
  const [first = '', second = '', third = ''] = parameters;

  test('are missing one by one and in all four subsets of several', () => {
    const left = full
      .filter(({ id, stimuli }) => id.startsWith('b.missing.') && stimuli.length === 1)
      .map(({ stimuli }) => stimuli[0]?.without);
    const several = [[first, second], [first, third], [second, third], parameters];
    expect(left).toEqual([[first], [second], [third], ...several]);
  });

  test('of several kinds are named by any of those that are missing', () => {
    const request = 'without partnerName, useAuthByCert';
    expect(caseOf(full, 'a.missing.partnerName+useAuthByCert').aims).toEqual([
      { kind: 'status', requirement: 'a.missing.several.status', request },
      {
        kind: 'names',
        requirement: 'a.missing.several.names',
        request,
        parameters: ['partnerName', 'useAuthByCert'],
      },
    ]);
  });

  test('are compared in a case that sends all three', () => {
    const { aims, stimuli } = caseOf(full, 'b.missing.compared');
    expect(stimuli.map(({ without }) => without)).toEqual([[first], [second], [third]]);
    expect(aims.map(({ kind, requirement }) => `${kind} ${requirement}`)).toEqual(
      parameters.flatMap((name) => [
        `status b.missing.${name}.status`,
        `names b.missing.${name}.names`,
        `own-names b.missing.${name}.names`,
      ]),
    );
  });
});

describe('texts of different conditions', () => {
  const compared = (cases: readonly TestCase[], variant: string) =>
    caseOf(cases, `${variant}.texts.compared`).aims.map(({ requirement }) => requirement);

  test('are compared as far as they can be brought about, by a set-up as well', () => {
    const byRequestAlone = [
      'missing.partnerName',
      'missing.partnerPassword',
      'missing.useAuthByCert',
      // An unknown partner and a wrong password.
      'unauthorized',
      'unauthorized',
      'unencrypted.partnerPassword',
    ].map((middle) => `b.${middle}.meaning`);
    expect(compared(bare, 'b').toSorted()).toEqual(byRequestAlone);
    expect(compared(full, 'b')).toHaveLength(10);
    expect(compared(withOutage, 'b').toSorted()).toEqual(
      [...byRequestAlone, 'b.partner-blocked.meaning', 'b.unavailable.meaning'].toSorted(),
    );
    expect(caseOf(withOutage, 'b.texts.compared').exclusive).toEqual(['unavailable']);
  });
});

describe('the order of the cases', () => {
  const of = (cases: readonly TestCase[], phase: TestCase['phase']) =>
    cases.filter((each) => each.phase === phase).map(({ id }) => id);

  test('puts what may lock a partner late and what is never judged last', () => {
    const order = withOutage.map(({ phase }) => phase);
    expect(order.filter((phase, index) => phase !== order[index - 1])).toEqual(phases);
    expect(of(withOutage, 'exclusive')).toEqual(['a.unavailable', 'b.unavailable']);
    expect(of(full, 'form')).toEqual(['a.unencrypted.partnerPassword', 'b.unencrypted.partnerPassword']);
    expect(of(full, 'login')).toEqual(
      ['a', 'b'].flatMap((id) => [`${id}.unauthorized.wrong-password`, `${id}.texts.compared`]),
    );
  });

  test('puts every case with another password of a real partner, or one that may be misread, among those', () => {
    const late = new Set([...of(full, 'form'), ...of(full, 'login'), ...of(full, 'guess')]);
    const wrong = full.filter(({ stimuli }) =>
      stimuli.some(
        ({ password = 'encrypted', partner }) => password !== 'encrypted' && partner === undefined,
      ),
    );
    expect(wrong.filter(({ id }) => !late.has(id))).toEqual([]);
    const others = [...late].filter((id) => !wrong.some((each) => each.id === id));
    expect(
      others.map((id) => id.replace(/^a.observed.(value|repeated).(useAuthByCert|partnerPassword).*/, '$2')),
    ).toEqual(
      expect.arrayContaining([
        'useAuthByCert',
        'partnerPassword',
        'a.observed.replay',
        'b.observed.raw-ciphertext',
      ]),
    );
    expect(others.every((id) => /value|repeated|replay|raw-ciphertext/.test(id))).toBe(true);
  });
});

describe('what a profile claims', () => {
  const settings: VariantTarget = {
    bankCode: 'bank',
    credentials: { partnerName: '1', partnerPassword: 'password', useAuthByCert: 'true' },
    encryption: { scheme: 'module', module: '', template: '{password}' },
    headers: {},
    texts: {},
    conditions: {},
  };
  const claimOf = (unavailable?: Provision) =>
    claimsOf(
      { variants: { a: { ...settings, conditions: unavailable === undefined ? {} : { unavailable } } } },
      specification,
    );

  test('is what a request brings about by itself, where it provides nothing', () => {
    expect(claimOf()).toEqual({ a: { provisioned: byRequest, exclusive: [] } });
    expect(claimOf({})).toEqual(claimOf());
  });

  test.for([
    [{ credentials: { partnerName: '2' } }],
    [{ headers: { 'X-Fault': '1' } }],
    [{ baseUrl: 'http://127.0.0.1' }],
    [{ localAddress: '127.0.0.2' }],
    [{ proxy: 'http://127.0.0.1:1' }],
    [{ setup: { kind: 'command', command: 'x' } }],
  ] as const satisfies readonly (readonly [Provision])[])('is what it provides by %j', ([provision]) => {
    const { a } = claimOf(provision);
    expect(a?.provisioned).toContain('unavailable');
    expect(a?.exclusive).toEqual('setup' in provision ? ['unavailable'] : []);
  });

  test('decides whether a case can be carried out, and whether alone', () => {
    expect(bare.filter(({ provisioned }) => !provisioned).map(({ id }) => id)).toEqual([
      'a.unavailable',
      'b.unavailable',
      'b.partner-blocked',
      'b.ip-blocked',
      'b.reward-unavailable',
    ]);
    expect(full.every(({ provisioned, exclusive }) => provisioned && exclusive.length === 0)).toBe(true);
    const id = 'b.observed.precedence.partner-blocked-unauthorized';
    expect(bare.map((testCase) => testCase.id)).not.toContain(id);
    expect(caseOf(full, id).stimuli[0]).toMatchObject({ password: 'last-replaced', credentials: 'invalid' });
  });

  test('leaves out variants that it does not name', () => {
    const { a } = allClaims(specification);
    const cases = deriveCases(specification, a === undefined ? {} : { a });
    expect(new Set(cases.map(({ variant }) => variant))).toEqual(new Set(['a']));
    expect(deriveCases(specification, {})).toEqual([]);
  });
});

describe('a selection of cases', () => {
  const select = (cases: readonly string[], requirements: readonly string[] = []): readonly string[] =>
    selectCases(full, { cases, requirements }).map(({ id }) => id);

  test.for([
    [['a.success'], ['a.success']],
    [['A.Success'], ['a.success']],
    [['?.success'], ['a.success', 'b.success']],
    [['a.missing.partnerName+useAuthByCert'], ['a.missing.partnerName+useAuthByCert']],
    [
      ['a.success', 'b.success'],
      ['a.success', 'b.success'],
    ],
    [['b.*blocked'], ['b.partner-blocked', 'b.ip-blocked']],
  ] as const)('by %j is %j', ([globs, expected]) => {
    expect(select(globs)).toEqual(expected);
  });

  test.for(['a', 'success', 'a.succes', 'a-success', 'a.success?', '(a|b).success', '^a'])(
    'matches whole ids only, and every other character literally: %s',
    (glob) => {
      expect(() => select([glob])).toThrow(UserError);
    },
  );

  test('that is not made is all of them', () => {
    expect(select([])).toEqual(full.map(({ id }) => id));
  });

  test('by a requirement is every case that makes a check on it', () => {
    expect(select([], ['a.missing.partnerName.names'])).toEqual([
      'a.missing.partnerName',
      'a.missing.compared',
    ]);
    expect(select([], ['b.request.query'])).toHaveLength(4);
    expect(select([], ['a.error.body'])).toEqual(select(['a.*']));
    expect(select(['a.*'], ['*.partner-blocked.*', '*.success.status'])).toEqual(['a.success']);
  });

  test('that matches nothing is an error that repeats what was asked for', () => {
    expect(() => select(['a.nothing'], ['b.*'])).toThrow(
      expect.objectContaining({
        code: 'empty-selection',
        fault: 'usage',
        message: `--case a.nothing --requirement b.* selects none of the ${full.length} cases`,
      }),
    );
  });
});
