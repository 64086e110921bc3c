import { expect, test } from 'vitest';
import type { Header } from '../client/exchange.ts';
import { targetOf } from '../report/made-results.test-data.ts';
import type { Evidence, NotSent, Reason } from '../judge/evidence.ts';
import { answered, refused, silent } from '../judge/evidence.test-data.ts';
import { verbatim } from '../messages/message.ts';
import { advise } from './hints.ts';
import { caseShowing } from './case-showing.test-data.ts';
import type { CaseResult } from './results.ts';

const advised = (cases: readonly CaseResult[], baseUrl?: string): readonly string[] =>
  advise(cases, targetOf(['a'], baseUrl)).map(({ id }) => id);

const sentTo = (url: string, headers: readonly Header[] = []): Evidence =>
  refused(422, 'no', { url, headers });
const withPassword = 'http://127.0.0.1/x?partnerPassword=***';

const cached = (...values: readonly string[]): Evidence =>
  sentTo(
    withPassword,
    values.map((value, at) => [at === 0 ? 'cache-control' : 'Cache-Control', value] as const),
  );
const java = 'java.lang.Error\n\tat com.bank.Auth.login(Auth.java:42)';

test.for<[string, Evidence, code?: string]>([
  ['a refusal', refused(422, 'No')],
  ['no answer', silent()],
  ['the password in the body', refused(422, 'wrong: <password>'), 'discloses-secret'],
  ['the ciphertext in the body', refused(422, 'wrong: <ciphertext>'), 'discloses-secret'],
  ['the password in a header', sentTo('http://x', [['X-Echo', '<password>']]), 'discloses-secret'],
  ['a stack of Java', answered(500, java), 'stack-trace'],
  ['one of Python', answered(500, 'Traceback (most recent call last):'), 'stack-trace'],
  ['an error page of Spring', answered(500, '<h1>Whitelabel Error Page</h1>'), 'stack-trace'],
  ['a place in Perl', answered(500, 'DBI connect failed at app.pl line 42.'), 'stack-trace'],
  ['a path of Node', answered(500, 'at /srv/node_modules/express/lib/router.js'), 'stack-trace'],
  ['a page', answered(500, '<title>500 Internal Server Error</title>'), 'stack-trace'],
  ['a password in the address', cached(), 'cacheable'],
  ['one and no-store', cached('no-store')],
  ['one and no-store among others', cached('private, No-Store')],
  ['one and no-store in a second header', cached('private', 'no-store')],
  ['one and no-cache', cached('no-cache'), 'cacheable'],
  ['one and a word like it', cached('x-no-stored'), 'cacheable'],
])('an exchange gives rise to an advisory or to none: %s', ([, evidence, code]) => {
  const expected = code === undefined ? [] : [`a.${code}`];
  expect(advised([caseShowing('a.missing', [evidence])])).toEqual(expected);
});

test('what an observation put into the address is no advisory', () => {
  expect(advised([caseShowing('a.observed.no-accept', [sentTo(withPassword)])])).toEqual([]);
});

const traced = (traceId: string, took: number) => ({
  description_status: `no (request 3f2504e0-4f89-41d3-9a0c-0305e82c33${10 + (took % 80)})`,
  traceId,
  took,
});
const stamped = (timestamp: string) => answered(403, { description_status: 'no', timestamp });

test.for([
  ['the same answer', refused(403, 'no'), refused(403, 'no'), false],
  ['another text', refused(403, 'no partner'), refused(403, 'no password'), true],
  ['another status', refused(403, 'no'), refused(401, 'no'), true],
  ['another time', stamped('2026-11-22T10:00:00Z'), stamped('2026-11-22T10:00:01.5Z'), false],
  ['other ids', answered(403, traced('kzqwpx', 17)), answered(403, traced('aaebtr', 1844)), false],
  [
    'another reason',
    answered(403, { ...traced('a', 1), reason: 'no user' }),
    answered(403, traced('a', 1)),
    true,
  ],
  ['another code', answered(403, { code: 'NO_USER' }), answered(403, { code: 'NO_LOGIN' }), true],
  ['no answer to one of them', refused(403, 'no'), silent(), false],
] as const)('an unknown partner and a wrong password can be told apart or not: %s', (row) => {
  const [, unknown, wrong, expected] = row;
  const found = advised([
    caseShowing('a.unauthorized.unknown-partner', [unknown]),
    caseShowing('a.unauthorized.wrong-password', [answered(502, ''), wrong]),
  ]);
  expect(found).toEqual(expected ? ['a.partner-oracle'] : []);
});

test('an exchange that two cases show is named once', () => {
  const shown = cached();
  const [found] = advise([caseShowing('a.one', [shown]), caseShowing('a.two', [shown])], targetOf(['a']));
  expect(found?.exchanges).toEqual([shown.id]);
});

test('kinds of wrong passwords of which nothing is known are named, whatever prevented it', () => {
  const check = { requirement: 'a.authorization.enforced', code: 'enforced' };
  const judged = { ...caseShowing('a.unauthorized', []), checks: [check] } as unknown as CaseResult;
  const leftOut = (reason: Reason | null, kind: NotSent['kind'] = 'limit', beside = [judged]) => {
    const guess = { kind: 'first-eight', accepted: 'fail' } as const;
    const one = caseShowing('a.any', [refused(403, 'no')], { guess });
    const halted = reason && { kind, reason, note: '', words: verbatim('') };
    const trials = one.trials.map((trial) => ({ ...trial, attempts: [], halted }));
    return advise([...beside, { ...one, exchanges: [], trials }], targetOf(['a']));
  };
  const words = { params: { kinds: ['first-eight'] } };
  for (const reason of ['not-selected', 'target-unavailable', null] as const)
    expect(leftOut(reason)).toMatchObject([{ id: 'a.passwords-untried', words }]);
  expect(leftOut('vacuous', 'other')).toMatchObject([{ words }]);
  expect(leftOut('vacuous', 'no-password')).toEqual([]);
  // If nothing was judged at all, another part of the report says so.
  expect(leftOut('target-unavailable', 'limit', [])).toEqual([]);
});

test.for([
  ['a page with 400', 5, answered(400, 'page'), ['a.unsteady-answers']],
  ['a crash', 5, answered(500, 'database is locked'), ['a.unsteady-answers']],
  ['a reset', 5, silent(), ['a.connections-lost']],
  ['a few pages', 4, answered(400, 'page'), []],
  ['a limit', 5, answered(429, 'page'), []],
  ['a gateway', 5, answered(502, 'page'), []],
] as const)(
  'first answers that a repeat often overcomes are an advisory: %s',
  ([, count, first, expected]) => {
    const cases = Array.from({ length: count }, (_, at) => {
      const [before, after] = [first, refused(422, 'no')].map((one, index) => ({
        ...one,
        id: `${at}.${index}`,
      }));
      const one = caseShowing(`a.${at}`, [before, after] as Evidence[]);
      const [trial] = one.trials;
      const attempts = [`${at}.0`, `${at}.1`];
      return { ...one, trials: trial === undefined ? [] : [{ ...trial, attempts }] };
    });
    expect(advised(cases)).toEqual(expected);
  },
);

test.for([
  ['http://bank.example.test', true],
  ['http://127.example.test', true],
  ['http://localhost.example.test', true],
  ['http://10.0.0.1', true],
  ['https://bank.example.test', false],
  ['http://localhost:8080/api', false],
  ['http://127.0.0.1', false],
  ['http://127.1.2.3', false],
  ['http://[::1]:8080', false],
] as const)('plain HTTP is pointed at unless it stays on this machine: %s', ([baseUrl, expected]) => {
  expect(advised([], baseUrl)).toEqual(expected ? ['a.plain-http'] : []);
});

test('an advisory names five exchanges at most, and appears once for each variant', () => {
  const shown = (variant: string, count: number) =>
    caseShowing(
      `${variant}.one`,
      Array.from({ length: count }, (_, index) => refused(422, '<password>', { id: `${variant}.${index}` })),
    );
  const found = advise([shown('a', 9), shown('b', 1)], targetOf(['a', 'b']));
  expect(found.map(({ id, exchanges }) => [id, exchanges.length])).toEqual([
    ['a.discloses-secret', 5],
    ['b.discloses-secret', 1],
  ]);
});
