import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type forge from 'node-forge';
import { pemBlocks, tags } from '../base/der.ts';
import { KeyError } from '../encryption/key.ts';
import { loadForge } from '../encryption/rsa.ts';
import type { Forge } from '../encryption/rsa.ts';

/** What a key file may hold, by the labels of its PEM blocks. */
const labels = {
  'private key': /^(?:RSA |EC |ENCRYPTED )?PRIVATE KEY$/,
  certificate: /^(?:TRUSTED |X509 )?CERTIFICATE$/,
  'public key': /^(?:RSA )?PUBLIC KEY$/,
} as const;

const blocksOf = (text: string, kind: keyof typeof labels) =>
  pemBlocks(text).filter(({ label }) => labels[kind].test(label));

/** Whether a text has a PEM block of this kind. */
export const hasPem = (text: string, kind: keyof typeof labels): boolean => blocksOf(text, kind).length > 0;

/** What a text holds, in words, if it is not the expected one. */
export function describePem(text: string): string {
  const kinds = ['private key', 'certificate', 'public key'] as const;
  const kind = kinds.find((each) => hasPem(text, each));
  if (kind !== undefined) return `a ${kind}`;
  const others = pemBlocks(text).map(({ label }) => label);
  if (others.length > 0) return `only ${others.slice(0, mostLabels).join(', ')}`;
  return text.trim() === '' ? 'an empty file' : 'no PEM block';
}

const mostLabels = 5;

/** Whether a PEM private key needs a passphrase. */
export function isEncryptedPem(pem: string): boolean {
  return /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem);
}

/** The required content of the key file, in words. */
export const keyFile = 'an RSA certificate or public key in PEM or DER, or a PKCS#12 file';

const hint = 'Ask the operator of the service for its RSA certificate or public key in PEM form.';

/** The error code for a file whose passphrase is missing or wrong. */
export const lockedCode = 'key-locked';

const wrong = (found: string, more = '', code = 'key-unreadable'): KeyError =>
  new KeyError(code, found, keyFile, `${hint}${more}`);

const locked = (): KeyError => wrong('an encrypted file', '', lockedCode);

/** First certificate, else public key, as PEM; whether a private key is there. Throws a KeyError if not RSA. */
export async function openServiceKey(bytes: Uint8Array, passphrase = '') {
  const text = isPkcs12(bytes) ? await openPkcs12(bytes, passphrase) : pemOf(bytes);
  if (text === null) throw wrong('another kind of file');
  const isPrivateBeside = hasPem(text, 'private key');
  const [chosen] = [...blocksOf(text, 'certificate'), ...blocksOf(text, 'public key')];
  if (chosen === undefined) {
    const remedy = isPrivateBeside
      ? 'Its public part: openssl pkey -in private.key -pubout -out public.pem'
      : 'To convert a binary file to PEM: openssl x509 -inform DER -in service.cer -out service.pem';
    throw wrong(describePem(text), ` ${remedy}`);
  }
  const { label, bytes: der } = chosen;
  const certificate = label.endsWith('CERTIFICATE') ? attempt(() => new X509Certificate(der)) : null;
  const type = label === 'RSA PUBLIC KEY' ? 'pkcs1' : 'spki';
  const key = attempt(() => certificate?.publicKey ?? createPublicKey({ key: der, format: 'der', type }));
  if (key === null && certificate === null) throw wrong(`a ${label} block that cannot be read`);
  if (key?.asymmetricKeyType === 'rsa')
    return { pem: certificate?.toString() ?? shared(key), isPrivateBeside };
  const found = `a key of type ${key?.asymmetricKeyType ?? 'unknown'}`;
  throw wrong(found, ' For other algorithms use scheme: command or scheme: module.', 'key-not-rsa');
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** True if a PEM private key is encrypted, and the passphrase is missing or wrong. */
export const isLocked = (key: string, passphrase = ''): boolean =>
  isEncryptedPem(key) && attempt(() => createPrivateKey({ key, passphrase })) === null;

const secret = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const shared = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

/** A file as PEM: its text, or its DER converted; null if it holds neither key nor certificate. */
function pemOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  if (text.includes('-----BEGIN ')) return text;
  const key = Buffer.from(bytes);
  const format = 'der';
  // Private keys first: from one, node:crypto would read the public part.
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
    const found = attempt(() => secret(createPrivateKey({ key, format, type })));
    if (found !== null) return found;
  }
  return (
    attempt(() => new X509Certificate(bytes).toString()) ??
    attempt(() => shared(createPublicKey({ key, format, type: 'spki' }))) ??
    attempt(() => shared(createPublicKey({ key, format, type: 'pkcs1' })))
  );
}

/** The version, INTEGER 3, and the beginning of a sequence (RFC 7292, section 4). */
const pfxStart = Buffer.of(tags.integer, 1, 3, tags.sequence);

/** Whether bytes begin as a PKCS#12 file does (PFX, version 3), in DER or BER. */
function isPkcs12(bytes: Uint8Array): boolean {
  const length = bytes[1] ?? 0;
  const start = length > 0x80 ? 2 + length - 0x80 : 2;
  return bytes[0] === tags.sequence && pfxStart.equals(bytes.subarray(start, start + pfxStart.length));
}

/** The certificate of a PKCS#12 file as PEM: that of its private key, else the first (RFC 7292). */
async function openPkcs12(bytes: Uint8Array, passphrase: string): Promise<string> {
  const library = await loadForge();
  const der = attemptPkcs12(library, bytes, passphrase);
  if (der === null) throw wrong('a PKCS#12 file without a certificate');
  const pem = pemOf(Buffer.from(der, 'latin1'));
  if (pem === null) throw unreadablePkcs12();
  return pem;
}

const unreadablePkcs12 = (): KeyError =>
  wrong('a PKCS#12 file that cannot be read (openssl pkcs12 -nokeys -clcerts makes PEM of it)');

function attemptPkcs12(library: Forge, bytes: Uint8Array, passphrase: string): string | null {
  try {
    return readPkcs12(library, bytes, passphrase, 3);
  } catch (error) {
    if (says(error, /MAC could not be verified/)) throw locked();
  }
  // MAC and old ciphers use the passphrase in UTF-16, PBES2 in UTF-8 (RFC 7292, appendix B.1; RFC 8018).
  // The library ignores that: for non-ASCII passphrases, read again without the MAC, already verified.
  try {
    return readPkcs12(library, bytes, Buffer.from(passphrase, 'utf8').toString('latin1'), 2);
  } catch (error) {
    throw says(error, /wrong password/) ? locked() : unreadablePkcs12();
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
