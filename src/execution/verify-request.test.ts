import { describe, expect, it } from 'vitest';
import { verbatim } from '../wording/message.ts';
import { baseline, judged, observed } from '../case/test-case.ts';
import type { Spelling } from '../case/test-case.ts';
import { UserError } from '../errors.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { specification, variantById } from '../spec/specification.ts';
import { buildRequest, open, verifyRequest } from '../case/build-request.ts';
import { settings } from './small-run.test-support.ts';

const values = new Map([
  ['partnerName', open('1042')],
  ['partnerPassword', { sent: 'ab+/cd== %41', shown: '<ciphertext>' }],
  ['useAuthByCert', open('да')],
]);
const a = variantById(specification, 'a');
const b = variantById(specification, 'b');

const blueprint = (variant: typeof a) => ({
  variant,
  settings: { ...settings, bankCode: 'acme' },
  provision: {},
  baseUrl: 'http://host',
  userAgent: 'x',
  requestId: 'y',
});

/** The error for a plain request that was changed on its way, or null. */
function found(variant: typeof a, change: (request: HttpRequest) => HttpRequest): unknown {
  const stimulus = judged(variant, baseline);
  const request = change(buildRequest(stimulus, values, blueprint(variant)).sent);
  try {
    verifyRequest(stimulus, values, request, variant);
    return null;
  } catch (error) {
    return error;
  }
}

describe.each([a, b])('in variant $id', (variant) => {
  const spellings: readonly Spelling[] =
    variant.id === 'a'
      ? ['usual', 'rotated', 'spaced', 'escaped']
      : ['usual', 'rotated', 'encoded', 'encoded-lower-case', 'rich-ciphertext'];

  it.each(spellings)('a request is as meant in the spelling %s', (spelling) => {
    const stimulus = judged(variant, { ...baseline, words: verbatim(spelling), spelling });
    const request = buildRequest(stimulus, values, blueprint(variant)).sent;
    expect(() => verifyRequest(stimulus, values, request, variant)).not.toThrow();
  });

  it('a request without what is to be missing is as meant, with it it is not', () => {
    const without = ['partnerName'];
    const stimulus = judged(variant, { words: verbatim('without'), condition: 'missing', without });
    const fewer = new Map([...values].filter(([name]) => name !== 'partnerName'));
    const request = buildRequest(stimulus, fewer, blueprint(variant)).sent;
    expect(() => verifyRequest(stimulus, fewer, request, variant)).not.toThrow();
    const whole = buildRequest(stimulus, values, blueprint(variant)).sent;
    expect(() => verifyRequest(stimulus, values, whole, variant)).toThrow('partnerName');
  });

  it('another method is noticed', () => {
    expect(found(variant, (request) => ({ ...request, method: 'PUT' }))).toBeInstanceOf(UserError);
  });
});

it.each([
  ['a value', (body: string) => body.replace('1042', '1043'), 'partnerName'],
  ['a number in place of a text', (body: string) => body.replace('"1042"', '1042'), 'partnerName'],
  [
    'a parameter that is gone',
    (body: string) => body.replace(/,"useAuthByCert":"[^"]*"/, ''),
    'useAuthByCert',
  ],
  ['a parameter too many', (body: string) => body.replace('{', '{"more":"1",'), 'its shape'],
] as const)('%s is noticed in the body of A, and the suite is at fault', (_what, change, named) => {
  const error = found(a, (request) => ({ ...request, body: change(request.body ?? '') }));
  expect(error).toMatchObject({ fault: 'suite', code: 'request-differs' });
  expect(String(error)).toContain(named);
});

it.each([
  ['a value', (url: string) => url.replace('1042', '1043'), 'partnerName'],
  ['a + that was not encoded', (url: string) => url.replace('%2B', '%20'), 'partnerPassword'],
  ['a parameter too many', (url: string) => `${url}&more=1`, 'its shape'],
  ['a query that is gone', (url: string) => url.split('?')[0] ?? '', 'partnerName'],
] as const)('%s is noticed in the query of B', (_what, change, named) => {
  const error = found(b, (request) => ({ ...request, url: change(request.url) }));
  expect(error).toMatchObject({ fault: 'suite' });
  expect(String(error)).toContain(named);
});

it('a body in B is noticed', () => {
  expect(found(b, (request) => ({ ...request, body: '{}' }))).toBeInstanceOf(UserError);
});

it('the message holds no value, which may be the password', () => {
  const error = found(a, (request) => ({ ...request, body: '{"partnerPassword":"secret-value"}' }));
  expect(String(error)).not.toMatch(/secret-value|cd==/);
});

it('a request that is twisted on purpose is let through', () => {
  const stimulus = observed(a, {
    words: verbatim('GET'),
    condition: 'success',
    twist: { kind: 'method', method: 'GET' },
  });
  const request = { method: 'GET', url: 'http://host/', headers: [], body: null };
  expect(() => verifyRequest(stimulus, values, request, a)).not.toThrow();
});
