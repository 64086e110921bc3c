import { describe, expect, it } from 'vitest';
import type { Stimulus, Twist } from './test-case.ts';
import { verbatim } from '../wording/message.ts';
import { baseline, judged, observed } from './test-case.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { specification, variantById } from '../spec/specification.ts';
import type { Provision, VariantTarget } from '../target/target.ts';
import { buildRequest, open } from './build-request.ts';
import type { BuiltRequest } from './build-request.ts';
import { settings } from '../execution/small-run.test-support.ts';

const values = new Map([
  ['partnerName', open('1042')],
  ['partnerPassword', { sent: 'ab+/cd==', shown: '<ciphertext>' }],
  ['useAuthByCert', open('true')],
]);
const json = '{"partnerName":"1042","partnerPassword":"ab+/cd==","useAuthByCert":"true"}';
const query = 'partnerName=1042&partnerPassword=ab%2B%2Fcd%3D%3D&useAuthByCert=true';
const urlA = 'http://host/api/partner/sbp/banks';
const urlB = 'http://host/api/partner/acme/sbp/banks/';

const variants = { a: variantById(specification, 'a'), b: variantById(specification, 'b') } as const;

function build(
  id: 'a' | 'b',
  stimulus: Stimulus,
  own: Partial<VariantTarget> = {},
  provision: Provision = {},
): BuiltRequest {
  return buildRequest(stimulus, values, {
    variant: variants[id],
    settings: { ...settings, bankCode: id === 'b' ? 'acme' : null, ...own },
    provision,
    baseUrl: 'http://host/api',
    userAgent: 'suite/1.0',
    requestId: 'id-1',
  });
}

const plain = (id: 'a' | 'b', own?: Partial<VariantTarget>, provision?: Provision): HttpRequest =>
  build(id, judged(variants[id], baseline), own, provision).sent;

const both = (id: 'a' | 'b', twist: Twist): BuiltRequest =>
  build(id, observed(variants[id], { words: verbatim('twisted'), condition: 'success', twist }));
const twisted = (id: 'a' | 'b', twist: Twist): HttpRequest => both(id, twist).sent;

const headers = ({ headers: list }: HttpRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(list.map(([name, value]) => [name.toLowerCase(), value]));

describe('the plain request', () => {
  it('of A is a POST with a JSON object as its body and the type of JSON', () => {
    expect(plain('a')).toEqual({
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
    expect(plain('b')).toEqual({
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

  it('of B without any parameter has no question mark', () => {
    const stimulus = judged(variants.b, { words: verbatim('nothing'), condition: 'missing' });
    const blueprint = { variant: variants.b, settings: { ...settings, bankCode: 'acme' }, provision: {} };
    const { sent } = buildRequest(stimulus, new Map(), {
      ...blueprint,
      baseUrl: 'http://host/api',
      userAgent: '',
      requestId: 'id-1',
    });
    expect(sent.url).toBe(urlB);
    expect(
      buildRequest(stimulus, new Map(), {
        ...blueprint,
        variant: variants.a,
        baseUrl: '',
        userAgent: '',
        requestId: 'id-1',
      }).sent.body,
    ).toBe('{}');
  });

  it('carries the headers of the profile, which win over its own whatever their case', () => {
    const own = { headers: { ACCEPT: 'text/html', 'X-Gateway-Key': 'k' } };
    const sent = plain('a', own, { headers: { 'x-gateway-key': 'other', 'content-type': 'text/json' } });
    expect(sent.headers.map(([name, value]) => `${name}: ${value}`)).toEqual([
      'User-Agent: suite/1.0',
      'X-Request-Id: id-1',
      'ACCEPT: text/html',
      'x-gateway-key: other',
      'content-type: text/json',
    ]);
  });

  it('is sent to the base URL of the condition if it names one', () => {
    expect(plain('a', {}, { baseUrl: 'http://other' }).url).toBe('http://other/partner/sbp/banks');
  });

  it('takes a bank code literally, even one that looks like a pattern of a replacement', () => {
    expect(plain('b', { bankCode: '$&$1' }).url).toBe(`http://host/api/partner/$&$1/sbp/banks/?${query}`);
  });
});

describe('a twist', () => {
  it.each(['GET', 'DELETE', 'HEAD', 'OPTIONS'])('sends %s without a body', (method) => {
    const a = twisted('a', { kind: 'method', method });
    expect([a.method, a.url, a.body, headers(a)['content-type'], headers(a)['content-length']]).toEqual([
      method,
      urlA,
      null,
      undefined,
      undefined,
    ]);
    const b = twisted('b', { kind: 'method', method });
    expect([b.method, b.url, b.body]).toEqual([method, `${urlB}?${query}`, null]);
  });

  it('sends PUT with the body of the POST', () => {
    expect(twisted('a', { kind: 'method', method: 'PUT' })).toEqual({ ...plain('a'), method: 'PUT' });
    expect(twisted('b', { kind: 'method', method: 'PUT' })).toEqual({ ...plain('b'), method: 'PUT' });
  });

  it('adds the slash to the path of A and takes it from that of B', () => {
    const twist: Twist = { kind: 'path', change: 'toggle-slash' };
    expect(twisted('a', twist).url).toBe(`${urlA}/`);
    expect(twisted('b', twist).url).toBe(`${urlB.slice(0, -1)}?${query}`);
  });

  it('asks for another bank code', () => {
    const { url } = twisted('b', { kind: 'path', change: 'other-bank-code' });
    expect(url).toBe(`http://host/api/partner/acme-other/sbp/banks/?${query}`);
  });

  it("puts the credentials into the other variant's place", () => {
    const a = twisted('a', { kind: 'place', place: 'other' });
    expect([a.url, a.body, headers(a)['content-type'], headers(a)['content-length']]).toEqual([
      `${urlA}?${query}`,
      null,
      undefined,
      '0',
    ]);
    const b = twisted('b', { kind: 'place', place: 'other' });
    expect([b.url, b.body, headers(b)['content-type'], headers(b)['content-length']]).toEqual([
      urlB,
      json,
      'application/json',
      undefined,
    ]);
  });

  it('puts the credentials into both places', () => {
    const a = twisted('a', { kind: 'place', place: 'both' });
    const b = twisted('b', { kind: 'place', place: 'both' });
    expect([a.url, a.body, b.url, b.body]).toEqual([`${urlA}?${query}`, json, `${urlB}?${query}`, json]);
    expect(headers(b)['content-type']).toBe('application/json');
  });

  it.each([null, '', ' ', 1, true, ['1']])('sends %j in place of a value', (value) => {
    const { body } = twisted('a', { kind: 'value', parameter: 'partnerName', value });
    expect(JSON.parse(body ?? '')).toEqual({ ...JSON.parse(json), partnerName: value });
  });

  it('sends another value in the query', () => {
    const { url } = twisted('b', { kind: 'value', parameter: 'partnerName', value: '1.5' });
    expect(url).toBe(`${urlB}?${query.replace('1042', '1.5')}`);
  });

  it('pads a value with blanks', () => {
    const twist: Twist = { kind: 'padded', parameter: 'useAuthByCert' };
    expect(JSON.parse(twisted('a', twist).body ?? '')).toMatchObject({ useAuthByCert: ' true ' });
    expect(twisted('b', twist).url).toContain('useAuthByCert=%20true%20');
  });

  it('adds a parameter that nobody knows', () => {
    const twist: Twist = { kind: 'unknown-parameter' };
    expect(Object.keys(JSON.parse(twisted('a', twist).body ?? ''))).toEqual([
      ...values.keys(),
      'unknownParameter',
    ]);
    expect(twisted('b', twist).url).toBe(`${urlB}?${query}&unknownParameter=unknown`);
  });

  it.each([
    ['right', 'partnerName=1042&partnerName=0&'],
    ['wrong', 'partnerName=0&partnerName=1042&'],
  ] as const)('repeats a parameter, the %s one first', (first, start) => {
    const twist: Twist = { kind: 'repeated', parameter: 'partnerName', first };
    expect(twisted('b', twist).url).toContain(`?${start}`);
    const members = twisted('a', twist).body?.match(/"partnerName":"\d+"/g);
    expect(members).toEqual(start.match(/\d+/g)?.map((value) => `"partnerName":"${value}"`));
  });

  it('sends a body unchanged, beside the query in B', () => {
    const twist: Twist = { kind: 'raw-body', body: '[]', contentType: 'application/json' };
    expect([twisted('a', twist).url, twisted('a', twist).body]).toEqual([urlA, '[]']);
    const b = twisted('b', twist);
    expect([b.url, b.body, headers(b)['content-type']]).toEqual([
      `${urlB}?${query}`,
      '[]',
      'application/json',
    ]);
  });

  it('declares another content type, or none', () => {
    const text = twisted('a', { kind: 'content-type', contentType: 'text/plain' });
    const none = twisted('a', { kind: 'content-type', contentType: null });
    expect([headers(text)['content-type'], text.body]).toEqual(['text/plain', json]);
    expect([headers(none)['content-type'], none.body]).toEqual([undefined, json]);
  });

  it('fills a body up to the size in bytes, the credentials still in it', () => {
    const twist: Twist = { kind: 'large-body', bytes: 65_536 };
    const a = twisted('a', twist).body ?? '';
    expect(Buffer.byteLength(a)).toBe(65_536);
    expect(JSON.parse(a)).toMatchObject(JSON.parse(json));
    const b = twisted('b', twist);
    expect([Buffer.byteLength(b.body ?? ''), b.url]).toEqual([65_536, `${urlB}?${query}`]);
  });

  it('leaves +, / and = of the ciphertext as they are, in a target that RFC 3986 allows', () => {
    const { url } = twisted('b', { kind: 'raw-ciphertext' });
    expect(url).toBe(`${urlB}?partnerName=1042&partnerPassword=ab+/cd==&useAuthByCert=true`);
  });

  it('that only replays a ciphertext builds the plain request', () => {
    expect(twisted('a', { kind: 'replay' })).toEqual(plain('a'));
    expect(twisted('b', { kind: 'replay' })).toEqual(plain('b'));
  });
});

describe('what is sent', () => {
  const every = (['a', 'b'] as const).flatMap((id) =>
    (
      [
        { kind: 'value', parameter: 'partnerName', value: 'Ж\r\n "<>' },
        { kind: 'unknown-parameter' },
        { kind: 'raw-ciphertext' },
        { kind: 'padded', parameter: 'partnerName' },
        { kind: 'path', change: 'toggle-slash' },
      ] satisfies readonly Twist[]
    ).map((twist) => [id, twist.kind, twisted(id, twist).url] as const),
  );

  it.each(every)('has a valid request target: %s, %s', (_id, _kind, url) => {
    expect(url).toMatch(/^http:\/\/host\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*$/);
  });
});

describe('what is shown of a request', () => {
  it('has placeholders in the place of secrets, and no user information', () => {
    const own = { headers: { 'X-Gateway-Key': 'k', 'X-Empty': '' } };
    const provision = { baseUrl: 'http://user:pw@other' };
    const { shown, privateHeaders } = build('b', judged(variants.b, baseline), own, provision);
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

  it.each([
    { kind: 'raw-ciphertext' },
    { kind: 'padded', parameter: 'partnerPassword' },
    { kind: 'place', place: 'both' },
    { kind: 'large-body', bytes: 1000 },
    { kind: 'repeated', parameter: 'partnerPassword', first: 'wrong' },
  ] satisfies readonly Twist[])('is the same but for the secret: $kind', (twist) => {
    for (const id of ['a', 'b'] as const) {
      const { sent, shown } = both(id, twist);
      const hidden = (text: string | null): string | undefined =>
        text?.replaceAll(/ab\+\/cd==|ab%2B%2Fcd%3D%3D/g, '<ciphertext>');
      expect([shown.url, shown.body ?? undefined]).toEqual([hidden(sent.url), hidden(sent.body)]);
    }
  });
});
