import { describe, expect, test } from 'vitest';
import { verbatim } from '../wording/message.ts';
import {
  answered,
  baselineTrial,
  contextOf,
  good,
  list,
  persistent,
  refused,
  silent,
  trialOf,
  variantA,
} from './evidence.test-data.ts';
import type { Evidence, Expectation } from './evidence.ts';
import { standingFor } from './judge.test-data.ts';
import { judgeCase } from './judge.ts';

const errorBody = { kind: 'error-body', requirement: 'a.error.body' } as const;
const no401 = { kind: 'unused-status', requirement: 'a.status.no-401', status: 401 } as const;
const enforced = { kind: 'authorization-enforced', requirement: 'a.authorization.enforced' } as const;

const trialWith = (evidence: Evidence, expectation: Partial<Expectation> = {}) =>
  trialOf({ ...persistent(evidence), expectation });

describe('the body of an error response', () => {
  test.for([
    ['a text', { description_status: 'no' }, 'pass'],
    ['further members', { description_status: 'no', code: 1 }, 'pass'],
    ['a lone surrogate', '{"description_status":"\\udfff"}', 'pass'],
    ['the later of two members', '{"description_status":1,"description_status":"no"}', 'pass'],
    ['an empty text', { description_status: '' }, 'fail'],
    ['a number', { description_status: 422 }, 'fail'],
    ['null for the text', { description_status: null }, 'fail'],
    ['true', { description_status: true }, 'fail'],
    ['an array of texts', { description_status: ['no'] }, 'fail'],
    ['an object', { description_status: { text: 'no' } }, 'fail'],
    ['another spelling', { Description_Status: 'no' }, 'fail'],
    ['a text one level down', { error: { description_status: 'no' } }, 'fail'],
    ['a text in the prototype', '{"__proto__":{"description_status":"no"}}', 'fail'],
    ['no member', {}, 'fail'],
    ['an array on top', [{ description_status: 'no' }], 'fail'],
    ['a string on top', '"no"', 'fail'],
    ['a number on top', '422', 'fail'],
    ['true on top', 'true', 'fail'],
    ['null on top', 'null', 'fail'],
    ['no JSON', '<html>', 'fail'],
    ['nothing', '', 'fail'],
  ] as const)('with %s is a %s', ([, body, verdict]) => {
    expect(standingFor(errorBody, [trialWith(answered(422, body))])).toEqual([verdict]);
  });

  test.for([
    [200, []],
    [302, []],
    [399, []],
    [400, ['fail']],
    [401, ['fail']],
    [404, ['fail']],
    [500, ['fail']],
    [599, ['fail']],
  ] as const)('is asked for from status 400 on: %i', ([status, expected]) => {
    expect(standingFor(errorBody, [trialWith(answered(status, 'no JSON'))])).toEqual(expected);
  });
});

describe('a status that the variant does not use', () => {
  test.for([
    [401, ['fail']],
    [403, ['pass']],
    [200, ['pass']],
    [400, ['pass']],
  ] as const)('%i is %j', ([status, expected]) => {
    expect(standingFor(no401, [trialWith(refused(status, 'no'))])).toEqual(expected);
  });
});

describe('a request without valid credentials', () => {
  const invalid = { credentials: 'invalid' } as const;

  test.for([
    ['on top', list],
    ['beside an error text', { description_status: 'no', ...list }],
    ['empty', { banks: [] }],
    ['one level down', { data: list }],
    ['many levels down', { a: { b: { c: { d: { e: { f: list } } } } } }],
    ['in an array', [0, list]],
    [
      'behind hundreds of members',
      Object.fromEntries([...Array.from({ length: 300 }, (_, index) => [`m${index}`, {}]), ['z', list]]),
    ],
    ['with its name escaped', '{"b\\u0061nks":[]}'],
    ['with its name escaped one level down', '{"data":{"b\\u0061nks":[]}}'],
    ['in the prototype', '{"__proto__":{"banks":[]}}'],
    ['before a member of the same name', '{"banks":[],"banks":null}'],
    ['in JSON that is cut', '{"banks": [{"name":"Bank"'],
    ['behind a byte order mark', `\ufeff${JSON.stringify(list)}`],
    ['in UTF-16', new Uint8Array(Buffer.from(JSON.stringify(list), 'utf16le'))],
    ['in a page', `<script>var x = ${JSON.stringify(list)}</script>`],
    ['among bytes that are not UTF-8', new Uint8Array([...Buffer.from(JSON.stringify(list)), 0xff])],
  ] as const)('that obtains the list %s fails, whatever the status', ([, body]) => {
    for (const status of [200, 302, 403, 422, 500])
      expect(standingFor(enforced, [trialWith(answered(status, body), invalid)]), `status ${status}`).toEqual(
        ['fail'],
      );
  });

  test.for([
    ['a refusal', { description_status: 'no' }],
    ['null for the list', { banks: null }],
    ['an object for the list', { banks: {} }],
    ['a text about the list', { description_status: '"banks":[' }],
    ['a name that ends in the list’s', '{"x\\"banks":[]}'],
    ['another array', { data: [] }],
    ['nothing', ''],
  ] as const)('that obtains %s passes', ([, body]) => {
    expect(standingFor(enforced, [trialWith(answered(403, body), invalid)])).toEqual(['pass']);
  });

  test.for(['valid', 'open'] as const)('is not one with %s credentials', (credentials) => {
    expect(standingFor(enforced, [trialWith(answered(200, list), { credentials })])).toEqual([]);
  });

  test.for([429, 500, 502, 503, 504])(
    'fails by the list in a %i that nothing else is judged by',
    (status) => {
      const leak = answered(status, list);
      for (const trial of [
        trialOf({ attempts: [leak], expectation: invalid }),
        trialOf({ attempts: [leak, refused(403, 'no')], expectation: invalid }),
        trialOf({ attempts: [leak, silent()], expectation: invalid }),
        trialOf({
          attempts: [leak],
          halted: { reason: 'rate-limited', note: verbatim('') },
          expectation: invalid,
        }),
      ])
        expect(standingFor(enforced, [trial])).toEqual(['fail']);
    },
  );

  test.for([
    ['invalid', 'fail', 'list-disclosed'],
    ['nearly', 'review', 'near-miss-list'],
  ] as const)('that obtains the list with %s credentials is a %s', ([credentials, verdict, code]) => {
    const judge = (evidence: Evidence) =>
      judgeCase([], [enforced], [trialWith(evidence, { credentials })], baselineTrial(), contextOf(variantA));
    expect(judge(answered(200, list))).toMatchObject([{ verdict, code }]);
    expect(judge(refused(403, 'no'))).toMatchObject([{ verdict: 'pass', code: 'enforced' }]);
  });

  test('fails with the list even where the baseline is refused', () => {
    const baseline = baselineTrial(refused(403, 'no', { label: 'baseline' }));
    expect(standingFor(enforced, [trialWith(answered(200, list), invalid)], { baseline })).toEqual(['fail']);
    expect(standingFor(enforced, [trialWith(refused(403, 'no'), invalid)], { baseline })).toEqual([
      'inconclusive: control-failed',
    ]);
  });
});

describe('the requirements for every answer', () => {
  const rules = [errorBody, no401, enforced];
  const wrong = answered(401, list);
  const invalid = { credentials: 'invalid' } as const;

  test('is not asked of another path; of another method, who obtains the list only', () => {
    const elsewhere = { ...invalid, onOperation: false, onPath: false };
    for (const rule of rules) expect(standingFor(rule, [trialWith(wrong, elsewhere)])).toEqual([]);
    const byGet = trialWith(wrong, { ...invalid, onOperation: false });
    expect(rules.map((rule) => standingFor(rule, [byGet]))).toEqual([[], [], ['fail']]);
    const refusal = trialWith(refused(405, 'no'), { ...invalid, onOperation: false });
    expect(standingFor(enforced, [refusal])).toEqual(['pass']);
  });

  test('is not asked of requests that were not carried to an answer', () => {
    const halted = { reason: 'not-selected', note: verbatim('') } as const;
    const open = [
      trialOf({ attempts: [refused(401, 'no')], halted, expectation: invalid }),
      trialOf({ attempts: [silent()], controls: [good(0)], expectation: invalid }),
      trialOf({ attempts: [answered(502, '<html>')], expectation: invalid }),
      trialOf({ attempts: [answered(429, 'slow')], expectation: invalid }),
      trialOf({ expectation: invalid }),
    ];
    for (const rule of rules) expect(standingFor(rule, open)).toEqual([]);
  });

  test('is asked of the baseline, which needs no control', () => {
    const baseline = baselineTrial(refused(403, 'no', { label: 'baseline' }));
    expect(standingFor(errorBody, [baseline], { baseline })).toEqual(['pass']);
    expect(standingFor(no401, [baseline], { baseline })).toEqual(['pass']);
  });
});

describe('a list that another way to write the request obtains', () => {
  const body = { kind: 'success-body', requirement: 'a.success.body' } as const;
  const record = { kind: 'success-record', requirement: 'a.success.record' } as const;
  const success = { condition: 'success', status: 200 } as const;

  test.for([
    ['the list', list, ['pass'], ['pass']],
    ['a number for bic', { banks: [{ name: 'Bank', bic: 1 }] }, ['pass'], ['fail']],
    ['a member beside it', { ...list, total: 1 }, ['fail'], ['pass']],
    ['no record', { banks: [] }, ['pass'], []],
    ['no list', {}, ['fail'], []],
  ] as const)('is judged like the plain one: %s', ([, answer, forBody, forRecord]) => {
    const trial = trialWith(answered(200, answer), success);
    expect([standingFor(body, [trial]), standingFor(record, [trial])]).toEqual([forBody, forRecord]);
  });
});
