import { constants, publicEncrypt } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDecryptor } from './conforming.ts';
import { fixture, options, publicKey } from './running.test-data.ts';

const open = createDecryptor(options.privateKey);

it.each(['ascii', 'cyrillic', 'special'])('a ciphertext of OpenSSL is opened: %s', (name) => {
  const text = fixture(`vectors/rsa-oaep-sha256-sha256.${name}.b64`);
  expect(open(text)).toBe(fixture(`vectors/${name}.txt`));
  const bytes = Buffer.from(text, 'base64');
  const written = [
    text.replace(/=+$/, ''),
    `${text}\n`,
    ` ${text}`,
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  expect(written.map(open)).toEqual(written.map(() => null));
  expect(open(fixture(`vectors/rsa-oaep-sha256-sha1.${name}.b64`))).toBeNull();
});

it('what is no ciphertext gives null and does not throw', () => {
  const random = [16, 255, 256, 4096].map((length) => Buffer.alloc(length, 0x5a).toString('base64'));
  const inputs = ['', ' ', 'plain', ...random, 'MIAGCSqGSIb3DQEHA6CA'];
  expect(inputs.map(open)).toEqual(inputs.map(() => null));
});

it('a ciphertext whose plain text is not UTF-8 is none', () => {
  const settings = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  expect(open(publicEncrypt(settings, Buffer.from([0xff, 0xfe])).toString('base64'))).toBeNull();
});
