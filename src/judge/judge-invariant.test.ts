import { describe, expect, test } from 'vitest';
import { verbatim } from '../messages/message.ts';
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
import type { TrialParts } from './evidence.test-data.ts';
import type { Evidence } from './evidence.ts';
import type { TestRequest } from '../plan/test-case.ts';
import { standingFor } from './judge.test-data.ts';
import { judgeCase } from './judge.ts';

const errorBody = { kind: 'error-body', requirement: 'a.error.body' } as const;
const no401 = { kind: 'unused-status', requirement: 'a.status.no-401', status: 401 } as const;
const enforced = { kind: 'authorization-enforced', requirement: 'a.authorization.enforced' } as const;
const rules = [errorBody, no401, enforced];
const invalid = { credentials: 'invalid' } as const;
const halted = { kind: 'interrupted', reason: 'not-selected', note: verbatim('') } as const;

const trialWith = (evidence: Evidence, testRequest: Partial<TestRequest> = {}) =>
  trialOf({ ...persistent(evidence), testRequest });

test.for([
  [401, 'fail'],
  [403, 'pass'],
  [200, 'pass'],
  [400, 'pass'],
] as const)('a status that the variant does not use, or another: %i is a %s', ([status, verdict]) => {
  expect(standingFor(no401, [trialWith(refused(status, 'no'))])).toEqual([verdict]);
});

describe('a request without valid credentials', () => {
  const written = JSON.stringify(list);
  const members = Array.from({ length: 300 }, (_, index) => [`m${index}`, {}] as const);

  test.for([
    ['on top', list],
    ['beside an error text', { description_status: 'no', ...list }],
    ['one level down', { data: list }],
    ['many levels down', { a: { b: { c: { d: { e: { f: list } } } } } }],
    ['in an array', [0, list]],
    ['behind hundreds of members', Object.fromEntries([...members, ['z', list]])],
    ['in JSON that is cut', '{"banks": [{"name":"Bank"'],
    ['behind a byte order mark', `\ufeff${written}`],
    ['in UTF-16', new Uint8Array(Buffer.from(written, 'utf16le'))],
    ['in a page', `<script>var x = ${written}</script>`],
    ['among bytes that are not UTF-8', new Uint8Array([...Buffer.from(written), 0xff])],
    ['in other quotation marks', "{'banks':[{'bic':1}]}"],
    [
      'in other quotation marks, behind more than a MiB',
      `{'x':'${'-'.repeat(3_000_000)}','banks':[{'bic':1}]}`,
    ],
    ['with names alone', { banks: [{ name: 'Bank' }] }],
    ['with numbers for BICs', { banks: [null, { swift: {}, bic: 44525225 }] }],
    ['under BICs', { data: { banks: { '044525225': { name: 'Bank' } } } }],
    ['behind much white space', `{"x":{"banks":[{"name":${' '.repeat(500)}"A"}]}}`],
    ['under another name', { items: list.banks }],
    ['as an object', { banks: { '044525225': { name: 'Bank', bic: '044525225' } } }],
    ['as an object of names', { banks: { Bank: '044525225' } }],
    ['as one record', { data: { bic: '044525225', name: 'Bank' } }],
    ['behind half a comment', '/* "banks": [{"name"'.padEnd(40) + ':'],
  ] as const)('that obtains the list %s fails, whatever the status', ([, body]) => {
    const statuses = [200, 302, 403, 422, 500];
    const trials = statuses.map((status) => trialWith(answered(status, body), invalid));
    expect(standingFor(enforced, trials)).toEqual(statuses.map(() => 'fail'));
  });

  test.for([
    ['empty', { banks: [] }],
    ['with its name escaped', '{"b\\u0061nks":[]}'],
    ['of what is no record', { banks: [1, 'x', [], { code: 1 }] }],
    ['behind other members', { ...Object.fromEntries(members), banks: [] }],
    ['before a member of the same name', '{"banks":[],"banks":null}'],
    ['escaped in JSON that is cut', '{"b\\u0061nks":['],
    ['in a script', 'banks = ['],
    ['among comments', '{"banks"/* x */: // y\n['],
    ['between comments', '/*/ /* */ "banks": [ /* */'],
  ] as const)('that obtains an empty list, %s, fails with 200 alone', ([, body]) => {
    const trials = [200, 403, 500].map((status) => trialWith(answered(status, body), invalid));
    expect(standingFor(enforced, trials)).toEqual(['fail', 'pass', 'pass']);
  });

  test.for([
    ['a refusal', { description_status: 'no' }],
    ['a name and no BIC', { name: 'ValidationError', message: 'no' }],
    ['null for the list', { banks: null }],
    ['an object for the list', { banks: {} }],
    ['the same in JSON that is cut', '"banks": {'],
    ['a text about the list', { description_status: '"banks":[' }],
    ['a name that ends in the list’s', '{"x\\"banks":[]}'],
    ['the same in a script', 'xbanks: ['],
    ['a list in a comment', '/* {"banks":[1]} */ x'],
    ['a list in a line of comment', '// "banks":[1]'],
    ['another array', { data: [] }],
    ['nothing', ''],
    [
      'its type in another language',
      'type Answer { banks: [Bank!]! } type Bank { name: String bic: String }',
    ],
  ] as const)('that obtains %s passes', ([, body]) => {
    expect(standingFor(enforced, [trialWith(answered(403, body), invalid)])).toEqual(['pass']);
  });

  const properties = { name: { type: 'string' }, bic: { type: 'string' } };

  test.for([
    ['an empty list one level down', '{"data":{"b\\u0061nks":[]}}'],
    ['an empty list in the prototype', '{"__proto__":{"banks":[]}}'],
    ['an empty list in the state of a page', '<html><script>window.state = {banks: []}</script></html>'],
    ['a list that is empty but for white space, one level down', `{"x":{"banks":[${' '.repeat(500)}]}}`],
    ['the schema of a list', { properties: { banks: { type: 'array', items: {} } } }],
    ['the schema of a list on top', { banks: { type: 'array', items: { properties } } }],
    ['its schema with a name for XML', { banks: { xml: { name: 'banks' }, type: 'array', items: {} } }],
    ['its schema by reference', { banks: { xml: { name: 'banks' }, $ref: '#/definitions/banks' } }],
    ['its schema by examples of types', { schema: { banks: [properties] } }],
    ['a link to the list', { _links: { banks: { href: '/partner/sbp/banks', templated: false } } }],
    ['an object for the list', { banks: { total: 1, page: { size: 2 } } }],
  ] as const)('that obtains %s passes with 200 too', ([, body]) => {
    expect(standingFor(enforced, [trialWith(answered(200, body), invalid)])).toEqual(['pass']);
  });

  test.for([
    ['valid', [], []],
    ['open', [], []],
    ['invalid', [{ verdict: 'fail', code: 'list-disclosed' }], [{ verdict: 'pass', code: 'enforced' }]],
    ['nearly', [{ verdict: 'review', code: 'near-miss-list' }], [{ verdict: 'pass', code: 'enforced' }]],
  ] as const)('or with some is judged by its credentials: %s', ([credentials, listed, other]) => {
    const judge = (evidence: Evidence) =>
      judgeCase([], [enforced], [trialWith(evidence, { credentials })], baselineTrial(), contextOf(variantA));
    expect(judge(answered(200, list))).toMatchObject(listed);
    expect(judge(refused(403, 'no'))).toMatchObject(other);
  });

  test.for([429, 500, 502, 503, 504])(
    'fails by the list in a %i that nothing else is judged by',
    (status) => {
      const leak = answered(status, list);
      for (const parts of [
        { attempts: [leak] },
        { attempts: [leak, refused(403, 'no')] },
        { attempts: [leak, silent()] },
        { attempts: [leak], halted: { ...halted, reason: 'rate-limited' as const } },
      ] satisfies TrialParts[])
        expect(standingFor(enforced, [trialOf({ ...parts, testRequest: invalid })])).toEqual(['fail']);
    },
  );

  test('fails with the list even where the baseline is refused', () => {
    const baseline = baselineTrial(refused(403, 'no', { request: 'success' }));
    const trials = [answered(200, list), refused(403, 'no')].map((one) => trialWith(one, invalid));
    const expected = ['fail', 'inconclusive: control-failed'];
    expect(standingFor(enforced, trials, { baseline })).toEqual(expected);
  });
});

test('a list that is missing shows nothing where the accepted plain request obtains none', () => {
  const trials = [answered(200, { Banks: [] }), answered(200, list)].map((one) => trialWith(one, invalid));
  const baseline = baselineTrial(answered(200, { Banks: [] }, { request: 'success' }));
  const expected = ['inconclusive: control-failed', 'fail'];
  expect(standingFor(enforced, trials, { baseline })).toEqual(expected);
  expect(standingFor(errorBody, [trialWith(refused(403, 'no'), invalid)], { baseline })).toEqual(['pass']);
});

describe('the requirements for every answer', () => {
  test('are not asked of another path or method, but for a list that is handed out', () => {
    const seen = (evidence: Evidence, testRequest: Partial<TestRequest>) =>
      rules.map((rule) => standingFor(rule, [trialWith(evidence, { ...invalid, ...testRequest })]));
    const wrong = answered(401, list);
    expect(seen(wrong, { onOperation: false, onPath: false })).toEqual([[], [], ['fail']]);
    expect(seen(refused(401, 'no'), { onOperation: false, onPath: false })).toEqual([[], [], []]);
    expect(seen(wrong, { onOperation: false })).toEqual([[], [], ['fail']]);
    expect(seen(refused(405, 'no'), { onOperation: false })).toEqual([[], [], ['pass']]);
  });

  test('are not asked of requests that were not carried to an answer', () => {
    const open = [
      { attempts: [refused(403, 'no')], halted },
      { attempts: [silent()], controls: [good(0)] },
      { attempts: [answered(502, '<html>')] },
      { attempts: [answered(429, 'slow')] },
      {},
    ].map((parts) => trialOf({ ...parts, testRequest: invalid }));
    for (const rule of rules) expect(standingFor(rule, open)).toEqual([]);
  });

  test('are open where an answer that no control confirmed contradicts them', () => {
    const trial = trialOf({ attempts: [refused(401, 'no')], halted, testRequest: invalid });
    expect([standingFor(no401, [trial]), standingFor(errorBody, [trial])]).toEqual([
      ['inconclusive: not-selected'],
      [],
    ]);
  });

  test('are asked of the baseline, which needs no control', () => {
    const baseline = baselineTrial(refused(403, 'no', { request: 'success' }));
    for (const rule of [errorBody, no401])
      expect(standingFor(rule, [baseline], { baseline })).toEqual(['pass']);
  });
});
