import { generateKeyPairSync } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { specification } from '../spec/specification.ts';
import { digestOfProfile } from './secrets.ts';
import { loadTarget } from './load.ts';

const keys = resolve(import.meta.dirname, '../../fixtures/keys');
const now = new Date('2030-01-01T00:00:00Z');

const plain = {
  name: 'Test',
  baseUrl: 'http://127.0.0.1:8080',
  variants: { a: {}, b: { bankCode: 'acme' } },
  credentials: { partnerName: '1042', partnerPassword: '${PASSWORD}', useAuthByCert: 'true' },
  encryption: { scheme: 'rsa-oaep', hash: 'sha256', mgf1: 'sha256', key: 'service.pem' },
  conditions: {
    'partner-blocked': { credentials: { partnerName: '1043', partnerPassword: 'blocked-password' } },
    'ip-blocked': { proxy: 'http://user:first-word@127.0.0.1:3128' },
    unavailable: {
      setup: { command: 'switch --token ${TOKEN} down' },
      teardown: {
        request: { url: 'http://127.0.0.1/up?t=${TOKEN}', headers: { X: 'one' }, body: '${TOKEN}' },
      },
    },
  },
  headers: { 'X-Key': 'value-of-the-gateway', 'X-Short': 'v' },
  texts: { missing: 'missing', unauthorized: 'no' },
  tls: { ca: 'service.pem' },
  limits: { rate: 5 },
  waivers: [{ requirement: 'b.error.body', reason: 'r', owner: 'o', until: '2031-01-01' }],
};

const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  type: 'spki',
  format: 'pem',
});

const env = { PASSWORD: 'the-password', TOKEN: 'the-token-of-today' };

/** The digest of the profile, written into a folder of its own. */
async function digestOf(profile: unknown, given: Readonly<Record<string, string>> = env): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-digest-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(keys, folder, { recursive: true });
  await writeFile(join(folder, 'other.pem'), otherKey);
  const pem = await readFile(join(folder, 'service.pem'), 'utf8');
  const privateKey = await readFile(join(folder, 'service.key'), 'utf8');
  await writeFile(join(folder, 'mixed.pem'), `A comment\r\n${privateKey}${pem.replaceAll('\n', '\r\n')}`);
  await writeFile(join(folder, 'encrypt.mjs'), 'export default (plain) => plain;');
  await writeFile(join(folder, 'another.mjs'), 'export default (plain) => plain;');
  await writeFile(join(folder, 'target.yaml'), typeof profile === 'string' ? profile : stringify(profile));
  const sources = { profilePath: 'target.yaml', flags: {}, env: given, cwd: folder, now };
  return digestOfProfile(await loadTarget(sources, specification.variants));
}

const changed = (change: (profile: typeof plain) => unknown): typeof plain => {
  const copy = structuredClone(plain);
  change(copy);
  return copy;
};

const set = (path: string, value: unknown): typeof plain =>
  changed((profile) => {
    const steps = path.split('/');
    const last = steps.pop() ?? '';
    const parent = steps.reduce<unknown>((found, step) => Reflect.get(found as object, step), profile);
    Reflect.set(parent as object, last, value);
  });

describe('the digest of a profile', () => {
  test('is the same in another folder', async () => {
    const digest = await digestOf(plain);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await digestOf(plain)).toBe(digest);
  });

  test('is the same for a module in another folder, and another for another module', async () => {
    const withModule = (module: string) => set('encryption', { scheme: 'module', module });
    const digest = await digestOf(withModule('encrypt.mjs'));
    expect(await digestOf(withModule('./encrypt.mjs'))).toBe(digest);
    expect(await digestOf(withModule('another.mjs'))).not.toBe(digest);
  });

  test('does not depend on how the file is written', async () => {
    const reversed = Object.fromEntries(
      Object.entries(plain)
        .toReversed()
        .map(([key, value]) => [
          key,
          Array.isArray(value) || typeof value === 'string'
            ? value
            : Object.fromEntries(Object.entries(value).toReversed()),
        ]),
    );
    const commented = `# a comment\n${stringify(plain, { collectionStyle: 'flow' })}`;
    expect(parse(commented)).toEqual(plain);
    const digest = await digestOf(plain);
    expect(await digestOf(reversed)).toBe(digest);
    expect(await digestOf(commented)).toBe(digest);
  });

  test.for([
    ['the password', plain, { ...env, PASSWORD: 'another-password' }],
    ['a token in a command, a URL and a body', plain, { ...env, TOKEN: 'the-token-of-tomorrow' }],
    ['the value of a header', set('headers/X-Key', 'another-value'), env],
    ['a short value of a header', set('headers/X-Short', 'w'), env],
    ['the spelling of a header', set('headers', { 'x-key': 'v', 'x-short': 'w' }), env],
    ['a header of a teardown', set('conditions/unavailable/teardown/request/headers/X', 'two'), env],
    ['the password of a condition', set('conditions/partner-blocked/credentials/partnerPassword', 'x'), env],
    ['the password of a proxy', set('conditions/ip-blocked/proxy', 'http://user:other@127.0.0.1:3128'), env],
    ['the language of reports', { ...plain, language: 'ru' }, env],
    ['line ends, comments and a private key beside the certificate', set('encryption/key', 'mixed.pem'), env],
    ['the private key', set('encryption/privateKey', 'service.key'), env],
  ] as const)('stays the same with another value for %s', async ([, profile, given]) => {
    expect(await digestOf(profile, given)).toBe(await digestOf(plain));
  });

  test.for([
    ['hash', set('encryption/hash', 'sha512')],
    ['mgf1', set('encryption/mgf1', 'sha1')],
    ['key', set('encryption/key', 'other.pem')],
    ['form of the key', set('encryption/key', 'service.pub.pem')],
    ['name', set('name', 'Other')],
    ['base URL', set('baseUrl', 'http://127.0.0.1:8081')],
    ['variants', set('variants', { a: {} })],
    ['bank code', set('variants/b/bankCode', 'other')],
    ['partner', set('credentials/partnerName', '1044')],
    ['flag', set('credentials/useAuthByCert', 'false')],
    ['partner of a condition', set('conditions/partner-blocked/credentials/partnerName', '1044')],
    ['condition', set('conditions/reward-unavailable', { headers: { X: 'y' } })],
    ['proxy', set('conditions/ip-blocked/proxy', 'http://user:first-word@127.0.0.1:3129')],
    ['command', set('conditions/unavailable/setup/command', 'switch --token ${TOKEN} off')],
    ['method', set('conditions/unavailable/teardown/request/method', 'PUT')],
    ['header', set('headers', { 'X-Other': 'value-of-the-gateway', 'X-Short': 'v' })],
    ['pattern', set('texts/missing', 'absent')],
    ['authority', set('tls/ca', 'loopback.pem')],
    ['limit', set('limits/rate', 6)],
    ['waiver', set('waivers/0/until', '2031-01-02')],
  ] as const)('is another with another %s', async ([, profile]) => {
    expect(await digestOf(profile)).not.toBe(await digestOf(plain));
  });

  test('does not depend on a secret among the words of a command', async () => {
    const withCommand = (password: string) => ({
      ...set('encryption', { scheme: 'command', command: ['enc', '--with', '${PASSWORD}'] }),
      credentials: { ...plain.credentials, partnerPassword: password },
    });
    const digest = await digestOf(withCommand('short'), { ...env, PASSWORD: 'short' });
    expect(await digestOf(withCommand('brief'), { ...env, PASSWORD: 'brief' })).toBe(digest);
  });
});
