import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { goldenText } from '../report/golden.test-support.ts';
import { countedSettings, digestOfProfile } from './secrets.ts';
import { at, changed, openTargetFolder, own, pkcs12, read } from './target.test-support.ts';

const plain = {
  name: 'Test',
  baseUrl: 'http://127.0.0.1:8080',
  variants: {
    a: { encryption: { scheme: 'command', command: ['enc', '--with', '${PASSWORD}'] } },
    b: { bankCode: 'acme', encryption: { scheme: 'module', module: './encrypt.mjs' } },
  },
  credentials: { partnerName: '1042', partnerPassword: '${PASSWORD}', useAuthByCert: 'true' },
  encryption: { scheme: 'cms', key: at('service.pem') },
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
  tls: { ca: at('loopback.pem'), cert: at('service.pem'), key: at('service.key'), passphrase: 'opener' },
  limits: { rate: 5 },
  waivers: [{ requirement: 'b.error.body', reason: 'r', owner: 'o', until: '2031-01-01' }],
};
const withKey = changed(plain, 'variants', {
  a: { encryption: { scheme: 'rsa-oaep', hash: 'sha512', mgf1: 'sha1' } },
});

const { folder, load, put } = openTargetFolder();
put('encrypt.mjs', 'export default (plain) => plain;');
const env = { PASSWORD: 'word', TOKEN: 'the-token-of-today' };

describe('the digest of a profile', () => {
  test('counts what the golden file says, and nothing that is secret or of this machine', async () => {
    const counted = [countedSettings(await load(plain, env)), countedSettings(await load(withKey, env))];
    const text = `${JSON.stringify(counted, null, 2)}\n`;
    expect(text).toBe(await goldenText('../targets/counted.json', text));
    const body = read('service.key').split('\n')[3] ?? '';
    const secrets = ['"word"', env.TOKEN, 'blocked-pass', 'first-word', 'gateway', 'opener', body, folder];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('counts of a client certificate with its key only that there is one', async () => {
    const tls = { pfx: put('client.p12', pkcs12('opener', ...own)), passphrase: 'opener' };
    const counted = countedSettings(await load({ ...plain, tls }, env));
    expect(counted).toMatchObject({ tls: { pfx: '<secret>', passphrase: '<secret>' } });
  });

  test('counts a condition that goes past the proxy', async () => {
    const profile = changed(plain, 'conditions.ip-blocked', { proxy: 'none' });
    const counted = countedSettings(await load(profile, env));
    expect(counted).toMatchObject({ variants: { b: { conditions: { 'ip-blocked': { proxy: 'none' } } } } });
  });

  test('is the SHA-256 of that, the same in another folder and however the file is written', async () => {
    const target = await load(plain, env);
    const digest = digestOfProfile(target);
    const counted = JSON.stringify(countedSettings(target));
    expect(digest).toBe(createHash('sha256').update(counted).digest('hex'));
    const reversed = Object.fromEntries(Object.entries(plain).toReversed());
    const commented = `# a comment\n${stringify(reversed, { collectionStyle: 'flow' })}`;
    const spelled = changed(plain, 'headers', { 'x-short': 'w', 'x-key': 'v' });
    for (const profile of [commented, spelled, { ...plain, language: 'ru', userAgent: 'partner/1' }])
      expect(digestOfProfile(await load(profile, env))).toBe(digest);
    const cwd = mkdtempSync(join(tmpdir(), 'sbp-digest-'));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    cpSync(folder, cwd, { recursive: true });
    const elsewhere = { profilePath: put('target.yaml', JSON.stringify(plain)), cwd };
    cpSync(join(folder, 'target.yaml'), join(cwd, 'target.yaml'));
    expect(digestOfProfile(await load(plain, env, elsewhere))).toBe(digest);
  });
});
