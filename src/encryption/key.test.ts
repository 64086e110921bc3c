import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkKey, describeKey } from './key-description.ts';
import { readKey } from './key.ts';
import { readPrivateKey } from './private-key.ts';
import { createRsaOaep } from './rsa-oaep.ts';
import type { EncryptionSettings } from './settings.ts';

const read = (name: string) => readFileSync(new URL(`../../fixtures/keys/${name}`, import.meta.url), 'utf8');
const certificate = read('service.pem');
const cyrillic = read('cyrillic.pem');
const spki = read('service.pub.pem');
const secret = read('service.key');
const publicKey = createPublicKey(spki);
const pkcs1 = publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const other = createPublicKey(cyrillic).export({ type: 'spki', format: 'pem' }).toString();
const ed25519 = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();

function withUnknownAlgorithm(pem: string): string {
  const hex = Buffer.from(pem.replace(/^[^]*?-----\n|-----END[^]*$/g, ''), 'base64').toString('hex');
  // The last arc of rsaEncryption, 1.2.840.113549.1.1.1, in the public key.
  const altered = hex.replace('06092a864886f70d010101', '06092a864886f70d01017f');
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(altered, 'hex').toString('base64')}\n-----END CERTIFICATE-----`;
}

const settings = (key: string): EncryptionSettings => ({
  scheme: 'rsa-pkcs1',
  key,
  privateKey: null,
  encoding: 'base64',
  template: '{password}',
});

describe('a key', () => {
  it.each([
    ['a certificate', certificate],
    ['a public key', spki],
    ['a public key in PKCS#1', pkcs1],
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
    ['a path', 'keys/service.pem', 'key-not-pem', 'no PEM block'],
    ['a certificate cut off', certificate.slice(0, -40), 'key-not-pem', 'no PEM block'],
    [
      'a request',
      '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----',
      'key-not-pem',
      'only CERTIFICATE REQUEST',
    ],
    ['a broken certificate', certificate.replace(/^M.*\n/m, ''), 'key-unreadable', 'a CERTIFICATE block'],
    ['a broken public key', spki.replace(/^M.*\n/m, ''), 'key-unreadable', 'a PUBLIC KEY block'],
    ['a private key', secret, 'key-is-private', 'a private key'],
    ['an elliptic curve', read('ec.pem'), 'key-not-rsa', 'a key of type ec'],
    ['an Edwards curve', ed25519, 'key-not-rsa', 'a key of type ed25519'],
    ['an unknown algorithm', withUnknownAlgorithm(certificate), 'key-not-rsa', 'of an unknown algorithm'],
  ])('is refused for %s', (_name, pem, code, found) => {
    const refusal = {
      fault: 'profile',
      code,
      message: expect.stringContaining(found),
      hint: expect.stringMatching(/.{20}/),
    };
    expect(() => readKey(pem)).toThrow(expect.objectContaining(refusal));
  });

  it('never stands in a message', () => {
    const body = secret.split('\n')[3] ?? '';
    expect(body).toHaveLength(64);
    expect(() => readKey(secret)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(body) }),
    );
  });

  it('is refused where the hash leaves no room in it', () => {
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    const key = small.export({ type: 'spki', format: 'pem' }).toString();
    const build = () =>
      createRsaOaep({
        ...settings(key),
        scheme: 'rsa-oaep',
        hash: 'sha512',
        mgf1: 'sha1',
        key,
        privateKey: null,
        encoding: 'hex',
      });
    expect(build).toThrow(expect.objectContaining({ code: 'key-too-short' }));
  });
});

describe('a description of a key', () => {
  it('tells subject, validity and length', () => {
    const subject = 'C=RU, O=Тестовый банк, CN=TEST ONLY Проверочный ключ';
    const description = describeKey(settings(cyrillic));
    expect(description).toEqual({ subject, notAfter: expect.any(Date), bits: 2048 });
    expect(description?.notAfter?.getUTCFullYear()).toBe(2076);
  });

  it('tells only the length of a bare public key', () => {
    expect(describeKey(settings(spki))).toEqual({ subject: null, notAfter: null, bits: 2048 });
  });

  it('is null for schemes without a key', () => {
    const module: EncryptionSettings = { scheme: 'module', module: '/none.mjs', template: '{password}' };
    expect(describeKey(module)).toBeNull();
    expect(checkKey(module, new Date())).toEqual([]);
  });
});

describe('a check of a key', () => {
  const at = (year: number) => new Date(Date.UTC(year, 0));

  it.each([
    ['a valid certificate', certificate, 2030, []],
    ['a certificate too late', certificate, 2080, [expect.stringContaining('expired on 2076-')]],
    ['a certificate too early', certificate, 2020, [expect.stringContaining('is valid from 2026-')]],
    ['a bare public key', spki, 2080, []],
    ['a private key in the same file', certificate + secret, 2030, [expect.stringContaining('private key')]],
  ])('looks at %s', (_name, pem, year, warnings) => {
    expect(checkKey(settings(pem), at(year))).toEqual(warnings);
  });
});

describe('a check of a certificate near its end', () => {
  const end = describeKey(settings(certificate))?.notAfter?.getTime() ?? 0;
  const day = 86_400_000;

  it.each([
    [30 * day, []],
    [30 * day - 1, [expect.stringMatching(/ends on 2076-.*Z, in 29 days$/)]],
    [day, [expect.stringMatching(/, in one day$/)]],
    [0, [expect.stringMatching(/, in 0 days$/)]],
    [-1000, [expect.stringContaining('expired on 2076-')]],
  ])('%i ms before it says what is to say', (left, warnings) => {
    expect(checkKey(settings(certificate), new Date(end - left))).toEqual(warnings);
  });
});

describe('a private key', () => {
  const key = createPrivateKey(secret);
  const locked = key
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString();

  it.each([
    ['PKCS#8', secret],
    ['PKCS#1', key.export({ type: 'pkcs1', format: 'pem' }).toString()],
    ['a file with the certificate', certificate + secret],
  ])('is read from %s', (_name, pem) => {
    expect(readPrivateKey(pem, publicKey).equals(key)).toBe(true);
  });

  it.each([
    ['is left out', null, 'private-key-missing'],
    ['is empty', '', 'private-key-unreadable'],
    ['is a certificate', certificate, 'private-key-unreadable'],
    ['has a passphrase', locked, 'private-key-unreadable'],
    ['is of another pair', read('cyrillic.key'), 'private-key-does-not-match'],
  ])('that %s is refused', (_name, pem, code) => {
    expect(() => readPrivateKey(pem, publicKey)).toThrow(expect.objectContaining({ fault: 'profile', code }));
  });
});
