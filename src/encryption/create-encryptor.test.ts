import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEncryptor } from './create-encryptor.ts';
import { createDecryptor } from './decryptor.ts';
import type { KeySettings } from './key.ts';
import type { EncryptionSettings } from './settings.ts';

const read = (name: string) => readFileSync(new URL(`../../fixtures/keys/${name}`, import.meta.url), 'utf8');
const clock = { now: () => new Date('2026-11-20T10:00:00Z'), uuid: () => 'b9f1' };

const common = {
  key: read('service.pem'),
  privateKey: read('service.key'),
  template: '{password}',
  encoding: 'base64',
} as const;

const folder = mkdtempSync(join(tmpdir(), 'sbp-encryptor-'));
const identity = join(folder, 'identity.mjs');
beforeAll(() => writeFileSync(identity, 'export default (plain) => plain;\n'));
afterAll(() => rmSync(folder, { recursive: true }));

type Encoded = Exclude<KeySettings, { readonly scheme: 'jwe' }>;

const schemes: readonly Encoded[] = [
  { ...common, scheme: 'rsa-oaep', hash: 'sha256', mgf1: 'sha256' },
  { ...common, scheme: 'rsa-oaep', hash: 'sha256', mgf1: 'sha1' },
  { ...common, scheme: 'rsa-pkcs1' },
  { ...common, scheme: 'cms', cipher: 'aes256' },
];

const [oaep, , pkcs1] = schemes as readonly [Encoded, Encoded, Encoded, Encoded];

describe.each(schemes.map((settings, index) => [settings.scheme, index, settings] as const))(
  '%s (%i)',
  (_scheme, _index, settings) => {
    it('yields another ciphertext each time', async () => {
      const encryptor = await createEncryptor(settings, clock);
      const texts = [await encryptor.encrypt('secret'), await encryptor.encrypt('secret')];
      expect(new Set(texts).size).toBe(2);
    });

    it.each(['', 'a', 'Пароль', 'quo\'te "$&" {uuid} 🔐', 'line\r\nbreak\u0000'])(
      'takes the password %j',
      async (password) => {
        const encryptor = await createEncryptor({ ...settings, privateKey: null }, clock);
        const decryptor = await createDecryptor(settings);
        expect(await decryptor.decrypt(await encryptor.encrypt(password))).toBe(password);
      },
    );

    it('keeps passwords apart that are encrypted at once', async () => {
      const encryptor = await createEncryptor({ ...settings, privateKey: null }, clock);
      const decryptor = await createDecryptor(settings);
      const passwords = ['one', 'two', 'three', 'four'];
      const texts = await Promise.all(passwords.map((password) => encryptor.encrypt(password)));
      expect(await Promise.all(texts.map((text) => decryptor.decrypt(text)))).toEqual(passwords);
    });

    it.each(['base64', 'base64url', 'hex'] as const)('writes %s', async (encoding) => {
      const encryptor = await createEncryptor({ ...settings, encoding }, clock);
      const decryptor = await createDecryptor({ ...settings, encoding });
      expect(await decryptor.decrypt(await encryptor.encrypt('secret'))).toBe('secret');
    });

    it('does not decrypt what was altered', async () => {
      const encryptor = await createEncryptor(settings, clock);
      const decryptor = await createDecryptor(settings);
      const bytes = Buffer.from(await encryptor.encrypt('secret'), 'base64');
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20);
      expect(await decryptor.decrypt(bytes.toString('base64'))).not.toBe('secret');
    });

    it.each(['', 'secret', 'AAAA', 'c2VjcmV0', '====', 'MIIB'])('decrypts %j to nothing', async (text) => {
      const decryptor = await createDecryptor(settings);
      expect(await decryptor.decrypt(text)).toBeNull();
    });
  },
);

describe('an encryptor', () => {
  const template = '{timestamp}|{uuid}|{password}';
  const filled = '2026-11-20T10:00:00.000Z|b9f1|secret';

  it.each<KeySettings>([
    ...schemes,
    { ...common, scheme: 'jwe', alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: null },
  ])('encrypts what the template says with $scheme', async (settings) => {
    const encryptor = await createEncryptor({ ...settings, template }, clock);
    const decryptor = await createDecryptor(settings);
    expect(await decryptor.decrypt(await encryptor.encrypt('secret'))).toBe(filled);
  });

  it.each<EncryptionSettings>([
    { scheme: 'command', command: ['cat'], folder, template },
    {
      scheme: 'module',
      module: identity,
      template,
    },
  ])('hands what the template says to a $scheme', async (settings) => {
    expect(await (await createEncryptor(settings, clock)).encrypt('secret')).toBe(filled);
  });

  it('asks the clock anew for every password', async () => {
    const times = [new Date(0), new Date(1)].values();
    const ids = ['1', '2'].values();
    const ticking = { now: () => times.next().value ?? new Date(2), uuid: () => ids.next().value ?? '3' };
    const encryptor = await createEncryptor({ ...oaep, template }, ticking);
    const decryptor = await createDecryptor(oaep);
    const texts = [await encryptor.encrypt('x'), await encryptor.encrypt('x')];
    expect(await Promise.all(texts.map((text) => decryptor.decrypt(text)))).toEqual([
      '1970-01-01T00:00:00.000Z|1|x',
      '1970-01-01T00:00:00.001Z|2|x',
    ]);
  });

  it('refuses a template that leaves the password out', async () => {
    const settings = { ...oaep, template: '{timestamp}' };
    await expect(createEncryptor(settings, clock)).rejects.toMatchObject({
      code: 'template-without-password',
    });
  });

  it.each([
    ['rsa-oaep', oaep, 190],
    ['rsa-pkcs1', pkcs1, 245],
  ] as const)(
    'takes with %s as many bytes as the key holds and not one more',
    async (_scheme, settings, capacity) => {
      const encryptor = await createEncryptor(settings, clock);
      const refusal = { fault: 'profile', code: 'password-too-long' };
      await expect(encryptor.encrypt('x'.repeat(capacity))).resolves.toMatch(/=$/);
      await expect(encryptor.encrypt('x'.repeat(capacity + 1))).rejects.toMatchObject(refusal);
    },
  );

  it('counts the bytes of what the template yields', async () => {
    const encryptor = await createEncryptor({ ...oaep, template: 'яя{password}' }, clock);
    const failure = encryptor.encrypt('я'.repeat(94));
    await expect(failure).rejects.toThrow(
      'has 192 bytes in UTF-8, expected at most 190 with a key of 2048 bits',
    );
  });

  it('has no limit of length with cms', async () => {
    const settings: KeySettings = { ...common, scheme: 'cms', cipher: '3des' };
    const encryptor = await createEncryptor(settings, clock);
    await expect(encryptor.encrypt('x'.repeat(5000))).resolves.toMatch(/^MII/);
  });

  it('needs a certificate for cms', async () => {
    const settings: KeySettings = {
      ...common,
      key: read('service.pub.pem'),
      scheme: 'cms',
      cipher: 'aes256',
    };
    const refusal = { fault: 'profile', code: 'key-not-a-certificate' };
    await expect(createEncryptor(settings, clock)).rejects.toMatchObject(refusal);
  });

  it('refuses a private key of another pair', async () => {
    const settings = { ...oaep, privateKey: read('cyrillic.key') };
    const refusal = { fault: 'profile', code: 'private-key-does-not-match' };
    await expect(createEncryptor(settings, clock)).rejects.toMatchObject(refusal);
  });
});
