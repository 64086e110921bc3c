// Signatures by one key: Ed25519, or SHA-256 with RSA of 2,048 bits or more, or with EC.

import { createPrivateKey, createPublicKey, sign, verify, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Reads a private key in PEM. Throws a RangeError that says what was found. */
export function readSigningKey(pem: Uint8Array): KeyObject {
  const text = Buffer.from(pem).toString();
  if (/ENCRYPTED/.test(text))
    throw new RangeError('found a key with a passphrase, expected one without, or --sign-with COMMAND');
  try {
    return requireStrong(createPrivateKey(text));
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new RangeError('found no private key in PEM (openssl genpkey makes one)');
  }
}

/** Reads a public key or a certificate in PEM, whose dates must hold at `now`. Throws a RangeError. */
export function readTrustedKey(pem: Uint8Array, now: Date): KeyObject {
  const text = Buffer.from(pem).toString();
  if (text.includes('PRIVATE KEY'))
    throw new RangeError('found a private key, expected the public one (openssl pkey -pubout makes it)');
  if (!text.includes('BEGIN CERTIFICATE')) {
    try {
      return requireStrong(createPublicKey(text));
    } catch (error) {
      if (error instanceof RangeError) throw error;
      throw new RangeError('found no public key and no certificate in PEM');
    }
  }
  const certificate = readCertificate(text);
  requireCurrent(certificate, now, 'name the bare public key if you trust it beyond these dates');
  return requireStrong(certificate.publicKey);
}

/** Throws a RangeError, whose cause is what to do. */
export function requireCurrent(certificate: X509Certificate, now: Date, cause: string): void {
  const { validFromDate: from, validToDate: to } = certificate;
  if (now < from || now > to)
    throw new RangeError(`the certificate is valid from ${from.toISOString()} to ${to.toISOString()}`, {
      cause,
    });
}

/** Throws a RangeError. */
export function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new RangeError('found no certificate in PEM');
  }
}

export const signBytes = (content: Uint8Array, key: KeyObject): Buffer => sign(digestFor(key), content, key);

/** Never throws, whatever stands in the signature. */
export function isSignedBy(content: Uint8Array, signature: Uint8Array, key: KeyObject): boolean {
  try {
    return verify(digestFor(key), content, key, signature);
  } catch {
    return false;
  }
}

const digestFor = ({ asymmetricKeyType }: KeyObject): string | null =>
  asymmetricKeyType === 'ed25519' ? null : 'sha256';

function requireStrong(key: KeyObject): KeyObject {
  const { asymmetricKeyType: type = 'unknown', asymmetricKeyDetails = {} } = key;
  if (!['rsa', 'ec', 'ed25519'].includes(type))
    throw new RangeError(`found a key of type ${type}, expected RSA, EC or Ed25519`);
  const { modulusLength = 0, publicExponent = 65537n } = asymmetricKeyDetails;
  if (type === 'rsa' && (modulusLength < 2048 || publicExponent < 3n))
    throw new RangeError(`found an RSA key of ${modulusLength} bits, expected at least 2048`);
  return key;
}
