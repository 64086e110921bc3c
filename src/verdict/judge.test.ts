import { describe, expect, test } from 'vitest';
import type { Aim } from './aim.ts';
import {
  answered,
  baselineTrial,
  contextOf,
  good,
  list,
  parameters,
  refused,
  silent,
  trialFor,
  trialOf,
  variantA,
} from './evidence.test-data.ts';
import { inWords, wordsFor } from './judge.test-data.ts';
import { judge } from './judge.ts';
import type { Trial } from './trial.ts';

const right = 'useAuthByCert is missing, repeat the request with correct data';

const aims: readonly Aim[] = [
  { kind: 'status', requirement: 'status', request: 'request' },
  { kind: 'names', requirement: 'names', request: 'request', parameters: ['useAuthByCert'] },
  { kind: 'meaning', requirement: 'meaning', request: 'request' },
  { kind: 'own-names', requirement: 'a.missing.useAuthByCert.names', request: 'request' },
  { kind: 'own-meaning', requirement: 'own-meaning', request: 'request' },
];

const all = (trial: Trial, baseline: Trial): readonly string[] =>
  judge(aims, [], [trial], baseline, contextOf(variantA)).map(inWords);

const refusedBaseline = baselineTrial(refused(403, 'no', { label: 'baseline' }));
const controlFailed = 'inconclusive: control-failed';

describe('the positive control', () => {
  const trial = trialFor(variantA, 'missing', refused(422, right));

  test('that is accepted lets every check stand', () => {
    expect(all(trial, baselineTrial())).toEqual(['pass', 'pass', 'pass', 'pass', 'pass']);
  });

  test('counts as accepted with 200, whatever its body', () => {
    for (const body of [{}, 'no JSON', { banks: null }, '']) {
      const baseline = baselineTrial(answered(200, body, { label: 'baseline' }));
      expect(all(trial, baseline)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass']);
    }
  });

  test.for([
    ['refused', refusedBaseline],
    ['redirected', baselineTrial(answered(302, '', { label: 'baseline' }))],
    ['answered with another 2xx', baselineTrial(answered(201, list, { label: 'baseline' }))],
    [
      'reset beside a good control',
      baselineTrial(silent({}, { label: 'baseline' }), { controls: [good(0)] }),
    ],
    ['not answered', baselineTrial(silent({}, { label: 'baseline' }))],
    ['never sent', baselineTrial(silent(), { attempts: [] })],
    ['unavailable', baselineTrial(refused(500, 'later', { label: 'baseline' }), { controls: [good(0)] })],
  ] as const)('that is %s leaves nothing to what looks right', ([, baseline]) => {
    expect(all(trial, baseline)).toEqual(aims.map(() => controlFailed));
  });

  test('that is refused leaves a fail a fail', () => {
    const wrong = trialFor(variantA, 'missing', refused(400, 'Service temporarily unavailable'));
    expect(all(wrong, refusedBaseline)).toEqual(['fail', 'fail', 'fail', 'fail', 'fail']);
  });

  test('that is refused as unauthorized explains the same refusal of a request with the same credentials', () => {
    const alike = trialFor(variantA, 'missing', refused(403, 'Access denied'));
    const valid = { ...alike, expectation: { ...alike.expectation, credentials: 'valid' as const } };
    const invalid = { ...alike, expectation: { ...alike.expectation, credentials: 'invalid' as const } };
    expect(all(valid, refusedBaseline)).toEqual(aims.map(() => controlFailed));
    expect(all(invalid, refusedBaseline)[0]).toBe('fail');
  });

  test('that is refused leaves nothing to a review either', () => {
    const odd = trialFor(variantA, 'missing', refused(422, 'use_auth_by_cert'));
    expect(all(odd, baselineTrial())).toEqual(['pass', 'review', 'review', 'review', 'review']);
    expect(all(odd, refusedBaseline)).toEqual(aims.map(() => controlFailed));
  });

  test('says in its message why what looks right does not pass', () => {
    const [check] = judge(aims, [], [trial], refusedBaseline, contextOf(variantA));
    expect(check?.message).toContain('is not accepted either');
  });
});

describe('an aim', () => {
  test('at a request that the case does not have is the suite’s own error', () => {
    expect(wordsFor({ kind: 'status', request: 'another' }, trialOf({}))).toBe('inconclusive: suite-error');
  });

  test('at a condition that the variant does not have is the suite’s own error', () => {
    const trial = trialFor(variantA, 'partner-blocked', refused(403, 'manager'));
    expect(wordsFor({ kind: 'status' }, trial)).toBe('inconclusive: suite-error');
  });

  test('at a request that was not carried to an answer says why, whatever its kind', () => {
    const halted = { reason: 'setup-failed', note: 'set-up: exit code 1' } as const;
    const trial = trialOf({ attempts: [refused(422, right)], halted });
    expect(all(trial, baselineTrial())).toEqual(aims.map(() => 'inconclusive: setup-failed'));
    expect(all(trial, refusedBaseline)).toEqual(aims.map(() => 'inconclusive: setup-failed'));
  });

  test('is judged by the request it names', () => {
    const trials = parameters.map((name, index) =>
      trialFor(variantA, 'missing', refused(index === 1 ? 422 : 400, 'x', { label: name })),
    );
    const each = parameters.map((name) => ({ kind: 'status', requirement: name, request: name }) as const);
    const checks = judge(each, [], trials, baselineTrial(), contextOf(variantA));
    expect(checks.map(inWords)).toEqual(['fail', 'pass', 'fail']);
    expect(checks.map(({ requirement }) => requirement)).toEqual(parameters);
  });
});

describe('a judgement', () => {
  test('is the same for the same evidence after a way through JSON', () => {
    const trial = trialFor(variantA, 'missing', refused(422, right));
    const again = JSON.parse(JSON.stringify([trial, baselineTrial()])) as [Trial, Trial];
    expect(judge(aims, [], [again[0]], again[1], contextOf(variantA))).toEqual(
      judge(aims, [], [trial], baselineTrial(), contextOf(variantA)),
    );
  });

  test('names the exchange that it speaks of', () => {
    const trial = trialFor(variantA, 'missing', refused(422, right, { id: 'a.missing' }));
    const standing = [{ kind: 'error-body', requirement: 'a.error.body' }] as const;
    const checks = judge(aims, standing, [trial], baselineTrial(), contextOf(variantA));
    expect(checks.map(({ exchange }) => exchange)).toEqual(Array.from({ length: 6 }, () => 'a.missing'));
  });

  test('quotes at most 300 characters of a text', () => {
    const trial = trialFor(variantA, 'missing', refused(422, 'x'.repeat(1000)));
    const [, names] = judge(aims, [], [trial], baselineTrial(), contextOf(variantA));
    expect(names?.actual).toBe(`“${'x'.repeat(300)}…”`);
  });
});
