import { describe, expect, test } from 'vitest';
import type { ConditionName, Variant } from '../spec/specification.ts';
import { verbatim } from '../wording/message.ts';
import { worst } from './check.ts';
import type { Aim, Verdict } from './check.ts';
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
  variantB,
} from './evidence.test-data.ts';
import { aimAt, inWords, said, standingFor, wordsFor } from './judge.test-data.ts';
import { judgeCase } from './judge.ts';
import type { Evidence, Trial } from './evidence.ts';

const right = 'useAuthByCert is missing, repeat the request with correct data';

const aims: readonly Aim[] = [
  { kind: 'status', requirement: 'status', request: 'request' },
  { kind: 'names', requirement: 'names', request: 'request', parameters: ['useAuthByCert'] },
  { kind: 'meaning', requirement: 'meaning', request: 'request' },
  {
    kind: 'own-names',
    requirement: 'a.missing.useAuthByCert.names',
    request: 'request',
    parameters: ['useAuthByCert'],
  },
  { kind: 'own-meaning', requirement: 'own-meaning', request: 'request' },
];

const all = (trial: Trial, baseline: Trial): readonly string[] =>
  judgeCase(aims, [], [trial], baseline, contextOf(variantA)).map(inWords);

const refusedBaseline = baselineTrial(refused(403, 'no', { label: 'baseline' }));
const controlFailed = 'inconclusive: control-failed';

describe('the positive control', () => {
  const trial = trialFor(variantA, 'missing', refused(422, right));

  test('that is accepted keeps every check', () => {
    expect(all(trial, baselineTrial())).toEqual(['pass', 'pass', 'pass', 'pass', 'pass']);
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
    expect(all(wrong, refusedBaseline)).toEqual(['fail', 'fail', 'fail', 'fail', controlFailed]);
  });

  test('that is refused explains the same refusal of whatever else is sent', () => {
    const alike = trialFor(variantA, 'missing', refused(403, 'Access denied'));
    expect(all(alike, refusedBaseline)).toEqual(aims.map(() => controlFailed));
  });

  test('that is refused leaves nothing to a review either', () => {
    const odd = trialFor(variantA, 'missing', refused(422, 'use_auth_by_cert'));
    expect(all(odd, baselineTrial())).toEqual(['pass', 'review', 'review', 'review', 'pass']);
    expect(all(odd, refusedBaseline)).toEqual(aims.map(() => controlFailed));
  });

  test('says in its message why what looks right does not pass', () => {
    const [check] = judgeCase(aims, [], [trial], refusedBaseline, contextOf(variantA));
    expect(check && said(check).message).toContain('is not accepted either');
  });
});

describe('an aim', () => {
  test('at a request that the case does not have is the suite’s own error', () => {
    expect(wordsFor({ kind: 'status', request: 'another' }, trialOf({}))).toBe('inconclusive: suite-error');
  });

  test('at a request that was not carried to an answer says why, whatever its kind', () => {
    const halted = { reason: 'setup-failed', note: verbatim('set-up: exit code 1') } as const;
    const trial = trialOf({ attempts: [refused(422, right)], halted });
    expect(all(trial, baselineTrial())).toEqual(aims.map(() => 'inconclusive: setup-failed'));
    expect(all(trial, refusedBaseline)).toEqual(aims.map(() => 'inconclusive: setup-failed'));
  });

  test('is judged by the request it names', () => {
    const trials = parameters.map((name, index) =>
      trialFor(variantA, 'missing', refused(index === 1 ? 422 : 400, 'x', { label: name })),
    );
    const each = parameters.map((name) => ({ kind: 'status', requirement: name, request: name }) as const);
    const checks = judgeCase(each, [], trials, baselineTrial(), contextOf(variantA));
    expect(checks.map(inWords)).toEqual(['fail', 'pass', 'fail']);
    expect(checks.map(({ requirement }) => requirement)).toEqual(parameters);
  });
});

describe('a judgement', () => {
  test('is the same for the same evidence after a way through JSON', () => {
    const trial = trialFor(variantA, 'missing', refused(422, right));
    const again = JSON.parse(JSON.stringify([trial, baselineTrial()])) as [Trial, Trial];
    expect(judgeCase(aims, [], [again[0]], again[1], contextOf(variantA))).toEqual(
      judgeCase(aims, [], [trial], baselineTrial(), contextOf(variantA)),
    );
  });
});

describe('a body that holds more than is read', () => {
  const facts = (showsList: boolean) => ({ kind: 'unread', values: 7, showsList }) as const;
  const unread = (status: number, showsList = false) => ({
    ...answered(status, ''),
    facts: facts(showsList),
  });
  const open = 'inconclusive: suite-error';

  test('shows its status, and nothing else passes or fails by it', () => {
    expect(all(trialFor(variantA, 'missing', unread(422)), baselineTrial())).toEqual([
      'pass',
      open,
      open,
      open,
      open,
    ]);
    const success = trialFor(variantA, 'success', unread(200));
    for (const kind of ['success-body', 'success-record', 'same-success'] as const) {
      expect(wordsFor({ kind }, success)).toBe(open);
      expect(said(aimAt({ kind }, success)).message).toContain('7 values, more than the suite reads');
    }
    expect(wordsFor({ kind: 'success-status' }, success)).toBe('pass');
  });

  test('leaves the requirements for every answer undecided, except for a list that invalid credentials obtain', () => {
    const trialOfList = (status: number, showsList: boolean): Trial =>
      trialFor(variantA, 'unauthorized', unread(status, showsList), {
        expectation: { credentials: 'invalid' },
      });
    const enforced = { kind: 'authorization-enforced', requirement: 'a.authorization.enforced' } as const;
    const error = { kind: 'error-body', requirement: 'a.error.body' } as const;
    expect(standingFor(enforced, [trialOfList(403, false), trialOfList(403, true)])).toEqual([open, 'fail']);
    expect(standingFor(error, [trialOfList(403, false)])).toEqual([open]);
  });
});

/** Verdicts on the names, in the order of the parameters. */
function names(answers: readonly Evidence[]): readonly string[] {
  const trials = answers.map((evidence, index) =>
    trialFor(variantA, 'missing', { ...evidence, label: `without ${parameters[index]}` }),
  );
  const aims = parameters.map((name) => ({
    kind: 'own-names' as const,
    requirement: `a.missing.${name}.names`,
    parameters: [name],
    request: `without ${name}`,
  }));
  return judgeCase(aims, [], trials, baselineTrial(), contextOf(variantA)).map(inWords);
}

const saying = (...said: readonly string[]): readonly Evidence[] => said.map((text) => refused(422, text));
const every = 'All of partnerName, partnerPassword, useAuthByCert are required';

describe('texts for different missing parameters', () => {
  test('that each name their own pass', () => {
    expect(names(saying('partnerName', 'partnerPassword', 'useAuthByCert'))).toEqual([
      'pass',
      'pass',
      'pass',
    ]);
  });

  test('that are one and the same name none of them', () => {
    expect(names(saying(every, every, every))).toEqual(['fail', 'fail', 'fail']);
  });

  test('that differ in digits and identifiers only are one and the same', () => {
    const ids = ['id 17', 'id 18', 'request 3f2504e0-4f89-41d3-9a0c-0305e82c3301'];
    expect(names(saying(...ids.map((id) => `${every} (${id})`))).slice(0, 2)).toEqual(['fail', 'fail']);
    const uuids = ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '9b2504e0-4f89-41d3-9a0c-0305e82c3399'];
    expect(names(saying(...uuids.map((id) => `${every} ${id}`), 'useAuthByCert'))).toEqual([
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

const order: readonly Verdict[] = ['fail', 'review', 'inconclusive', 'pass'];

test('the worst of two verdicts is the earlier of fail, review, inconclusive, pass, in either order', () => {
  for (const [left, first] of order.entries())
    for (const [right, second] of order.entries())
      expect(worst([first, second]), `${first}, ${second}`).toBe(order[Math.min(left, right)]);
});

test('the worst of no verdict is none, not a pass', () => {
  expect(worst([])).toBeNull();
});
