import { X509Certificate, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeKey, keyWarnings, readKey, readPrivateKey } from './key.ts';
import { keyScheme } from './scheme.ts';

const read = (name: string) => readFileSync(new URL(`../../fixtures/keys/${name}`, import.meta.url), 'utf8');
const certificate = read('service.pem');
const cyrillic = read('cyrillic.pem');
const spki = read('service.pub.pem');
const secret = read('service.key');
const publicKey = createPublicKey(spki);
const other = createPublicKey(cyrillic).export({ type: 'spki', format: 'pem' }).toString();
const ed25519 = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
const request = '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----';

// The last arc of rsaEncryption, 1.2.840.113549.1.1.1, is another one in the public key.
const hex = new X509Certificate(certificate).raw.toString('hex');
const altered = Buffer.from(hex.replace('06092a864886f70d010101', '06092a864886f70d01017f'), 'hex');
const unknown = `-----BEGIN CERTIFICATE-----\n${altered.toString('base64')}\n-----END CERTIFICATE-----`;

describe('a key', () => {
  it.each([
    ['a certificate', certificate],
    ['a public key', spki],
    ['a public key in PKCS#1', publicKey.export({ type: 'pkcs1', format: 'pem' }).toString()],
    ['the first certificate of a chain', certificate + cyrillic],
    ['a certificate after a public key', other + certificate],
    ['a certificate with Windows line breaks', certificate.replaceAll('\n', '\r\n')],
    ['an indented certificate', certificate.replaceAll('\n', '\n  ')],
    ['a certificate after a byte order mark', `\uFEFF${certificate}`],
    ['a certificate beside its private key', secret + certificate],
  ])('is read from %s', (_name, pem) => {
    const key = readKey(pem);
    expect(key.publicKey.equals(publicKey)).toBe(true);
    expect(key.bits).toBe(2048);
  });

  it.each([
    ['nothing', '', 'key-not-pem', 'no PEM block'],
    ['a certificate cut off', certificate.slice(0, -40), 'key-not-pem', 'no PEM block'],
    ['a request', request, 'key-not-pem', 'only CERTIFICATE REQUEST'],
    [
      'bad bytes',
      certificate.replace(/^M.*\n/m, ''),
      'key-unreadable',
      'a CERTIFICATE block that cannot be read',
    ],
    ['bad bytes', spki.replace(/^M.*\n/m, ''), 'key-unreadable', 'a PUBLIC KEY block that cannot be read'],
    ['a private key', secret, 'key-is-private', 'a private key'],
    ['an elliptic curve', read('ec.pem'), 'key-not-rsa', 'a key of type ec'],
    ['an Edwards curve', ed25519, 'key-not-rsa', 'a key of type ed25519'],
    ['an unknown one', unknown, 'key-not-rsa', 'a certificate with a key of an unknown algorithm'],
  ])('is refused for %s', (_name, pem, code, found) => {
    const message = `encryption.key: found ${found}, expected an RSA certificate or public key in PEM form`;
    const hint = expect.stringMatching(/.{20}/);
    expect(() => readKey(pem)).toThrow(expect.objectContaining({ fault: 'profile', code, message, hint }));
  });
});

describe('a private key', () => {
  const key = createPrivateKey(secret);
  const passphrase = { cipher: 'aes-256-cbc', passphrase: 'x' };

  it.each([
    ['PKCS#8', secret],
    ['PKCS#1', key.export({ type: 'pkcs1', format: 'pem' }).toString()],
    ['a file with the certificate', certificate + secret],
  ])('is read from %s', (_name, privateKey) => {
    expect(readPrivateKey(privateKey, readKey(spki)).equals(key)).toBe(true);
  });

  it.each([
    ['is missing', null, 'private-key-missing'],
    ['is empty', '', 'private-key-unreadable'],
    ['is a certificate', certificate, 'private-key-unreadable'],
    [
      'has a passphrase',
      key.export({ type: 'pkcs8', format: 'pem', ...passphrase }).toString(),
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

describe('a description of a key', () => {
  it('has subject, validity and length', () => {
    const subject = 'C=RU, O=Тестовый банк, CN=TEST ONLY Проверочный ключ';
    expect(describeKey(cyrillic)).toEqual({ subject, notAfter: expect.any(Date), bits: 2048 });
    expect(describeKey(spki)).toEqual({ subject: null, notAfter: null, bits: 2048 });
  });

  const end = describeKey(certificate).notAfter?.getTime() ?? 0;
  const day = 86_400_000;

  it.each([
    [certificate, end - 30 * day, []],
    [certificate, end - 30 * day + 1, [/ ends on 2076-.*Z, in 29 days$/]],
    [certificate, end - day, [/, in one day$/]],
    [certificate, end, [/, in 0 days$/]],
    [certificate, end + 1000, [/expired on 2076-/]],
    [certificate, 0, [/is valid from 2026-/]],
    [spki, end + 1000, []],
    [certificate + secret, end - 99 * day, [/also holds a private key/]],
  ])('comes with what there is to say of it (%#)', (pem, time, warnings) => {
    const said = keyWarnings(pem, 'encryption.key', new Date(time));
    expect(said).toEqual(warnings.map((one) => expect.stringMatching(one)));
  });
});
