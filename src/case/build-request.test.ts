import { describe, expect, it } from 'vitest';
import { settings } from '../execution/small-run.test-support.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { specification, variantById } from '../spec/specification.ts';
import type { Provision, VariantTarget } from '../target/target.ts';
import { verbatim } from '../wording/message.ts';
import { buildRequest, open, spellValue } from './build-request.ts';
import type { BuiltRequest, Value } from './build-request.ts';
import { judged, observed, spellings } from './test-case.ts';
import type { Literal, Spelling, Twist } from './test-case.ts';

type Values = ReadonlyMap<string, Value>;
const values: Values = new Map([
  ['partnerName', open('1042')],
  ['partnerPassword', { sent: 'ab+/cd==', shown: '<ciphertext>' }],
  ['useAuthByCert', open('true')],
]);
const json = '{"partnerName":"1042","partnerPassword":"ab+/cd==","useAuthByCert":"true"}';
const query = 'partnerName=1042&partnerPassword=ab%2B%2Fcd%3D%3D&useAuthByCert=true';
const urlA = 'http://host/api/partner/sbp/banks';
const urlB = 'http://host/api/partner/acme/sbp/banks/';

const variants = { a: variantById(specification, 'a'), b: variantById(specification, 'b') } as const;
const words = verbatim('request');

function build(
  id: 'a' | 'b',
  { twist, spelling }: { readonly twist?: Twist; readonly spelling?: Spelling } = {},
  given: Values = values,
  [own, provision]: readonly [Partial<VariantTarget>, Provision?] = [{}],
): BuiltRequest {
  const make = twist === undefined ? judged : observed;
  const difference = { ...(twist && { twist }), ...(spelling && { spelling }) };
  return buildRequest(make(variants[id], { words, condition: 'success', ...difference }), given, {
    variant: variants[id],
    settings: { ...settings, bankCode: id === 'b' ? 'acme' : null, ...own },
    provision: provision ?? {},
    baseUrl: 'http://host/api',
    userAgent: 'suite/1.0',
    requestId: 'id-1',
  });
}

const headers = ({ headers: list }: HttpRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(list.map(([name, value]) => [name.toLowerCase(), value]));

describe('the plain request', () => {
  it('of A is a POST with a JSON object as its body and the type of JSON', () => {
    expect(build('a').sent).toEqual({
      method: 'POST',
      url: urlA,
      headers: [
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json'],
        ['User-Agent', 'suite/1.0'],
        ['X-Request-Id', 'id-1'],
      ],
      body: json,
    });
  });

  it('of B is a POST with a query, without a body, without a content type and of length 0', () => {
    expect(build('b').sent).toEqual({
      method: 'POST',
      url: `${urlB}?${query}`,
      headers: [
        ['Accept', 'application/json'],
        ['User-Agent', 'suite/1.0'],
        ['X-Request-Id', 'id-1'],
        ['Content-Length', '0'],
      ],
      body: null,
    });
  });

  it('without any parameter has an empty object, or no question mark', () => {
    expect(build('a', {}, new Map()).sent.body).toBe('{}');
    expect(build('b', {}, new Map()).sent.url).toBe(urlB);
  });

  it('carries the headers of the profile, which win over its own whatever their case', () => {
    const own = { headers: { ACCEPT: 'text/html', 'X-Gateway-Key': 'k' } };
    const provision = { headers: { 'x-gateway-key': 'other', 'content-type': 'text/json' } };
    const { sent } = build('a', {}, values, [own, provision]);
    expect(sent.headers.map(([name, value]) => `${name}: ${value}`)).toEqual([
      'User-Agent: suite/1.0',
      'X-Request-Id: id-1',
      'ACCEPT: text/html',
      'x-gateway-key: other',
      'content-type: text/json',
    ]);
  });

  it('is sent to the base URL of the condition if it names one', () => {
    const { sent } = build('a', {}, values, [{}, { baseUrl: 'http://other' }]);
    expect(sent.url).toBe('http://other/partner/sbp/banks');
  });

  it('takes a bank code literally, even one that looks like a pattern of a replacement', () => {
    const { sent } = build('b', {}, values, [{ bankCode: '$&$1' }]);
    expect(sent.url).toBe(`http://host/api/partner/$&$1/sbp/banks/?${query}`);
  });
});

/** What a twist makes of a request: method, URL, content type, content length and body. */
const lineOf = (id: 'a' | 'b', twist: Twist): readonly (string | null | undefined)[] => {
  const { sent } = build(id, { twist });
  const { 'content-type': type, 'content-length': length } = headers(sent);
  return [sent.method, sent.url, type, length, sent.body];
};
const type = 'application/json';
const usualA = ['POST', urlA, type, undefined, json];
const usualB = ['POST', `${urlB}?${query}`, undefined, '0', null];
const inA = (change: (body: string) => string) => [...usualA.slice(0, -1), change(json)];
const inB = (change: (url: string) => string) => ['POST', change(`${urlB}?${query}`), ...usualB.slice(2)];
const value = (given: Literal): Twist => ({ kind: 'value', parameter: 'partnerName', value: given });
const repeated = (first: 'right' | 'wrong'): Twist => ({ kind: 'repeated', parameter: 'partnerName', first });

describe('a twist', () => {
  it.each<readonly [Twist, unknown, unknown]>([
    ...['GET', 'DELETE', 'HEAD', 'OPTIONS'].map(
      (method) =>
        [
          { kind: 'method', method },
          [method, urlA, undefined, undefined, null],
          [method, `${urlB}?${query}`, undefined, undefined, null],
        ] as const,
    ),
    [{ kind: 'method', method: 'PUT' }, ['PUT', ...usualA.slice(1)], ['PUT', ...usualB.slice(1)]],
    [
      { kind: 'path', change: 'toggle-slash' },
      ['POST', `${urlA}/`, ...usualA.slice(2)],
      inB((url) => url.replace('/?', '?')),
    ],
    [{ kind: 'path', change: 'other-bank-code' }, usualA, inB((url) => url.replace('acme', 'acme-other'))],
    [
      { kind: 'place', place: 'other' },
      ['POST', `${urlA}?${query}`, undefined, '0', null],
      ['POST', urlB, type, undefined, json],
    ],
    [
      { kind: 'place', place: 'both' },
      ['POST', `${urlA}?${query}`, type, undefined, json],
      ['POST', `${urlB}?${query}`, type, undefined, json],
    ],
    [value('1.5'), inA((body) => body.replace('1042', '1.5')), inB((url) => url.replace('1042', '1.5'))],
    ...[null, '', ' ', 1, true, ['1']].map(
      (given) =>
        [
          value(given),
          inA((body) => body.replace('"1042"', JSON.stringify(given))),
          inB((url) =>
            url.replace(
              '1042',
              encodeURIComponent(typeof given === 'string' ? given : JSON.stringify(given)),
            ),
          ),
        ] as const,
    ),
    [
      { kind: 'padded', parameter: 'useAuthByCert' },
      inA((body) => body.replace('true', ' true ')),
      inB((url) => url.replace('true', '%20true%20')),
    ],
    [
      { kind: 'unknown-parameter' },
      inA((body) => body.replace('}', ',"unknownParameter":"unknown"}')),
      inB((url) => `${url}&unknownParameter=unknown`),
    ],
    [
      repeated('right'),
      inA((body) => body.replace('"1042"', '"1042","partnerName":"0"')),
      inB((url) => url.replace('1042', '1042&partnerName=0')),
    ],
    [
      repeated('wrong'),
      inA((body) => body.replace('"1042"', '"0","partnerName":"1042"')),
      inB((url) => url.replace('1042', '0&partnerName=1042')),
    ],
    [
      { kind: 'raw-body', body: '[]', contentType: type },
      inA(() => '[]'),
      ['POST', `${urlB}?${query}`, type, undefined, '[]'],
    ],
    [
      { kind: 'content-type', contentType: 'text/plain' },
      ['POST', urlA, 'text/plain', undefined, json],
      ['POST', `${urlB}?${query}`, 'text/plain', '0', null],
    ],
    [{ kind: 'content-type', contentType: null }, ['POST', urlA, undefined, undefined, json], usualB],
    [
      { kind: 'large-body', bytes: 1024 },
      inA((body) => body.replace('}', `,"filler":"${'x'.repeat(1024 - json.length - 12)}"}`)),
      ['POST', `${urlB}?${query}`, 'text/plain', undefined, ' '.repeat(1024)],
    ],
    [{ kind: 'replay' }, usualA, usualB],
  ])('changes the request in its one way: %j', (twist, a, b) => {
    expect([lineOf('a', twist), lineOf('b', twist)]).toEqual([a, b]);
  });

  it('leaves +, / and = of the ciphertext as they are, in a target that RFC 3986 allows', () => {
    const { sent } = build('b', { twist: { kind: 'raw-ciphertext' } });
    expect(sent.url).toBe(`${urlB}?partnerName=1042&partnerPassword=ab+/cd==&useAuthByCert=true`);
  });

  it.each<Twist>([
    value('Ж\r\n "<>'),
    { kind: 'unknown-parameter' },
    { kind: 'raw-ciphertext' },
    { kind: 'padded', parameter: 'partnerName' },
    { kind: 'path', change: 'toggle-slash' },
  ])('leaves a valid request target: $kind', (twist) => {
    for (const id of ['a', 'b'] as const)
      expect(build(id, { twist }).sent.url).toMatch(/^http:\/\/host\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*$/);
  });

  it.each<Twist>([
    { kind: 'raw-ciphertext' },
    { kind: 'padded', parameter: 'partnerPassword' },
    { kind: 'place', place: 'both' },
    { kind: 'large-body', bytes: 1000 },
    { kind: 'repeated', parameter: 'partnerPassword', first: 'wrong' },
  ])('is shown as it is sent, but for the secret: $kind', (twist) => {
    for (const id of ['a', 'b'] as const) {
      const { sent, shown } = build(id, { twist });
      const hidden = (text: string | null): string | undefined =>
        text?.replaceAll(/ab\+\/cd==|ab%2B%2Fcd%3D%3D/g, '<ciphertext>');
      expect([shown.url, shown.body ?? undefined]).toEqual([hidden(sent.url), hidden(sent.body)]);
    }
  });
});

it('placeholders are shown in the place of secrets, and no user information', () => {
  const own = { headers: { 'X-Gateway-Key': 'k', 'X-Empty': '' } };
  const provision = { baseUrl: 'http://user:pw@other' };
  const { shown, privateHeaders } = build('b', {}, values, [own, provision]);
  expect(shown).toEqual({
    method: 'POST',
    url: 'http://other/partner/acme/sbp/banks/?partnerName=1042&partnerPassword=<ciphertext>&useAuthByCert=true',
    headers: [
      ['Accept', 'application/json'],
      ['User-Agent', 'suite/1.0'],
      ['X-Request-Id', 'id-1'],
      ['Content-Length', '0'],
      ['X-Gateway-Key', '<secret>'],
      ['X-Empty', ''],
    ],
    body: null,
  });
  expect(privateHeaders).toEqual(Object.entries(own.headers));
});

describe('a spelling', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['partnerName', '1042'],
    ['partnerPassword', 'a+b/c==&d%20 "\\\n\u0000\u007f'],
    ['useAuthByCert', 'да 🏦 \ud83d'.toWellFormed()],
  ];
  const given = new Map(texts.map(([name, text]) => [name, open(text)]));
  const spelled = (id: 'a' | 'b', spelling: Spelling, of: Values = given): string => {
    const { url, body } = build(id, { spelling }, of).sent;
    return body ?? url.replace(/^[^?]*\?/, '');
  };
  const bodyOf = (spelling: Spelling, of?: Values) => spelled('a', spelling, of);
  const queryOf = (spelling: Spelling, of?: Values) => spelled('b', spelling, of);

  it.each(spellings.filter((one) => one !== 'raw'))('means the same parameters: %s', (spelling) => {
    const mixed = new Map([...given, ['none', open(null)], ['list', open(['1', '2'])], ['half', open(1.5)]]);
    expect(JSON.parse(bodyOf(spelling, mixed))).toEqual({
      ...Object.fromEntries(texts),
      none: null,
      list: ['1', '2'],
      half: 1.5,
    });
    const sent = queryOf(spelling);
    expect(sent).toMatch(/^[A-Za-z0-9\-._~!*'()%&=]*$/);
    const pairs = sent.split('&').map((pair) => pair.split('=').map((part) => decodeURIComponent(part)));
    expect([pairs.length, Object.fromEntries(pairs)]).toEqual([texts.length, Object.fromEntries(texts)]);
  });

  it('in JSON differs by order, white space and escapes, and by nothing else', () => {
    const orders = (['usual', 'rotated', 'rotated-back'] as const).map((spelling) =>
      Object.keys(JSON.parse(bodyOf(spelling))),
    );
    const [one, two, three] = texts.map(([name]) => name);
    // Each parameter is first in one order, and last in one.
    expect(orders).toEqual([
      [one, two, three],
      [two, three, one],
      [three, one, two],
    ]);
    expect(bodyOf('spaced')).toMatch(/^ \r\n\t\{[\s\S]*"partnerName"\t : "1042"[\s\S]*\} \r\n\t$/);
    expect(bodyOf('escaped')).toMatch(/^\{("(\\u[\da-fA-F]{4}|\\\/)+":"(\\u[\da-fA-F]{4}|\\\/)+",?)+\}$/);
  });

  it.each([
    ['escaped', 'body', 'kn', String.raw`\u006b\u006E`],
    ['escaped', 'body', 'zz/K', String.raw`\u007a\u007A\/\u004B`],
    ['escaped', 'body', '\ud800', String.raw`\ud800`],
    ['usual', 'query', 'ab+/cd==', 'ab%2B%2Fcd%3D%3D'],
    ['rich-ciphertext', 'query', 'ab+/cd==', 'ab%2B%2Fcd%3D%3D'],
    ['raw', 'query', 'ab+/cd==', 'ab+/cd=='],
    ['encoded', 'query', 'kZя/', '%6B%5A%D1%8F%2F'],
    ['encoded-lower-case', 'query', 'kZя/', '%6b%5a%d1%8f%2f'],
  ] as const)('%s in the %s writes %j as %s', (spelling, place, text, written) => {
    expect(spellValue(text, spelling, place)).toBe(written);
  });

  it.each(spellings.filter((one) => one !== 'raw'))('is shown around a placeholder: %s', (spelling) => {
    const secret = new Map([['partnerName', { sent: ' a+b ', shown: ' <ciphertext> ' }]]);
    const [a, b] = (['a', 'b'] as const).map((id) => build(id, { spelling }, secret));
    expect(a?.shown.body).toContain('<ciphertext>');
    expect(JSON.parse(a?.shown.body ?? '')).toEqual({ partnerName: ' <ciphertext> ' });
    const sent = b?.sent.url.replace(/(?:a|%61)%2b(?:b|%62)/i, '<ciphertext>');
    expect(b?.shown.url).toBe(sent);
  });
});
