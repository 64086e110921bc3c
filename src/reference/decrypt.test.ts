import { execFileSync } from 'node:child_process';
import { constants, publicEncrypt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDecryptor } from './credentials.ts';
import { encrypt, keys } from './running.test-data.ts';

const password = 'Пароль+/=%41 ≤ 1';
const open = createDecryptor(keys.privateKey);

it.each([
  ['sha256', password],
  ['sha1', null],
])('a ciphertext of OpenSSL, OAEP with %s', (hash, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  const key = join(folder, 'public.pem');
  writeFileSync(key, keys.publicKey);
  const settings = ['rsa_padding_mode:oaep', `rsa_oaep_md:${hash}`, `rsa_mgf1_md:${hash}`];
  const args = ['pkeyutl', '-encrypt', '-pubin', '-inkey', key];
  const bytes = execFileSync('openssl', [...args, ...settings.flatMap((one) => ['-pkeyopt', one])], {
    input: password,
  });
  rmSync(folder, { recursive: true });
  expect(open(bytes.toString('base64'))).toBe(expected);
});

it('what is no ciphertext gives null and does not throw', () => {
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
  expect(inputs.map(open)).toEqual(inputs.map(() => null));
});

it('a ciphertext whose plain text is not UTF-8 is none', () => {
  const settings = { key: keys.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  expect(open(publicEncrypt(settings, Buffer.from([0xff, 0xfe])).toString('base64'))).toBeNull();
});

it('the way in which a ciphertext is written is strict', () => {
  const right = encrypt(password);
  const bytes = Buffer.from(right, 'base64');
  const wrong = [
    right.replace(/=+$/, ''),
    `${right}\n`,
    ` ${right}`,
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  expect([right, ...wrong].map(open)).toEqual([password, ...wrong.map(() => null)]);
});
