import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../base/errors.ts';
import { goldenText } from '../report/golden.test-support.ts';
import { requireNoProduction } from './production.ts';
import type { TargetFlags } from './environment.ts';
import { loadTarget } from './load.ts';
import { parseYaml } from './profile.ts';
import { digestOfProfile } from './secrets.ts';
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

const fullEnv = { FULL_PASSWORD: 'full-password', FULL_TOKEN: 'token-12345', FULL_KEY: 'key-of-gateway' };

async function load(
  profilePath: string | null,
  env: Readonly<Record<string, string>>,
  flags: TargetFlags = {},
): Promise<Target> {
  return await loadTarget({ profilePath, flags, env, cwd: root, now: valid });
}

const minimal = {
  baseUrl: 'http://127.0.0.1:1',
  variants: { a: {} },
  credentials: { partnerName: 'p', partnerPassword: 'literal', useAuthByCert: 'true' },
  encryption: { scheme: 'command', command: ['encrypt', ''] },
};
/** Profiles with variables and flags. Each leads to a target in a fixture of its name. */
const targets: Readonly<Record<string, readonly [profile: string | object | null, object?, TargetFlags?]>> = {
  full: ['full.yaml', fullEnv],
  // The commented example: defaults are filled in, and there is no warning.
  staging: ['staging.yaml', stagingEnv],
  // An option wins over SBP_BASE_URL, that over the profile.
  flags: [
    'staging.yaml',
    { ...stagingEnv, SBP_BASE_URL: 'http://127.0.0.1:3' },
    { baseUrl: 'http://127.0.0.1:2/@tenant/', concurrency: 1, rate: 2, timeout: 3, retries: 0 },
  ],
  address: [minimal, { SBP_BASE_URL: 'http://127.0.0.1:3/api/' }],
  // ${file:PATH} loses one line break. Its text is inserted as it is.
  replaced: [
    {
      ...minimal,
      name: 'a{2}$ $$ {A} ${A}',
      tls: null,
      credentials: { partnerName: 'p', partnerPassword: '${file:windows}', useAuthByCert: '${file:unix}' },
      reviews: 'reviews.yaml',
    },
    { A: 'x' },
  ],
  // A variable with a misspelt name is a warning, unless the profile refers to it.
  misspelt: [
    { ...minimal, name: '${SBP_TARGT}' },
    { SBP_BASEURL: 'x', SBP_TARGT: '1', SBP_RATE_OF_BANK: '4' },
  ],
  module: [{ ...minimal, encryption: { scheme: 'module', module: './encrypt.mjs' } }],
  schemes: [
    {
      ...minimal,
      variants: {
        a: { encryption: { scheme: 'jwe' } },
        b: { bankCode: 'x', encryption: { scheme: 'rsa-pkcs1' } },
      },
      credentials: { ...minimal.credentials, partnerName: 1 },
      encryption: { key: at('service.pem') },
    },
  ],
  // A variant with another scheme inherits only settings that the scheme uses.
  'other-scheme': [
    {
      ...minimal,
      variants: { a: { encryption: { scheme: 'cms' } } },
      encryption: {
        scheme: 'rsa-oaep',
        hash: 'sha1',
        key: at('service.pem'),
        encoding: 'hex',
        template: 'x{password}',
      },
    },
  ],
  // Passwords of any length, and header values of 8 or more characters, except a condition's header.
  secrets: [
    {
      ...minimal,
      headers: { A: '1234567', B: '12345678' },
      conditions: {
        unauthorized: { credentials: { partnerName: '9', rightPassword: 'q' } },
        unavailable: {
          headers: { D: 'switches-it-off' },
          setup: { request: { url: 'http://127.0.0.1:1/', headers: { C: 'setup-header' } } },
        },
      },
    },
  ],
};

test.each(Object.entries(targets))(
  '%s is loaded as %s.json says; UPDATE_GOLDEN=1 writes it',
  async (name, given) => {
    const [profile, env = {}, flags = {}] = given;
    put('unix', 'first\nsecond ${X} $& "#\n\n');
    put('windows', 'secret\r\n');
    for (const file of ['encrypt.mjs', 'reviews.yaml']) put(file, '');
    const variables = { ...env };
    const target =
      profile === null || typeof profile === 'string'
        ? await load(profile === null ? null : `fixtures/targets/${profile}`, variables, flags)
        : await loadHere(profile, variables, { profilePath: put(`${name}.yaml`, JSON.stringify(profile)) });
    const places = [root, folder].reduce(
      (text, place, index) => text.replaceAll(place, ['ROOT', 'FOLDER'][index] ?? ''),
      JSON.stringify(target, null, 2),
    );
    const written = ['service.pem', 'service.pub.pem', 'service.key'].reduce(
      (text, key) =>
        text
          .replaceAll(JSON.stringify(read(key)), JSON.stringify(key))
          .replaceAll(JSON.stringify(read(key).replace(/^TEST ONLY\n/, '')), JSON.stringify(key)),
      places,
    );
    expect(`${written}\n`).toBe(await goldenText(`../targets/${name}.json`, `${written}\n`));
  },
);

test('SBP_TARGET names the profile, and an empty one names none', async () => {
  const env = { ...stagingEnv, SBP_TARGET: 'fixtures/targets/staging.yaml' };
  expect((await load(null, env)).name).toBe('Staging');
  await expect(load(null, { ...stagingEnv, SBP_TARGET: ' ' })).rejects.toMatchObject({ code: 'no-profile' });
});

test.for<readonly [env: Readonly<Record<string, string>>, flags: TargetFlags, said: string, hint: string]>([
  [
    { SBP_BASE_URL: 'http://x' },
    {},
    'SBP_BASE_URL: found no profile, expected one with variants, cred',
    '--target',
  ],
  [{}, { baseUrl: 'http://x' }, '--base-url: found no profile, expected one', 'init writes one'],
  [{}, {}, 'the target: found no profile', 'SBP_TARGET'],
])('a base URL alone describes no target: %j, %j', async ([env, flags, said, hint]) => {
  const error: unknown = await load(null, env, flags).catch((found: unknown) => found);
  expect(error).toMatchObject({
    code: 'no-profile',
    message: expect.stringContaining(said) as string,
    hint: expect.stringContaining(hint) as string,
  });
});

test('--variant keeps the chosen ones among the claimed', async () => {
  const target = await load('fixtures/targets/staging.yaml', stagingEnv, { variants: ['b', 'b'] });
  expect(Object.keys(target.variants)).toStrictEqual(['b']);
});

test('a target shows no secret in its name, in a waiver, or where a production pattern matches', async () => {
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

describe('a base URL that a production pattern matches needs a yes', async () => {
  const plain = await loadHere(minimal);

  function needsYes(target: Target): boolean {
    requireNoProduction(target, true);
    try {
      requireNoProduction(target, false);
      return false;
    } catch (error) {
      return error instanceof UserError;
    }
  }

  test.each<readonly [pattern: string, addresses: string]>([
    [String.raw`^https://api\.`, 'https://api.example.test'],
    ['LIVE', 'http://live.example.test'],
    [
      String.raw`^https://prod\.test/prod$`,
      'https://prod.test/prod https://%70rod.test/prod https://ｐｒｏｄ.test/prod https://pr\u00adod.test/prod ' +
        'https://pr\u200bod.test/prod https://prod。test/prod https://prod.test:0443/prod https://prod.test/x/../prod ' +
        'https://prod.test/%2e%2e/prod https://prod.test/%70rod https://prod.test/%2570rod https://prod.test//prod ' +
        'https://prod.test./prod HTTPS://PROD.TEST/prod',
    ],
    [String.raw`^http://10\.0\.0\.1`, 'http://167772161 http://0xa000001 http://012.0.0.1 http://10.1'],
    [String.raw`^http://\[::1\]:8080`, 'http://[0:0:0:0:0:0:0:1]:8080'],
    ['^https://сайт', 'https://xn--80aswg.test'],
    ['^https://xn--80aswg', 'https://сайт.test'],
    ['//(a+)+$', `http://${'a'.repeat(60)}.test`],
  ])('%s, in every spelling of its address', (pattern, addresses) => {
    const targets = addresses.split(' ').map((baseUrl) => ({ ...plain, baseUrl, production: [pattern] }));
    expect(targets.filter((target) => !needsYes(target)).map(({ baseUrl }) => baseUrl)).toEqual([]);
  });

  test.each([
    [{ baseUrl: 'https://prod.test' }, true],
    [{ setup: { request: { url: 'https://prod.test/x' } } }, true],
    [{ setup: { command: 'curl -s "https://PROD%2etest/x"' } }, true],
    [{ setup: { command: 'true' }, teardown: { request: { url: 'https://prod.test./' } } }, true],
    [{ baseUrl: 'http://x' }, false],
  ])(
    'and so does that of a condition, and what it sends before and after: %j',
    async (unavailable, needed) => {
      const production = [String.raw`//prod\.t`];
      expect(needsYes(await loadHere({ ...minimal, conditions: { unavailable }, production }))).toBe(needed);
    },
  );
});

const valueOf = (text: string): unknown => {
  const yaml = parseYaml(text);
  return yaml.kind === 'parsed' ? yaml.value : yaml.found;
};

test.each([
  ['partnerName: 007', { partnerName: '007' }],
  ['unknownPartner: 9007199254740993', { unknownPartner: '9007199254740993' }],
  ['bankCode: 0x10', { bankCode: '0x10' }],
  ['useAuthByCert: true', { useAuthByCert: 'true' }],
  ['useAuthByCert: TRUE', { useAuthByCert: 'TRUE' }],
  ['{ useAuthByCert: 01 }', { useAuthByCert: '01' }],
  ['bankCode: False', { bankCode: 'False' }],
  ['partnerName: 1e3', { partnerName: '1e3' }],
  ['partnerName: +1042', { partnerName: '+1042' }],
  ['bankCode: .inf', { bankCode: '.inf' }],
  ['%YAML 1.1\n---\nuseAuthByCert: yes', { useAuthByCert: 'yes' }],
  ['%YAML 1.1\n---\nbankCode: 2030-01-01', { bankCode: '2030-01-01' }],
  ['headers: { X-A: 007, X-B: TRUE, X-C: ~ }', { headers: { 'X-A': '007', 'X-B': 'TRUE', 'X-C': null } }],
  [
    'conditions: { unavailable: { headers: { X-A: 1e3 } } }',
    { conditions: { unavailable: { headers: { 'X-A': '1e3' } } } },
  ],
  ['userAgent: 1.10', { userAgent: '1.10' }],
  ['encryption: { kid: 0x1F }', { encryption: { kid: '0x1F' } }],
  ['name: True', { name: 'True' }],
  // A key without a value counts as absent.
  ['bankCode: ~', { bankCode: null }],
  ['rate: 010', { rate: 10 }],
  ['http2: TRUE', { http2: true }],
  ['a: &x { k: v }\nb: *x', { a: { k: 'v' }, b: { k: 'v' } }],
  // An alias stands for the text that is written at its anchor.
  ['x-n: &n 007\npartnerName: *n\nrate: *n', { 'x-n': 7, partnerName: '007', rate: 7 }],
  ['x-c: &c { useAuthByCert: TRUE }\ncredentials: *c', credentialsTwice('TRUE')],
  ['partnerName: &n 007\nunknownPartner: *n', { partnerName: '007', unknownPartner: '007' }],
])('names keep the text that is written: %j', (text, value) => {
  expect(valueOf(text)).toStrictEqual(value);
});

function credentialsTwice(useAuthByCert: string) {
  return { 'x-c': { useAuthByCert }, credentials: { useAuthByCert } };
}

test.each([
  'credentials:\n  a: 1\n\u00a0\u00a0b: c: 2',
  'a: 1\nb:\n  \u3000c: d\n   e: f',
  'a:\n  \u200bb: [1',
])('an indentation that is none is named where a profile cannot be read: %j', (text) => {
  expect(valueOf(text)).toMatch(/^line \d, column \d: an unusual blank or an invisible character indents/);
});

test.each([
  ['a: &a { k: 1, l: 2 }\nb: { <<: *a, k: 3 }', { a: { k: 1, l: 2 }, b: { k: 3, l: 2 } }],
  ['a: &a { k: 1 }\nb: &b { l: 2 }\nc:\n  <<: [*a, *b]', { a: { k: 1 }, b: { l: 2 }, c: { k: 1, l: 2 } }],
  ['credentials:\n  <<: { partnerName: 007 }', { credentials: { partnerName: '007' } }],
  ['a:\n  "<<": 1', { a: { '<<': 1 } }],
  [
    'a: &a {}\nb:\n  <<: *a\n  <<: *a',
    'line 4, column 3: a second merge key; merge several mappings with `<<: [*one, *other]`, expected YAML 1.2',
  ],
  [
    'a:\n  <<: 3',
    'line 2, column 3: a merge key (`<<`) takes a mapping, an alias of one, or a list of them, expected YAML 1.2',
  ],
  [
    'a:\n  <<: *lost',
    'line 2, column 7: an alias has no anchor before it, or there are more than 100 of them; put a value that begins with `*` in quotes, expected YAML 1.2',
  ],
])('mappings are merged: %j', (text, value) => {
  expect(valueOf(text)).toStrictEqual(value);
});

test('members for anchors are no settings: they are not read, and count in no digest', async () => {
  const text = (before: string, usual: string): string => `${before}
baseUrl: http://127.0.0.1:1
variants: { a: {} }
credentials: ${usual}
headers: { x-key: short }
encryption: { scheme: command, command: [encrypt], x-note: a note }
`;
  const members = '{ partnerName: p, partnerPassword: literal, useAuthByCert: TRUE }';
  const plain = await loadHere(text('', members).replace(', x-note: a note', ''));
  const anchored = await loadHere(text(`x-usual: &usual ${members}\nx-other: \${LOST}`, '{ <<: *usual }'));
  expect(digestOfProfile(anchored)).toBe(digestOfProfile(plain));
  expect(anchored.variants['a']?.headers).toEqual({ 'x-key': 'short' });
  expect(anchored.variants['a']?.credentials.useAuthByCert).toBe('TRUE');
  expect(anchored.warnings).toEqual(plain.warnings);
});

test.each(['.usual: &usual { partnerName: 1 }', 'defaults:\n  partner: &p 1'])(
  'a member for anchors of another name is told which name it needs: %j',
  async (member) => {
    const found = 'found an unknown key that holds an anchor, expected a name that begins with `x-`';
    const rest = '\nbaseUrl: http://127.0.0.1:1';
    await expect(loadHere(`${member}${rest}`)).rejects.toThrow(found);
    await expect(loadHere(`x-${member}${rest}`)).rejects.toThrow('variants: found no variant');
  },
);
