import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type forge from 'node-forge';
import { pemBlocks } from '../der.ts';
import { KeyError } from '../encryption/key.ts';
import { loadForge } from '../encryption/rsa.ts';
import type { Forge } from '../encryption/rsa.ts';

const headings = {
  'private key': /-----BEGIN (?:RSA |EC |ENCRYPTED )?PRIVATE KEY-----/,
  certificate: /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/,
  'public key': /-----BEGIN (?:RSA )?PUBLIC KEY-----/,
} as const;

/** Whether a text has a PEM block of this kind. */
export function hasPem(text: string, kind: keyof typeof headings): boolean {
  return headings[kind].test(text);
}

/** What a text holds, in words, if it is not the expected one. */
export function describePem(text: string): string {
  const kind = Object.entries(headings).find(([, pattern]) => pattern.test(text))?.[0];
  if (kind !== undefined) return `a ${kind}`;
  const label = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(text)?.[1];
  if (label !== undefined) return `a PEM block ${label}`;
  return text.trim() === '' ? 'an empty file' : 'a file that is no such PEM';
}

/** Whether a PEM private key needs a passphrase. */
export function isEncryptedPem(pem: string): boolean {
  return /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem);
}

/** The required content of each key file, in words. */
export const keyFiles = {
  key: 'a certificate or a public key in PEM or DER, or a PKCS#12 file',
  privateKey: 'a private key in PEM or DER',
} as const;

const hints = {
  key: 'Ask the operator of the service for its RSA certificate or public key in PEM form.',
  privateKey: 'Use the unencrypted private key that belongs to encryption.key, or remove the setting.',
} as const;

/** The error code for a file whose passphrase is missing or wrong. */
export const lockedCode = 'key-locked';

function other(setting: keyof typeof keyFiles, found: string, code = 'key-unreadable'): KeyError {
  return new KeyError(setting, code, found, keyFiles[setting], hints[setting]);
}

function noRsa(code: string, found: string, hint: string = hints.key): KeyError {
  return new KeyError('key', code, found, 'an RSA certificate or public key in PEM form', hint);
}

const neither = 'another kind of file';

/** First certificate, else public key, as PEM; whether a private key is there. Throws a KeyError if not RSA. */
export async function openServiceKey(bytes: Uint8Array, passphrase = '') {
  const text = isPkcs12(bytes) ? await openPkcs12(bytes, passphrase) : pemOf(bytes);
  if (text === null) throw other('key', neither);
  const blocks = pemBlocks(text);
  const isPrivate = blocks.some(({ label }) => label.endsWith('PRIVATE KEY'));
  const chosen =
    blocks.find(({ label }) => label === 'CERTIFICATE') ??
    blocks.find(({ label }) => label === 'PUBLIC KEY' || label === 'RSA PUBLIC KEY');
  if (chosen !== undefined) return { pem: readBlock(chosen.label, chosen.bytes), isPrivateBeside: isPrivate };
  if (isPrivate) {
    const hint = 'Use the public key: openssl pkey -in private.key -pubout -out public.pem';
    throw noRsa('key-is-private', 'a private key', hint);
  }
  const labels = blocks.slice(0, mostLabels).map(({ label }) => label);
  const hint = `${hints.key} To convert a binary file to PEM: openssl x509 -inform DER -in service.cer -out service.pem`;
  throw noRsa('key-not-pem', labels.length === 0 ? 'no PEM block' : `only ${labels.join(', ')}`, hint);
}

/** Most blocks that a message lists. */
const mostLabels = 5;

function readBlock(label: string, key: Buffer): string {
  const unreadable = noRsa('key-unreadable', `a ${label} block that cannot be read`);
  if (label === 'CERTIFICATE') {
    const certificate = attempt(() => new X509Certificate(key), unreadable);
    const foreign = noRsa('key-not-rsa', 'a certificate with a key of an unknown algorithm');
    requireRsa(attempt(() => certificate.publicKey, foreign));
    return certificate.toString();
  }
  const type = label === 'RSA PUBLIC KEY' ? 'pkcs1' : 'spki';
  return shared(requireRsa(attempt(() => createPublicKey({ key, format: 'der', type }), unreadable)));
}

function attempt<T>(read: () => T, error: KeyError): T {
  try {
    return read();
  } catch {
    throw error;
  }
}

function requireRsa(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType === 'rsa') return key;
  const hint = `${hints.key} For other algorithms use scheme: command or scheme: module.`;
  throw noRsa('key-not-rsa', `a key of type ${key.asymmetricKeyType ?? 'unknown'}`, hint);
}

/** The private key of a file (PKCS#8, PKCS#1, SEC 1; PEM, DER) as plain PEM. Throws a KeyError if none. */
export function openPrivateKey(bytes: Uint8Array, passphrase = ''): string {
  const text = pemOf(bytes);
  if (text === null) throw other('privateKey', isPkcs12(bytes) ? 'a PKCS#12 file' : neither);
  if (!hasPem(text, 'private key')) throw other('privateKey', describePem(text));
  const key = pemBlocks(text).find(({ label }) => label.endsWith('PRIVATE KEY'))?.whole ?? '';
  if (isLocked(key, passphrase)) throw other('privateKey', 'an encrypted file', lockedCode);
  const unreadable = other('privateKey', 'a text that cannot be read', 'private-key-unreadable');
  return attempt(() => secret(createPrivateKey({ key, passphrase })), unreadable);
}

/** Whether a PEM private key is encrypted, and the passphrase is missing or wrong. */
export function isLocked(key: string, passphrase = ''): boolean {
  try {
    return isEncryptedPem(key) && createPrivateKey({ key, passphrase }).type !== 'private';
  } catch {
    return true;
  }
}

const secret = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const shared = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

/** A file as PEM: its text, or its DER converted; null if it holds neither key nor certificate. */
function pemOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  if (text.includes('-----BEGIN ')) return text;
  const key = Buffer.from(bytes);
  const format = 'der';
  // Private keys first: from one, node:crypto would read the public part.
  const ways = [
    ...(['pkcs8', 'pkcs1', 'sec1'] as const).map(
      (type) => () => secret(createPrivateKey({ key, format, type })),
    ),
    () => new X509Certificate(bytes).toString(),
    ...(['spki', 'pkcs1'] as const).map((type) => () => shared(createPublicKey({ key, format, type }))),
  ];
  for (const way of ways) {
    try {
      return way();
    } catch {
      // The next way may work.
    }
  }
  return null;
}

// INTEGER 3 and the beginning of a SEQUENCE (RFC 7292, section 4).
const pfxStart = '02010330';

/** Whether bytes begin as a PKCS#12 file does (PFX, version 3), in DER or BER. */
function isPkcs12(bytes: Uint8Array): boolean {
  const length = bytes[1] ?? 0;
  const start = length > 0x80 ? 2 + length - 0x80 : 2;
  return bytes[0] === 0x30 && Buffer.from(bytes.subarray(start, start + 4)).toString('hex') === pfxStart;
}

/** The certificate of a PKCS#12 file as PEM: that of its private key, else the first (RFC 7292). */
async function openPkcs12(bytes: Uint8Array, passphrase: string): Promise<string> {
  const library = await loadForge();
  const der = attemptPkcs12(library, bytes, passphrase);
  if (der === null) throw other('key', 'a PKCS#12 file without a certificate');
  const pem = pemOf(Buffer.from(der, 'latin1'));
  if (pem === null) throw unreadablePkcs12();
  return pem;
}

const unreadablePkcs12 = (): KeyError =>
  other('key', 'a PKCS#12 file that cannot be read (openssl pkcs12 -nokeys -clcerts makes PEM of it)');

function attemptPkcs12(library: Forge, bytes: Uint8Array, passphrase: string): string | null {
  const locked = other('key', 'an encrypted file', lockedCode);
  try {
    return readPkcs12(library, bytes, passphrase, 3);
  } catch (error) {
    if (says(error, /MAC could not be verified/)) throw locked;
  }
  // MAC and old ciphers use the passphrase in UTF-16, PBES2 in UTF-8 (RFC 7292, appendix B.1; RFC 8018).
  // The library ignores that: for non-ASCII passphrases, read again without the MAC, already verified.
  try {
    return readPkcs12(library, bytes, Buffer.from(passphrase, 'utf8').toString('latin1'), 2);
  } catch (error) {
    throw says(error, /wrong password/) ? locked : unreadablePkcs12();
  }
}

const says = (error: unknown, words: RegExp): boolean => error instanceof Error && words.test(error.message);

/** The certificate in DER, or null. `parts`: version and content, with the MAC as third. */
function readPkcs12(
  { asn1, pkcs12, pki }: Forge,
  bytes: Uint8Array,
  passphrase: string,
  parts: 2 | 3,
): string | null {
  const tree = asn1.fromDer(Buffer.from(bytes).toString('latin1'));
  if (Array.isArray(tree.value)) tree.value = tree.value.slice(0, parts);
  const pfx = pkcs12.pkcs12FromAsn1(tree, false, passphrase);
  const bagsOf = (name: string) =>
    pfx.getBags({ bagType: pki.oids[name] ?? name })[pki.oids[name] ?? name] ?? [];
  // Authorities' certificates may precede that of the key.
  const ids = [...bagsOf('pkcs8ShroudedKeyBag'), ...bagsOf('keyBag')].map(identifierOf);
  const certificates = bagsOf('certBag');
  const own = certificates.find((one) => identifierOf(one) !== null && ids.includes(identifierOf(one)));
  const bag = own ?? certificates[0];
  if (bag === undefined) return null;
  // A certificate that the library cannot parse, e.g. not RSA, is passed on as it is.
  const cert: forge.pki.Certificate | null | undefined = bag.cert;
  return asn1.toDer(cert ? pki.certificateToAsn1(cert) : bag.asn1).getBytes();
}

function identifierOf(bag: forge.pkcs12.Bag): unknown {
  const attributes: unknown = bag.attributes;
  if (typeof attributes !== 'object' || attributes === null || !('localKeyId' in attributes)) return null;
  return Array.isArray(attributes.localKeyId) ? attributes.localKeyId[0] : null;
}
