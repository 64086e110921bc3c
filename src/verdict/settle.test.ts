import { describe, expect, test } from 'vitest';
import { answered, bad, baselineTrial, good, list, refused, silent, trialOf } from './evidence.test-data.ts';
import type { TrialParts } from './evidence.test-data.ts';
import { isDoubtful, settle } from './settle.ts';
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

const statuses = [100, 200, 301, 400, 401, 403, 404, 408, 422, 429, 500, 501, 502, 503, 504, 505, 511];
const doubtful = [429, 500, 502, 503, 504];

describe('an answer is doubtful', () => {
  test.for(statuses)('with status %i only where it is a moment’s and not the expected one', (status) => {
    for (const expected of [...statuses, null]) {
      const found = isDoubtful(answered(status, {}), expected);
      expect(found, `expected ${expected}`).toBe(doubtful.includes(status) && status !== expected);
    }
  });

  test('where there is none', () => {
    expect(isDoubtful(silent(), 500)).toBe(true);
  });
});

describe('a trial without controls', () => {
  test.for([
    ['the expected status', 422, 422, 'answer 422'],
    ['a status that only the target gives', 403, 422, 'answer 403'],
    ['a redirect', 302, 422, 'answer 302'],
    ['another 5xx', 501, 422, 'answer 501'],
    ['an expected 500', 500, 500, 'answer 500'],
    ['an expected 429', 429, 429, 'answer 429'],
    ['a 503 in place of the 500', 503, 500, 'target-unavailable'],
    ['a 500 where nothing is expected', 500, null, 'target-unavailable'],
    ['an answer where nothing is expected', 404, null, 'answer 404'],
    ['a 429', 429, 422, 'rate-limited'],
    ['a 500', 500, 422, 'target-unavailable'],
    ['a 502', 502, 422, 'target-unavailable'],
    ['a 504', 504, 422, 'target-unavailable'],
  ] as const)('comes, for %s, to what the last answer shows', ([, status, expected, outcome]) => {
    expect(of({ attempts: [answered(status, {})], expectation: { status: expected } })).toBe(outcome);
  });

  test('is target-unavailable where nothing is answered', () => {
    expect(of({ attempts: [silent()] })).toBe('target-unavailable');
  });

  test('is judged by its last attempt, not by an earlier one', () => {
    expect(of({ attempts: [answered(500, {}), answered(422, {})] })).toBe('answer 422');
    expect(of({ attempts: [answered(422, {}), answered(500, {})] })).toBe('target-unavailable');
  });

  test('is a suite-error where nothing was sent, or nothing is on record', () => {
    expect(of({})).toBe('suite-error');
    const empty = { ...silent(), error: null };
    expect(of({ attempts: [empty], controls: [good(0)] })).toBe('suite-error');
  });
});

describe('a doubtful trial', () => {
  const rows: readonly (readonly [string, TrialParts['controls'], string])[] = [
    ['a good control before the last attempt', [good(10)], 'answer 502'],
    ['a good control at the same moment', [good(20)], 'answer 502'],
    ['a good control only after the last attempt', [good(21)], 'target-unavailable'],
    ['a bad control', [bad(10)], 'target-unavailable'],
    ['a bad control and a good one before', [bad(5), good(10)], 'answer 502'],
    ['a bad control and a good one after', [bad(5), good(30)], 'target-unavailable'],
  ];

  test.for(rows)('counts as the target’s own only beside a good control in time: %s', (row) => {
    const [, controls = [], outcome] = row;
    const attempts = [answered(502, {}, { at: 0 }), answered(502, {}, { at: 20 })];
    expect(of({ attempts, controls })).toBe(outcome);
  });

  test('without an answer is the request’s fault beside a good control', () => {
    const attempts = [silent({}, { at: 0 }), silent({ kind: 'timeout' }, { at: 20 })];
    expect(of({ attempts, controls: [good(10)] })).toBe('no answer: timeout');
  });

  test('keeps the last attempt as its evidence', () => {
    const last = answered(502, {}, { id: 'last' });
    const settled = settle(trialOf({ attempts: [answered(502, {}, { id: 'first' }), last] }));
    expect(settled.evidence).toBe(last);
  });
});

describe('a persistent 429', () => {
  const attempts = [answered(429, {}, { at: 20 })];

  test('is the target’s own beside a good control', () => {
    expect(of({ attempts, controls: [good(10)] })).toBe('answer 429');
  });

  test('is rate-limited where the control is refused as well', () => {
    expect(of({ attempts, controls: [bad(10)] })).toBe('rate-limited');
  });

  test('to a login is rate-limited where an earlier login was answered otherwise', () => {
    expect(of({ attempts, controls: [good(10)], earlierLogin: 'a.login' })).toBe('rate-limited');
  });

  test('is not excused by an earlier login where the answer is another one', () => {
    const last = [answered(503, {}, { at: 20 })];
    expect(of({ attempts: last, controls: [good(10)], earlierLogin: 'a.login' })).toBe('answer 503');
  });
});

describe('the baseline', () => {
  const base = (evidence: Parameters<typeof baselineTrial>[0], parts: TrialParts = {}): string =>
    inWords(settle(baselineTrial(evidence, parts)));
  const controls = [good(0)];

  test('that answers 500 with the documented body says itself that it is unavailable', () => {
    expect(base(refused(500, 'Service temporarily unavailable'), { controls })).toBe('target-unavailable');
  });

  test.for([
    ['a 500 with an error page', answered(500, '<html>')],
    ['a 500 with a JSON object of another shape', answered(500, { error: 'oops' })],
    ['a 500 with an empty text', refused(500, '')],
  ] as const)('that answers %s beside a good control is judged', ([, evidence]) => {
    expect(base(evidence, { controls })).toBe('answer 500');
  });

  test('that answers 502 with the documented body beside a good control is judged', () => {
    expect(base(refused(502, 'Service temporarily unavailable'), { controls })).toBe('answer 502');
  });

  test('that is reset beside a good control is judged', () => {
    expect(base(silent(), { controls })).toBe('no answer: reset');
  });

  test('that answers 429 is rate-limited whatever the control says', () => {
    expect(base(answered(429, {}), { controls })).toBe('rate-limited');
  });

  test('without a good control is target-unavailable', () => {
    expect(base(answered(500, '<html>'), { controls: [bad(0)] })).toBe('target-unavailable');
    expect(base(silent())).toBe('target-unavailable');
  });

  test('that is redirected or refused is judged without any control', () => {
    expect(base(answered(302, ''))).toBe('answer 302');
    expect(base(refused(403, 'no'))).toBe('answer 403');
  });

  test('alone is excused for a documented 500: another request is not', () => {
    const attempts = [refused(500, 'Service temporarily unavailable', { at: 1 })];
    expect(of({ attempts, controls })).toBe('answer 500');
  });
});

describe('a refusal that the condition does not explain', () => {
  const refusal = (status: number, controls: TrialParts['controls'] = [], expected = 422): string =>
    of({ attempts: [answered(status, {}, { at: 20 })], controls, expectation: { status: expected } });

  test.for([401, 403])('says nothing where the plain request is refused by now as well: %i', (status) => {
    expect(refusal(status, [bad(20)])).toBe('control-failed');
    expect(refusal(status, [bad(30)])).toBe('control-failed');
  });

  test.for([401, 403])('is the target’s own beside a good control, or without any: %i', (status) => {
    expect(refusal(status, [good(30)])).toBe(`answer ${status}`);
    expect(refusal(status)).toBe(`answer ${status}`);
    expect(refusal(status, [bad(10)])).toBe(`answer ${status}`);
  });

  test('is any refusal, documented or not, and no other answer', () => {
    expect(refusal(403, [bad(30)], 403)).toBe('control-failed');
    expect(refusal(403, [good(30)], 403)).toBe('answer 403');
    for (const status of [200, 302, 400, 404, 422])
      expect(refusal(status, [bad(30)], 500)).toBe(`answer ${status}`);
  });
});

describe('a doubt that a second answer leaves', () => {
  const attempts = [answered(502, '<html>', { at: 20 })];

  test('belongs to the request beside a good control before it, and a good one after it', () => {
    expect(of({ attempts, controls: [good(10)] })).toBe('answer 502');
    expect(of({ attempts, controls: [good(10), good(30)] })).toBe('answer 502');
  });

  test('does not where the target went down in between', () => {
    expect(of({ attempts, controls: [good(10), bad(30)] })).toBe('target-unavailable');
  });

  test('does not on a way through another gateway, but through another source address it does', () => {
    const ways = { ownRoute: true, controls: [good(10)] };
    expect(of({ ...ways, attempts, ownGateway: true })).toBe('setup-failed');
    expect(of({ ...ways, attempts: [silent({}, { at: 20 })], ownGateway: true })).toBe('setup-failed');
    expect(of({ ...ways, attempts })).toBe('answer 502');
  });

  test('is the target’s where the plain request is not answered either, whichever way was taken', () => {
    const down = {
      ownRoute: true,
      controls: [bad(30)],
      attempts: [silent({ stage: 'connect' }, { at: 20 })],
    };
    expect(of(down)).toBe('target-unavailable');
    expect(of({ ...down, ownGateway: true })).toBe('target-unavailable');
    expect(of({ ...down, controls: [good(30)] })).toBe('setup-failed');
  });
});

describe('while a set-up holds', () => {
  const attempts = [answered(502, '<html>', { at: 20 })];
  const rows: readonly (readonly [string, TrialParts['controls'], string])[] = [
    ['good before and after', [good(10), good(30)], 'answer 502'],
    ['good before only', [good(10)], 'target-unavailable'],
    ['good before, bad after', [good(10), bad(30)], 'target-unavailable'],
    ['bad before, good after', [bad(10), good(30)], 'target-unavailable'],
    ['none', [], 'target-unavailable'],
  ];

  test.for(rows)('the controls around it decide: %s', ([, controls = [], outcome]) => {
    expect(of({ attempts, controls, outage: true, expectation: { status: 500 } })).toBe(outcome);
  });

  test('the expected status needs no control', () => {
    const expected = [answered(500, {})];
    expect(of({ attempts: expected, outage: true, expectation: { status: 500 } })).toBe('answer 500');
  });
});

describe('the way to the target', () => {
  const controls = [good(0)];

  test.for([
    ['a refused connection by a way of its own', { kind: 'refused', stage: 'connect' }, true, 'setup-failed'],
    ['a proxy that fails on a way of its own', { kind: 'proxy', stage: 'connect' }, true, 'setup-failed'],
    ['a reset by a way of its own', { kind: 'reset', stage: 'exchange' }, true, 'no answer: reset'],
    [
      'a refused connection by the usual way',
      { kind: 'refused', stage: 'connect' },
      false,
      'no answer: refused',
    ],
    [
      'a source address that cannot be used',
      { kind: 'local-address', stage: 'connect' },
      false,
      'setup-failed',
    ],
    ['a source address that fails late', { kind: 'local-address', stage: 'exchange' }, true, 'setup-failed'],
  ] as const)('is told from the target: %s', ([, error, ownRoute, outcome]) => {
    expect(of({ attempts: [silent(error)], controls, ownRoute })).toBe(outcome);
  });

  test('of its own does not excuse an answer', () => {
    expect(of({ attempts: [answered(403, {})], ownRoute: true })).toBe('answer 403');
  });
});

describe('a run that was stopped', () => {
  test('blames nobody for a request that it cut off', () => {
    const attempts = [silent({ kind: 'interrupted' })];
    expect(of({ attempts, controls: [good(0)] })).toBe('not-selected');
    expect(of({ attempts, ownRoute: true })).toBe('not-selected');
  });

  test('keeps the reason of a halted trial, even with a good answer on record', () => {
    const halted = { reason: 'not-selected', note: 'the limit is reached' } as const;
    const settled = settle(trialOf({ attempts: [answered(422, {})], halted }));
    expect(settled).toMatchObject({ kind: 'open', ...halted });
    expect(of({ attempts: [answered(200, list)], halted: { reason: 'setup-failed', note: '' } })).toBe(
      'setup-failed',
    );
  });
});
