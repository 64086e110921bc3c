import { constants, publicEncrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { encode } from './encoding.ts';
import { readKey } from './key.ts';
import type { KeySettings } from './key.ts';
import { assertFits, assertHasRoom, decryptBlock, modulusBytes } from './rsa.ts';
import type { DecryptBytes, EncryptText } from './scheme.ts';

type RsaPkcs1 = Extract<KeySettings, { readonly scheme: 'rsa-pkcs1' }>;

const OVERHEAD = 11;
const PADDING_START = 2;
const PADDING_END = 10;

/** Builds RSAES-PKCS1-v1_5 encryption (RFC 8017, section 7.2); throws a UserError for a key that cannot be used. */
export function createRsaPkcs1(settings: RsaPkcs1): EncryptText {
  const key = readKey(settings.key);
  const capacity = modulusBytes(key.bits) - OVERHEAD;
  assertHasRoom(key, capacity);
  return async (plain) => {
    const bytes = Buffer.from(plain, 'utf8');
    assertFits(bytes, capacity, key);
    const padding = constants.RSA_PKCS1_PADDING;
    return encode(publicEncrypt({ key: key.publicKey, padding }, bytes), settings.encoding);
  };
}

// node:crypto either refuses this padding or answers a wrong one with made-up bytes, so it is taken off here.
function unpad(padded: Buffer): Buffer | null {
  const end = padded.indexOf(0, PADDING_START);
  const isPadded = padded[0] === 0 && padded[1] === 2 && end >= PADDING_END;
  return isPadded ? padded.subarray(end + 1) : null;
}

/** Builds the decryption that belongs to it. */
export function openRsaPkcs1(privateKey: KeyObject): DecryptBytes {
  return (ciphertext) => {
    const padded = decryptBlock(ciphertext, privateKey);
    return padded === null ? null : unpad(padded);
  };
}
