import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { isMapping } from './place.ts';
import { digestOfProfile } from './secrets.ts';
import { changed, openTargetFolder, read } from './target.test-support.ts';

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

const { folder, load, put } = openTargetFolder();
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
put('other.pem', publicKey.export({ type: 'spki', format: 'pem' }));
for (const name of ['service.pem', 'service.pub.pem', 'service.key', 'loopback.pem']) put(name, read(name));
const windows = read('service.pem').replaceAll('\n', '\r\n');
put('mixed.pem', `A comment\r\n${read('service.key')}${windows}`);
for (const name of ['encrypt.mjs', 'another.mjs']) put(name, 'export default (plain) => plain;');

const env = { PASSWORD: 'the-password', TOKEN: 'the-token-of-today' };

const digestOf = async (
  profile: object | string,
  given: Readonly<Record<string, string>> = env,
): Promise<string> => digestOfProfile(await load(profile, given));

const set = (path: string, value: unknown): typeof plain => changed(plain, path, value);

describe('the digest of a profile', () => {
  const withModule = (module: string) => set('encryption', { scheme: 'module', module });

  test('is a SHA-256, and the same in another folder', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'sbp-digest-'));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    cpSync(folder, cwd, { recursive: true });
    const withCommand = set('encryption', { scheme: 'command', command: ['./enc'] });
    for (const profile of [plain, withModule('encrypt.mjs'), withCommand]) {
      const digest = await digestOf(profile);
      expect(digest).toMatch(/^[0-9a-f]{64}$/);
      writeFileSync(join(cwd, 'target.yaml'), JSON.stringify(profile));
      const sources = { profilePath: 'target.yaml', cwd };
      expect(digestOfProfile(await load(profile, env, sources))).toBe(digest);
    }
  });

  test('is the same for a module written otherwise, and another for another module', async () => {
    const digest = await digestOf(withModule('encrypt.mjs'));
    expect(await digestOf(withModule('./encrypt.mjs'))).toBe(digest);
    expect(await digestOf(withModule('another.mjs'))).not.toBe(digest);
  });

  test('does not depend on how the file is written', async () => {
    const reverse = (value: unknown): unknown =>
      isMapping(value)
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([key, own]) => [key, reverse(own)]),
          )
        : value;
    const commented = `# a comment\n${stringify(plain, { collectionStyle: 'flow' })}`;
    expect(parse(commented)).toEqual(plain);
    const digest = await digestOf(plain);
    expect(await digestOf(JSON.stringify(reverse(plain)))).toBe(digest);
    expect(await digestOf(commented)).toBe(digest);
  });

  test.for([
    ['the password', plain, { ...env, PASSWORD: 'another-password' }],
    ['a token in a command, a URL and a body', plain, { ...env, TOKEN: 'the-token-of-tomorrow' }],
    ['the value of a header', set('headers.X-Key', 'another-value'), env],
    ['a short value of a header', set('headers.X-Short', 'w'), env],
    ['the spelling of a header', set('headers', { 'x-key': 'v', 'x-short': 'w' }), env],
    ['a header of a teardown', set('conditions.unavailable.teardown.request.headers.X', 'two'), env],
    ['the password of a condition', set('conditions.partner-blocked.credentials.partnerPassword', 'x'), env],
    ['the password of a proxy', set('conditions.ip-blocked.proxy', 'http://user:other@127.0.0.1:3128'), env],
    ['the language of reports', { ...plain, language: 'ru' }, env],
    ['line ends, comments and a private key beside the certificate', set('encryption.key', 'mixed.pem'), env],
    ['the private key', set('encryption.privateKey', 'service.key'), env],
  ] as const)('stays the same with another value for %s', async ([, profile, given]) => {
    expect(await digestOf(profile, given)).toBe(await digestOf(plain));
  });

  test.for([
    ['hash', set('encryption.hash', 'sha512')],
    ['mgf1', set('encryption.mgf1', 'sha1')],
    ['key', set('encryption.key', 'other.pem')],
    ['form of the key', set('encryption.key', 'service.pub.pem')],
    ['name', set('name', 'Other')],
    ['base URL', set('baseUrl', 'http://127.0.0.1:8081')],
    ['variants', set('variants', { a: {} })],
    ['bank code', set('variants.b.bankCode', 'other')],
    ['partner', set('credentials.partnerName', '1044')],
    ['flag', set('credentials.useAuthByCert', 'false')],
    ['partner of a condition', set('conditions.partner-blocked.credentials.partnerName', '1044')],
    ['condition', set('conditions.reward-unavailable', { headers: { X: 'y' } })],
    ['proxy', set('conditions.ip-blocked.proxy', 'http://user:first-word@127.0.0.1:3129')],
    ['command', set('conditions.unavailable.setup.command', 'switch --token ${TOKEN} off')],
    ['method', set('conditions.unavailable.teardown.request.method', 'PUT')],
    ['header', set('headers', { 'X-Other': 'value-of-the-gateway', 'X-Short': 'v' })],
    ['pattern', set('texts.missing', 'absent')],
    ['authority', set('tls.ca', 'loopback.pem')],
    ['limit', set('limits.rate', 6)],
    ['waiver', set('waivers.0.until', '2031-01-02')],
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
