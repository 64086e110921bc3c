import { X509Certificate, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { UserError } from '../errors.ts';
import { isPrivate, readPem } from './pem.ts';
import type { PemBlock } from './pem.ts';
import type { EncryptionSettings } from './settings.ts';

/** Settings of the schemes that encrypt with a public key of the service. */
export type KeySettings = Extract<EncryptionSettings, { readonly key: string }>;

/** The service's RSA key, ready for use. */
export interface ServiceKey {
  readonly publicKey: KeyObject;
  /** Length of the modulus in bits. */
  readonly bits: number;
  /** The certificate that the key comes from; null for a bare public key. */
  readonly certificate: X509Certificate | null;
}

const ASK = 'Ask the operator of the service for its RSA certificate or public key in PEM form.';

function keyError(code: string, found: string, hint: string): UserError {
  const expected = 'expected an RSA certificate or public key in PEM form';
  return new UserError('profile', code, `encryption.key: found ${found}, ${expected}`, hint);
}

function missingKey(blocks: readonly PemBlock[]): UserError {
  if (blocks.some(isPrivate)) {
    const hint = 'Give the public part: openssl pkey -in private.key -pubout -out public.pem';
    return keyError('key-is-private', 'a private key', hint);
  }
  const labels = blocks.map((block) => block.label).join(', ');
  const hint = `${ASK} A binary file becomes PEM by: openssl x509 -inform DER -in service.cer -out service.pem`;
  return keyError('key-not-pem', labels === '' ? 'no PEM block' : `only ${labels}`, hint);
}

function attempt<T>(read: () => T, error: UserError): T {
  try {
    return read();
  } catch {
    throw error;
  }
}

function assertRsa(publicKey: KeyObject): void {
  if (publicKey.asymmetricKeyType === 'rsa') return;
  const found = `a key of type ${publicKey.asymmetricKeyType ?? 'unknown'}`;
  throw keyError('key-not-rsa', found, `${ASK} For other algorithms use scheme: command or scheme: module.`);
}

function readCertificate(block: PemBlock): Pick<ServiceKey, 'publicKey' | 'certificate'> {
  const broken = keyError('key-unreadable', 'a CERTIFICATE block that cannot be read', ASK);
  const foreign = keyError('key-not-rsa', 'a certificate with a key of an unknown algorithm', ASK);
  const certificate = attempt(() => new X509Certificate(block.der), broken);
  return { certificate, publicKey: attempt(() => certificate.publicKey, foreign) };
}

function readPublicKey(block: PemBlock): Pick<ServiceKey, 'publicKey' | 'certificate'> {
  const broken = keyError('key-unreadable', `a ${block.label} block that cannot be read`, ASK);
  const type = block.label === 'RSA PUBLIC KEY' ? 'pkcs1' : 'spki';
  const publicKey = attempt(() => createPublicKey({ key: block.der, format: 'der', type }), broken);
  return { certificate: null, publicKey };
}

/** Reads the first certificate of a PEM text, or else its first public key (SPKI or PKCS#1); throws a UserError for anything but an RSA key. */
export function readKey(pem: string): ServiceKey {
  const blocks = readPem(pem);
  const certificate = blocks.find((block) => block.label === 'CERTIFICATE');
  const bare = blocks.find((block) => block.label === 'PUBLIC KEY' || block.label === 'RSA PUBLIC KEY');
  const chosen = certificate ?? bare;
  if (chosen === undefined) throw missingKey(blocks);
  const read = chosen === certificate ? readCertificate(chosen) : readPublicKey(chosen);
  assertRsa(read.publicKey);
  return { ...read, bits: read.publicKey.asymmetricKeyDetails?.modulusLength ?? 0 };
}
