import { expect, test } from 'vitest';
import { exchangeOf, silence } from '../judge/judge.test-support.ts';
import { explainPlain } from './plain-cause.ts';
import type { Seen } from './plain-cause.ts';

const documented = (status: number, text: string): Seen['exchange'] =>
  exchangeOf({ status, body: { description_status: text } });
const page = (status: number, body = '<html><title>Sorry</title></html>'): Seen['exchange'] =>
  exchangeOf({ status, body });
const at = (exchange: Seen['exchange'], headers: Readonly<Record<string, string>>): Seen['exchange'] => ({
  ...exchange,
  response: exchange.response && { ...exchange.response, headers: Object.entries(headers) },
});

const usual: Omit<Seen, 'exchange'> = {
  variant: 'a',
  state: 'open',
  servedPath: null,
  baseUrl: 'http://127.0.0.1:1',
  areOthersDocumented: true,
  isOtherServed: false,
  length: null,
};

const refused = 'Authorization not passed, access restricted';

/** What is seen, the cause that is named, and a record that differs in one fact, of which it is not said. */
test.each<readonly [cause: string, seen: Partial<Seen> & Pick<Seen, 'exchange'>, opposite: Partial<Seen>]>([
  [
    'tls-port',
    { exchange: page(400, 'The plain HTTP request was sent to HTTPS port') },
    { exchange: page(400) },
  ],
  [
    'client-certificate',
    { exchange: page(403, 'No required SSL certificate was sent') },
    { exchange: page(403) },
  ],
  [
    'slash-redirect',
    { exchange: at(page(301), { location: '/partner/sbp/banks/' }), servedPath: '/partner/sbp/banks/' },
    { exchange: page(404) },
  ],
  ['slash-served', { exchange: page(404), servedPath: '/x/' }, { servedPath: null }],
  ['length', { exchange: page(404), length: 400 }, { length: null }],
  ['length', { exchange: page(414), length: 400 }, { exchange: documented(414, 'Too long') }],
  ['length', { exchange: exchangeOf(silence), length: 331 }, { length: null }],
  [
    'redirect-to-https',
    { exchange: at(page(301), { location: 'https://127.0.0.1/x' }) },
    { baseUrl: 'https://127.0.0.1:1' },
  ],
  ['redirect', { exchange: at(page(302), { location: '/x' }) }, { exchange: page(404) }],
  ['rate', { exchange: page(429) }, { exchange: page(428) }],
  ['unreadable', { exchange: page(200, '\ufeff{}') }, { exchange: page(200, '{}') }],
  ['unreadable', { exchange: page(200, '{"banks":[],}') }, { exchange: page(200, '{"banks":[]}') }],
  ['unreadable', { exchange: page(200, ')]}\'\n{"description_status":"No"}') }, { exchange: page(200) }],
  ['page', { exchange: page(200) }, { exchange: page(200, '{}') }],
  ['no-list', { exchange: page(200, '{"data":{"banks":[]}}') }, { exchange: page(206, '{}') }],
  ['no-list', { exchange: page(200, String.raw`"{\"banks\":[]}"`) }, { exchange: page(200) }],
  ['banned', { exchange: page(403), state: 'accepted' }, { state: 'open' }],
  ['locked', { exchange: documented(403, refused), state: 'accepted' }, { state: 'open' }],
  ['credentials', { exchange: documented(403, refused) }, { exchange: page(403) }],
  ['other-refusal', { exchange: page(403) }, { exchange: documented(403, refused) }],
  ['blocked', { exchange: documented(423, 'Locked') }, { exchange: page(423) }],
  ['path', { exchange: page(404), areOthersDocumented: false, variant: 'b' }, { areOthersDocumented: true }],
  [
    'not-seen',
    { exchange: documented(422, 'Repeat the request with correct data: partnerName is missing') },
    { exchange: documented(422, 'Repeat the request with correct data') },
  ],
  [
    'other-value',
    { exchange: documented(422, 'useAuthByCert has a value that is not allowed') },
    { exchange: documented(422, 'useAuthByCert requires partnerPassword in encrypted form') },
  ],
  ['encryption', { exchange: documented(422, 'Wrong') }, { exchange: page(422) }],
  ['alone', { exchange: page(500) }, { areOthersDocumented: false }],
  ['later', { exchange: documented(500, 'Later'), areOthersDocumented: false }, { exchange: page(500) }],
  ['gateway', { exchange: page(502), areOthersDocumented: false }, { exchange: page(418) }],
  ['silent', { exchange: exchangeOf(silence) }, { areOthersDocumented: false }],
  ['gone', { exchange: exchangeOf(silence), state: 'accepted' }, { state: 'open' }],
])('%s is said where the record shows it, and not of the opposite', (cause, seen, opposite) => {
  const codeOf = (one: Partial<Seen> & Pick<Seen, 'exchange'>): string =>
    JSON.stringify(explainPlain({ ...usual, ...one }));
  const [said, other] = [codeOf(seen), codeOf({ ...seen, ...opposite })];
  expect(said).toContain(`"cause-${cause}"`);
  expect(said).toContain(`"hint-${cause}"`);
  expect(other).not.toContain(`"cause-${cause}"`);
});

/** What is seen, the hint that is given, and a record that differs in one fact, of which it is not given. */
test.each<readonly [hint: string, seen: Partial<Seen> & Pick<Seen, 'exchange'>, opposite: Partial<Seen>]>([
  [
    'hint-wait',
    { exchange: at(page(429), { 'Retry-After': '61' }) },
    { exchange: at(page(429), { 'Retry-After': '60' }) },
  ],
  ['hint-is-proxy', { exchange: page(407) }, { exchange: page(403) }],
  [
    'hint-unserved-a',
    { exchange: page(404), areOthersDocumented: false, isOtherServed: true },
    { isOtherServed: false },
  ],
  ['hint-path-a', { exchange: page(404), areOthersDocumented: false }, { variant: 'b' }],
  ['hint-path', { exchange: page(404), areOthersDocumented: false, variant: 'b' }, { variant: 'a' }],
])('%s is given where the record shows it, and not of the opposite', (hint, seen, opposite) => {
  const hintOf = (one: Partial<Seen>): string => explainPlain({ ...usual, ...seen, ...one }).advice.code;
  expect([hintOf({}), hintOf(opposite) === hint]).toEqual([hint, false]);
});

test('of a failed connection its code gives the advice, in both languages', () => {
  const exchange = exchangeOf({ error: 'no-connection' });
  const refusing = { ...exchange, error: { ...exchange.error, kind: 'no-connection', code: 'ECONNREFUSED' } };
  const seen = { ...usual, areOthersDocumented: false, exchange: refusing } as Seen;
  expect(explainPlain(seen).advice.code).toBe('advice-port');
});
