import { constants, privateDecrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { UserError } from '../errors.ts';
import type { ServiceKey } from './key.ts';

/** Length of the modulus in bytes, `k` in RFC 8017. */
export function modulusBytes(bits: number): number {
  return Math.ceil(bits / 8);
}

/** Throws a UserError where the padding leaves no room for a text in a block of this key. */
export function assertHasRoom(key: ServiceKey, capacity: number): void {
  if (capacity > 0) return;
  const message = `encryption.key: found a key of ${key.bits} bits, which leaves no room for a password, expected a longer one`;
  throw new UserError(
    'profile',
    'key-too-short',
    message,
    'Use a key of 2048 bits or more, or a shorter hash.',
  );
}

/** Throws a UserError for a text longer than `capacity` bytes. */
export function assertFits(bytes: Buffer, capacity: number, key: ServiceKey): void {
  if (bytes.length <= capacity) return;
  const message = `credentials.partnerPassword: the text to encrypt has ${bytes.length} bytes in UTF-8, expected at most ${capacity} with a key of ${key.bits} bits`;
  const hint =
    'Shorten encryption.template or the password, use a longer key, or scheme: cms, which has no such limit.';
  throw new UserError('profile', 'password-too-long', message, hint);
}

/** Applies the RSA decryption primitive (RFC 8017, section 5.1.2); null where the ciphertext does not fit the key. */
export function decryptBlock(ciphertext: Buffer, key: KeyObject): Buffer | null {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, ciphertext);
  } catch {
    return null;
  }
}
