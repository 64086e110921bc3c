import { describe, expect, test } from 'vitest';
import { deriveRequirements } from '../spec/requirement.ts';
import { specification } from '../spec/variant.ts';
import type { VariantTarget } from '../target/target.ts';
import { judgedIds, observedIds } from './case-ids.test-data.ts';
import { deriveCases } from './derive.ts';
import { requirementsOf } from './select.ts';
import { bareSettings, fullSettings, targetOf } from './target.test-data.ts';
import type { TestCase } from './test-case.ts';

const derive = (settings: VariantTarget): readonly TestCase[] =>
  deriveCases(specification, targetOf(specification, settings));
const full = derive(fullSettings);
const caseOf = (cases: readonly TestCase[], id: string): TestCase => {
  const found = cases.find((testCase) => testCase.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
};
const idsOf = (variant: string, kind: TestCase['kind']): readonly string[] =>
  full.filter((testCase) => testCase.variant === variant && testCase.kind === kind).map(({ id }) => id);

describe('the cases of a full target', () => {
  test.for(['a', 'b'] as const)('of variant %s are these and no other', (variant) => {
    expect(idsOf(variant, 'judged')).toEqual(judgedIds[variant].map((id) => `${variant}.${id}`));
    expect(idsOf(variant, 'observed').toSorted()).toEqual(
      observedIds[variant].map((id) => `${variant}.observed.${id}`).toSorted(),
    );
  });

  test('have ids of their own, and requests that a case can tell apart', () => {
    expect(new Set(full.map(({ id }) => id)).size).toBe(full.length);
    for (const { id, stimuli } of full)
      expect(new Set(stimuli.map(({ label }) => label)).size, `case ${id}`).toBe(stimuli.length);
  });

  test('aim at requests that they send', () => {
    for (const { id, aims, stimuli } of full) {
      const labels = stimuli.map(({ label }) => label);
      const astray = aims.filter(({ request }) => !labels.includes(request));
      expect(astray, `case ${id}`).toEqual([]);
    }
  });

  test('check every requirement of the catalogue, and nothing else', () => {
    const checked = new Set(full.filter(({ kind }) => kind === 'judged').flatMap(requirementsOf));
    expect([...checked].toSorted()).toEqual(
      deriveRequirements(specification)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  test('aim at requirements of their own variant', () => {
    for (const testCase of full)
      for (const requirement of requirementsOf(testCase))
        expect(requirement.startsWith(`${testCase.variant}.`), `case ${testCase.id}`).toBe(true);
  });

  test('hold every answer against what always holds, with 401 in A only, and every list that is obtained otherwise', () => {
    for (const { variant, standing, stimuli } of full) {
      const own = variant === 'a' ? ['error.body', 'status.no-401'] : ['error.body'];
      const isSpelled = stimuli.some(({ spelling }) => spelling !== undefined);
      const lists = isSpelled ? ['success.body', 'success.record'] : [];
      expect(standing.map(({ requirement }) => requirement)).toEqual(
        [...own, 'authorization.enforced', ...lists].map((suffix) => `${variant}.${suffix}`),
      );
    }
  });

  test('that only observe expect no status and aim at nothing', () => {
    for (const { aims, stimuli } of full.filter(({ kind }) => kind === 'observed')) {
      expect(aims).toEqual([]);
      expect(stimuli.every(({ status }) => status === null)).toBe(true);
    }
  });

  test('that judge expect the status of the table', () => {
    for (const { id, stimuli, variant } of full.filter(({ kind }) => kind === 'judged')) {
      const table = specification.variants.find((each) => each.id === variant)?.conditions ?? [];
      for (const { condition, status } of stimuli)
        expect(status, `case ${id}`).toBe(table.find(({ name }) => name === condition)?.status);
    }
  });
});

describe('missing parameters', () => {
  test('are left out one by one and in all four subsets of several', () => {
    const cases = full.filter(({ variant, condition }) => variant === 'b' && condition === 'missing');
    const left = cases
      .filter(({ stimuli }) => stimuli.length === 1)
      .map(({ stimuli }) => stimuli[0]?.without);
    expect(left).toEqual([
      ['partnerName'],
      ['partnerPassword'],
      ['useAuthByCert'],
      ['partnerName', 'partnerPassword'],
      ['partnerName', 'useAuthByCert'],
      ['partnerPassword', 'useAuthByCert'],
      ['partnerName', 'partnerPassword', 'useAuthByCert'],
    ]);
  });

  test('of several kinds are named by any of those that are missing', () => {
    const aims = caseOf(full, 'a.missing.partnerName+useAuthByCert').aims;
    expect(aims).toEqual([
      {
        kind: 'status',
        requirement: 'a.missing.several.status',
        request: 'without partnerName, useAuthByCert',
      },
      {
        kind: 'names',
        requirement: 'a.missing.several.names',
        request: 'without partnerName, useAuthByCert',
        parameters: ['partnerName', 'useAuthByCert'],
      },
    ]);
  });

  test('are compared in a case that sends all three', () => {
    const { aims, stimuli } = caseOf(full, 'b.missing.compared');
    expect(stimuli.map(({ without }) => without)).toEqual([
      ['partnerName'],
      ['partnerPassword'],
      ['useAuthByCert'],
    ]);
    expect(aims.map(({ kind, requirement }) => `${kind} ${requirement}`)).toEqual(
      ['partnerName', 'partnerPassword', 'useAuthByCert'].flatMap((name) => [
        `status b.missing.${name}.status`,
        `names b.missing.${name}.names`,
        `own-names b.missing.${name}.names`,
      ]),
    );
  });
});

describe('texts of different conditions', () => {
  const compared = (cases: readonly TestCase[], variant: string) =>
    caseOf(cases, `${variant}.texts.compared`)
      .aims.filter(({ kind }) => kind === 'own-meaning')
      .map(({ requirement }) => requirement);

  test('come with answers that are judged for themselves as well', () => {
    const { aims, stimuli } = caseOf(full, 'b.texts.compared');
    const judged = aims.filter(({ kind }) => kind === 'status').map(({ request }) => request);
    expect(judged).toEqual(stimuli.map(({ label }) => label));
    expect(aims.filter(({ kind }) => kind === 'names').map(({ requirement }) => requirement)).toEqual([
      'b.missing.useAuthByCert.names',
      'b.unencrypted.partnerPassword.names',
    ]);
  });

  test('are compared as far as they can be brought about side by side', () => {
    expect(compared(full, 'a')).toEqual([
      'a.missing.useAuthByCert.meaning',
      'a.unencrypted.partnerPassword.meaning',
      'a.unavailable.meaning',
      'a.unauthorized.meaning',
    ]);
    expect(compared(derive(bareSettings), 'b')).toEqual([
      'b.missing.useAuthByCert.meaning',
      'b.unencrypted.partnerPassword.meaning',
      'b.unauthorized.meaning',
    ]);
    expect(compared(full, 'b')).toContain('b.ip-blocked.meaning');
  });

  test('are not compared with a condition that changes the target', () => {
    const unavailable = { setup: { kind: 'command', command: 'down' } } as const;
    const cases = derive({ ...fullSettings, conditions: { ...fullSettings.conditions, unavailable } });
    expect(compared(cases, 'a')).not.toContain('a.unavailable.meaning');
    expect(compared(cases, 'b')).toContain('b.partner-blocked.meaning');
  });
});

describe('the order of the cases', () => {
  test('puts what may lock a partner late and what is never judged last', () => {
    const unavailable = { setup: { kind: 'command', command: 'down' } } as const;
    const cases = derive({ ...fullSettings, conditions: { unavailable } });
    const phases = cases.map(({ phase }) => phase);
    expect(phases.filter((phase, index) => phase !== phases[index - 1])).toEqual([
      'plain',
      'exclusive',
      'form',
      'login',
      'observed',
      'guess',
    ]);
    const of = (phase: TestCase['phase']) => cases.filter((each) => each.phase === phase).map(({ id }) => id);
    expect(of('exclusive')).toEqual(['a.unavailable', 'b.unavailable']);
    expect(of('form')).toEqual([
      'a.unencrypted.partnerPassword',
      'a.texts.compared',
      'b.unencrypted.partnerPassword',
      'b.texts.compared',
    ]);
    expect(of('login')).toEqual(['a.unauthorized.wrong-password', 'b.unauthorized.wrong-password']);
  });

  test('puts every judged case that sends another password of a real partner into a phase of its own', () => {
    const wrong = full.filter(
      ({ kind, stimuli }) =>
        kind === 'judged' &&
        stimuli.some(
          ({ password = 'encrypted', partner }) => password !== 'encrypted' && partner !== 'unknown',
        ),
    );
    expect(wrong.map(({ id }) => id)).toEqual(
      full.filter(({ phase }) => phase === 'form' || phase === 'login').map(({ id }) => id),
    );
  });

  const flagged = 'null empty blank number boolean array padded false 0 other'.split(' ');

  test('puts every observed case that may look like an attack on an account last', () => {
    const guesses = full.filter(({ phase }) => phase === 'guess').map(({ id }) => id.slice(2));
    expect(new Set(guesses)).toEqual(
      new Set([
        'observed.precedence.missing-unencrypted',
        'observed.precedence.partner-blocked-unauthorized',
        'observed.replay',
        'observed.raw-ciphertext',
        'observed.password.empty',
        'observed.password.base64',
        'observed.password.hex',
        'observed.password.undecryptable',
        ...flagged.map((suffix) => `observed.value.useAuthByCert.${suffix}`),
        'observed.repeated.useAuthByCert.right-first',
        'observed.repeated.useAuthByCert.wrong-first',
      ]),
    );
    // What a check feeds on comes before what nothing is held against.
    expect(guesses.indexOf('observed.password.undecryptable')).toBeLessThan(
      guesses.indexOf('observed.value.useAuthByCert.false'),
    );
  });
});

describe('what the profile provides', () => {
  test('decides whether a case can be carried out', () => {
    const open = derive(bareSettings).filter(({ provisioned }) => !provisioned);
    expect(open.map(({ id }) => id)).toEqual([
      'a.unavailable',
      'b.unavailable',
      'b.partner-blocked',
      'b.ip-blocked',
      'b.reward-unavailable',
    ]);
    expect(full.every(({ provisioned }) => provisioned)).toBe(true);
  });

  test('adds the observation of a blocked partner with a wrong password where one is named', () => {
    const id = 'b.observed.precedence.partner-blocked-unauthorized';
    expect(derive(bareSettings).map((testCase) => testCase.id)).not.toContain(id);
    expect(caseOf(full, id).stimuli[0]).toMatchObject({
      password: 'wrong',
      credentials: 'invalid',
    });
  });

  test('leaves out variants that it does not claim', () => {
    const target = targetOf(specification, fullSettings);
    const { a } = target.variants;
    const cases = deriveCases(specification, { ...target, variants: a === undefined ? {} : { a } });
    expect(new Set(cases.map(({ variant }) => variant))).toEqual(new Set(['a']));
    expect(deriveCases(specification, { ...target, variants: {} })).toEqual([]);
  });

  test('makes a case exclusive only where there is a set-up', () => {
    expect(full.some(({ exclusive }) => exclusive)).toBe(false);
    const teardown = { kind: 'command', command: 'up' } as const;
    const blocked = { setup: { kind: 'command', command: 'block' }, teardown } as const;
    const cases = derive({ ...fullSettings, conditions: { 'partner-blocked': blocked } });
    const exclusive = cases.filter((testCase) => testCase.exclusive);
    expect(exclusive.map(({ id, phase }) => [id, phase])).toEqual([['b.partner-blocked', 'exclusive']]);
  });
});
