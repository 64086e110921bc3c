import type { KeyObject } from 'node:crypto';
import { UserError } from '../errors.ts';
import { readKey } from './key.ts';
import type { KeySettings, ServiceKey } from './key.ts';
import type { DecryptText, EncryptText } from './scheme.ts';

type Jwe = Extract<KeySettings, { readonly scheme: 'jwe' }>;

const SHORTEST = 2048;

/** Throws a UserError for a key that is shorter than JWE allows. */
export function assertLongEnough({ bits }: ServiceKey): void {
  if (bits >= SHORTEST) return;
  const message = `encryption.key: found a key of ${bits} bits, expected ${SHORTEST} or more, which jwe demands (RFC 7518, section 4.3)`;
  const hint = 'Ask the operator of the service for a longer key, or use another scheme.';
  throw new UserError('profile', 'key-too-short', message, hint);
}

/** Builds JWE in compact serialization, the content key encrypted with RSAES-OAEP (RFC 7516; RFC 7518, section 4.3); rejects with a UserError for a key that cannot be used. */
export async function createJwe(settings: Jwe): Promise<EncryptText> {
  const key = readKey(settings.key);
  assertLongEnough(key);
  const { CompactEncrypt } = await import('jose');
  const { alg, enc, kid } = settings;
  const header = { alg, enc, ...(kid === null ? {} : { kid }) };
  return async (plain) =>
    await new CompactEncrypt(Buffer.from(plain, 'utf8')).setProtectedHeader(header).encrypt(key.publicKey);
}

/** Builds the decryption that belongs to it; other algorithms than those of the settings are refused. */
export async function openJwe({ alg, enc }: Jwe, privateKey: KeyObject): Promise<DecryptText> {
  const { compactDecrypt } = await import('jose');
  const options = { keyManagementAlgorithms: [alg], contentEncryptionAlgorithms: [enc] };
  return async (ciphertext) => {
    try {
      return Buffer.from((await compactDecrypt(ciphertext, privateKey, options)).plaintext);
    } catch {
      return null;
    }
  };
}
