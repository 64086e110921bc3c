import { constants, publicEncrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withBuiltIn } from '../api/built-in.ts';
import { usualEncryption } from './encryption.ts';
import { testPartners } from './profile.ts';
import type { Served } from './reference.ts';
import { explainRefusal } from './explain-request.ts';

const fixture = (path: string): Buffer => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));
const key = fixture('keys/service.pem');
const { valid, blocked } = testPartners;

const encrypt = (text = valid.password, encoding: BufferEncoding = 'base64', oaepHash = 'sha256'): string =>
  publicEncrypt({ key, oaepHash, padding: constants.RSA_PKCS1_OAEP_PADDING }, Buffer.from(text)).toString(
    encoding,
  );

/** A request of a client. Missing members have correct values. */
interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const paths = { a: '/partner/sbp/banks', b: '/partner/acme/sbp/banks/' } as const;
const credentials = (): Readonly<Record<string, unknown>> => ({
  partnerName: valid.name,
  partnerPassword: encrypt(),
  useAuthByCert: 'true',
});
const toA = (changes: Readonly<Record<string, unknown>> = {}, more: Sent = {}): Sent => ({
  path: paths.a,
  body: JSON.stringify({ ...credentials(), ...changes }),
  ...more,
});
const queryOf = (changes: Readonly<Record<string, unknown>> = {}): string =>
  new URLSearchParams({ ...credentials(), ...changes } as Record<string, string>).toString();
const toB = (changes: Readonly<Record<string, unknown>> = {}, more: Sent = {}): Sent => ({
  path: paths.b,
  query: queryOf(changes),
  ...more,
});

const explained = ({ path = '', method = 'POST', query, body, headers = {} }: Sent) => {
  const served: Served[] = [];
  return withBuiltIn({ onServed: (one) => void served.push(one) }, async ({ reference }) => {
    const url = `${reference.url}${path}${query === undefined ? '' : `?${query}`}`;
    await (await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })).text();
    return served.map((one) => explainRefusal(one, usualEncryption));
  });
};

/** No key of the service makes these bytes. */
const foreign = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 37 + 200) % 256));
const inForm = 'the parameters are in the body as in an HTML form';
const noPath = 'no path of the operation, expected /partner/sbp/banks in A, /partner/acme/sbp/banks/ in B';

it.for<[string, () => Sent, string]>([
  ['leaves a parameter out', () => toA({ useAuthByCert: undefined }), '422: useAuthByCert is missing'],
  ['sends an empty parameter', () => toB({ partnerName: '' }), '422: partnerName is empty'],
  [
    'leaves two out',
    () => toA({ partnerName: null, partnerPassword: ' ' }),
    '422: partnerName is missing; partnerPassword is empty',
  ],
  [
    'sends a number for a string',
    () => toA({ partnerName: 1042 }),
    '422: partnerName is of type number, expected a string',
  ],
  [
    'sends a list for a string',
    () => toA({ useAuthByCert: [true] }),
    '422: useAuthByCert is an array, expected a string',
  ],
  [
    'sends letters for an integer',
    () => toB({ partnerName: 'acme' }),
    '422: partnerName is no number, expected digits',
  ],
  [
    'sends the parameters of A in the query',
    () => ({ path: paths.a, query: queryOf() }),
    '422: partnerName is in the query, expected in the JSON body; partnerPassword is in the query',
  ],
  [
    'sends the parameters of B in the body',
    () => ({ path: paths.b, body: JSON.stringify(credentials()) }),
    '422: partnerName is in the body, expected in the query; partnerPassword is in the body',
  ],
  ['sends what is no JSON to A', () => toA({}, { body: '<banks/>' }), '400: the body is not a JSON object'],
  ['breaks an escape', () => ({ path: paths.b, query: 'partnerName=%2' }), '400: the query has a % without'],
  ['sends a form to A', () => toA({}, { body: queryOf() }), `400: ${inForm}`],
  ['sends a form to B', () => ({ path: paths.b, body: queryOf() }), `422: ${inForm}`],
  [
    'sends a form with parts',
    () => toA({}, { body: '--x\r\nContent-Disposition: form-data; name="partnerName"\r\n\r\n1\r\n--x--' }),
    `400: ${inForm}`,
  ],
  ['uses GET', () => toB({}, { method: 'GET' }), '405: the method is GET, expected POST'],
  ['misspells the path', () => toB({}, { path: '/partner/sbp/bank' }), `404: ${noPath}`],
  ['leaves the last slash out', () => toB({}, { path: paths.b.slice(0, -1) }), `404: ${noPath}`],
  [
    'has another bank code',
    () => toB({}, { path: '/partner/other/sbp/banks/' }),
    '404: another bank code, expected acme',
  ],
  [
    'sends the password as it is',
    () => toA({ partnerPassword: valid.password }),
    '422: partnerPassword is not encrypted',
  ],
  [
    'only encodes the password',
    () => toB({ partnerPassword: Buffer.from(valid.password.repeat(3)).toString('base64') }),
    '422: partnerPassword is not encrypted',
  ],
  [
    'encrypts with the defaults of Java',
    () => toA({ partnerPassword: fixture('vectors/rsa-oaep-sha256-sha1.ascii.b64').toString().trim() }),
    "422: partnerPassword opens with MGF1 SHA-1 (Java's default), expected SHA-256",
  ],
  [
    'encrypts with another hash',
    () => toB({ partnerPassword: encrypt(valid.password, 'base64', 'sha1') }),
    '422: partnerPassword opens with RSA-OAEP, SHA-1, MGF1 SHA-1, base64, expected RSA-OAEP, SHA-256, MGF1 SHA-256, base64',
  ],
  [
    'encrypts for another key',
    () => toB({ partnerPassword: foreign.toString('base64') }),
    '422: partnerPassword opens neither with RSA-OAEP, SHA-256, MGF1 SHA-256, base64, nor with another hash',
  ],
  [
    'encrypts a line break behind the password',
    () => toA({ partnerPassword: encrypt(`${valid.password}\n`) }),
    '403: partnerPassword has white space around the right password, such as the line break of echo',
  ],
  [
    'has a wrong password',
    () => toA({ partnerPassword: encrypt('wrong') }),
    '403: partnerPassword opens, but is not the password of this partner',
  ],
  ['is unknown', () => toB({ partnerName: '7' }), '401: partnerName is no partner of this service'],
  [
    'is blocked',
    () => toB({ partnerName: blocked.name, partnerPassword: encrypt(blocked.password) }),
    '403: Access to the system is blocked for the partner',
  ],
  [
    'asks for an outage',
    () => toA({}, { headers: { 'X-Fault': 'unavailable' } }),
    '500: The service is temporarily unavailable',
  ],
])('a client that %s is told so, without values of parameters', async ([, sent, expected]) => {
  const request = sent();
  const [line, ...others] = await explained(request);
  expect(others).toEqual([]);
  expect(line).toMatch(/^\d\d:\d\d:\d\d /);
  expect(line?.slice(9)).toMatch(new RegExp(`^${request.method ?? 'POST'} ${request.path} \\d{3}: `));
  expect(line).toContain(` ${request.path} ${expected}`);
  expect(line).not.toContain(valid.password);
});

it.each<[string, () => Sent]>([
  ['does everything as shown', () => toA()],
  ['does so in variant B', () => toB()],
  [
    'adds members and names no JSON',
    () => toA({ comment: 'x' }, { headers: { 'Content-Type': 'text/plain' } }),
  ],
])('nothing is said of a client that %s', async (_what, sent) => {
  expect(await explained(sent())).toEqual([null]);
});
