import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { UserError } from '../errors.ts';

/** The service's RSA key, ready for use. */
export interface ServiceKey {
  readonly publicKey: KeyObject;
  /** Length of the modulus in bits. */
  readonly bits: number;
  /** The certificate that the key comes from; null for a bare public key. */
  readonly certificate: X509Certificate | null;
}

/** An error about a key of the profile, with its particulars for callers that know the file. What ends before a run is said in English alone. */
export class KeyError extends UserError {
  readonly setting: 'key' | 'privateKey';
  readonly found: string;
  readonly expected: string;

  constructor(setting: 'key' | 'privateKey', code: string, found: string, expected: string, hint: string) {
    super('profile', code, `encryption.${setting}: found ${found}, expected ${expected}`, hint);
    this.setting = setting;
    this.found = found;
    this.expected = expected;
  }
}

interface PemBlock {
  readonly label: string;
  /** The block with its BEGIN and END lines. */
  readonly text: string;
  readonly der: Buffer;
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]{1,64})-----((?:(?!-----)[^])*)-----END \1-----/g;
/** Blocks that a message lists. */
const mostLabels = 5;

/** All blocks of a PEM text (RFC 7468) in their order; text around them, byte order marks and indentation do no harm. */
function readPem(text: string): readonly PemBlock[] {
  return [...text.matchAll(pemBlock)].map(([block, label = '', body = '']) => ({
    label,
    text: block,
    der: Buffer.from(body, 'base64'),
  }));
}

const isPrivate = ({ label }: PemBlock): boolean => label.endsWith('PRIVATE KEY');

/** The certificates and public keys of a PEM text in base64; a private key beside them is ignored. */
export function publicBlocks(pem: string): readonly string[] {
  const isPublic = /^(?:(?:X509 |TRUSTED )?CERTIFICATE|(?:RSA )?PUBLIC KEY)$/;
  return readPem(pem).flatMap(({ label, der }) => (isPublic.test(label) ? [der.toString('base64')] : []));
}

const ask = 'Ask the operator of the service for its RSA certificate or public key in PEM form.';

const keyError = (code: string, found: string, hint: string): KeyError =>
  new KeyError('key', code, found, 'an RSA certificate or public key in PEM form', hint);

function missingKey(blocks: readonly PemBlock[]): KeyError {
  if (blocks.some(isPrivate)) {
    const hint = 'Use the public key: openssl pkey -in private.key -pubout -out public.pem';
    return keyError('key-is-private', 'a private key', hint);
  }
  const labels = blocks.slice(0, mostLabels).map(({ label }) => label);
  const hint = `${ask} To convert a binary file to PEM: openssl x509 -inform DER -in service.cer -out service.pem`;
  return keyError('key-not-pem', labels.length === 0 ? 'no PEM block' : `only ${labels.join(', ')}`, hint);
}

function attempt<T>(read: () => T, code: string, found: string): T {
  try {
    return read();
  } catch {
    throw keyError(code, found, ask);
  }
}

function readBlock({ label, der }: PemBlock): Pick<ServiceKey, 'publicKey' | 'certificate'> {
  const unreadable = `a ${label} block that cannot be read`;
  if (label === 'CERTIFICATE') {
    const certificate = attempt(() => new X509Certificate(der), 'key-unreadable', unreadable);
    const foreign = 'a certificate with a key of an unknown algorithm';
    return { certificate, publicKey: attempt(() => certificate.publicKey, 'key-not-rsa', foreign) };
  }
  const type = label === 'RSA PUBLIC KEY' ? 'pkcs1' : 'spki';
  const read = () => createPublicKey({ key: der, format: 'der', type });
  return { certificate: null, publicKey: attempt(read, 'key-unreadable', unreadable) };
}

/** Reads the first certificate of a PEM text, or else its first public key (SPKI or PKCS#1); throws a UserError for anything but an RSA key. */
export function readKey(pem: string): ServiceKey {
  const blocks = readPem(pem);
  const chosen =
    blocks.find(({ label }) => label === 'CERTIFICATE') ??
    blocks.find(({ label }) => label === 'PUBLIC KEY' || label === 'RSA PUBLIC KEY');
  if (chosen === undefined) throw missingKey(blocks);
  const read = readBlock(chosen);
  const { asymmetricKeyType: type = 'unknown', asymmetricKeyDetails } = read.publicKey;
  if (type !== 'rsa') {
    const hint = `${ask} For other algorithms use scheme: command or scheme: module.`;
    throw keyError('key-not-rsa', `a key of type ${type}`, hint);
  }
  return { ...read, bits: asymmetricKeyDetails?.modulusLength ?? 0 };
}

const privateKeyError = (code: string, found: string, expected: string): KeyError => {
  const hint = 'Use the unencrypted private key that belongs to encryption.key, or remove the setting.';
  return new KeyError('privateKey', code, found, expected, hint);
};

/** Reads the private key (PKCS#8 or PKCS#1, without a passphrase) that belongs to the service's key; throws a UserError where it does not. */
export function readPrivateKey(pem: string, { publicKey }: ServiceKey): KeyObject {
  const privateKey = parsePrivateKey(pem);
  if (privateKey === null) {
    const expected = 'a private key in PEM form without a passphrase';
    throw privateKeyError('private-key-unreadable', 'a text that cannot be read', expected);
  }
  if (createPublicKey(privateKey).equals(publicKey)) return privateKey;
  throw privateKeyError('private-key-does-not-match', 'a key of another pair', 'that of encryption.key');
}

function parsePrivateKey(pem: string): KeyObject | null {
  const block = readPem(pem).find(isPrivate);
  try {
    return block === undefined ? null : createPrivateKey(block.text);
  } catch {
    return null;
  }
}

const subjectOf = ({ subject }: X509Certificate): string => subject.split('\n').join(', ');

/** Describes the service's key: its length in bits, and of a certificate the distinguished name on one line and the end of its validity; throws a UserError for a key that cannot be used. */
export function describeKey(pem: string) {
  const { certificate, bits } = readKey(pem);
  if (certificate === null) return { subject: null, notAfter: null, bits };
  return { subject: subjectOf(certificate), notAfter: certificate.validToDate, bits };
}

const day = 86_400_000;
const noticeDays = 30;

function validityWarnings(certificate: X509Certificate, now: Date): readonly string[] {
  const { validFromDate: from, validToDate: to } = certificate;
  const named = `the certificate "${subjectOf(certificate)}"`;
  if (now > to) return [`${named} expired on ${to.toISOString()}`];
  if (now < from) return [`${named} is valid from ${from.toISOString()} on`];
  const count = Math.floor((to.getTime() - now.getTime()) / day);
  const left = count === 1 ? 'one day' : `${count} days`;
  return count >= noticeDays ? [] : [`${named} ends on ${to.toISOString()}, in ${left}`];
}

/** What a user may want to fix although the key can be used: validity of the certificate, a private key in the same file. */
export function keyWarnings(pem: string, place: string, now: Date): readonly string[] {
  const { certificate } = readKey(pem);
  const beside = 'the file also holds a private key; only the certificate is needed';
  return [
    ...(certificate === null ? [] : validityWarnings(certificate, now)),
    ...(readPem(pem).some(isPrivate) ? [beside] : []),
  ].map((warning) => `${place}: ${warning}`);
}
