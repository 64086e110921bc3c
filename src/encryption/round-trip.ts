import { UserError } from '../errors.ts';
import type { Decryptor } from './decryptor.ts';
import type { EncryptText } from './scheme.ts';

/** Decrypts what an encryption yields before it is handed on; rejects with a UserError where it is not what went in. */
export function withRoundTrip(encrypt: EncryptText, decryptor: Decryptor): EncryptText {
  return async (plain, password) => {
    const ciphertext = await encrypt(plain, password);
    if ((await decryptor.decrypt(ciphertext)) === plain) return ciphertext;
    const message =
      'the ciphertext does not decrypt with encryption.privateKey to what was encrypted, expected a round trip';
    const hint =
      'This is a fault of the suite: report it with the scheme and its settings, but without the keys.';
    throw new UserError('suite', 'ciphertext-does-not-round-trip', message, hint);
  };
}
