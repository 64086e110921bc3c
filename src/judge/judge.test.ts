import { describe, expect, test } from 'vitest';
import type { ConditionName, Variant } from '../operation/specification.ts';
import { verbatim } from '../messages/message.ts';
import { worst } from './check.ts';
import type { Assertion } from '../plan/test-case.ts';
import type { Verdict } from './check.ts';
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
import { assertionOn, inWords, said, standingFor, wordsFor } from './judge.test-data.ts';
import { judgeCase } from './judge.ts';
import type { Evidence, Trial } from './evidence.ts';

const right = 'useAuthByCert is missing, repeat the request with correct data';

const own = ['useAuthByCert'];
const assertions: readonly Assertion[] = [
  { kind: 'status' as const, parameters: [] },
  { kind: 'names' as const, parameters: own },
  { kind: 'meaning' as const, parameters: [] },
  { kind: 'own-names' as const, parameters: own },
  { kind: 'own-meaning' as const, parameters: [] },
].map((assertion) => ({ ...assertion, requirement: assertion.kind, request: 'request' }));

const all = (trial: Trial, baseline: Trial): readonly string[] =>
  judgeCase(assertions, [], [trial], baseline, contextOf(variantA)).map(inWords);

const refusedBaseline = baselineTrial(refused(403, 'no', { request: 'success' }));
const controlFailed = 'inconclusive: control-failed';

describe('the positive control', () => {
  const trial = trialFor(variantA, 'missing', refused(422, right));
  const sent = { request: 'success' } as const;
  const unavailable = refused(500, 'later', sent);

  test.for([
    ['refused', refusedBaseline],
    ['redirected', baselineTrial(answered(302, '', sent))],
    ['answered with another 2xx', baselineTrial(answered(201, list, sent))],
    ['reset beside a good control', baselineTrial(silent({}, sent), { controls: [good(0)] })],
    ['not answered', baselineTrial(silent({}, sent))],
    ['never sent', baselineTrial(silent(), { attempts: [] })],
    ['unavailable', baselineTrial(unavailable, { controls: [good(0)] })],
  ] as const)('that is %s leaves nothing to what looks right', ([, baseline]) => {
    expect(all(trial, baseline)).toEqual(assertions.map(() => controlFailed));
  });

  test.for([
    ['that the password is not encrypted', 'partnerPassword is expected in encrypted form', []],
    ['what the lexicon does not know', 'no', []],
    [
      'that a parameter is missing',
      'partnerName is missing, repeat the request with correct data',
      ['names', 'own-names'],
    ],
  ] as const)('whose text comes again shows nothing, if it says %s', ([, text, failed]) => {
    const found = all(
      trialFor(variantA, 'missing', refused(422, text)),
      baselineTrial(refused(422, text, sent)),
    );
    const failures = assertions.filter((_, at) => found[at]?.startsWith('fail')).map(({ kind }) => kind);
    expect(failures).toEqual(failed);
  });

  test.for([
    ['nothing is wrong', 422, right, ['pass', 'pass', 'pass', 'pass', 'pass'], []],
    [
      'a fail stays one',
      400,
      'Temporarily unavailable, later',
      ['fail', 'fail', 'fail', 'fail', 'pass'],
      [0, 1, 2, 3],
    ],
    ['the same refusal explains', 403, 'Access denied', ['fail', 'fail', 'review', 'fail', 'pass'], []],
    ['no review is left', 422, 'use_auth_by_cert', ['pass', 'review', 'review', 'review', 'pass'], []],
  ] as const)(
    'that is refused takes back what an accepted one shows: %s',
    ([, status, text, accepted, kept]) => {
      const found = trialFor(variantA, 'missing', refused(status, text));
      expect(all(found, baselineTrial())).toEqual(accepted);
      const left = accepted.map((verdict, at) => (kept.some((one) => one === at) ? verdict : controlFailed));
      expect(all(found, refusedBaseline)).toEqual(left);
    },
  );

  test('says in its message why what looks right does not pass', () => {
    const [check] = judgeCase(assertions, [], [trial], refusedBaseline, contextOf(variantA));
    expect(check && said(check).message).toContain('is not accepted either');
  });
});

describe('an assertion', () => {
  test('at a request that the case does not have is the suite’s own error', () => {
    expect(wordsFor({ kind: 'status', request: 'another' }, trialOf({}))).toBe('inconclusive: suite-error');
  });

  test('at a request that was not carried to an answer says why, whatever its kind', () => {
    const halted = { kind: 'other', reason: 'setup-failed', note: verbatim('set-up: exit code 1') } as const;
    const trial = trialOf({ attempts: [refused(422, right)], halted });
    expect(all(trial, baselineTrial())).toEqual(assertions.map(() => 'inconclusive: setup-failed'));
    expect(all(trial, refusedBaseline)).toEqual(assertions.map(() => 'inconclusive: setup-failed'));
  });

  test('is judged by the request it names', () => {
    const trials = parameters.map((name, index) =>
      trialFor(variantA, 'missing', refused(index === 1 ? 422 : 400, 'x', { request: name })),
    );
    const each = parameters.map(
      (name) => ({ kind: 'status', requirement: name, request: name, parameters: [] }) as const,
    );
    const checks = judgeCase(each, [], trials, baselineTrial(), contextOf(variantA));
    expect(checks.map(inWords)).toEqual(['fail', 'pass', 'fail']);
    expect(checks.map(({ requirement }) => requirement)).toEqual(parameters);
  });
});

describe('a body that holds more than is read', () => {
  const facts = (showsList: boolean) =>
    ({ kind: 'unread', values: 7, showsList, namesList: showsList }) as const;
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
      expect(said(assertionOn({ kind }, success)).message).toContain('7 values, more than the suite reads');
    }
    expect(wordsFor({ kind: 'success-status' }, success)).toBe('pass');
  });

  test('leaves the requirements for every answer undecided, except for a list that invalid credentials obtain', () => {
    const trialOfList = (status: number, showsList: boolean): Trial =>
      trialFor(variantA, 'unauthorized', unread(status, showsList), {
        testRequest: { credentials: 'invalid' },
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
    trialFor(
      variantA,
      'missing',
      { ...evidence, planned: `a.${parameters[index]}` },
      { testRequest: { without: parameters.slice(index, index + 1) } },
    ),
  );
  const own = parameters.map((parameter): Assertion => ({
    kind: 'own-names',
    requirement: parameter,
    parameters: [parameter],
    request: parameter,
  }));
  return judgeCase(own, [], trials, baselineTrial(), contextOf(variantA)).map(inWords);
}

const every = 'All of partnerName, partnerPassword, useAuthByCert are required';
const uuids = ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '9b2504e0-4f89-41d3-9a0c-0305e82c3399'] as const;

test.for<[texts: readonly (string | null)[], verdicts: string]>([
  [['partnerName', 'partnerPassword', 'useAuthByCert'], 'pass pass pass'],
  // Identical texts, or texts that differ only in digits and identifiers.
  [[every, every, every], 'fail fail fail'],
  [[`${every} (id 17)`, `${every} (id 18)`, `${every} (request ${uuids[0]})`], 'fail fail pass'],
  [[`${every} ${uuids[0]}`, `${every} ${uuids[1]}`, 'useAuthByCert'], 'fail fail pass'],
  // Being different is not enough: the texts must name the parameter.
  [['first', 'second', 'useAuthByCert'], 'fail fail pass'],
  [['partner_name', 'partnerPassword', 'x'], 'review pass fail'],
  // If several parameters are missing, a text counts only if it names one alone.
  [['partnerName', 'partnerPassword', 'partnerName'], 'pass pass fail'],
  [['partnerName', 'partnerName', 'useAuthByCert'], 'pass fail pass'],
  [['partnerName', 'partnerName', 'partnerName'], 'pass fail fail'],
  [['partnerName or partnerPassword', 'partnerPassword', 'partnerName or partnerPassword'], 'pass pass fail'],
  [['partnerName or partnerPassword', 'partnerName or partnerPassword', 'useAuthByCert'], 'fail fail pass'],
  [['useAuthByCert', 'useAuthByCert', 'useAuthByCert 1'], 'fail fail pass'],
  [['x', 'partnerPassword', 'x'], 'fail pass fail'],
  // Another spelling may or may not count as a name. A person decides if it matters.
  [['partner_name', 'partner_name', 'useAuthByCert'], 'review fail pass'],
  [['partnerName, partner_password', 'partnerName, partner_password', 'useAuthByCert'], 'review fail pass'],
  [['partner_name, partner_password', 'partner_name, partner_password', 'useAuthByCert'], 'fail fail pass'],
  // Two missing texts are not equal texts.
  [[null, null, 'useAuthByCert'], 'fail fail pass'],
])('texts for different missing parameters name their own, or one text none: %j', ([texts, expected]) => {
  const answers = texts.map((text) => (text === null ? answered(422, {}) : refused(422, text)));
  expect(names(answers).join(' ')).toBe(expected);
});

/** Verdicts on the meaning, in the order of the conditions. */
function meanings(variant: Variant, conditions: readonly ConditionName[], texts: readonly string[]) {
  const trials = conditions.map((condition, at) => {
    const status = variant.conditions.find(({ name }) => name === condition)?.status ?? 0;
    const sent = { request: condition };
    return trialFor(variant, condition, refused(status, texts[at] ?? '', sent));
  });
  const own = conditions.map((request): Assertion => ({
    kind: 'own-meaning',
    requirement: `${variant.id}.${request}.meaning`,
    request,
    parameters: [],
  }));
  return judgeCase(own, [], trials, baselineTrial(), contextOf(variant)).map(inWords);
}

const usual = [
  'useAuthByCert is missing, repeat the request with correct data',
  'partnerPassword is expected in encrypted form',
  'User did not pass authorization',
  'Service temporarily unavailable, repeat later',
];
const [asked, sealed, , down] = usual as [string, string, string, string];
const both = 'User did not pass authorization. Service temporarily unavailable';
const [no, never] = ['Computer says no', 'Computer says never'];

test.for<[string, readonly string[], string]>([
  ['that each say their own pass', usual, 'pass pass pass pass'],
  [
    'that all say everything are to be decided',
    usual.map(() => usual.join('. ')),
    'review review review review',
  ],
  ['of which two are the same pass for the others', [asked, sealed, both, both], 'pass pass review review'],
  ['that nobody understands are compared all the same', [no, never, no, down], 'review pass review pass'],
])('texts for conditions of different meaning %s', ([, texts, expected]) => {
  const conditions = ['missing', 'unencrypted', 'unauthorized', 'unavailable'] as const;
  expect(meanings(variantA, conditions, texts).join(' ')).toBe(expected);
});

test('the three blocks share one meaning, and may share a text', () => {
  const blocks = ['partner-blocked', 'ip-blocked', 'reward-unavailable'] as const;
  const texts = blocks.map(() => 'Contact your assigned manager');
  expect(meanings(variantB, blocks, texts)).toEqual(['pass', 'pass', 'pass']);
});

test('the worst of two verdicts is the earlier of fail, review, inconclusive, pass, in either order; of none it is none', () => {
  const order: readonly Verdict[] = ['fail', 'review', 'inconclusive', 'pass'];
  for (const [left, first] of order.entries())
    for (const [right, second] of order.entries())
      expect(worst([first, second]), `${first}, ${second}`).toBe(order[Math.min(left, right)]);
  expect(worst([])).toBeNull();
});
