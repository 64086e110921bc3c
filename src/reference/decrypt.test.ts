import { execFileSync } from 'node:child_process';
import { constants, publicEncrypt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDecryptor, decodeCiphertext, type ReferenceEncryption } from './decrypt.ts';
import { keys } from './running.test-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'reference-'));
const password = 'Пароль+/=%41 ≤ 1';

function openssl(args: readonly string[], input: string | Uint8Array = ''): Buffer {
  return execFileSync('openssl', args, { cwd: folder, input, stdio: ['pipe', 'pipe', 'ignore'] });
}

beforeAll(() => {
  writeFileSync(join(folder, 'private.pem'), keys.privateKey);
  writeFileSync(join(folder, 'public.pem'), keys.publicKey);
  openssl([
    'req',
    '-x509',
    '-key',
    'private.pem',
    '-subj',
    '/CN=TEST ONLY',
    '-days',
    '1',
    '-out',
    'cert.pem',
  ]);
});

afterAll(() => rmSync(folder, { recursive: true }));

function rsa(...options: readonly string[]): Buffer {
  const settings = options.flatMap((option) => ['-pkeyopt', option]);
  return openssl(['pkeyutl', '-encrypt', '-pubin', '-inkey', 'public.pem', ...settings], password);
}

function open(encryption: ReferenceEncryption, ciphertext: string): string | null {
  return createDecryptor(encryption, keys.privateKey)(ciphertext);
}

describe('ciphertexts of OpenSSL', () => {
  it.each([
    ['sha1', 'sha1'],
    ['sha256', 'sha256'],
    ['sha256', 'sha1'],
    ['sha384', 'sha1'],
    ['sha512', 'sha256'],
  ] as const)('are opened with OAEP, %s and MGF1 %s', (hash, mgf1) => {
    const bytes = rsa('rsa_padding_mode:oaep', `rsa_oaep_md:${hash}`, `rsa_mgf1_md:${mgf1}`);
    const text = bytes.toString('base64');
    expect(open({ scheme: 'rsa-oaep', hash, mgf1, encoding: 'base64' }, text)).toBe(password);
    expect(open({ scheme: 'rsa-oaep', hash, mgf1: 'sha384', encoding: 'base64' }, text)).toBeNull();
  });

  it('are opened with PKCS#1 v1.5', () => {
    const text = rsa('rsa_padding_mode:pkcs1').toString('hex');
    expect(open({ scheme: 'rsa-pkcs1', encoding: 'hex' }, text)).toBe(password);
  });

  it.each([
    ['aes128', '-aes-128-cbc'],
    ['aes192', '-aes-192-cbc'],
    ['aes256', '-aes-256-cbc'],
    ['3des', '-des3'],
  ] as const)('are opened as CMS in %s', (cipher, flag) => {
    const make = (form: string): Buffer =>
      openssl(['cms', '-encrypt', '-binary', flag, '-outform', form, 'cert.pem'], password);
    const der = make('DER').toString('base64url');
    expect(open({ scheme: 'cms', cipher, encoding: 'base64url' }, der)).toBe(password);
    expect(open({ scheme: 'cms', cipher, encoding: 'pem' }, make('PEM').toString())).toBe(password);
    const other = cipher === 'aes128' ? 'aes256' : 'aes128';
    expect(open({ scheme: 'cms', cipher: other, encoding: 'base64url' }, der)).toBeNull();
  });
});

describe('what is no ciphertext', () => {
  const settings: readonly ReferenceEncryption[] = [
    { scheme: 'rsa-oaep', hash: 'sha256', mgf1: 'sha256', encoding: 'base64' },
    { scheme: 'rsa-oaep', hash: 'sha256', mgf1: 'sha1', encoding: 'base64' },
    { scheme: 'rsa-pkcs1', encoding: 'base64' },
    { scheme: 'cms', cipher: 'aes256', encoding: 'base64' },
  ];

  it.each(settings)('gives null and does not throw: $scheme', (encryption) => {
    const random = (length: number): string => Buffer.alloc(length, 0x5a).toString('base64');
    const inputs = [
      '',
      ' ',
      'plain',
      random(16),
      random(255),
      random(256),
      random(4096),
      'MIAGCSqGSIb3DQEHA6CA',
    ];
    const decrypt = createDecryptor(encryption, keys.privateKey);
    expect(inputs.map(decrypt)).toEqual(inputs.map(() => null));
  });

  it('is also a block of another type than that of encryption', () => {
    const padding = constants.RSA_NO_PADDING;
    const block = (type: number): Buffer =>
      Buffer.concat([Buffer.from([0, type]), Buffer.alloc(250, 0xaa), Buffer.from([0, 65, 66, 67])]);
    const opened = [1, 2].map((type) => {
      const bytes = publicEncrypt({ key: keys.publicKey, padding }, block(type));
      return open({ scheme: 'rsa-pkcs1', encoding: 'base64' }, bytes.toString('base64'));
    });
    expect(opened).toEqual([null, 'ABC']);
  });

  it('is also a ciphertext whose plain text is not UTF-8', () => {
    const padding = constants.RSA_PKCS1_PADDING;
    const bytes = publicEncrypt({ key: keys.publicKey, padding }, Buffer.from([0xff, 0xfe]));
    expect(open({ scheme: 'rsa-pkcs1', encoding: 'base64' }, bytes.toString('base64'))).toBeNull();
  });
});

it('is strict about the way a ciphertext is written', () => {
  const bytes = Buffer.from([0xfb, 0xff, 0xfe, 0x01]);
  expect(decodeCiphertext('+//+AQ==', 'base64')).toEqual(bytes);
  expect(decodeCiphertext('-__-AQ', 'base64url')).toEqual(bytes);
  expect(decodeCiphertext('fbFFfe01', 'hex')).toEqual(bytes);
  const wrong = ['+//+AQ', '-__-AQ==', '+//+AQ==\n', 'fbf', ''].map((text) =>
    decodeCiphertext(text, 'base64'),
  );
  expect(wrong).toEqual([null, null, null, null, null]);
  expect(decodeCiphertext('+//+AQ==', 'base64url')).toBeNull();
  expect(decodeCiphertext('fbf', 'hex')).toBeNull();
  expect(decodeCiphertext('+//+AQ==', 'pem')).toBeNull();
});
