import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { UserError } from '../errors.ts';
import { message } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';

/** The service's RSA key, ready for use. */
export interface ServiceKey {
  readonly publicKey: KeyObject;
  /** Length of the modulus in bits. */
  readonly bits: number;
  /** The certificate that the key comes from; null for a bare public key. */
  readonly certificate: X509Certificate | null;
}

/** An error about a key of the profile, with its particulars for callers that know the file. */
export class KeyError extends UserError {
  readonly setting: 'key' | 'privateKey';
  readonly found: Message;
  readonly expected: Message;

  constructor(setting: 'key' | 'privateKey', code: string, found: Message, expected: Message, hint: Message) {
    super(
      'profile',
      code,
      message('found-expected', { place: `encryption.${setting}`, found, expected }),
      hint,
    );
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

const ask = message('ask-for-key');

const keyError = (code: string, found: Message, hint: Message): KeyError =>
  new KeyError('key', code, found, message('expected-rsa-key'), hint);

function missingKey(blocks: readonly PemBlock[]): KeyError {
  if (blocks.some(isPrivate)) {
    return keyError('key-is-private', message('found-private-key'), message('give-public-part'));
  }
  const labels = blocks.slice(0, mostLabels).map(({ label }) => label);
  const found =
    labels.length === 0 ? message('found-no-pem-block') : message('found-only-blocks', { labels });
  return keyError('key-not-pem', found, message('convert-binary-key', { ask }));
}

function attempt<T>(read: () => T, code: string, found: Message): T {
  try {
    return read();
  } catch {
    throw keyError(code, found, ask);
  }
}

function readBlock({ label, der }: PemBlock): Pick<ServiceKey, 'publicKey' | 'certificate'> {
  const unreadable = message('found-unreadable-block', { label });
  if (label === 'CERTIFICATE') {
    const certificate = attempt(() => new X509Certificate(der), 'key-unreadable', unreadable);
    const foreign = message('found-unknown-algorithm');
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
    const hint = message('other-algorithms', { ask });
    throw keyError('key-not-rsa', message('found-key-of-type', { type }), hint);
  }
  return { ...read, bits: asymmetricKeyDetails?.modulusLength ?? 0 };
}

const privateKeyError = (code: string, found: Message, expected: Message): KeyError =>
  new KeyError('privateKey', code, found, expected, message('give-private-key'));

function parsePrivateKey(pem: string): KeyObject | null {
  const block = readPem(pem).find(isPrivate);
  try {
    return block === undefined ? null : createPrivateKey(block.text);
  } catch {
    return null;
  }
}

/** Reads the private key (PKCS#8 or PKCS#1, without a passphrase) that belongs to the service's key; throws a UserError where it does not. */
export function readPrivateKey(pem: string | null, { publicKey }: ServiceKey): KeyObject {
  if (pem === null) {
    throw privateKeyError('private-key-missing', message('found-no-private-key'), message('expected-pem'));
  }
  const privateKey = parsePrivateKey(pem);
  if (privateKey === null) {
    const expected = message('expected-open-private-key');
    throw privateKeyError('private-key-unreadable', message('found-unreadable-text'), expected);
  }
  if (!createPublicKey(privateKey).equals(publicKey)) {
    const expected = message('expected-key-of-pair');
    throw privateKeyError('private-key-does-not-match', message('found-key-of-another-pair'), expected);
  }
  return privateKey;
}

/** What messages say about the service's key. */
export interface KeyDescription {
  /** Distinguished name of the certificate on one line; null for a bare public key. */
  readonly subject: string | null;
  /** End of the certificate's validity; null for a bare public key. */
  readonly notAfter: Date | null;
  /** Length of the modulus in bits. */
  readonly bits: number;
}

const subjectOf = ({ subject }: X509Certificate): string => subject.split('\n').join(', ');

/** Describes the service's key; throws a UserError for a key that cannot be used. */
export function describeKey(pem: string): KeyDescription {
  const { certificate, bits } = readKey(pem);
  if (certificate === null) return { subject: null, notAfter: null, bits };
  return { subject: subjectOf(certificate), notAfter: certificate.validToDate, bits };
}

const day = 86_400_000;
const noticeDays = 30;

function validityWarnings(certificate: X509Certificate, place: string, now: Date): readonly Message[] {
  const { validFromDate: from, validToDate: to } = certificate;
  const subject = subjectOf(certificate);
  const time = to.toISOString();
  if (now > to) return [message('key-certificate-expired', { place, subject, time })];
  if (now < from)
    return [message('key-certificate-not-yet-valid', { place, subject, time: from.toISOString() })];
  const count = Math.floor((to.getTime() - now.getTime()) / day);
  if (count >= noticeDays) return [];
  const left = count === 1 ? message('one-day') : message('days', { count });
  return [message('certificate-ends-soon', { place, subject, time, left })];
}

/** What a user may want to fix although the key can be used: validity of the certificate, a private key in the same file. */
export function keyWarnings(pem: string, place: string, now: Date): readonly Message[] {
  const { certificate } = readKey(pem);
  return [
    ...(certificate === null ? [] : validityWarnings(certificate, place, now)),
    ...(readPem(pem).some(isPrivate) ? [message('private-key-beside', { place })] : []),
  ];
}
