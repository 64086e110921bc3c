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

/** Whether a text has a block of PEM of this kind. */
export function hasPem(text: string, kind: keyof typeof blocks): boolean {
  return blocks[kind].test(text);
}

/** What a text holds, in words, where something else was wanted. */
export function describePem(text: string): string {
  const kind = Object.entries(blocks).find(([, pattern]) => pattern.test(text))?.[0];
  if (kind !== undefined) return `a ${kind}`;
  const label = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(text)?.[1];
  if (label !== undefined) return `a PEM block ${label}`;
  return text.trim() === '' ? 'an empty file' : 'a file that is no such PEM';
}

/** What a key file yields. */
export type OpenedKey =
  | { readonly kind: 'pem'; readonly pem: string }
  /** The passphrase is missing or does not open it. */
  | { readonly kind: 'locked' }
  /** Something else, in words. */
  | { readonly kind: 'other'; readonly found: string };

const locked = { kind: 'locked' } as const;

function other(found: string): OpenedKey {
  return { kind: 'other', found };
}

const neither = other('a file that holds neither');

const pemOr = (pem: string | null, otherwise: OpenedKey): OpenedKey =>
  pem === null ? otherwise : { kind: 'pem', pem };

/** The certificate or public key of a file as PEM, a text in PEM as it is; whether a scheme can use it, its scheme says. */
export async function openServiceKey(bytes: Uint8Array, passphrase = ''): Promise<OpenedKey> {
  return isPkcs12(bytes) ? openPkcs12(bytes, passphrase) : pemOr(pemOf(bytes), neither);
}

/** The private key of a file, PKCS#8, PKCS#1 or SEC 1 in PEM or DER, as PEM without a passphrase. */
export function openPrivateKey(bytes: Uint8Array, passphrase = ''): OpenedKey {
  const pem = pemOf(bytes);
  if (pem === null) return isPkcs12(bytes) ? other('a PKCS#12 file') : neither;
  if (!hasPem(pem, 'private key')) return other(describePem(pem));
  if (!isEncryptedPem(pem)) return { kind: 'pem', pem };
  return pemOr(firstOf([() => plain(createPrivateKey({ key: pem, format: 'pem', passphrase }))]), locked);
}

/** Whether a private key in PEM has to be opened with a passphrase. */
export function isEncryptedPem(pem: string): boolean {
  return /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem);
}

// EncryptedPrivateKeyInfo (RFC 5958, section 3): PBES2 or an older scheme of PKCS#5 or PKCS#12.
const encryptedKey = /^30(?:8.(?:..){1,3}|[0-7].)30[0-7].06(?:092a864886f70d0105|0a2a864886f70d010c01)/;

/** A file as PEM, null where it holds neither key nor certificate: its text, without a byte order mark, whatever stands around the blocks, or its DER. */
function pemOf(bytes: Uint8Array): string | null {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
  if (text.includes('-----BEGIN ')) return text;
  const key = Buffer.from(bytes);
  if (encryptedKey.test(key.subarray(0, 24).toString('hex'))) {
    const lines = key.toString('base64').match(/.{1,64}/g) ?? [];
    return ['-----BEGIN ENCRYPTED PRIVATE KEY-----', ...lines, '-----END ENCRYPTED PRIVATE KEY-----'].join(
      '\n',
    );
  }
  const format = 'der';
  const ofPrivate = (['pkcs8', 'pkcs1', 'sec1'] as const).map(
    (type) => () => plain(createPrivateKey({ key, format, type })),
  );
  const ofPublic = (['spki', 'pkcs1'] as const).map(
    (type) => () => createPublicKey({ key, format, type }).export({ type: 'spki', format: 'pem' }).toString(),
  );
  // Private keys come first: node:crypto takes one for its public part.
  return firstOf([...ofPrivate, () => new X509Certificate(bytes).toString(), ...ofPublic]);
}

const plain = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** What the first way yields that does not throw. */
function firstOf(ways: readonly (() => string)[]): string | null {
  for (const way of ways) {
    try {
      return way();
    } catch {
      // The next one may.
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

/** Takes the certificate out of a PKCS#12 file: that of the private key in it, else the first (RFC 7292). */
async function openPkcs12(bytes: Uint8Array, passphrase: string): Promise<OpenedKey> {
  const library = await loadForge();
  try {
    return readPkcs12(bytes, passphrase, library, 3);
  } catch (error) {
    if (says(error, /MAC could not be verified/)) return locked;
  }
  // The MAC and the old ciphers take a passphrase in UTF-16, PBES2 its bytes in UTF-8 (RFC 7292, appendix B.1; RFC 8018). The library
  // makes no difference, so what has characters beyond ASCII is read again, without the MAC, which is verified by now.
  try {
    return readPkcs12(bytes, Buffer.from(passphrase, 'utf8').toString('latin1'), library, 2);
  } catch (error) {
    return says(error, /wrong password/) ? locked : unreadablePkcs12;
  }
}

const says = (error: unknown, words: RegExp): boolean => error instanceof Error && words.test(error.message);

const unreadablePkcs12 = other(
  'a PKCS#12 file that cannot be read (openssl pkcs12 -nokeys -clcerts makes PEM of it)',
);

/** `parts`: version and content, and the MAC as the third. */
function readPkcs12(
  bytes: Uint8Array,
  passphrase: string,
  { asn1, pkcs12, pki }: Forge,
  parts: 2 | 3,
): OpenedKey {
  const tree = asn1.fromDer(Buffer.from(bytes).toString('latin1'));
  if (Array.isArray(tree.value)) tree.value = tree.value.slice(0, parts);
  const pfx = pkcs12.pkcs12FromAsn1(tree, false, passphrase);
  const bagsOf = (name: string) =>
    pfx.getBags({ bagType: pki.oids[name] ?? name })[pki.oids[name] ?? name] ?? [];
  // There may be certificates of authorities before that of the key.
  const ids = [...bagsOf('pkcs8ShroudedKeyBag'), ...bagsOf('keyBag')].map(identifierOf);
  const [first, ...others] = bagsOf('certBag');
  if (first === undefined) return other('a PKCS#12 file without a certificate');
  const bag =
    [first, ...others].find((one) => identifierOf(one) !== null && ids.includes(identifierOf(one))) ?? first;
  // A certificate that the library cannot parse, of another algorithm than RSA for example, is handed on as it is.
  const cert: forge.pki.Certificate | null | undefined = bag.cert;
  const der = asn1.toDer(cert ? pki.certificateToAsn1(cert) : bag.asn1).getBytes();
  return pemOr(pemOf(Buffer.from(der, 'latin1')), unreadablePkcs12);
}

function identifierOf(bag: forge.pkcs12.Bag): unknown {
  const attributes: unknown = bag.attributes;
  if (typeof attributes !== 'object' || attributes === null || !('localKeyId' in attributes)) return null;
  return Array.isArray(attributes.localKeyId) ? attributes.localKeyId[0] : null;
}
