import { describe, expect, it } from 'vitest';
import { settings } from '../run/small-run.test-support.ts';
import { goldenText } from '../report/golden.test-support.ts';
import { say } from '../messages/message.ts';
import { specification, variantById } from '../operation/specification.ts';
import type { Provision, VariantTarget } from '../profile/target.ts';
import { buildRequest } from './build-request.ts';
import { open, spellValue } from './write-parts.ts';
import type { BuiltRequest } from './build-request.ts';
import type { Value } from './write-parts.ts';
import { allClaims, deriveCases } from './plan.ts';
import { baseline, judged } from './test-case.ts';
import { spellings } from './write-parts.ts';
import type { TestRequest, TestCase } from './test-case.ts';

type Values = ReadonlyMap<string, Value>;

const cases = deriveCases(specification, allClaims(specification));
const [password, ciphertext] = ['partnerPassword', 'ab+/cd=='];

/** The values that a run would make. Each password is its own name, except a ciphertext of the right one. */
function valuesOf({ partner, password: form = 'encrypted', without = [] }: Partial<TestRequest>): Values {
  const sent = form === 'encrypted' ? ciphertext : form === 'empty' ? '' : form;
  const values: readonly (readonly [string, Value])[] = [
    ['partnerName', open(partner ?? '1042')],
    [password, { sent, shown: '<ciphertext>' }],
    ['useAuthByCert', open('true')],
  ];
  return new Map(values.filter(([name]) => !without.includes(name)));
}

function build(
  variant: string,
  testRequest: TestRequest,
  values = valuesOf(testRequest),
  { provision = {}, ...own }: Partial<VariantTarget> & { readonly provision?: Provision } = {},
): BuiltRequest {
  return buildRequest(testRequest, values, {
    variant: variantById(specification, variant),
    settings: { ...settings, bankCode: variant === 'b' ? 'acme' : null, ...own },
    provision,
    baseUrl: 'http://host/api',
    userAgent: open('suite/1.0'),
    cookie: null,
    forwardedFor: null,
    requestId: 'id-1',
  });
}

const plain = (variant: string, changes: Partial<TestRequest> = {}): TestRequest => ({
  ...judged(variantById(specification, variant), baseline),
  ...changes,
});

const sentBy = (...given: Parameters<typeof build>) => build(...given).sent;

/** On one line and without the filler of a large body. */
const shortened = (body: string): string =>
  body
    .replaceAll(/[\r\n\t]/g, (blank) => JSON.stringify(blank).slice(1, -1))
    .replaceAll(/(.)\1{99,}/g, (run) => `${run.slice(0, 1)}{${run.length}}`);

/** A case in text form: its purpose, and each request with what is known of its answer. */
function written({ id, variant, kind, assertions, invariants, testRequests }: TestCase): string {
  const requests = testRequests.flatMap((testRequest) => {
    const { method, url, headers, body } = sentBy(variant, testRequest);
    const { id: name, words, condition, status, credentials, risk, onOperation, onPath } = testRequest;
    const place = onOperation ? '' : onPath ? ', on the path only' : ', on another path';
    return [
      `  > ${name} (${say(words, 'en')}): ${condition}, ${status ?? 'any status'}, ${credentials} credentials, risk ${risk}${place}`,
      `    ${method} ${url}`,
      ...headers.filter(([name]) => /^content/i.test(name)).map((header) => `    ${header.join(': ')}`),
      ...(body === null ? [] : [`    ${shortened(body)}`]),
    ];
  });
  const checks = assertions.map(({ kind: assertion, requirement, request, ...named }) =>
    `  ${assertion} ${requirement}: ${request} ${Object.values(named).flat().join()}`.trimEnd(),
  );
  const always = invariants.map((rule) => rule.requirement).join(', ');
  return [`${id} (${kind})`, ...checks, `  always ${always}`, ...requests, ''].join('\n');
}

it('the cases and their requests are those of requests.txt; UPDATE_GOLDEN=1 writes it', async () => {
  const text = cases.map(written).join('\n');
  expect(text).toBe(await goldenText('requests.txt', text));
});

describe('a request', () => {
  it('names the suite and itself, and asks for JSON', () => {
    const { headers } = sentBy('a', plain('a'));
    expect(headers.slice(1)).toEqual([
      ['Accept', 'application/json'],
      ['X-Request-Id', 'id-1'],
      ['accept-language', '*'],
      ['sec-fetch-mode', 'cors'],
      ['user-agent', 'suite/1.0'],
      ['accept-encoding', 'gzip, deflate'],
    ]);
  });

  it('without any parameter has an empty object, or no question mark', () => {
    expect(sentBy('a', plain('a'), new Map()).body).toBe('{}');
    expect(sentBy('b', plain('b'), new Map()).url).toBe('http://host/api/partner/acme/sbp/banks/');
  });

  it('carries the headers of the profile, which win over its own whatever their case', () => {
    const provision = { headers: { 'x-gateway-key': 'other', 'content-type': 'text/json' } };
    const settings = { headers: { ACCEPT: 'text/html', 'X-Gateway-Key': 'k' }, provision };
    const { headers } = sentBy('a', plain('a'), undefined, settings);
    expect(headers.map(([name, value]) => `${name}: ${value}`)).toEqual([
      'X-Request-Id: id-1',
      'ACCEPT: text/html',
      'x-gateway-key: other',
      'content-type: text/json',
      'accept-language: *',
      'sec-fetch-mode: cors',
      'user-agent: suite/1.0',
      'accept-encoding: gzip, deflate',
    ]);
  });

  it('takes a bank code literally, even one that looks like a pattern of a replacement', () => {
    const { url } = sentBy('b', plain('b'), undefined, { bankCode: '$&$1' });
    expect(url).toMatch(/^http:\/\/host\/api\/partner\/\$&\$1\/sbp\/banks\/\?partnerName=/);
  });

  it('has a target that RFC 3986 allows, whatever it holds', () => {
    const sent = cases.flatMap(({ variant, testRequests }) =>
      testRequests.map((one) => sentBy(variant, one)),
    );
    const mutation = { kind: 'value', parameter: 'partnerName', value: 'Ж\r\n "<>' } as const;
    for (const { url } of [...sent, sentBy('b', plain('b', { mutation }))])
      expect(url).toMatch(/^http:\/\/host\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*$/);
  });

  it('is shown as it is sent, but for its secrets and user information', () => {
    for (const { variant, testRequests } of cases)
      for (const testRequest of testRequests.filter(({ spelling }) => spelling === undefined)) {
        const values = valuesOf({ ...testRequest, password: 'encrypted' });
        const { sent, shown } = build(variant, testRequest, values);
        const hidden = (text: string | null): string | undefined =>
          text?.replaceAll(/ab\+\/cd==|ab%2B%2Fcd%3D%3D/g, '<ciphertext>');
        expect([shown.url, shown.body ?? undefined]).toEqual([hidden(sent.url), hidden(sent.body)]);
      }
    const settings = {
      headers: { 'X-Gateway-Key': 'k', 'X-Empty': '' },
      provision: { baseUrl: 'http://u:pw@other' },
    };
    const { shown, privateHeaders } = build('b', plain('b'), undefined, settings);
    expect(shown.url).toMatch(/^http:\/\/other\/partner\/acme\/sbp\/banks\/\?.*=<ciphertext>&/);
    expect(shown.headers.filter(([name]) => name in settings.headers)).toEqual([
      ['X-Gateway-Key', '<secret>'],
      ['X-Empty', ''],
    ]);
    expect(privateHeaders).toEqual(Object.entries(settings.headers));
  });
});

describe('a spelling', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['partnerName', '1042'],
    [password, 'a+b/c==&d%20 "\\\n\u0000\u007f'],
    ['useAuthByCert', 'да 🏦 \ud83d'.toWellFormed()],
  ];
  const given = texts.map(([name, text]) => [name, open(text)] as const);

  it.each(spellings.filter((one) => one !== 'raw'))('means the same parameters: %s', (spelling) => {
    const mixed = [
      ['none', null],
      ['list', ['1', '2']],
      ['half', 1.5],
    ] as const;
    const { body } = sentBy(
      'a',
      plain('a', { spelling }),
      new Map<string, Value>([...given, ...mixed.map(([name, value]) => [name, open(value)] as const)]),
    );
    expect(JSON.parse(body ?? '')).toEqual(Object.fromEntries<unknown>([...texts, ...mixed]));
    const query = sentBy('b', plain('b', { spelling }), new Map(given)).url.replace(/^[^?]*\?/, '');
    expect(query).toMatch(/^[A-Za-z0-9\-._~!*'()%&=]*$/);
    const pairs = query.split('&').map((pair) => pair.split('=').map((part) => decodeURIComponent(part)));
    expect([pairs.length, Object.fromEntries(pairs)]).toEqual([texts.length, Object.fromEntries(texts)]);
  });

  it.each([
    ['escaped', 'body', 'zz/K', String.raw`\u007a\u007A\/\u004B`],
    ['escaped', 'body', '\ud800', String.raw`\ud800`],
    ['encoded', 'query', 'kZя/', '%6B%5A%D1%8F%2F'],
    ['encoded-lower-case', 'query', 'kZя/', '%6b%5a%d1%8f%2f'],
  ] as const)('%s in the %s writes %j as %s', (spelling, place, text, written) => {
    expect(spellValue(text, spelling, place)).toBe(written);
  });

  it.each(spellings.filter((one) => one !== 'raw'))('is shown around a placeholder: %s', (spelling) => {
    const secret = new Map([['partnerName', { sent: ' a+b ', shown: ' <ciphertext> ' }]]);
    const [a, b] = (['a', 'b'] as const).map((id) => build(id, plain(id, { spelling }), secret));
    expect(a?.shown.body).toContain('<ciphertext>');
    expect(JSON.parse(a?.shown.body ?? '')).toEqual({ partnerName: ' <ciphertext> ' });
    const sent = b?.sent.url.replace(/(?:a|%61)%2b(?:b|%62)/i, '<ciphertext>');
    expect(b?.shown.url).toBe(sent);
  });
});
