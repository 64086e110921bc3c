import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { oaepCapacity, oaepSeedBytes, padOaep, unpadOaep } from './eme-oaep.ts';
import { encode } from './encoding.ts';
import { readKey } from './key.ts';
import type { KeySettings, ServiceKey } from './key.ts';
import { assertFits, assertHasRoom, decryptBlock, modulusBytes } from './rsa.ts';
import type { DecryptBytes, EncryptText } from './scheme.ts';

type RsaOaep = Extract<KeySettings, { readonly scheme: 'rsa-oaep' }>;

function encryptBytes(bytes: Buffer, { publicKey, bits }: ServiceKey, settings: RsaOaep): Buffer {
  const { hash, mgf1 } = settings;
  if (hash === mgf1) {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    return publicEncrypt({ key: publicKey, padding, oaepHash: hash }, bytes);
  }
  const padded = padOaep(bytes, modulusBytes(bits), settings, randomBytes(oaepSeedBytes(hash)));
  return publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, padded);
}

/** Builds RSAES-OAEP encryption with an empty label (RFC 8017, section 7.1); throws a UserError for a key that cannot be used. */
export function createRsaOaep(settings: RsaOaep): EncryptText {
  const key = readKey(settings.key);
  const capacity = oaepCapacity(modulusBytes(key.bits), settings.hash);
  assertHasRoom(key, capacity);
  return async (plain) => {
    const bytes = Buffer.from(plain, 'utf8');
    assertFits(bytes, capacity, key);
    return encode(encryptBytes(bytes, key, settings), settings.encoding);
  };
}

/** Builds the decryption that belongs to it; where both hashes are the same it is done beside everything else, in another thread. */
export function openRsaOaep(settings: RsaOaep, privateKey: KeyObject): DecryptBytes {
  if (settings.hash === settings.mgf1) return openBeside(settings, privateKey);
  return (ciphertext) => {
    const padded = decryptBlock(ciphertext, privateKey);
    return padded === null ? null : unpadOaep(padded, settings);
  };
}

const webHashes = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
} as const satisfies Record<RsaOaep['hash'], string>;

function openBeside({ hash }: RsaOaep, privateKey: KeyObject): DecryptBytes {
  const name = 'RSA-OAEP';
  const key = privateKey.toCryptoKey({ name, hash: webHashes[hash] }, false, ['decrypt']);
  return async (ciphertext) => {
    try {
      return Buffer.from(await crypto.subtle.decrypt({ name }, key, Uint8Array.from(ciphertext)));
    } catch {
      return null;
    }
  };
}
