import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeKey, readKey, readPrivateKey } from './key.ts';
import { keyScheme } from './scheme.ts';

const read = (name: string) => readFileSync(new URL(`../../fixtures/keys/${name}`, import.meta.url), 'utf8');
const certificate = read('service.pem');
const spki = read('service.pub.pem');
const secret = read('service.key');

// What else may be wrong with a key file stands in fixtures/targets/broken.txt.
describe('a private key', () => {
  const key = createPrivateKey(secret);
  const lock = { cipher: 'aes-256-cbc', passphrase: 'x' };

  it.each([
    ['PKCS#1', key.export({ type: 'pkcs1', format: 'pem' }).toString()],
    ['a file with the certificate', certificate + secret],
  ])('is read from %s', (_name, privateKey) => {
    expect(readPrivateKey(privateKey, readKey(spki)).equals(key)).toBe(true);
  });

  it.each([
    ['is empty', '', 'private-key-unreadable'],
    [
      'has a passphrase',
      String(key.export({ type: 'pkcs8', format: 'pem', ...lock })),
      'private-key-unreadable',
    ],
    ['is of another pair', read('cyrillic.key'), 'private-key-does-not-match'],
  ])('that %s is refused', (_name, privateKey, code) => {
    const refusal = expect.objectContaining({ fault: 'profile', code, setting: 'privateKey' });
    expect(() => readPrivateKey(privateKey, readKey(spki))).toThrow(refusal);
  });

  it.each([null, '', 'plaim', 'plain '])(
    'that yields %j again is an error of the suite',
    async (decrypted) => {
      const scheme = keyScheme('broken', {
        settings: {},
        assertUsable: () => {},
        encrypt: () => async (plain) => `<${plain}>`,
        decrypt: () => async () => (decrypted === null ? null : Buffer.from(decrypted)),
      });
      const settings = { scheme: 'broken', key: spki, privateKey: secret, template: '{password}' } as const;
      const encrypt = await scheme.encrypt(settings, { now: () => new Date(0), uuid: () => 'id' });
      const blame = { fault: 'suite', code: 'ciphertext-does-not-round-trip' };
      await expect(encrypt('plain')).rejects.toMatchObject(blame);
    },
  );
});

it('a description of a key has subject, validity and length', () => {
  const subject = 'C=RU, O=Тестовый банк, CN=TEST ONLY Проверочный ключ';
  expect(describeKey(read('cyrillic.pem'))).toEqual({ subject, notAfter: expect.any(Date), bits: 2048 });
  expect(describeKey(spki)).toEqual({ subject: null, notAfter: null, bits: 2048 });
});
