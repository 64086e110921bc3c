import { describe, expect, test } from 'vitest';
import { factsOf, isHandedOut, isOwn, isLockout, kindOf, nothing, read } from './answer.ts';
import {
  bank,
  exchangeOf,
  list,
  ok,
  page,
  plain,
  planOf,
  refusal,
  rowOf,
  said,
} from './judge.test-support.ts';
import type { Reply } from './judge.test-support.ts';

const row = rowOf('a.x');
const outage = planOf().rows.find(({ id }) => id === 'a.unavailable') ?? row;
const within = rowOf('a.x', { way: { route: 'usual', hasSetup: true, hasOwnPartner: false } });
const facts = factsOf(planOf().rows[0] ?? row, [plain()]);
const listed = JSON.stringify(list);

describe('the kind of an answer (rule 4)', () => {
  test.for<[name: string, reply: Reply, kind: string, isOwn: boolean]>([
    ['no answer', { error: 'timeout' }, 'silence', false],
    ['no connection', { error: 'no-connection' }, 'silence', false],
    ['a body over the limit', { error: 'too-long' }, 'too-long', false],
    ['429, documented', refusal(429, 'no'), 'busy', false],
    ['503, documented', refusal(503, 'no'), 'busy', false],
    ['413 to a long request', page(413), 'length', false],
    ['431 to a long request', page(431), 'length', false],
    ['413, documented', refusal(413, 'no'), 'refusal', true],
    ['the list', ok, 'list', true],
    ['an empty list with 200', { status: 200, body: { banks: [] } }, 'list', true],
    ['an empty list with 403', { status: 403, body: { banks: [] } }, 'page', false],
    ['a list with 403', { status: 403, body: list }, 'list', true],
    ['a documented error from 500 on', refusal(500, 'no'), 'unavailable', false],
    ['the same with 502', refusal(502, 'no'), 'unavailable', false],
    ['a documented error below 500', refusal(404, 'no'), 'refusal', true],
    ['a documented error with 200', refusal(200, 'no'), 'refusal', true],
    ...[408, 409, 425].map((status): [string, Reply, string, boolean] => [
      `${status}, documented`,
      refusal(status, 'no'),
      'page',
      false,
    ]),
    ['a page', page(403), 'page', false],
    ['a page with 200', page(200), 'page', false],
    ['nothing', { status: 204, body: '' }, 'page', false],
    ['a blank text', refusal(422, ' \n'), 'page', false],
    ['a number for a text', { status: 422, body: { description_status: 1 } }, 'page', false],
    [
      'the text twice',
      { status: 422, body: '{"description_status":"a","description_status":"b"}' },
      'page',
      false,
    ],
    ['a body that is not kept', { status: 403, body: null }, 'page', false],
  ])('%s', ([, reply, kind, own]) => {
    const exchange = exchangeOf(reply, facts.longest + 1);
    expect([kindOf(row, exchange, facts), isOwn(row, kindOf(row, exchange, facts))]).toEqual([kind, own]);
  });

  test('of 413 is a page where the request is no longer than one that was accepted, or none was', () => {
    expect(kindOf(row, exchangeOf(page(413), facts.longest), facts)).toBe('page');
    expect(kindOf(row, exchangeOf(page(413), 10_000), nothing)).toBe('page');
  });

  test('of 503 is none of a busy service where it is to be out of order, or within a set-up', () => {
    expect([outage, within].map((each) => kindOf(each, exchangeOf(page(503)), facts))).toEqual([
      'page',
      'page',
    ]);
    const documented = exchangeOf(refusal(503, 'no'));
    expect([kindOf(outage, documented, facts), kindOf(within, documented, facts)]).toEqual([
      'page',
      'unavailable',
    ]);
    const kind = kindOf(outage, exchangeOf(refusal(500, 'no')), facts);
    expect([kind, isOwn(outage, kind), isOwn(row, kind)]).toEqual(['unavailable', true, false]);
  });
});

describe('a list that is handed out', () => {
  const utf16 = Buffer.from(listed, 'utf16le').toString('base64');
  test.for<[name: string, reply: Reply, isHandedOut: boolean]>([
    ['two names in a page', { status: 403, body: `<li>${bank.name}</li><li>Another Bank</li>` }, true],
    ['two BICs anywhere in JSON', { status: 401, body: { data: [['044525225'], { x: '044525999' }] } }, true],
    ['names of members', { status: 401, body: { [bank.name]: 1, 'Another Bank': 2 } }, true],
    ['one name alone', { status: 403, body: bank.name }, false],
    ['a list in UTF-16', { status: 200, body: utf16, base64: true }, true],
    ['a list that is cut', { status: 200, body: listed.slice(0, -1) }, true],
    [
      'its beginning in a body that is too long',
      { error: 'too-long', beginning: '{"banks": [ {"name' },
      true,
    ],
    ['another body that is too long', { error: 'too-long', beginning: '{"items": [' }, false],
    ['an empty list with 401', { status: 401, body: { banks: [] } }, false],
  ])('%s: %s', ([, reply, expected]) => expect(isHandedOut(exchangeOf(reply), facts.known)).toBe(expected));

  test('is known by the list that was accepted alone', () => {
    expect(isHandedOut(exchangeOf({ status: 403, body: listed.slice(0, -1) }), nothing.known)).toBe(false);
    const told = (body: string, ...names: readonly string[]): boolean => {
      const banks = names.map((name) => ({ name }));
      const accepted = plain('a', { status: 200, body: { banks } });
      const { known } = factsOf(planOf().rows[0] ?? row, [accepted]);
      return isHandedOut(exchangeOf({ status: 403, body }), known);
    };
    expect(told('Only One', 'Only One')).toBe(false);
    expect(told('Call Point Bank', 'Point', 'Point Bank')).toBe(false);
    expect(told('Point Bank, Other Bank', 'Point', 'Point Bank', 'Other Bank')).toBe(true);
    expect(told('["Point","Point Bank"]', 'Point', 'Point Bank')).toBe(true);
  });
});

test('a refusal is what a wrong profile or a locked partner would get too', () => {
  const refusing: readonly Reply[] = [
    page(401),
    page(403),
    { status: 407, body: '' },
    refusal(423, 'no'),
    refusal(422, said.unencrypted),
    refusal(422, 'partner_name'),
  ];
  const others: readonly Reply[] = [
    refusal(422, said.missing('partnerName')),
    refusal(422, said.missing('useAuthByCert')),
    page(422),
    page(404),
    ok,
    { error: 'cut' },
  ];
  expect(refusing.map((reply) => isLockout(exchangeOf(reply)))).toEqual(refusing.map(() => true));
  expect(others.map((reply) => isLockout(exchangeOf(reply)))).toEqual(others.map(() => false));
});

describe('reading', () => {
  test('finds members that stand twice, however they are written, and takes no byte order mark for JSON', () => {
    const body = '{"banks":[],"\\u0062anks":[{"bic":"1","b\\u0069c":"2"}],"x":"\\"name\\":1,\\"name\\":"}';
    expect([...read(exchangeOf({ status: 200, body })).repeated].toSorted()).toEqual(['banks', 'bic']);
    const deeper =
      '{"description_status":"No","errors":[{"name":1,"bic":2,"description_status":"a","x":{"name":1,"name":2}}]}';
    const twice = deeper.replace('"bic":2,', '"description_status":"b",');
    expect([deeper, twice].map((one) => [...read(exchangeOf({ status: 422, body: one })).repeated])).toEqual([
      [],
      [],
    ]);
    expect(read(exchangeOf({ status: 200, body: `\uFEFF${listed}` })).json).toBeUndefined();
  });

  test('survives what is deep, wide or long', () => {
    const deep = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
    const wide = JSON.stringify(Array.from({ length: 300_000 }, () => 'x'));
    const long = JSON.stringify({ description_status: '\\"x'.repeat(500_000) });
    for (const body of [deep, wide, long]) {
      const exchange = exchangeOf({ status: 403, body });
      expect(isHandedOut(exchange, facts.known)).toBe(false);
      expect(read(exchange).repeated.size).toBe(0);
    }
  });
});
