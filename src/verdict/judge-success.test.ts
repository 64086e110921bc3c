import { describe, expect, test } from 'vitest';
import {
  answered,
  baselineTrial,
  good,
  list,
  persistent,
  refused,
  silent,
  trialFor,
  variantA,
} from './evidence.test-data.ts';
import { aimAt, said, wordsFor } from './judge.test-data.ts';
import type { Trial } from './evidence.ts';

const statusAim = { kind: 'success-status' } as const;
const bodyAim = { kind: 'success-body' } as const;
const recordAim = { kind: 'success-record' } as const;

const baseline = (status: number, body: unknown): Trial => {
  const evidence = answered(status, body, { label: 'baseline' });
  return baselineTrial(evidence, persistent(evidence));
};

describe('the status of the plain request', () => {
  test.for([
    [200, 'pass'],
    [201, 'fail'],
    [204, 'fail'],
    [302, 'fail'],
    [403, 'fail'],
    [404, 'fail'],
  ] as const)('%i is a %s whatever the body', ([status, verdict]) => {
    for (const body of [list, 'no JSON']) {
      const trial = baseline(status, body);
      expect(wordsFor(statusAim, trial, { baseline: trial })).toBe(verdict);
    }
  });

  test('no answer is a fail if the controls were answered, and says so', () => {
    const trial = baselineTrial(silent({}, { label: 'baseline' }), { controls: [good(0)] });
    const check = aimAt(statusAim, trial, { baseline: trial });
    expect(check.verdict).toBe('fail');
    expect(said(check).message).toContain('expected 200, got no answer (reset; the controls were answered)');
  });

  test('a service that says that it is unavailable leaves all three open', () => {
    const trial = baselineTrial(refused(500, 'later', { label: 'baseline' }), { controls: [good(0)] });
    for (const aim of [statusAim, bodyAim, recordAim])
      expect(wordsFor(aim, trial, { baseline: trial })).toBe('inconclusive: target-unavailable');
  });
});

describe('the body of the plain request', () => {
  test.for([
    ['the list', list, 'pass'],
    ['an empty list', { banks: [] }, 'pass'],
    ['records of any shape', { banks: [1, null] }, 'pass'],
    ['null for the list', { banks: null }, 'fail'],
    ['an object for the list', { banks: {} }, 'fail'],
    ['a string for the list', { banks: '[]' }, 'fail'],
    ['an array on top', [{ banks: [] }], 'fail'],
    ['the bare list', [], 'fail'],
    ['a further member', { banks: [], total: 0 }, 'fail'],
    ['a further member named __proto__', '{"banks":[],"__proto__":{}}', 'fail'],
    ['the list in a prototype', '{"__proto__":{"banks":[]}}', 'fail'],
    ['another spelling', { Banks: [] }, 'fail'],
    ['no member', {}, 'fail'],
    ['null', 'null', 'fail'],
    ['no JSON', '{"banks":[]', 'fail'],
    ['nothing', '', 'fail'],
  ] as const)('with %s is judged by its exact type', ([, body, verdict]) => {
    const trial = baseline(200, body);
    expect(wordsFor(bodyAim, trial, { baseline: trial })).toBe(verdict);
  });

  test.for([201, 302, 403])('is not judged on a %i, even where the list is in it', (status) => {
    const trial = baseline(status, list);
    expect(wordsFor(bodyAim, trial, { baseline: trial })).toBe('inconclusive: control-failed');
  });

  test('is named in the deviation with the type that was found', () => {
    const trial = baseline(200, { banks: null });
    expect(said(aimAt(bodyAim, trial, { baseline: trial })).message).toBe(
      'body: expected a JSON object whose only member is `banks`, an array, got a JSON object with `banks`, `banks` of type null',
    );
  });
});

describe('the records of the plain request', () => {
  const bank = { name: 'Bank', bic: '044525225' };

  test.for([
    ['one record', [bank], 'pass'],
    ['further members of a record', [{ ...bank, swift: 1 }], 'pass'],
    ['an empty name', [{ name: '', bic: '' }], 'pass'],
    ['a name of lone surrogates', '{"banks":[{"name":"\\ud800","bic":"1"}]}', 'pass'],
    ['a number for bic', [{ name: 'Bank', bic: 44525225 }], 'fail'],
    ['null for bic', [{ name: 'Bank', bic: null }], 'fail'],
    ['null for name', [{ name: null, bic: '1' }], 'fail'],
    ['no bic', [{ name: 'Bank' }], 'fail'],
    ['no name', [{ bic: '1' }], 'fail'],
    ['other spellings', [{ Name: 'Bank', BIC: '1' }], 'fail'],
    ['members in a prototype', '{"banks":[{"__proto__":{"name":"Bank","bic":"1"}}]}', 'fail'],
    ['a wrong record at the end', [bank, bank, { name: 1, bic: '1' }], 'fail'],
    ['null for a record', [bank, null], 'fail'],
    ['a string for a record', ['Bank'], 'fail'],
    ['an array for a record', [['Bank', '1']], 'fail'],
    ['no record', [], 'inconclusive: vacuous'],
  ] as const)('with %s are judged by their exact types', ([, banks, verdict]) => {
    const trial = baseline(200, typeof banks === 'string' ? banks : { banks });
    expect(wordsFor(recordAim, trial, { baseline: trial })).toBe(verdict);
  });

  test.for([
    ['null', { banks: null }],
    ['an object of records', { banks: { 0: bank } }],
    ['no list', {}],
    ['no JSON', 'x'],
  ] as const)('are not judged without an array: %s', ([, body]) => {
    const trial = baseline(200, body);
    expect(wordsFor(recordAim, trial, { baseline: trial })).toBe('inconclusive: control-failed');
  });

  test('are named with index, member and type where they are wrong', () => {
    const trial = baseline(200, { banks: [bank, { name: 'Bank', bic: 44525225 }, null] });
    expect(said(aimAt(recordAim, trial, { baseline: trial })).actual).toBe(
      '2 of 3 wrong: record 2: bic: expected string, got number; record 3: record: expected object, got null',
    );
  });
});

describe('another way to write the plain request', () => {
  const spelled = (evidence: ReturnType<typeof answered>): Trial =>
    trialFor(variantA, 'success', evidence, {
      expectation: { label: 'reversed' },
      ...persistent(evidence),
    });
  const same = { kind: 'same-success' } as const;

  test.for([
    ['the list', answered(200, list), 'pass'],
    ['another list', answered(200, { banks: [{ name: 'Other', bic: '2' }] }), 'pass'],
    ['a refusal', refused(422, 'partnerName'), 'fail'],
    ['the list with another status', answered(201, list), 'fail'],
    ['a 200 without a list', answered(200, {}), 'fail'],
    ['a 200 with null for the list', answered(200, { banks: null }), 'fail'],
    ['a 200 with an error body', refused(200, 'no'), 'fail'],
    ['a 200 that is not JSON', answered(200, 'no'), 'fail'],
    ['an empty list', answered(200, { banks: [] }), 'inconclusive: vacuous'],
    ['a list with a member beside it', answered(200, { ...list, total: 1 }), 'pass'],
    ['a list of other things', answered(200, { banks: [1] }), 'pass'],
    ['no answer', silent(), 'fail'],
  ] as const)('answered with %s is judged', ([, evidence, verdict]) => {
    expect(wordsFor(same, spelled(evidence))).toBe(verdict);
  });

  test('says nothing where the plain one is not accepted, whatever comes', () => {
    const refusedBaseline = baselineTrial(refused(403, 'no', { label: 'baseline' }));
    for (const evidence of [answered(200, list), refused(403, 'no')])
      expect(wordsFor(same, spelled(evidence), { baseline: refusedBaseline })).toBe(
        'inconclusive: control-failed',
      );
  });

  test('does not fail for a body without a list if the plain one has none, and does not pass either', () => {
    const withoutList = baselineTrial(answered(200, { data: [] }, { label: 'baseline' }));
    const words = (body: unknown): string =>
      wordsFor(same, spelled(answered(200, body)), { baseline: withoutList });
    expect(words({ data: [] })).toBe('inconclusive: control-failed');
    expect(words(list)).toBe('pass');
  });
});
