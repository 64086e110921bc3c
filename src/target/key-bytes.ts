import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const UTF_16_LE = Buffer.of(0xff, 0xfe);

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function first<Type extends string>(
  types: readonly Type[],
  read: (type: Type) => KeyObject,
): KeyObject | null {
  for (const type of types) {
    const key = attempt(() => read(type));
    if (key !== null) return key;
  }
  return null;
}

/** The text of a file that holds PEM, null where it holds none; a byte order mark is left out, what is not UTF-8 outside the blocks does no harm. */
export function pemText(bytes: Uint8Array): string | null {
  const isWide = UTF_16_LE.equals(bytes.subarray(0, 2));
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
  return text.includes('-----BEGIN ') ? text : null;
}

/** A certificate in DER as PEM, byte for byte; null where the bytes are none. */
export function certificatePem(bytes: Uint8Array): string | null {
  return attempt(() => new X509Certificate(bytes).toString());
}

/** A public key in DER (SPKI or PKCS#1) as PEM (SPKI); null where the bytes are none. */
export function publicKeyPem(bytes: Uint8Array): string | null {
  const key = first(['spki', 'pkcs1'] as const, (type) =>
    createPublicKey({ key: Buffer.from(bytes), format: 'der', type }),
  );
  return key?.export({ type: 'spki', format: 'pem' }).toString() ?? null;
}

/** A private key in DER (PKCS#8, PKCS#1 or SEC 1), decrypted where need be, as PEM (PKCS#8); null where the bytes are none or the passphrase does not open it. */
export function privateKeyPem(bytes: Uint8Array, passphrase: string): string | null {
  const key = first(['pkcs8', 'pkcs1', 'sec1'] as const, (type) =>
    createPrivateKey({ key: Buffer.from(bytes), format: 'der', type, passphrase }),
  );
  return key === null ? null : plainPem(key);
}

/** An encrypted private key in PEM as plain PEM (PKCS#8); null where it cannot be read or the passphrase does not open it. */
export function decryptedPem(pem: string, passphrase: string): string | null {
  const key = attempt(() => createPrivateKey({ key: pem, format: 'pem', passphrase }));
  return key === null ? null : plainPem(key);
}

/** Tells whether bytes are an encrypted private key in DER (EncryptedPrivateKeyInfo, RFC 5958, section 3): PBES2 or an older scheme of PKCS#5 or PKCS#12. */
export function isEncryptedKey(bytes: Uint8Array): boolean {
  const hex = Buffer.from(bytes.subarray(0, 24)).toString('hex');
  return /^30(?:8.(?:..){1,3}|[0-7].)30[0-7].06(?:092a864886f70d0105|0a2a864886f70d010c01)/.test(hex);
}

function plainPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
