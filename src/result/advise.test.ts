import { describe, expect, test } from 'vitest';
import type { Header } from '../http/exchange.ts';
import { answered, refused, silent } from '../verdict/evidence.test-data.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Reason } from '../verdict/check.ts';
import { message, verbatim } from '../wording/message.ts';
import { advise } from './advise.ts';
import type { CaseResult } from './results.ts';
import { caseShowing } from './case-showing.test-data.ts';
import { targetOf } from '../report/made-results.test-data.ts';

const advised = (cases: readonly CaseResult[], baseUrl?: string): readonly string[] =>
  advise(cases, targetOf(['a'], baseUrl)).map(({ id }) => id);

const shown = (...exchanges: readonly Evidence[]) => advised([caseShowing('a.missing', exchanges)]);

function over(evidence: Evidence, url: string, headers: readonly Header[] = []): Evidence {
  const response = evidence.response === null ? null : { ...evidence.response, headers };
  return { ...evidence, request: { ...evidence.request, url }, response };
}

test('nothing is advised where nothing is wrong', () => {
  expect(shown(refused(422, 'No'), silent())).toEqual([]);
});

test.for([
  ['the password in the body', refused(422, 'wrong: <password>')],
  ['the ciphertext in the body', refused(422, 'wrong: <ciphertext>')],
  ['the password in a header', over(refused(422, 'no'), 'http://x', [['X-Echo', '<password>']])],
] as const)('a response that discloses %s is pointed at', ([, evidence]) => {
  expect(shown(evidence)).toEqual(['a.discloses-secret']);
});

test.for([
  ['Java', 'java.lang.Error\n\tat com.bank.Auth.login(Auth.java:42)'],
  ['Python', 'Traceback (most recent call last):'],
  ['Spring', '<h1>Whitelabel Error Page</h1>'],
  ['Node', 'at /srv/node_modules/express/lib/router.js'],
  ['a page', '<title>500 Internal Server Error</title>'],
])('a response that shows internals is pointed at: %s', ([, text = '']) => {
  expect(shown(answered(500, text))).toEqual(['a.stack-trace']);
});

describe('a response may be cached', () => {
  const url = 'http://127.0.0.1/x?partnerPassword=***';

  test.for([
    ['no header', [], true],
    ['no-store', [['Cache-Control', 'no-store']], false],
    ['no-store among others', [['cache-control', 'private, No-Store']], false],
    [
      'no-store in a second header',
      [
        ['cache-control', 'private'],
        ['Cache-Control', 'no-store'],
      ],
      false,
    ],
    ['no-cache', [['Cache-Control', 'no-cache']], true],
    ['a word that only holds it', [['Cache-Control', 'x-no-stored']], true],
  ] as const)('where the address carries a password: %s', ([, headers, expected]) => {
    expect(shown(over(refused(422, 'no'), url, headers))).toEqual(expected ? ['a.cacheable'] : []);
  });

  test('without an advisory where an observation put it into the address', () => {
    expect(advised([caseShowing('a.observed.place.both', [over(refused(422, 'no'), url)])])).toEqual([]);
  });
});

describe('an unknown partner and a wrong password', () => {
  const stamped = (timestamp: string) => ({ description_status: 'no', timestamp });
  const traced = (traceId: string, took: number) => ({
    description_status: `no (request 3f2504e0-4f89-41d3-9a0c-0305e82c33${10 + (took % 80)})`,
    traceId,
    took,
  });

  const titled = (code: 'title-unknown-partner' | 'title-wrong-password', exchanges: readonly Evidence[]) =>
    caseShowing('a.unauthorized', exchanges, { words: message(code) });
  const logins = (unknown: Evidence, wrong: Evidence) =>
    advised([
      titled('title-unknown-partner', [unknown]),
      titled('title-wrong-password', [answered(502, ''), wrong]),
    ]);

  test.for([
    ['the same answer', refused(403, 'no'), refused(403, 'no'), false],
    ['another text', refused(403, 'no partner'), refused(403, 'no password'), true],
    ['another status', refused(403, 'no'), refused(401, 'no'), true],
    [
      'another time',
      answered(403, stamped('2026-11-22T10:00:00Z')),
      answered(403, stamped('2026-11-22T10:00:01.5Z')),
      false,
    ],
    [
      'other ids and numbers',
      answered(403, traced('kzqwpx', 17)),
      answered(403, traced('aaebtr', 1844)),
      false,
    ],
    [
      'another reason beside them',
      answered(403, { ...traced('a', 1), reason: 'no user' }),
      answered(403, traced('a', 1)),
      true,
    ],
    [
      'another word for a code',
      answered(403, { code: 'NO_USER' }),
      answered(403, { code: 'NO_LOGIN' }),
      true,
    ],
    ['no answer to one of them', refused(403, 'no'), silent(), false],
  ] as const)('can be distinguished or not: %s', ([, unknown, wrong, expected]) => {
    expect(logins(unknown, wrong)).toEqual(expected ? ['a.partner-oracle'] : []);
  });
});

test('a password that is accepted with blanks around it was trimmed', () => {
  const surrounded = (evidence: Evidence) =>
    advised([caseShowing('a.observed.password.surrounded', [evidence])]);
  expect(surrounded(answered(200, { banks: [] }))).toEqual(['a.trims-password']);
  expect(surrounded(refused(403, 'no'))).toEqual([]);
});

test('kinds of wrong passwords that the limit excluded are named', () => {
  const [trial] = caseShowing('a', [refused(403, 'no')]).trials;
  if (trial === undefined) throw new Error('a trial');
  const leftOut = (reason: Reason) => {
    const halted = { reason, note: '', words: verbatim('') };
    const trials = [{ ...trial, attempts: [], halted }];
    return advise([caseShowing('a.observed.password.first-eight', [], { trials })], targetOf(['a']));
  };
  expect(leftOut('not-selected')).toMatchObject([
    { id: 'a.passwords-untried', words: { params: { kinds: ['first-eight'] } } },
  ]);
  expect(leftOut('target-unavailable')).toEqual([]);
});

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
  const exchanges = Array.from({ length: 9 }, (_, index) => refused(422, '<password>', { id: `a.${index}` }));
  const cases = [
    caseShowing('a.one', exchanges),
    caseShowing('b.one', [refused(422, '<password>', { id: 'b' })]),
  ];
  const found = advise(cases, targetOf(['a', 'b']));
  expect(found.map(({ id, exchanges: shownIds }) => [id, shownIds.length])).toEqual([
    ['a.discloses-secret', 5],
    ['b.discloses-secret', 1],
  ]);
});
