import { constants, createPrivateKey, publicEncrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openRsaPkcs1 } from './rsa-pkcs1.ts';

const key = readFileSync(new URL('../../fixtures/keys/service.key', import.meta.url), 'utf8');
const decrypt = openRsaPkcs1(createPrivateKey(key));

function encryptRaw(start: readonly number[], filling: number, end: readonly number[]): Buffer {
  const block = Buffer.concat([
    Buffer.from(start),
    Buffer.alloc(256 - start.length - end.length, filling),
    Buffer.from(end),
  ]);
  return publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block);
}

describe('the padding of PKCS#1 v1.5', () => {
  it('ends at its first zero byte', () => {
    expect(decrypt(encryptRaw([0, 2], 9, [0, 5, 0]))).toEqual(Buffer.of(5, 0));
  });

  it.each([
    ['of a signature', encryptRaw([0, 1], 255, [0, 5])],
    ['that does not begin with zero', encryptRaw([1, 2], 9, [0, 5])],
    ['that never ends', encryptRaw([0, 2], 9, [5])],
    ['that is shorter than eight bytes', encryptRaw([0, 2, 9, 9, 9, 9, 9, 9, 9, 0], 5, [5])],
    ['of another length', Buffer.alloc(255, 1)],
  ])('%s is refused', (_name, ciphertext) => {
    expect(decrypt(ciphertext)).toBeNull();
  });
});
