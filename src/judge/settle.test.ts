import { describe, expect, test } from 'vitest';
import { verbatim } from '../messages/message.ts';
import { answered, bad, baselineTrial, good, list, refused, silent, trialOf } from './evidence.test-data.ts';
import type { TrialParts } from './evidence.test-data.ts';
import type { Evidence } from './evidence.ts';
import type { TestRequest } from '../plan/test-case.ts';
import { doubtOf, isOwnRefusal, settle } from './settle.ts';
import type { Settled } from './settle.ts';

const inWords = (settled: Settled): string => {
  switch (settled.kind) {
    case 'answer':
      return `answer ${settled.status}`;
    case 'no-answer':
      return `no answer: ${settled.error.kind}`;
    case 'open':
      return settled.reason;
  }
};

const of = (parts: TrialParts): string => inWords(settle(trialOf(parts)));

describe('the doubt about an answer', () => {
  const [page, error] = [
    (status: number) => answered(status, '<html>'),
    (status: number) => refused(status, 'no'),
  ];

  test.for([
    ['the expected status, whatever the body', page(503), 503, null],
    ['a 429', error(429), 422, 'passing'],
    ['a documented 500', error(500), 422, 'passing'],
    ['a 502', page(502), 422, 'passing'],
    ['a 503', page(503), 500, 'passing'],
    ['a 504', page(504), 200, 'passing'],
    ['no answer', silent(), 500, 'passing'],
    ['no answer where the specification is silent', silent(), null, 'passing'],
    ['a 429 where the specification is silent', error(429), null, 'passing'],
    ['a page with 503 where the specification is silent', page(503), null, 'passing'],
    ['a documented 503 where the specification is silent', error(503), null, 'once'],
    ['a page with a status of its own where the specification is silent', page(404), null, 'once'],
    ['any other answer where the specification is silent', error(404), null, null],
    ['a redirect where the specification is silent', page(302), null, null],
    ['another documented status', page(422), 403, null],
    ['a refusal', page(401), 422, null],
    ['a documented body with a status of its own', error(400), 422, null],
    ['a page with a status of its own', page(404), 422, 'once'],
    ['a redirect', page(302), 422, 'once'],
    ['another 5xx', page(501), 422, 'once'],
  ] as const)('%s', ([, evidence, status, doubt]) => {
    const expected = {
      status,
      credentials: 'valid',
      id: 'request',
      onOperation: true,
    } as const;
    expect(doubtOf(evidence, expected)).toBe(doubt);
  });

  test.for([
    ['valid', 'request', 'once'],
    ['open', 'request', null],
    ['invalid', 'request', null],
    ['valid', 'success', null],
  ] as const)('a refusal in place of the list, with %s credentials: %s', ([credentials, id, doubt]) => {
    for (const status of [401, 403])
      expect(doubtOf(error(status), { id, status: 200, credentials, onOperation: true })).toBe(doubt);
  });
});

const unread = { kind: 'unread', values: 9, showsList: false, namesList: false } as const;
test.for<[string, Evidence, 'once' | null, Partial<TestRequest>?]>([
  ['the list', answered(200, list), null],
  ['no list', answered(200, {}), 'once'],
  ['a page', answered(200, '<html>'), 'once'],
  ['what was not read', { ...answered(200, {}), facts: unread }, null],
  ['what nobody looked at', { ...answered(200, {}), facts: null }, null],
  ['no list to the plain request', answered(200, {}), null, { id: 'success' }],
  ['no list to credentials that may be wrong', answered(200, {}), null, { credentials: 'open' }],
])('in place of the list, another spelling is answered with %s', ([, evidence, doubt, parts]) => {
  const usual = { id: 'request', status: 200, credentials: 'valid', onOperation: true } as const;
  expect(doubtOf(evidence, { ...usual, ...parts })).toBe(doubt);
});

const page = (at = 0) => answered(502, '<html>', { at });
/** The plain request is refused as well. */
const locked = (at: number) => ({ evidence: refused(403, 'no', { at }), good: false });
const twice = [good(10), good(30)];

describe('a trial', () => {
  test.for([
    ['the expected status', 422, 422, 'answer 422'],
    ['an expected 500', 500, 500, 'answer 500'],
    ['a 429', 429, 422, 'rate-limited'],
    ['a 502', 502, 422, 'target-unavailable'],
  ] as const)('without controls has the outcome of the last answer: %s', ([, status, expected, outcome]) => {
    expect(of({ attempts: [answered(status, {})], testRequest: { status: expected } })).toBe(outcome);
  });

  test('is a suite-error where nothing was sent, or nothing is on record', () => {
    const empty = { ...silent(), error: null };
    expect(of({})).toBe('suite-error');
    expect(of({ attempts: [empty, empty], controls: twice })).toBe('suite-error');
  });
});

describe('a doubtful trial', () => {
  const [pages, limits] = [
    [page(), page()],
    [answered(429, {}), answered(429, {})],
  ] as const;
  const errors = [refused(500, 'no'), refused(500, 'no')];
  const earlierLogin = 'a.login';

  test.for<[string, TrialParts['attempts'] & object, TrialParts['controls'] & object, string, TrialParts?]>([
    ['asked twice, all controls good', pages, twice, 'answer 502'],
    ['asked once', [page()], twice, 'target-unavailable'],
    ['one control only', pages, [good(10)], 'target-unavailable'],
    ['a bad control', pages, [...twice, bad(40)], 'target-unavailable'],
    ['no answer', [silent(), silent({ kind: 'timeout' })], twice, 'no answer: timeout'],
    ['a 429', limits, twice, 'answer 429'],
    ['a 429, the control too', limits, [good(10), bad(30)], 'rate-limited'],
    ['a 429 to a login after another answer to one', limits, twice, 'rate-limited', { earlierLogin }],
    ['another answer to such a login', pages, twice, 'answer 502', { earlierLogin }],
    ['a documented 500', errors, twice, 'answer 500'],
  ])('counts as the target’s own only where it is repeated beside good controls: %s', (row) => {
    const [, attempts, controls, outcome, parts] = row;
    expect(of({ attempts, controls, ...parts })).toBe(outcome);
  });

  test.for([
    ['good before and after', twice, 'answer 502'],
    ['good before only', [good(10)], 'target-unavailable'],
    ['bad after', [good(10), bad(30)], 'target-unavailable'],
    ['none', [], 'target-unavailable'],
  ] as const)('while a set-up holds is decided by the controls around it: %s', ([, controls, outcome]) => {
    expect(of({ attempts: [page(20)], controls, outage: true, testRequest: { status: 500 } })).toBe(outcome);
  });
});

test.for([
  [
    'a documented 500 says itself that it is unavailable',
    refused(500, 'later'),
    good(0),
    'target-unavailable',
  ],
  ['a page with 500', answered(500, '<html>'), good(0), 'answer 500'],
  ['a 500 of another shape', answered(500, { error: 'oops' }), good(0), 'answer 500'],
  ['a documented 502', refused(502, 'later'), good(0), 'answer 502'],
  ['a reset', silent(), good(0), 'no answer: reset'],
  ['a 429', answered(429, {}), good(0), 'rate-limited'],
  ['a page with 500, no good control', answered(500, '<html>'), bad(0), 'target-unavailable'],
  ['no answer and no control', silent(), null, 'target-unavailable'],
  ['a redirect', answered(302, ''), good(0), 'answer 302'],
  ['a refusal needs no control', refused(403, 'no'), null, 'answer 403'],
] as const)('the baseline: %s', ([, evidence, control, outcome]) => {
  const controls = control === null ? [] : [control];
  expect(inWords(settle(baselineTrial(evidence, { controls })))).toBe(outcome);
});

test.for([
  ['its body', refused(422, 'no'), 502, true],
  ['its body, whatever the plain request is answered', refused(422, 'no'), 422, true],
  ['its status, which that of the plain request is not', page(), 404, true, 502],
  ['nothing: it has the status of the plain request', answered(422, '<html>'), 422, false],
  ['nothing: a limiter may answer so', answered(422, '<html>'), 429, false],
  ['nothing: a gateway may answer so', answered(422, '<html>'), 500, false],
  ['nothing: it has another status', refused(403, 'no'), 502, false],
  ['nothing: it was lost', silent(), 502, false],
] as const)('a refusal is shown to be of the service by %s', ([, evidence, plain, isOwn, status = 422]) => {
  expect(isOwnRefusal(evidence, status, answered(plain, '<html>'))).toBe(isOwn);
});

describe('a refusal that the condition does not explain', () => {
  const refusal = (status: number, controls: TrialParts['controls'] = [], expected = 422): string =>
    of({ attempts: [answered(status, {}, { at: 20 })], controls, testRequest: { status: expected } });

  test.for([401, 403])('says nothing where the plain request is refused by now as well: %i', (status) => {
    expect(refusal(status, [locked(20)])).toBe('control-failed');
    expect(refusal(status, [locked(30)], status)).toBe('control-failed');
    const gone = { evidence: page(30), good: false };
    for (const controls of [[], [good(30)], [locked(10)], [bad(30)], [gone]])
      expect(refusal(status, controls)).toBe(`answer ${status}`);
  });

  test('is no other answer: what is neither a refusal nor answered as the lock is, is judged', () => {
    const other = (status: number): string =>
      of({ attempts: [answered(status, {})], controls: [locked(30)], testRequest: { status: 403 } });
    expect([other(422), other(403)]).toEqual(['answer 422', 'control-failed']);
  });

  test('in place of the list is asked about twice', () => {
    const success = { condition: 'success', status: 200, credentials: 'valid' } as const;
    const attempts = [refused(403, 'no', { at: 0 }), refused(403, 'no', { at: 20 })];
    expect(of({ attempts, controls: twice, testRequest: success })).toBe('answer 403');
    expect(of({ attempts, controls: [locked(30)], testRequest: success })).toBe('control-failed');
  });
});

const route = { route: 'address' } as const;
const own = { route: 'gateway' } as const;
const pair = (make: (at: number) => Evidence): Evidence[] => [make(0), make(20)];
const resets = pair((at) => silent({}, { at }));
const unconnected = pair((at) => silent({ kind: 'refused', stage: 'connect' }, { at }));
const unbound = [silent({ kind: 'local-address', stage: 'exchange' })];
const outage = { condition: 'unavailable', status: 500 } as const;
const down = { ...own, controls: [bad(30)] };

test.for<[string, readonly Evidence[], TrialParts, string]>([
  ['a refused connection by a route of its own', unconnected, route, 'setup-failed'],
  ['a refused connection by the usual one', unconnected, {}, 'no answer: refused'],
  ['a reset by a route of its own', resets, route, 'no answer: reset'],
  ['a reset through another gateway', resets, own, 'setup-failed'],
  ['a page with 502 through another gateway', pair(page), own, 'setup-failed'],
  ['the same where that is the condition', pair(page), { ...own, testRequest: outage }, 'answer 502'],
  ['the same from another source address', pair(page), route, 'answer 502'],
  ['a source address that cannot be used', unbound, {}, 'setup-failed'],
  [
    'the same beside a control that was lost',
    unconnected,
    { ...own, controls: [good(10), bad(30)] },
    'setup-failed',
  ],
  ['a target that is down whichever way is taken', unconnected, down, 'target-unavailable'],
  ['an answer by a route of its own', [answered(403, {})], own, 'answer 403'],
])('the way to the target is not confused with it: %s', ([, attempts, parts, outcome]) => {
  expect(of({ attempts, controls: twice, ...parts })).toBe(outcome);
});

describe('a run that was stopped', () => {
  test('keeps the reason of a halted trial, even with a good answer on record', () => {
    const halted = { kind: 'other', reason: 'setup-failed', note: verbatim('exit code 1') } as const;
    const settled = settle(trialOf({ attempts: [answered(200, list)], halted }));
    expect(settled).toMatchObject({ kind: 'open', reason: halted.reason, note: halted.note });
  });
});
