import { expect, test } from 'vitest';
import { rows } from '#banks/table.ts';
import type { Row } from '#banks/row.ts';
import { UserError } from '../base/errors.ts';
import { createBuild } from './build.ts';
import type { Encrypt } from './build.ts';
import type { Provision, Target } from '../profile/target.ts';

const target = (
  scheme: 'rsa-oaep' | 'command',
  conditions: Partial<Record<'unauthorized' | 'ip-blocked', Provision>> = {},
) => {
  const variant = {
    credentials: { partnerName: '1042', partnerPassword: 'right', useAuthByCert: 'true' },
    encryption: { scheme, template: '{timestamp};{password}' },
    headers: { 'content-type': 'application/vnd.acme+json', 'X-Key': 'k' },
    conditions,
  };
  return {
    baseUrl: 'http://host/api',
    proxy: 'environment',
    variants: { a: { ...variant, bankCode: null }, b: { ...variant, bankCode: 'acme' } },
  } as unknown as Target;
};

const buildWith = (made: Target, encrypt: Encrypt = async (password) => `<${password}>`) =>
  createBuild(made, {
    suite: { name: 'suite', version: '1.2' },
    encrypt: { a: encrypt, b: encrypt },
    draw: (end) => Math.floor(Math.random() * end),
    requestId: () => 'id-1',
  });
function rowOf(id: string): Row {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`no row ${id}`);
  return row;
}

test('A has its credentials in the body; headers of the profile win', async () => {
  const built = await buildWith(target('rsa-oaep'))(rowOf('a.success'));
  expect(built).toMatchObject({
    ciphertext: '<right>',
    secrets: [
      { value: '<right>', placeholder: '<ciphertext>' },
      { value: 'right', placeholder: '<password>' },
    ],
    wire: {
      method: 'POST',
      url: 'http://host/api/partner/sbp/banks',
      headers: [
        ['content-type', 'application/vnd.acme+json'],
        ['Accept', 'application/json'],
        ['User-Agent', 'suite/1.2'],
        ['X-Request-Id', 'id-1'],
        ['X-Key', 'k'],
      ],
      body: '{"partnerName":"1042","partnerPassword":"<right>","useAuthByCert":"true"}',
      route: { localAddress: null, proxy: 'environment' },
      isFresh: false,
    },
  });
});

test('B has its credentials in the query, no body, and the way of a condition', async () => {
  const provision = {
    localAddress: '127.0.0.2',
    proxy: 'http://p',
    baseUrl: 'http://other',
    headers: { 'x-key': 'c' },
  };
  const built = await buildWith(target('rsa-oaep', { 'ip-blocked': provision }))(rowOf('b.ip-blocked'));
  expect(built?.wire).toMatchObject({
    url: 'http://other/partner/acme/sbp/banks/?partnerName=1042&partnerPassword=%3Cright%3E&useAuthByCert=true',
    body: null,
    route: { localAddress: '127.0.0.2', proxy: 'http://p' },
  });
  expect(built?.wire.headers).toContainEqual(['Content-Length', '0']);
  expect(built?.wire.headers).toContainEqual(['x-key', 'c']);
});

test.each([
  ['a.observed.method.get', 'GET', 'http://host/api/partner/sbp/banks', null],
  ['a.observed.method.put', 'PUT', 'http://host/api/partner/sbp/banks', '{}'],
  ['a.observed.body.empty', 'POST', 'http://host/api/partner/sbp/banks', ''],
  ['a.observed.path.slash.anonymous', 'POST', 'http://host/api/partner/sbp/banks/', '{}'],
  ['b.observed.path.slash.anonymous', 'POST', 'http://host/api/partner/acme/sbp/banks', null],
])('%s', async (id, method, url, body) => {
  expect((await buildWith(target('rsa-oaep'))(rowOf(id)))?.wire).toMatchObject({ method, url, body });
});

test('a row leaves headers out', async () => {
  const wire = (await buildWith(target('rsa-oaep'))(rowOf('a.observed.content-type.none')))?.wire;
  expect(wire?.headers.map(([name]) => name)).toEqual(['Accept', 'User-Agent', 'X-Request-Id', 'X-Key']);
});

const base64 = (): Encrypt => {
  let count = 0;
  return async () => ['a+b/', 'a/b+', 'ab/c', 'ab+c'][count++ % 4] ?? '';
};

test('a plain query is drawn until it has no plus, by a key of this machine; a rich one until it has all', async () => {
  const sent = async (scheme: 'rsa-oaep' | 'command', id: string) =>
    (await buildWith(target(scheme), base64())(rowOf(id)))?.ciphertext;
  expect(await sent('rsa-oaep', 'b.success')).toBe('ab/c');
  expect(await sent('command', 'b.success')).toBe('a+b/');
  expect(await sent('rsa-oaep', 'a.success')).toBe('a+b/');
  const build = buildWith(target('rsa-oaep'), async () => 'ab+c');
  expect((await build(rowOf('b.success')))?.ciphertext).toBe('ab+c');
  expect((await build(rowOf('b.request.query.rich-ciphertext')))?.ciphertext).toBe('ab+c');
  expect((await build(rowOf('b.observed.password.undecryptable')))?.ciphertext).toBe('bc+d');
});

test('what is too long to be encrypted is replaced, or not sent; the right password is an error', async () => {
  const error = new UserError('profile', 'password-too-long', 'too long', 'shorten it');
  const upTo =
    (length: number): Encrypt =>
    async (password) => {
      if (password.length > length) throw error;
      return password;
    };
  const exact = buildWith(target('rsa-oaep'), upTo(5));
  expect((await exact(rowOf('a.unauthorized.wrong-password')))?.ciphertext).toBe('rights'.slice(0, 4) + 's');
  expect(await exact(rowOf('a.observed.password.nul-appended'))).toBeNull();
  await expect(buildWith(target('rsa-oaep'), upTo(4))(rowOf('a.success'))).rejects.toBe(error);
});

test('a program may drop what is added at an end', async () => {
  const build = buildWith(target('command'));
  for (const id of ['line-break-appended', 'nul-appended', 'surrounded']) {
    expect(await build(rowOf(`a.observed.password.${id}`))).toBeNull();
  }
});

test.each([
  ['a.observed.partner.replay', 'has no ciphertext yet'],
  ['a.observed.partner.cookie', 'has no cookie yet'],
  ['a.observed.password.other-partner', 'has no other partner'],
  ['a.observed.password.first-eight', 'is the whole password'],
])('%s is not made: it %s', async (id) => {
  expect(await buildWith(target('rsa-oaep'))(rowOf(id))).toBeNull();
});

test('a near name that is a partner of the profile is not used for free', async () => {
  const own = { credentials: { partnerName: '1042abc', partnerPassword: 'x' } };
  expect(
    await buildWith(target('rsa-oaep', { 'ip-blocked': own }))(rowOf('a.observed.partner.lettered')),
  ).toBeNull();
});
