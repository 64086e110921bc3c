import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { hiddenVariables, readEnvironment } from '../base/environment.ts';
import { makeCertificates } from '../client/certificates.test-support.ts';
import { createMasker } from '../client/mask.ts';
import { loadTarget } from './load.ts';
import { requireNoProduction } from './production.ts';
import { targetJsonSchema } from './schema.ts';
import { openTexts } from './secrets.ts';
import { changed, keys, openTargetFolder } from './target.test-support.ts';

const root = resolve(import.meta.dirname, '../..');
const { folder, load, put } = openTargetFolder();
const pem = (name: string): string => readFileSync(join(keys, name), 'utf8');
const env = { FULL_PASSWORD: 'full-password', FULL_TOKEN: 'token-12345', FULL_KEY: 'key-of-gateway' };

const minimal = {
  baseUrl: 'http://127.0.0.1:1',
  variants: { a: {} },
  credentials: { partnerName: 'p', partnerPassword: 'literal', useAuthByCert: 'true' },
  encryption: { scheme: 'command', command: ['encrypt', ''] },
};

test('every setting is read, merged and kept as it is written', async () => {
  const file = 'fixtures/targets/full.yaml';
  const { secrets, ...target } = await loadTarget({ file, flags: {}, env, cwd: root });
  const service = pem('service.pem');
  const unavailable = {
    setup: { command: 'touch down' },
    teardown: {
      request: {
        method: 'POST',
        url: 'http://127.0.0.1:18082/up',
        headers: { Authorization: 'Bearer token-12345' },
        body: null,
      },
    },
    until: { status: 500, within: 30_000 },
  };
  const unauthorized = {
    unknownPartner: '0099',
    credentials: { partnerName: '1045', rightPassword: 'the-right-one' },
  };
  const template = '{timestamp}:{password}:{uuid}';
  expect(target).toStrictEqual({
    name: 'Everything',
    source: file,
    folder: join(root, 'fixtures/targets'),
    baseUrl: 'http://127.0.0.1:18080/api',
    variants: {
      a: {
        bankCode: null,
        credentials: { partnerName: 'partner-a', partnerPassword: 'full-password', useAuthByCert: '1' },
        encryption: {
          scheme: 'rsa-oaep',
          hash: 'sha512',
          mgf1: 'sha1',
          key: pem('service.pub.pem').replace(/^[^-]*/, ''),
          encoding: 'base64url',
          template,
        },
        headers: { 'X-Short': 'tiny', Accept: 'application/vnd.acme', 'x-gateway-KEY': 'key-of-variant-a' },
        conditions: { unauthorized, unavailable },
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
          key: expect.stringContaining(service.slice(service.indexOf('\nMII'), -30)) as unknown,
          encoding: 'pem',
          template,
        },
        headers: { 'X-Gateway-Key': 'key-of-gateway', 'X-Short': 'tiny', Accept: 'application/vnd.acme' },
        conditions: {
          unauthorized,
          'partner-blocked': {
            credentials: { partnerName: '1043', partnerPassword: 'another-blocked-password' },
            baseUrl: 'http://127.0.0.1:18081',
            localAddress: '::1',
          },
          'ip-blocked': { proxy: 'http://user:pass%2Fword@127.0.0.1:3128' },
          unavailable,
        },
      },
    },
    tls: { ca: service, cert: service, key: pem('service.key'), passphrase: 'ignored-by-a-plain-key' },
    proxy: 'environment',
    http2: true,
    language: 'ru',
    limits: { concurrency: 3, rate: 2.5, timeout: 500, retries: 0, failedLogins: 1, recheck: 60_000 },
    production: ['^https://api\\.'],
    decisionsFile: null,
    warnings: [],
  });
  expect(secrets.map(({ setting, value, placeholder }) => `${setting} ${value} ${placeholder}`)).toEqual([
    'variants.b.conditions.partner-blocked.credentials.partnerPassword another-blocked-password <password>',
    'credentials.partnerPassword full-password <password>',
    'conditions.unauthorized.credentials.rightPassword the-right-one <password>',
    'conditions.partner-blocked.credentials.partnerPassword blocked-password <password>',
    'variants.a.headers.x-gateway-KEY key-of-variant-a <secret>',
    'conditions.ip-blocked.proxy pass%2Fword <secret>',
    'conditions.ip-blocked.proxy pass/word <secret>',
    'conditions.unavailable.teardown.request.headers.Authorization Bearer token-12345 <secret>',
    'headers.X-Gateway-Key key-of-gateway <secret>',
    'headers.X-Short tiny <secret>',
    'tls.passphrase ignored-by-a-plain-key <secret>',
    'conditions.unavailable.teardown.request.headers.Authorization token-12345 <secret>',
  ]);
});

test('a profile of a few lines has defaults for the rest', async () => {
  const target = await load(minimal);
  expect(target).toMatchObject({
    name: '127.0.0.1:1',
    variants: {
      a: {
        encryption: { ...minimal.encryption, template: '{password}' },
        headers: {},
        conditions: { unauthorized: {} },
      },
    },
    limits: { concurrency: 8, rate: null, timeout: 10_000, retries: 4, failedLogins: 3, recheck: 60_000 },
    production: [],
    proxy: null,
    http2: false,
    language: 'en',
    tls: {},
  });
  expect(target.variants.b).toBeUndefined();
  put('decisions.yaml', '[]');
  expect((await load(minimal)).decisionsFile).toBe(join(folder, 'decisions.yaml'));
});

test('options go over SBP_BASE_URL, and that over the profile; an object needs no file', async () => {
  const both = changed(minimal, 'variants', { a: null, b: { bankCode: 'x' } });
  const profile = changed(both, 'credentials.partnerName', 1042);
  const flags = { baseUrl: 'http://h:2/', proxy: 'http://p:3', rate: 5, timeout: 7, variants: ['b'] };
  const variables = { SBP_BASE_URL: 'http://h:1' };
  expect(await load(profile, variables)).toMatchObject({
    baseUrl: 'http://h:1',
    warnings: ['SBP_BASE_URL is in the place of baseUrl of the profile'],
  });
  expect(await load(profile, variables, { flags })).toMatchObject({
    baseUrl: 'http://h:2',
    proxy: 'http://p:3',
    limits: { rate: 5, timeout: 7, retries: 4 },
    variants: { b: { credentials: { partnerName: '1042' } } },
    warnings: [],
  });
  const target = await loadTarget({ file: null, profile, flags: {}, env: variables, cwd: folder });
  expect(target).toMatchObject({ source: null, folder, baseUrl: 'http://127.0.0.1:1', decisionsFile: null });
  expect(Object.keys(target.variants)).toEqual(['a', 'b']);
});

test('a variant with a scheme of its own inherits what fits it', async () => {
  const common = {
    scheme: 'rsa-oaep',
    hash: 'sha1',
    key: join(keys, 'service.pem'),
    template: '1{password}',
  };
  const variants = {
    a: { encryption: { scheme: 'jwe' } },
    b: { bankCode: 'x', encryption: { mgf1: 'sha512' } },
  };
  const { a, b } = (
    await load({
      ...minimal,
      credentials: { ...minimal.credentials, partnerName: 1 },
      variants,
      encryption: common,
    })
  ).variants;
  expect(a?.encryption).toMatchObject({
    scheme: 'jwe',
    alg: 'RSA-OAEP-256',
    enc: 'A256GCM',
    kid: null,
    template: '1{password}',
  });
  expect(a?.encryption).not.toHaveProperty('hash');
  expect(b?.encryption).toMatchObject({ scheme: 'rsa-oaep', hash: 'sha1', mgf1: 'sha512' });
});

test.each([
  ['credentials.partnerPassword', 'right-password\n', 'has a line break'],
  ['credentials.partnerName', ' p', 'has a blank at an end'],
  ['credentials.useAuthByCert', 'tr\u200bue', 'has an invisible character'],
  ['headers.X', 'x ', 'has a blank at an end'],
  ['baseUrl', 'http://127.0.0.1:1/a\u200bb', 'has an invisible character'],
  ['encryption.template', '{password} ', 'has a blank at an end'],
])('%s = %j is a warning that names the setting and not the value', async (path, value, says) => {
  expect((await load(changed(minimal, path, value))).warnings).toEqual([
    `${path} ${says}; it is sent as it is`,
  ]);
});

test('files are read without their last line break; TLS that is not verified is a warning', async () => {
  put('password', 'from-a-file\n');
  const profile = changed(minimal, 'credentials.partnerPassword', '${file:password}');
  expect((await load(profile)).variants.a?.credentials.partnerPassword).toBe('from-a-file');
  const unverified = await load(changed(minimal, 'tls', { verify: false }));
  expect(unverified.warnings).toEqual([expect.stringContaining('tls.verify is false')]);
});

test('a file with several certificates of authorities alone is refused, one is not', async () => {
  const of = (names: readonly string[]) => ({
    ...minimal,
    encryption: { scheme: 'rsa-oaep', key: put('bundle.pem', names.map(pem).join('')) },
  });
  await expect(load(of(['service.pem', 'service.pem']))).rejects.toThrow(
    'encryption.key: found 2 certificates of authorities, expected one',
  );
  expect((await load(of(['service.pem']))).warnings).toEqual([]);
});

test('variables of a proxy are read where the profile says so alone; blanks count as unset', async () => {
  const variables = { HTTPS_PROXY: 'p:3128', http_proxy: '' };
  expect((await load(minimal, variables)).proxy).toBeNull();
  const fit = { HTTPS_PROXY: 'http://user:word@p:3128/', http_proxy: '' };
  expect((await load(changed(minimal, 'proxy', 'environment'), fit)).proxy).toBe('environment');
});

test('of several certificates of the service, one that has not expired is taken', async () => {
  const { expired, server } = makeCertificates();
  const keyOf = async (...files: readonly string[]) => {
    const encryption = { scheme: 'rsa-oaep', key: put('several.pem', files.join('')) };
    return (await load({ ...minimal, encryption })).variants.a?.encryption;
  };
  expect(await keyOf(expired.cert, server.cert)).toMatchObject({ key: server.cert });
  expect(await keyOf(server.cert, expired.cert)).toMatchObject({ key: server.cert });
  expect(await keyOf(expired.cert)).toMatchObject({ key: expired.cert });
});

test('a variable that hides another value in .env is a warning, one that the profile does not name is none', async () => {
  put('.env', 'FULL_PASSWORD=of-the-file\nOTHER=1\nSAME=2\nUNSET=3\n');
  const given = { FULL_PASSWORD: 'exported', OTHER: '2', SAME: '2' };
  const profile = changed(minimal, 'credentials.partnerPassword', '${FULL_PASSWORD}${SAME}${UNSET}');
  const hidden = await hiddenVariables(folder, given);
  const target = await load(profile, await readEnvironment(folder, given), { hidden });
  expect(target.variants.a?.credentials.partnerPassword).toBe('exported23');
  expect(target.warnings).toEqual(['FULL_PASSWORD of the environment hides another value in .env']);
});

test('an authority may be in DER or behind a byte order mark, as Windows writes it', async () => {
  const ca = put('root.cer', new X509Certificate(pem('loopback.pem')).raw);
  const { tls } = await load(changed(minimal, 'tls', { ca }));
  expect(pem('loopback.pem')).toContain(tls.ca);
  const marked = put('marked.pem', `\ufeff${pem('loopback.pem')}`);
  expect((await load(changed(minimal, 'tls', { ca: marked }))).tls.ca).toBe(pem('loopback.pem'));
});

describe('a production system', () => {
  const production = ['^https://api[.]', '^bank[.]test$', 'reset'];
  const setup = { request: { url: 'http://h/reset' } };
  test.each<[string, object]>([
    ['HTTPS://API.bank.test/x', {}],
    ['https://bank.test:8443/x', {}],
    ['http://h', { conditions: { unavailable: { baseUrl: 'https://api.h' } } }],
    ['http://h', { conditions: { unavailable: { setup } } }],
    ['http://h', { conditions: { unavailable: { setup: { command: 'curl "https://api.h/x"' } } } }],
  ])('%s %j needs --yes', async (baseUrl, more) => {
    const target = await load({ ...minimal, ...more, baseUrl, production });
    expect(() => requireNoProduction(target, false)).toThrow('matches a `production` pattern');
    expect(() => requireNoProduction(target, true)).not.toThrow();
    expect(() => requireNoProduction({ ...target, production: ['^x'] }, false)).not.toThrow();
  });
});

test('words of the specification and open settings are masked nowhere', async () => {
  const password = 'partnerPassword';
  const target = await load(
    changed(
      changed(minimal, 'credentials.partnerPassword', password),
      'credentials.partnerName',
      'Bearer-of-names',
    ),
  );
  const masker = createMasker(
    [...target.secrets, { value: 'Bearer-of-names', setting: 'x', placeholder: '<secret>' }],
    openTexts(target),
  );
  const text = '{"partnerName":"Bearer-of-names","partnerPassword":1,"description_status":"x"}';
  expect(masker.mask(text)).toBe(text);
});

describe('the JSON Schema', () => {
  const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(targetJsonSchema());
  test.each(['full.yaml', 'staging.yaml'])('takes %s', (name) => {
    isValid(parse(readFileSync(join(root, 'fixtures/targets', name), 'utf8')));
    expect(isValid.errors).toBeNull();
  });

  test.each([
    ['language', 'de', false],
    ['language', '${LANGUAGE}', true],
    ['headers', null, true],
    ['baseURL', 'x', false],
    ['encryption.hush', 'x', false],
    ['variants.a', null, true],
    ['variants.a.bankCode', 'x', false],
    ['credentials.partnerName', 1042, true],
  ])('%s = %j: %s', (path, value, expected) => {
    expect(isValid(changed(minimal, path, value))).toBe(expected);
  });
});
