import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { specification } from '../spec/variant.ts';
import type { KnownVariant } from './known-variant.ts';
import { loadTarget } from './load-target.ts';
import type { TargetFlags } from './assignment.ts';
import type { Target } from './target.ts';

const root = resolve(import.meta.dirname, '../..');
const known = specification.variants;
// A day on which the certificates of the fixtures are valid.
const now = new Date('2030-01-01T00:00:00Z');
const keyFile = (name: string) => readFileSync(resolve(root, 'fixtures/keys', name), 'utf8');

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
  variants: readonly KnownVariant[] = known,
): Promise<Target> {
  return await loadTarget({ profilePath, flags, env, cwd: root, now }, variants);
}

const unavailable = {
  setup: { kind: 'command', command: 'touch down' },
  teardown: {
    kind: 'request',
    method: 'POST',
    url: 'http://127.0.0.1:18082/up',
    headers: { Authorization: 'Bearer token-12345' },
    body: null,
  },
  until: { status: 500, within: 30000 },
} as const;
const unauthorized = { credentials: { partnerPassword: 'short' }, unknownPartner: '0099' };

const full = (): Target => ({
  name: 'Everything',
  source: 'fixtures/targets/full.yaml',
  folder: resolve(root, 'fixtures/targets'),
  baseUrl: 'http://127.0.0.1:18080/api',
  variants: {
    a: {
      bankCode: null,
      credentials: { partnerName: 'partner-a', partnerPassword: 'full-password', useAuthByCert: '1' },
      encryption: {
        scheme: 'rsa-oaep',
        hash: 'sha512',
        mgf1: 'sha1',
        encoding: 'base64url',
        key: keyFile('service.pub.pem'),
        privateKey: keyFile('service.key'),
        template: '{timestamp}:{password}:{uuid}',
      },
      headers: { 'X-Short': 'tiny', 'x-gateway-KEY': 'key-of-variant-a' },
      texts: { missing: '{parameter}.*correct data', unauthorized: 'no entry' },
      conditions: { unavailable, unauthorized },
    },
    b: {
      bankCode: '007',
      credentials: {
        partnerName: '009007199254740993',
        partnerPassword: 'full-password',
        useAuthByCert: 'true',
      },
      encryption: {
        scheme: 'cms',
        cipher: 'aes128',
        encoding: 'pem',
        key: keyFile('service.pem'),
        privateKey: null,
        template: '{timestamp}:{password}:{uuid}',
      },
      headers: { 'X-Gateway-Key': 'key-of-gateway', 'X-Short': 'tiny' },
      texts: { missing: '{parameter}.*correct data', 'ip-blocked': 'manager' },
      conditions: {
        unavailable,
        unauthorized,
        'partner-blocked': {
          credentials: { partnerName: '1043', partnerPassword: 'another-blocked-password' },
          baseUrl: 'http://127.0.0.1:18081',
          localAddress: '::1',
        },
        'ip-blocked': { proxy: 'http://user:pass%2Fword@127.0.0.1:3128' },
      },
    },
  },
  limits: { concurrency: 3, rate: 2.5, timeout: 500, retries: 0, maxBody: 1000, failedLogins: 1 },
  tls: {
    ca: keyFile('service.pem'),
    cert: keyFile('service.pem'),
    key: keyFile('service.key'),
    passphrase: 'ignored-by-a-plain-key',
  },
  http2: true,
  language: 'ru',
  production: ['^https://api\\.'],
  waivers: [
    { requirement: 'b.unavailable.meaning', reason: 'reworded', owner: 'payouts', until: '2028-02-29' },
  ],
  reviewsFile: null,
  secrets: [
    'key-of-variant-a',
    'another-blocked-password',
    'full-password',
    'short',
    'blocked-password',
    'pass%2Fword',
    'pass/word',
    'Bearer token-12345',
    'key-of-gateway',
    'ignored-by-a-plain-key',
    'token-12345',
  ],
  warnings: [],
});

test('a profile with every key becomes exactly this target', async () => {
  expect(await load('fixtures/targets/full.yaml', fullEnv)).toStrictEqual(full());
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
    retries: 2,
    maxBody: 134_217_728,
    failedLogins: 3,
  });
  expect(target.warnings).toStrictEqual([]);
  expect(target.secrets.toSorted()).toStrictEqual([...Object.values(stagingEnv), 'unavailable'].toSorted());
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
  expect(target.secrets).toStrictEqual(['secret']);
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

test('the file of reviews is named relative to the profile, and has to be there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-reviews-'));
  try {
    const profile = join(folder, 'target.yaml');
    await writeFile(profile, 'reviews: reviews.yaml\nvariants: { a: {} }\n');
    const loaded = load(profile, plainEnv);
    await expect(loaded).rejects.toThrow('reviews: found no such file at "reviews.yaml", looked for in');
    await writeFile(join(folder, 'reviews.yaml'), '');
    expect((await load(profile, plainEnv)).reviewsFile).toBe(join(folder, 'reviews.yaml'));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('--variant keeps the chosen ones among the claimed', async () => {
  const target = await load('fixtures/targets/staging.yaml', stagingEnv, { variants: ['b', 'b'] });
  expect(Object.keys(target.variants)).toStrictEqual(['b']);
});

test('a third variant is only a matter of data', async () => {
  const parameters = [{ name: 'partnerName', role: 'partner', type: 'string', encrypted: false }] as const;
  const third: KnownVariant = {
    id: 'c',
    path: '/x/<bank_code>',
    parameters,
    conditions: [{ name: 'ip-blocked' }],
  };
  const env = { ...plainEnv, SBP_PARTNER_NAME: 'not digits', SBP_VARIANTS: 'c', SBP_BANK_CODE: 'z' };
  const target = await load(null, env, {}, [...known, third]);
  expect(target.variants['c']).toMatchObject({ bankCode: 'z', conditions: {} });
});
