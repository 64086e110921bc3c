import { publicEncrypt, constants } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { startBuiltIn } from '../api/built-in.ts';
import { usualEncryption } from '../reference/encryption.ts';
import { testPartners } from '../reference/profile.ts';
import type { Served } from '../reference/reference.ts';
import { judgeClients } from './judge-clients.ts';
import type { ClientReport } from './judge-clients.ts';
import { renderClients, sentenceOf } from './page.ts';
import { wordsFor } from './words.ts';

const key = readFileSync(new URL('../../fixtures/keys/service.pem', import.meta.url));
const vector = (file: string): string =>
  readFileSync(new URL(`../../fixtures/vectors/${file}`, import.meta.url), 'utf8').trim();
const { name, password } = testPartners.valid;

const encrypt = (text = password, encoding: BufferEncoding = 'base64', oaepHash = 'sha256'): string =>
  publicEncrypt({ key, oaepHash, padding: constants.RSA_PKCS1_OAEP_PADDING }, Buffer.from(text)).toString(
    encoding,
  );

const paths = { a: '/partner/sbp/banks', b: '/partner/acme/sbp/banks/' } as const;

/** A request of a client. Missing members have correct values. */
interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const credentials = (): Record<string, unknown> => ({
  partnerName: name,
  partnerPassword: encrypt(),
  useAuthByCert: 'true',
});
const toA = (changes: Readonly<Record<string, unknown>> = {}, more: Sent = {}): Sent => ({
  path: paths.a,
  body: JSON.stringify({ ...credentials(), ...changes }),
  headers: { 'Content-Type': 'application/json' },
  ...more,
});
const queryOf = (changes: Readonly<Record<string, unknown>> = {}): string =>
  new URLSearchParams({ ...credentials(), ...changes } as Record<string, string>)
    .toString()
    .replaceAll('+', '%20');
const toB = (changes: Readonly<Record<string, unknown>> = {}, more: Sent = {}): Sent => ({
  path: paths.b,
  query: queryOf(changes),
  ...more,
});

async function servedTo(requests: readonly Sent[]): Promise<readonly Served[]> {
  const served: Served[] = [];
  const { reference } = await startBuiltIn({ onServed: (one) => void served.push(one) });
  try {
    for (const { path = '', method = 'POST', query, body, headers = {} } of requests) {
      const url = `${reference.url}${path}${query === undefined ? '' : `?${query}`}`;
      await (await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })).text();
    }
    await expect.poll(() => served.length).toBe(requests.length);
    return served;
  } finally {
    await reference.close();
  }
}

async function judged(requests: readonly Sent[]): Promise<ClientReport> {
  const [client, ...others] = judgeClients(await servedTo(requests), usualEncryption);
  if (client === undefined || others.length > 0) throw new Error(`${others.length + 1} clients`);
  return client;
}

const said = (found: ClientReport['failures']): readonly string[] =>
  found.map(({ code, subject }) => `${code} ${subject}`.trim());

describe('a client with one mistake is told which', () => {
  test.each<[string, () => readonly Sent[], string]>([
    ['leaves a parameter out', () => [toA({ useAuthByCert: undefined })], 'missing-parameter useAuthByCert'],
    ['sends an empty parameter', () => [toB({ partnerName: '' })], 'missing-parameter partnerName'],
    [
      'sends the password as it is',
      () => [toA({ partnerPassword: password })],
      'plain-password partnerPassword',
    ],
    [
      'codes the password, and does not encrypt it',
      () => [toB({ partnerPassword: Buffer.from(password).toString('base64') })],
      'plain-password partnerPassword',
    ],
    ['sends a number for a string', () => [toA({ partnerName: 1042 })], 'wrong-type partnerName'],
    ['sends a boolean for a string', () => [toA({ useAuthByCert: true })], 'wrong-type useAuthByCert'],
    ['sends letters for an integer', () => [toB({ partnerName: 'acme' })], 'wrong-type partnerName'],
    [
      'sends the parameters of A in the query',
      () => [{ path: paths.a, query: queryOf() }],
      'wrong-place partnerName',
    ],
    [
      'sends the parameters of B in the body',
      () => [{ path: paths.b, body: JSON.stringify(credentials()) }],
      'wrong-place partnerName',
    ],
    ['sends what is no JSON to A', () => [toA({}, { body: '<banks/>' })], 'unreadable-body'],
    ['breaks an escape', () => [{ path: paths.b, query: 'partnerName=%2' }], 'unreadable-query'],
    ['sends a form to A', () => [toA({}, { body: queryOf() })], 'form-body'],
    [
      'sends a form to A, and says so',
      () => [toA({}, { body: queryOf(), headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })],
      'form-body',
    ],
    [
      'sends a form with parts to A',
      () => [
        toA({}, { body: '--x\r\nContent-Disposition: form-data; name="partnerName"\r\n\r\n1\r\n--x--' }),
      ],
      'form-body',
    ],
    ['sends a form to B', () => [{ path: paths.b, body: queryOf() }], 'form-body'],
    [
      'leaves the last slash out with another bank code',
      () => [toB({}, { path: '/partner/other/sbp/banks' })],
      'wrong-path /partner/other/sbp/banks',
    ],
    ['misspells the path', () => [toB({}, { path: '/partner/sbp/bank' })], 'wrong-path /partner/sbp/bank'],
    ['uses GET', () => [toB({}, { method: 'GET' })], 'wrong-method GET'],
    [
      'leaves the last slash out',
      () => [toB({}, { path: paths.b.slice(0, -1) })],
      'wrong-path /partner/acme/sbp/banks',
    ],
  ])('%s', async (_what, requests, expected) => {
    const { failures } = await judged(requests());
    expect(said(failures)).toContain(expected);
    expect(new Set(failures.map(({ code }) => code)).size).toBe(1);
  });
});

describe('a client that is odd but right is not blamed, and may get advice', () => {
  const ciphertext = encrypt();
  test.each<[string, () => readonly Sent[], readonly string[]]>([
    ['does everything as shown', () => [toA(), toB()], []],
    ['adds members', () => [toA({ comment: 'x' })], []],
    [
      'writes in another order and with white space',
      () => [
        toA(
          {},
          { body: JSON.stringify(Object.fromEntries(Object.entries(credentials()).toReversed()), null, 2) },
        ),
      ],
      [],
    ],
    [
      'names another charset',
      () => [toA({}, { headers: { 'Content-Type': 'application/json; charset=UTF-8' } })],
      [],
    ],
    [
      'sends JSON as curl does, under the name of a form',
      () => [toA({}, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })],
      ['no-json-type application/x-www-form-urlencoded'],
    ],
    ['sends a form to B besides', () => [toB({}, { body: queryOf() })], []],
    ['has another bank code', () => [toB({}, { path: '/partner/other/sbp/banks/' })], ['other-bank-code']],
    [
      'encrypts with the defaults of Java',
      () => [toA({ partnerPassword: vector('rsa-oaep-sha256-sha1.ascii.b64') })],
      ['java-mgf1 partnerPassword'],
    ],
    [
      'encrypts with another hash',
      () => [toB({ partnerPassword: encrypt(password, 'base64', 'sha1') })],
      ['other-encryption partnerPassword'],
    ],
    [
      'encrypts with another padding and encoding',
      () => [
        toA({
          partnerPassword: publicEncrypt(
            { key, padding: constants.RSA_PKCS1_PADDING },
            Buffer.from(password),
          ).toString('hex'),
        }),
      ],
      ['other-encryption partnerPassword'],
    ],
    [
      'has no content type',
      () => [toA({}, { headers: { 'Content-Type': 'text/plain' } })],
      ['no-json-type text/plain'],
    ],
    ['sends a body to B as well', () => [toB({}, { body: '{}' })], []],
    ['asks for other things', () => [{ path: '/health', method: 'GET' }, toA()], []],
    ['is refused for a wrong password', () => [toA({ partnerPassword: encrypt('wrong') })], []],
    [
      'encrypts a line break behind the password',
      () => [toA({ partnerPassword: encrypt(`${password}\n`) })],
      ['padded-password partnerPassword'],
    ],
    [
      'encrypts by another scheme',
      () => [
        toA({
          partnerPassword: `${'eyJhbGciOiJSU0EtT0FFUC0yNTYifQ'}.${encrypt(password, 'base64url')}.${'QUJD'.repeat(5)}`,
        }),
      ],
      ['unopened-password partnerPassword'],
    ],
    [
      'encrypts for another key',
      () => [
        toB({
          partnerPassword: Buffer.from(
            Array.from({ length: 256 }, (_, index) => (index * 37 + 200) % 256),
          ).toString('base64'),
        }),
      ],
      ['unopened-password partnerPassword'],
    ],
    [
      'sends a ciphertext twice',
      () => [toA({ partnerPassword: ciphertext }), toA({ partnerPassword: ciphertext })],
      ['repeated-ciphertext partnerPassword'],
    ],
    [
      'puts the password into the address too',
      () => [toA({}, { query: queryOf() })],
      ['password-in-address partnerPassword'],
    ],
    [
      'sends Basic credentials too',
      () => [toA({}, { headers: { 'Content-Type': 'application/json', Authorization: 'Basic eDp5' } })],
      ['password-elsewhere Authorization'],
    ],
    [
      'repeats a refused login',
      () => [1, 2, 3].map(() => toA({ partnerPassword: encrypt('wrong') })),
      ['repeated-failed-login'],
    ],
    [
      'repeats after 500 at once',
      () =>
        [1, 2].map(() =>
          toA({}, { headers: { 'Content-Type': 'application/json', 'X-Fault': 'unavailable' } }),
        ),
      ['no-pause-after-500'],
    ],
  ])('%s', async (_what, requests, advice) => {
    const report = await judged(requests());
    expect(said(report.failures)).toEqual([]);
    expect(said(report.advice)).toEqual(advice);
  });
});

test('a page and its data hold no value of a parameter, and escape what a client says of itself', async () => {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': '<script>alert(1)</script>' };
  const client = await judged([toA({ partnerPassword: password }, { headers })]);
  const page = renderClients([client], 'en');
  expect(page).not.toContain('<script>');
  for (const text of [page, JSON.stringify(client)]) expect(text).not.toContain(password);
  expect(renderClients([client], 'ru')).toContain('не зашифрован');
  for (const finding of client.failures)
    expect(sentenceOf(finding, wordsFor('en'))).toBe('partnerPassword is not encrypted');
});

test('a client that follows a redirect, or waits for long, gets advice', async () => {
  const [first, second] = await servedTo([toA(), toA()]);
  if (first === undefined || second === undefined) throw new Error('nothing was served');
  const redirected = { ...first, status: 307, location: `http://elsewhere.test${paths.a}?x=1` };
  const adviceOf = (served: readonly Served[]) =>
    judgeClients(served, usualEncryption).map(({ advice }) => said(advice));
  expect(adviceOf([redirected, second])).toEqual([[`followed-redirect ${paths.a}`]]);
  expect(adviceOf([{ ...first, waitedMs: 45_000 }])).toEqual([['no-timeout 45 s']]);
  expect(adviceOf([{ ...first, waitedMs: 45_000, hasLeft: true }])).toEqual([[]]);
});

test('clients are told apart by address and User-Agent', async () => {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'other/1' };
  const clients = judgeClients(await servedTo([toA(), toA({}, { headers }), toB()]), usualEncryption);
  expect(clients.map(({ userAgent, requests }) => [userAgent, requests])).toEqual([
    [expect.stringContaining(''), 2],
    ['other/1', 1],
  ]);
});

test.each<[string, Sent, string, string]>([
  ['a type', toA({ partnerName: 1042 }), 'partnerName is a number, expected a string', 'partnerName – число'],
  ['letters', toB({ partnerName: 'acme' }), 'partnerName is no number, expected an integer', 'не число'],
  [
    'a bank code',
    toB({}, { path: '/partner/other/sbp/banks/' }),
    'the bank code other, the sandbox has acme',
    'код банка other',
  ],
  [
    'an encryption',
    toA({ partnerPassword: encrypt(password, 'base64', 'sha1') }),
    'opened with RSA-OAEP, SHA-1, MGF1 SHA-1, base64; the sandbox expects RSA-OAEP, SHA-256, MGF1 SHA-256, base64',
    'расшифрован как RSA-OAEP, SHA-1, MGF1 SHA-1, base64',
  ],
  [
    'the default of Java',
    toA({ partnerPassword: vector('rsa-oaep-sha256-sha1.ascii.b64') }),
    'opened with MGF1 SHA-1: Java’s default',
    'так по умолчанию шифрует Java',
  ],
])('a sentence says what was found: %s', async (_what, request, english, russian) => {
  const { failures, advice } = await judged([request]);
  const sentences = (language: 'en' | 'ru') =>
    [...failures, ...advice].map((one) => sentenceOf(one, wordsFor(language)));
  expect(sentences('en')).toEqual([expect.stringContaining(english)]);
  expect(sentences('ru')).toEqual([expect.stringContaining(russian)]);
});

test('the first request of a finding is named by time, method and path', async () => {
  const client = await judged([toB(), toB({ partnerName: 'x' }), toB({ partnerName: 'y' })]);
  const [{ count, first } = { count: 0, first: null }] = client.failures;
  expect([count, first]).toEqual([2, { at: expect.any(Date), method: 'POST', path: paths.b }]);
  expect(renderClients([client], 'en')).toMatch(/>\d\d:\d\d:\d\d POST \/partner\/acme\/sbp\/banks\/<\/td>/);
});
