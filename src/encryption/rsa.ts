// RSA-OAEP, also with another hash for MGF1 (Java's default), and RSA with PKCS#1 v1.5.

import { constants, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { UserError } from '../base/errors.ts';
import { encode } from './text.ts';
import type { OaepSettings, Pkcs1Settings } from './settings.ts';

type Hash = OaepSettings['hash'];

export function encryptOaep({ key, hash, mgf1, encoding }: OaepSettings): (plain: string) => string {
  const publicKey = createPublicKey(key);
  const size = bytesOf(publicKey);
  return (plain) => {
    const bytes = within(plain, size - 2 * lengthOf(hash) - 2, size);
    // Node can set only one hash for both, so the padding is made here.
    const block = hash === mgf1 ? null : pad(bytes, size, hash, mgf1);
    const padding = block === null ? constants.RSA_PKCS1_OAEP_PADDING : constants.RSA_NO_PADDING;
    return encode(publicEncrypt({ key: publicKey, padding, oaepHash: hash }, block ?? bytes), encoding);
  };
}

export function encryptPkcs1({ key, encoding }: Pkcs1Settings): (plain: string) => string {
  const publicKey = createPublicKey(key);
  const size = bytesOf(publicKey);
  const padding = constants.RSA_PKCS1_PADDING;
  const encrypt = (bytes: Buffer): Buffer => publicEncrypt({ key: publicKey, padding }, bytes);
  return (plain) => encode(encrypt(within(plain, size - 11, size)), encoding);
}

const bytesOf = (key: KeyObject): number => (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
const lengthOf = (hash: Hash): number => createHash(hash).digest().length;

/** The bytes of a text, at most so many. */
function within(plain: string, most: number, size: number): Buffer {
  const bytes = Buffer.from(plain, 'utf8');
  if (bytes.length <= most) return bytes;
  const found = `what is encrypted has ${bytes.length} bytes in UTF-8`;
  const expected = `at most ${Math.max(0, most)} with a key of ${size * 8} bits`;
  const hint = 'check the password, encryption.template and encryption.key';
  throw new UserError('profile', 'too-long-to-encrypt', `encryption: ${found}, expected ${expected}`, hint);
}

/** EME-OAEP without a label (RFC 8017, 7.1.1). */
function pad(message: Buffer, size: number, hash: Hash, mgf1: Hash): Buffer {
  const label = createHash(hash).digest();
  const zeros = Buffer.alloc(size - message.length - 2 * label.length - 2);
  const data = Buffer.concat([label, zeros, Buffer.of(1), message]);
  const seed = randomBytes(label.length);
  const maskedData = xor(data, mask(seed, data.length, mgf1));
  return Buffer.concat([Buffer.of(0), xor(seed, mask(maskedData, seed.length, mgf1)), maskedData]);
}

/** MGF1 (RFC 8017, B.2.1). */
function mask(seed: Buffer, length: number, hash: Hash): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / lengthOf(hash)) }, (_, count) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return createHash(hash).update(seed).update(counter).digest();
  });
  return Buffer.concat(blocks).subarray(0, length);
}

const xor = (one: Buffer, other: Buffer): Buffer =>
  Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)));
