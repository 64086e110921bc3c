import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { requireNoProduction } from './check.ts';
import type { TargetFlags } from './environment.ts';
import { loadTarget } from './load.ts';
import { parseYaml } from './profile.ts';
import { at, openTargetFolder, read, valid } from './target.test-support.ts';
import type { Target } from './target.ts';

const root = resolve(import.meta.dirname, '../..');
const { folder, put, load: loadHere } = openTargetFolder();

const stagingEnv = {
  STAGING_PASSWORD: 'staging-password',
  BLOCKED_PASSWORD: 'blocked-password',
  NO_REWARD_PASSWORD: 'no-reward-password',
  GATEWAY_KEY: 'gateway-key-value',
};

const plainEnv = {
  SBP_BASE_URL: 'http://127.0.0.1:1/api/',
  SBP_PARTNER_NAME: '007',
  SBP_PARTNER_PASSWORD: 'secret',
  SBP_USE_AUTH_BY_CERT: 'true',
  SBP_ENCRYPTION_SCHEME: 'rsa-oaep',
  SBP_ENCRYPTION_KEY: 'fixtures/keys/service.pem',
};

const fullEnv = { FULL_PASSWORD: 'full-password', FULL_TOKEN: 'token-12345', FULL_KEY: 'key-of-gateway' };

async function load(
  profilePath: string | null,
  env: Readonly<Record<string, string>>,
  flags: TargetFlags = {},
): Promise<Target> {
  return await loadTarget({ profilePath, flags, env, cwd: root, now: valid });
}

test('a profile with every key becomes exactly the target of full.json', async () => {
  const names = ['service.pem', 'service.pub.pem', 'service.key'];
  const target = await load('fixtures/targets/full.yaml', fullEnv);
  const written = names.reduce(
    (text, name) => text.replaceAll(JSON.stringify(read(name)), JSON.stringify(name)),
    JSON.stringify(target, null, 2).replaceAll(root, 'ROOT'),
  );
  expect(written).toBe(readFileSync(resolve(root, 'fixtures/targets/full.json'), 'utf8').trimEnd());
});

test('the commented example loads with defaults filled in and no warning', async () => {
  const target = await load('fixtures/targets/staging.yaml', stagingEnv);
  expect(Object.keys(target.variants)).toStrictEqual(['a', 'b']);
  expect(target.variants['a']?.conditions).toStrictEqual({
    unauthorized: {},
    unavailable: { headers: { 'X-Fault': 'unavailable' } },
  });
  expect(target.variants['b']?.encryption).toMatchObject({
    mgf1: 'sha1',
    encoding: 'base64',
    template: '{password}',
  });
  expect(target.limits).toStrictEqual({
    concurrency: 4,
    rate: 50,
    timeout: 10_000,
    retries: 4,
    recheck: 60_000,
    maxBody: 134_217_728,
    failedLogins: 3,
  });
  expect(target.warnings).toStrictEqual([]);
  const hidden = new Set(target.secrets.map(({ value }) => value));
  expect(hidden).toStrictEqual(new Set(Object.values(stagingEnv)));
});

test('the environment alone describes a target', async () => {
  const target = await load(null, { ...plainEnv, SBP_VARIANTS: 'b, a', SBP_BANK_CODE: 'acme' });
  expect(target).toMatchObject({
    name: '127.0.0.1:1',
    source: null,
    folder: root,
    baseUrl: 'http://127.0.0.1:1/api',
  });
  expect(target.variants['b']).toMatchObject({ bankCode: 'acme', credentials: { partnerName: '007' } });
  expect(target.variants['a']?.encryption).toMatchObject({
    scheme: 'rsa-oaep',
    hash: 'sha256',
    mgf1: 'sha256',
  });
  expect(target.secrets).toStrictEqual([{ value: 'secret', setting: 'SBP_PARTNER_PASSWORD' }]);
});

test('without SBP_VARIANTS the variants are claimed that can be addressed, or those asked for', async () => {
  const claimed = async (env: object, flags: TargetFlags = {}) =>
    Object.keys((await load(null, { ...plainEnv, ...env }, flags)).variants);
  expect(await claimed({}, { variants: [] })).toStrictEqual(['a']);
  expect(await claimed({ SBP_BANK_CODE: 'acme' })).toStrictEqual(['a', 'b']);
  expect(await claimed({ SBP_BANK_CODE: 'acme' }, { variants: ['b'] })).toStrictEqual(['b']);
});

test('a flag wins over the profile, the profile over the environment', async () => {
  const env = {
    ...stagingEnv,
    ...plainEnv,
    SBP_BANK_CODE: 'other',
    SBP_VARIANTS: 'a',
    SBP_ENCRYPTION_HASH: 'sha1',
  };
  const flags = { baseUrl: 'http://127.0.0.1:2/', concurrency: 1, rate: 2, timeout: 3, retries: 0 };
  const target = await load('fixtures/targets/staging.yaml', env, flags);
  expect(target.baseUrl).toBe('http://127.0.0.1:2');
  expect(target.limits).toMatchObject({ concurrency: 1, rate: 2, timeout: 3, retries: 0 });
  expect(target.variants['b']?.bankCode).toBe('acme');
  expect(target.variants['b']?.credentials.partnerName).toBe('1042');
  expect(target.variants['b']?.encryption).toMatchObject({ hash: 'sha256' });
});

test('SBP_TARGET names the profile, and an empty one names none', async () => {
  const env = { ...stagingEnv, SBP_TARGET: 'fixtures/targets/staging.yaml' };
  expect((await load(null, env)).name).toBe('Staging');
  expect((await load(null, { ...plainEnv, SBP_TARGET: ' ' })).source).toBeNull();
});

test('--variant keeps the chosen ones among the claimed', async () => {
  const target = await load('fixtures/targets/staging.yaml', stagingEnv, { variants: ['b', 'b'] });
  expect(Object.keys(target.variants)).toStrictEqual(['b']);
});

describe('a profile in a folder of its own', () => {
  const minimal = {
    baseUrl: 'http://127.0.0.1:1',
    variants: { a: {} },
    credentials: { partnerName: 'p', partnerPassword: 'literal', useAuthByCert: 'true' },
    encryption: { scheme: 'command', command: ['encrypt', ''] },
  };

  test('reads ${file:PATH} beside it without the last line break, and puts in what it says as it is', async () => {
    put('unix', 'first\nsecond ${X} $& "#\n\n');
    put('windows', 'secret\r\n');
    const credentials = {
      partnerName: 'p',
      partnerPassword: '${file:windows}',
      useAuthByCert: '${file:unix}',
    };
    expect((await loadHere({ ...minimal, credentials })).variants['a']?.credentials).toStrictEqual({
      partnerName: 'p',
      partnerPassword: 'secret',
      useAuthByCert: 'first\nsecond ${X} $& "#\n',
    });
  });

  test('has its commands run there; unauthorized is there without being named', async () => {
    const target = await loadHere({ ...minimal, name: 'a{2}$ $$ {A} ${A}', tls: null }, { A: 'x' });
    expect(target).toMatchObject({ folder, name: 'a{2}$ $$ {A} x' });
    expect(target.variants['a']?.conditions).toStrictEqual({ unauthorized: {} });
    const encryption = { scheme: 'command', command: ['encrypt', ''], folder, template: '{password}' };
    expect(target.variants['a']?.encryption).toStrictEqual(encryption);
    put('encrypt.mjs', '');
    const other = await loadHere({ ...minimal, encryption: { scheme: 'module', module: './encrypt.mjs' } });
    expect(other.variants['a']?.encryption).toMatchObject({ module: join(folder, 'encrypt.mjs') });
  });

  test('names the file of reviews', async () => {
    const profile = { ...minimal, reviews: 'reviews.yaml' };
    put('reviews.yaml', '');
    expect((await loadHere(profile)).reviewsFile).toBe(join(folder, 'reviews.yaml'));
  });

  const key = at('service.pem');
  const settings = {
    SBP_VARIANTS: 'b',
    SBP_BANK_CODE: 'filled',
    SBP_PARTNER_PASSWORD: 'from-environment',
    SBP_ENCRYPTION_KEY: key,
    SBP_ENCRYPTION_HASH: 'sha512',
  };

  test('is filled by variables where it leaves something out, but not for another scheme than its own', async () => {
    const credentials = { partnerName: 1, useAuthByCert: 'true' };
    const profile = { baseUrl: 'http://127.0.0.1:1', credentials, encryption: { scheme: 'rsa-oaep' } };
    const target = await loadHere(profile, settings);
    expect(Object.keys(target.variants)).toStrictEqual(['b']);
    expect(target.variants['b']).toMatchObject({
      bankCode: 'filled',
      credentials: { partnerPassword: 'from-environment' },
      encryption: { hash: 'sha512', mgf1: 'sha512' },
    });
    expect((await loadHere(minimal, settings)).variants['a']?.encryption).not.toHaveProperty('hash');
  });

  test('has a variant with another scheme inherit only what that scheme has a use for', async () => {
    const variants = { a: { encryption: { scheme: 'cms' } } };
    const encryption = { scheme: 'rsa-oaep', hash: 'sha1', key, encoding: 'hex', template: 'x{password}' };
    const merged = (await loadHere({ ...minimal, variants, encryption })).variants['a']?.encryption;
    expect(merged).toMatchObject({
      scheme: 'cms',
      cipher: 'aes256',
      encoding: 'hex',
      template: 'x{password}',
    });
    expect(merged).not.toHaveProperty('hash');
  });

  test('takes a right password for unauthorized, which is a secret', async () => {
    const unauthorized = { credentials: { partnerName: '9', rightPassword: 'right' } };
    const target = await loadHere({ ...minimal, conditions: { unauthorized } });
    expect(target.variants['a']?.conditions).toStrictEqual({ unauthorized });
    const setting = 'conditions.unauthorized.credentials.rightPassword';
    expect(target.secrets).toContainEqual({ value: 'right', setting });
    expect(target.warnings).toContain(`${setting} is in the profile as plain text; use \${NAME}`);
  });

  test('shows no secret in its name, in a waiver, or where a production pattern matches', async () => {
    const waiver = {
      requirement: 'a.x',
      reason: 'literal is wrong',
      owner: 'literal-password',
      until: '2099-01-01',
    };
    const credentials = { ...minimal.credentials, partnerPassword: 'literal-password' };
    const baseUrl = 'http://literal-password.test/api';
    const target = await loadHere({
      ...minimal,
      baseUrl,
      credentials,
      waivers: [waiver],
      production: ['test'],
    });
    expect(target).toMatchObject({ name: '***.test', waivers: [{ ...waiver, owner: '***' }] });
    expect(() => requireNoProduction(target, false)).toThrow('found http://***.test/api, which matches');
    const short = await loadHere({ ...minimal, waivers: [{ ...waiver, owner: 'literally' }] });
    expect(short.waivers[0]).toMatchObject({ reason: '*** is wrong', owner: 'literally' });
  });

  test.each([
    ['https://api.example.test', {}, '^https://api\\.', true],
    ['http://live.example.test', {}, 'LIVE', true],
    ['http://test', { unavailable: { baseUrl: 'https://api.x' } }, '^https://api\\.', true],
    [`http://${'a'.repeat(60)}.test`, {}, '//(a+)+$', true],
    ['https://staging.example.test', { unavailable: { baseUrl: 'http://x' } }, '^https://api\\.', false],
  ])(
    'at %s with %j and the production pattern %s needs a yes: %s',
    async (baseUrl, conditions, pattern, needed) => {
      const target = await loadHere({ ...minimal, baseUrl, conditions, production: [pattern] });
      expect(() => requireNoProduction(target, true)).not.toThrow();
      if (needed) expect(() => requireNoProduction(target, false)).toThrow(UserError);
      else requireNoProduction(target, false);
    },
  );
});

test('names of partners and codes of banks keep the digits that are written; aliases are followed', () => {
  const names = 'partnerName: 007\nunknownPartner: 9007199254740993\nbankCode: 0x10\nuseAuthByCert: true';
  expect(parseYaml(`${names}\nrate: 010\na: &x { k: v }\nb: *x`)).toStrictEqual({
    kind: 'parsed',
    value: {
      partnerName: '007',
      unknownPartner: '9007199254740993',
      bankCode: '0x10',
      useAuthByCert: true,
      rate: 10,
      a: { k: 'v' },
      b: { k: 'v' },
    },
  });
});
