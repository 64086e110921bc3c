import { constants, publicEncrypt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDecryptor, decodeCiphertext, type ReferenceEncryption } from './decrypt.ts';
import { fixture, options, publicKey } from './running.test-data.ts';

const folder = new URL('../../fixtures/vectors/', import.meta.url);
const vectors = readdirSync(folder).filter((file) => file.endsWith('.b64'));

/** The settings that a file of vectors is named after. */
function settingsOf(file: string): ReferenceEncryption {
  const [name = '', hash = '', mgf1 = ''] = file.replace(/\..*/, '').replace('rsa-', 'rsa').split('-');
  const encoding = 'base64';
  if (name === 'rsapkcs1') return { scheme: 'rsa-pkcs1', encoding };
  const settings = name === 'cms' ? { scheme: 'cms', cipher: hash } : { scheme: 'rsa-oaep', hash, mgf1 };
  return { ...settings, encoding } as ReferenceEncryption;
}

function open(encryption: ReferenceEncryption, text: string): string | null {
  const key = encryption.scheme === 'cms' ? fixture('keys/cyrillic.key') : options.privateKey;
  return createDecryptor(encryption, key)(text);
}

describe('ciphertexts of OpenSSL', () => {
  it('are there for every scheme and three passwords', () => {
    expect(vectors).toHaveLength(36);
  });

  it.each(vectors)('are opened: %s', (file) => {
    const settings = settingsOf(file);
    const text = fixture(`vectors/${file}`);
    const password = fixture(`vectors/${file.split('.')[1]}.txt`);
    expect(open(settings, text)).toBe(password);
    const bytes = Buffer.from(text, 'base64');
    for (const encoding of ['hex', 'base64url'] as const)
      expect(open({ ...settings, encoding }, bytes.toString(encoding))).toBe(password);
    if (settings.scheme === 'rsa-oaep')
      expect(open({ ...settings, mgf1: settings.mgf1 === 'sha512' ? 'sha1' : 'sha512' }, text)).toBeNull();
    if (settings.scheme !== 'cms') return;
    const other = settings.cipher === 'aes128' ? 'aes256' : 'aes128';
    expect(open({ ...settings, cipher: other }, text)).toBeNull();
    const pem = `-----BEGIN CMS-----\n${text.replaceAll(/.{64}/g, '$&\n')}\n-----END CMS-----\n`;
    expect(open({ ...settings, encoding: 'pem' }, pem)).toBe(password);
  });
});

describe('what is no ciphertext', () => {
  const settings = ['rsa-oaep-sha256-sha256', 'rsa-oaep-sha256-sha1', 'rsa-pkcs1', 'cms-aes256'].map(
    settingsOf,
  );

  it.each(settings)('gives null and does not throw: $scheme', (encryption) => {
    const random = [16, 255, 256, 4096].map((length) => Buffer.alloc(length, 0x5a).toString('base64'));
    const inputs = ['', ' ', 'plain', ...random, 'MIAGCSqGSIb3DQEHA6CA'];
    expect(inputs.map((text) => open(encryption, text))).toEqual(inputs.map(() => null));
  });

  const block = (type: number): Buffer =>
    Buffer.concat([Buffer.from([0, type]), Buffer.alloc(250, 0xaa), Buffer.from([0, 65, 66, 67])]);

  it.each([
    ['a block of encryption, which is one', constants.RSA_NO_PADDING, block(2), 'ABC'],
    ['a block of a signature', constants.RSA_NO_PADDING, block(1), null],
    ['a plain text that is not UTF-8', constants.RSA_PKCS1_PADDING, Buffer.from([0xff, 0xfe]), null],
  ])('is only what was encrypted: %s', (_, padding, bytes, opened) => {
    const text = publicEncrypt({ key: publicKey, padding }, bytes).toString('base64');
    expect(open({ scheme: 'rsa-pkcs1', encoding: 'base64' }, text)).toBe(opened);
  });
});

it.each([
  ['+//+AQ==', 'base64', true],
  ['-__-AQ', 'base64url', true],
  ['fbFFfe01', 'hex', true],
  ['+//+AQ', 'base64', false],
  ['-__-AQ==', 'base64', false],
  ['+//+AQ==\n', 'base64', false],
  ['fbf', 'base64', false],
  ['', 'base64', false],
  ['+//+AQ==', 'base64url', false],
  ['fbf', 'hex', false],
  ['+//+AQ==', 'pem', false],
] as const)('%j is taken for %s: %s', (text, encoding, isTaken) => {
  expect(decodeCiphertext(text, encoding)?.toString('hex') ?? null).toBe(isTaken ? 'fbfffe01' : null);
});
