import { constants, privateDecrypt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { partner } from '../run/small-service.test-support.ts';
import { openSite } from './small-profile.test-support.ts';

const privateKey = await readFile(fileURLToPath(new URL('../../fixtures/keys/service.key', import.meta.url)));

const opened = (text: string): string =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(text, 'base64'),
  ).toString();

it.each([
  [[], partner.password],
  [['--variant', 'b'], 'the word of variant B'],
])('`encrypt` with %j prints a fresh ciphertext of the password, and asks nobody', async (options, word) => {
  const own = { bankCode: 'acme', credentials: { partnerPassword: 'the word of variant B' } };
  const { ask, service } = await openSite({ profile: { variants: { a: {}, b: own } } });
  const words = ['encrypt', '--target', 'target.yaml', ...options];
  const [one, other] = [await ask(...words), await ask(...words)];
  expect([one.code, opened(one.out.trimEnd()), service.calls]).toEqual([0, word, []]);
  expect(one.out).not.toBe(other.out);
});
