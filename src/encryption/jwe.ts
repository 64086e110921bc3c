// JWE in compact serialization, its content key by RSAES-OAEP (RFC 7516; RFC 7518, 4.3).

import { createPublicKey } from 'node:crypto';
import type { JweSettings } from './settings.ts';

export async function encryptJwe(settings: JweSettings): Promise<(plain: string) => Promise<string>> {
  const { CompactEncrypt } = await import('jose');
  const { key, alg, enc, kid } = settings;
  const publicKey = createPublicKey(key);
  const header = { alg, enc, ...(kid === null ? {} : { kid }) };
  return (plain) =>
    new CompactEncrypt(Buffer.from(plain, 'utf8')).setProtectedHeader(header).encrypt(publicKey);
}
