import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type forge from 'node-forge';
import { loadForge } from '../encryption/rsa.ts';
import type { Forge } from '../encryption/rsa.ts';

const blocks = {
  'private key': /-----BEGIN (?:RSA |EC |ENCRYPTED )?PRIVATE KEY-----/,
  certificate: /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/,
  'public key': /-----BEGIN (?:RSA )?PUBLIC KEY-----/,
} as const;

/** What a block of PEM may hold. */
export type PemKind = keyof typeof blocks;

/** Whether a text has a block of PEM of this kind. */
export function hasPem(text: string, kind: PemKind): boolean {
  return blocks[kind].test(text);
}

/** What a text holds, in words, where something else was wanted. */
export function describePem(text: string): string {
  const kind = (Object.keys(blocks) as PemKind[]).find((each) => hasPem(text, each));
  if (kind !== undefined) return `a ${kind}`;
  const label = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(text)?.[1];
  if (label !== undefined) return `a PEM block ${label}`;
  return text.trim() === '' ? 'an empty file' : 'a file that is no such PEM';
}

/** The text of a file that holds PEM, null where it holds none; a byte order mark is dropped, what is not UTF-8 outside the blocks does no harm. */
export function pemText(bytes: Uint8Array): string | null {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
  return text.includes('-----BEGIN ') ? text : null;
}

/** A certificate in DER as PEM, byte for byte; null where the bytes are none. */
export function certificatePem(bytes: Uint8Array): string | null {
  return attempt(() => new X509Certificate(bytes).toString());
}

/** A public key in DER (SPKI or PKCS#1) as PEM (SPKI); null where the bytes are none. */
export function publicKeyPem(bytes: Uint8Array): string | null {
  const key = Buffer.from(bytes);
  const read = (type: 'spki' | 'pkcs1') => attempt(() => createPublicKey({ key, format: 'der', type }));
  return (read('spki') ?? read('pkcs1'))?.export({ type: 'spki', format: 'pem' }).toString() ?? null;
}

/** A private key in DER (PKCS#8, PKCS#1 or SEC 1) as PEM (PKCS#8) without a passphrase; null where the bytes are none or the passphrase does not open it. */
export function privateKeyPem(bytes: Uint8Array, passphrase: string): string | null {
  const key = Buffer.from(bytes);
  const read = (type: 'pkcs8' | 'pkcs1' | 'sec1') =>
    attempt(() => createPrivateKey({ key, format: 'der', type, passphrase }));
  return plainPem(read('pkcs8') ?? read('pkcs1') ?? read('sec1'));
}

/** An encrypted private key in PEM as plain PEM (PKCS#8); null where it cannot be read or the passphrase does not open it. */
export function decryptedPem(pem: string, passphrase: string): string | null {
  return plainPem(attempt(() => createPrivateKey({ key: pem, format: 'pem', passphrase })));
}

/** Whether a private key in PEM has to be opened with a passphrase. */
export function isEncryptedPem(pem: string): boolean {
  return /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem);
}

/** Whether bytes are an encrypted private key in DER (EncryptedPrivateKeyInfo, RFC 5958, section 3): PBES2 or an older scheme of PKCS#5 or PKCS#12. */
export function isEncryptedKey(bytes: Uint8Array): boolean {
  const hex = Buffer.from(bytes.subarray(0, 24)).toString('hex');
  return /^30(?:8.(?:..){1,3}|[0-7].)30[0-7].06(?:092a864886f70d0105|0a2a864886f70d010c01)/.test(hex);
}

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const plainPem = (key: KeyObject | null): string | null =>
  key === null ? null : key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** What a PKCS#12 file yields. */
export type Pkcs12Outcome =
  | { readonly kind: 'certificate'; readonly pem: string }
  /** The passphrase does not open it. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'without-certificate' }
  /** Broken, or protected in a way that the library does not know. */
  | { readonly kind: 'unreadable' };

// INTEGER 3 and the beginning of a SEQUENCE (RFC 7292, section 4).
const pfxStart = '02010330';

/** Whether bytes begin as a PKCS#12 file does (PFX, version 3), in DER or BER. */
export function isPkcs12(bytes: Uint8Array): boolean {
  const length = bytes[1] ?? 0;
  const start = length > 0x80 ? 2 + length - 0x80 : 2;
  return bytes[0] === 0x30 && Buffer.from(bytes.subarray(start, start + 4)).toString('hex') === pfxStart;
}

/** Takes the certificate out of a PKCS#12 file: that of the private key in it, else the first (RFC 7292); never rejects. */
export async function openPkcs12(bytes: Uint8Array, passphrase: string): Promise<Pkcs12Outcome> {
  const library = await loadForge();
  try {
    return readPkcs12(bytes, passphrase, library, 3);
  } catch (error) {
    if (says(error, /MAC could not be verified/)) return { kind: 'locked' };
  }
  // The MAC and the old ciphers take a passphrase in UTF-16, PBES2 its bytes in UTF-8 (RFC 7292, appendix B.1; RFC 8018). The library
  // makes no difference, so what has characters beyond ASCII is read again, without the MAC, which is verified by now.
  try {
    return readPkcs12(bytes, Buffer.from(passphrase, 'utf8').toString('latin1'), library, 2);
  } catch (error) {
    return { kind: says(error, /wrong password/) ? 'locked' : 'unreadable' };
  }
}

const says = (error: unknown, words: RegExp): boolean => error instanceof Error && words.test(error.message);

/** `parts`: version and content, and the MAC as the third. */
function readPkcs12(bytes: Uint8Array, passphrase: string, library: Forge, parts: 2 | 3): Pkcs12Outcome {
  const tree = library.asn1.fromDer(Buffer.from(bytes).toString('latin1'));
  if (Array.isArray(tree.value)) tree.value = tree.value.slice(0, parts);
  const bag = certificateBag(library.pkcs12.pkcs12FromAsn1(tree, false, passphrase), library);
  if (bag === undefined) return { kind: 'without-certificate' };
  // A certificate that the library cannot parse, of another algorithm than RSA for example, is handed on as it is.
  const cert: forge.pki.Certificate | null | undefined = bag.cert;
  const node = cert ? library.pki.certificateToAsn1(cert) : bag.asn1;
  const pem = certificatePem(Buffer.from(library.asn1.toDer(node).getBytes(), 'latin1'));
  return pem === null ? { kind: 'unreadable' } : { kind: 'certificate', pem };
}

/** The certificate of the key that is in the file: there may be those of authorities before it. */
function certificateBag(pfx: forge.pkcs12.Pkcs12Pfx, { pki }: Forge): forge.pkcs12.Bag | undefined {
  const bagsOf = (type: string) =>
    pfx.getBags({ bagType: pki.oids[type] ?? type })[pki.oids[type] ?? type] ?? [];
  const certificates = bagsOf('certBag');
  const ids = [...bagsOf('pkcs8ShroudedKeyBag'), ...bagsOf('keyBag')].map(identifierOf);
  const own = certificates.find((bag) => identifierOf(bag) !== null && ids.includes(identifierOf(bag)));
  return own ?? certificates[0];
}

function identifierOf(bag: forge.pkcs12.Bag): unknown {
  const attributes: unknown = bag.attributes;
  if (typeof attributes !== 'object' || attributes === null || !('localKeyId' in attributes)) return null;
  return Array.isArray(attributes.localKeyId) ? attributes.localKeyId[0] : null;
}
