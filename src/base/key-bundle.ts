import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { decodeOne, pemBlocks, readContext, readOid, readSequence, context, tags } from './der.ts';
import { oids } from './oids.ts';
import { isPkcs12, openPkcs12 } from './pkcs12.ts';

/** A certificate or a bare public key, with what a JSON Web Key says of it (RFC 7517, section 4). */
export interface PublicEntry {
  readonly certificate: X509Certificate | null;
  /** Null if Node does not support it (GOST). */
  readonly key: KeyObject | null;
  readonly kid?: string;
  readonly use?: string;
  readonly alg?: string;
}

/** What a file of keys and certificates holds, whatever its format. */
export interface KeyBundle {
  readonly kind: 'bundle';
  /** Certificates and public keys, in the order of the file. */
  readonly entries: readonly PublicEntry[];
  /** PEM; perhaps encrypted. */
  readonly privateKeys: readonly string[];
  /** The labels of PEM blocks of other kinds. */
  readonly others: readonly string[];
}

/** `locked`: the passphrase is missing or wrong. `remedy`: what makes the file readable. */
export type KeyOutcome =
  | KeyBundle
  | { readonly kind: 'locked' }
  | { readonly kind: 'unreadable'; readonly found: string; readonly remedy: string };

/** The formats that are read, in words, for every setting and option that names a file of keys. */
export const readFormats = 'PEM, DER, PKCS#7 (.p7b), PKCS#12 or JWK';

const nothing = { kind: 'bundle', entries: [], privateKeys: [], others: [] } as const satisfies KeyBundle;

const unreadable = (found: string, remedy = '') => ({ kind: 'unreadable', found, remedy }) as const;

/**
 * Reads a file of keys and certificates: PEM (UTF-8 or UTF-16, any line ends), DER, PKCS#7, PKCS#12, JWK, JWKS,
 * an RSA key in .NET's XML, and base64 alone. Never rejects.
 */
export async function readKeyBundle(bytes: Uint8Array, passphrase = ''): Promise<KeyOutcome> {
  if (isPkcs12(bytes)) return readPkcs12(bytes, passphrase);
  const text = textOf(bytes);
  if (text.includes('-----BEGIN ')) return readPem(text);
  const trimmed = text.trim();
  if (trimmed === '') return unreadable('an empty file');
  if (/^[[{]/.test(trimmed)) return readJson(trimmed);
  if (trimmed.includes('<RSAKeyValue>')) return readXml(trimmed);
  const latin = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  const named = strangers.find(({ start }) => start.test(trimmed) || start.test(latin));
  if (named !== undefined) return unreadable(named.found, named.remedy);
  // One line of base64, as an encoder prints a key. Each DER value of interest is a sequence.
  const decoded = /^[\w+/\s-]+={0,2}$/.test(trimmed) ? Buffer.from(trimmed, 'base64') : Buffer.of();
  if (decoded[0] === tags.sequence) return readKeyBundle(decoded, passphrase);
  return readDer(Buffer.from(bytes)) ?? unreadable('another kind of file');
}

/** Files that people name by mistake, or that another program has to convert. */
const strangers: readonly { readonly start: RegExp; readonly found: string; readonly remedy: string }[] = [
  {
    start: /^ssh-[a-z0-9]+ /,
    found: 'a public key of OpenSSH',
    remedy: 'To convert it: ssh-keygen -e -m PKCS8 -f key.pub > service.pem',
  },
  {
    start: /^---- BEGIN SSH2 /,
    found: 'a public key of SSH (RFC 4716)',
    remedy:
      'To convert it: ssh-keygen -i -f key.pub > openssh.pub, then ssh-keygen -e -m PKCS8 -f openssh.pub > service.pem',
  },
  {
    start: /^(?:\u00fe\u00ed|\u00ce\u00ce){2}/,
    found: 'a Java keystore (JKS)',
    remedy:
      'To convert it: keytool -importkeystore -srckeystore service.jks -destkeystore service.p12 -deststoretype pkcs12',
  },
  { start: /^<(?:!doctype html|html)/i, found: 'a web page', remedy: 'Download the file itself.' },
  {
    start: /^version https:\/\/git-lfs/,
    found: 'a pointer of Git LFS',
    remedy: 'To fetch the file itself: git lfs pull',
  },
  {
    start: /^PuTTY-User-Key-File-/,
    found: 'a key of PuTTY',
    remedy:
      'To convert it: ssh-keygen -e -m PKCS8 -f key.pub > service.pem, after PuTTYgen has exported key.pub in the format of OpenSSH',
  },
  { start: /^\p{Cc}\u008b/u, found: 'a file compressed by gzip', remedy: 'To unpack it: gunzip' },
  { start: /^PK\p{Cc}{2}/u, found: 'a ZIP archive', remedy: 'Unpack it, and name the file inside.' },
];

/** Text in UTF-8, or in UTF-16 as PowerShell's `>` writes it; without a byte order mark. */
function textOf(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (second === 0 && fourth === 0 && first !== 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && third === 0 && second !== 0);
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const entryOf = (certificate: X509Certificate): PublicEntry => ({
  certificate,
  key: attempt(() => certificate.publicKey),
});

async function readPkcs12(bytes: Uint8Array, passphrase: string): Promise<KeyOutcome> {
  const opened = await openPkcs12(bytes, passphrase);
  const found = 'a PKCS#12 file that cannot be read (openssl pkcs12 -nokeys -clcerts makes PEM of it)';
  if (opened.kind === 'locked') return { kind: 'locked' };
  if (opened.kind !== 'open') return unreadable(found);
  const certificates = opened.certificates.map((der) => attempt(() => new X509Certificate(der)));
  const keys = opened.privateKeys.map((key) => attempt(() => privateFromDer(key)));
  if (certificates.includes(null)) return unreadable(found);
  return {
    ...nothing,
    entries: certificates.flatMap((one) => (one === null ? [] : [entryOf(one)])),
    privateKeys: keys.flatMap((one) => one ?? []),
  };
}

/** Labels of PEM blocks (RFC 7468; OpenSSL's older ones). */
const labels = {
  certificate: /^(?:TRUSTED |X509 )?CERTIFICATE$/,
  container: /^(?:PKCS7|PKCS #7 SIGNED DATA|CMS)$/,
  publicKey: /^(?:RSA )?PUBLIC KEY$/,
  privateKey: /^(?:RSA |EC |ENCRYPTED )?PRIVATE KEY$/,
} as const;

function readPem(written: string): KeyOutcome {
  // In a variable or in JSON, line breaks are often written as \n.
  const text = written.replaceAll(/(?:\\r)?\\n/g, '\n');
  const blocks = pemBlocks(text);
  const entries: PublicEntry[] = [];
  for (const { label, bytes } of blocks) {
    const found = publicIn(label, bytes);
    if (found === null) return unreadable(`a ${label} block that cannot be read`);
    entries.push(...found);
  }
  const labelled = (pattern: RegExp) => blocks.filter(({ label }) => pattern.test(label));
  const others = blocks.filter(({ label }) => !Object.values(labels).some((known) => known.test(label)));
  if (blocks.length === 0) return unreadable('no PEM block');
  return {
    kind: 'bundle',
    entries,
    privateKeys: labelled(labels.privateKey).map(({ whole }) => unindented(whole)),
    others: others.map(({ label }) => label),
  };
}

/** OpenSSL reads a private key only without white space at the ends of its lines. */
const unindented = (pem: string): string => `${pem.replaceAll(/^[ \t]+|[ \t\r]+$/gm, '')}\n`;

/** Certificates and public keys of a PEM block; null if it is unreadable, empty if it is of another kind. */
function publicIn(label: string, der: Buffer): readonly PublicEntry[] | null {
  if (labels.certificate.test(label)) {
    const certificate = attempt(() => new X509Certificate(der));
    // Some programs label PKCS#7 as a certificate.
    return certificate === null ? attempt(() => certificatesIn(der)) : [entryOf(certificate)];
  }
  if (labels.container.test(label)) return attempt(() => certificatesIn(der));
  if (!labels.publicKey.test(label)) return [];
  const type = label.startsWith('RSA') ? 'pkcs1' : 'spki';
  const key = attempt(() => createPublicKey({ key: der, format: 'der', type }));
  return key === null ? null : [{ certificate: null, key }];
}

/** The certificates of a SignedData in DER (RFC 5652, section 5.1). Throws for anything else. */
function certificatesIn(der: Buffer): readonly PublicEntry[] {
  const [type, content] = readSequence(decodeOne(der));
  if (readOid(type) !== oids.signedData) throw new RangeError('found no signed data');
  const parts = readSequence(readContext(content, 0)[0]);
  const certificates = parts.find(({ tag }) => tag === context(0));
  if (certificates === undefined) return [];
  return readContext(certificates, 0).map(({ bytes }) => entryOf(new X509Certificate(bytes)));
}

const convertPkcs7 = 'To convert it: openssl pkcs7 -inform DER -in service.p7b -print_certs -out service.pem';

function readDer(der: Buffer): KeyOutcome | null {
  // Private keys first: from one, node:crypto would read the public part.
  const secret = attempt(() => privateFromDer(der)) ?? encryptedFromDer(der);
  if (secret !== null) return { ...nothing, privateKeys: [secret] };
  const certificate = attempt(() => new X509Certificate(der));
  if (certificate !== null) return { ...nothing, entries: [entryOf(certificate)] };
  const entries = attempt(() => certificatesIn(der));
  if (entries !== null) return { ...nothing, entries };
  // The object identifier of SignedData: a PKCS#7 file in BER, or a broken one.
  if (der.subarray(0, 32).includes(Buffer.from('06092a864886f70d010702', 'hex')))
    return unreadable('a PKCS#7 file that is not DER', convertPkcs7);
  for (const type of ['spki', 'pkcs1'] as const) {
    const key = attempt(() => createPublicKey({ key: der, format: 'der', type }));
    if (key !== null) return { ...nothing, entries: [{ certificate: null, key }] };
  }
  return null;
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Throws if it is none. */
function privateFromDer(key: Buffer): string {
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
    const found = attempt(() => pemOf(createPrivateKey({ key, format: 'der', type })));
    if (found !== null) return found;
  }
  throw new RangeError('found no private key');
}

/** An EncryptedPrivateKeyInfo (RFC 5958, section 3) as PEM; null for anything else. */
function encryptedFromDer(der: Buffer): string | null {
  const parts = attempt(() => readSequence(decodeOne(der)));
  const isEncrypted = parts?.length === 2 && parts[0]?.tag === tags.sequence && parts[1]?.tag === tags.octets;
  if (!isEncrypted) return null;
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN ENCRYPTED PRIVATE KEY-----', ...lines, '-----END ENCRYPTED PRIVATE KEY-----', ''].join(
    '\n',
  );
}

/** A JSON Web Key, a set of them, or a list. */
function readJson(text: string): KeyOutcome {
  const value: unknown = attempt(() => JSON.parse(text));
  if (value === null) return unreadable('another kind of file');
  const keys: unknown = Object(value).keys ?? value;
  const members = [keys].flat().filter((one): one is object => typeof one === 'object' && one !== null);
  const isJwk = members.length > 0 && members.every((one) => 'kty' in one);
  if (!isJwk) return unreadable('JSON that is no JWK');
  const read = members.map((jwk) => attempt(() => readJwk(jwk as JsonWebKey)));
  if (read.includes(null)) return unreadable('a JWK that cannot be read');
  return {
    ...nothing,
    entries: read.flatMap((one) => one?.entry ?? []),
    privateKeys: read.flatMap((one) => one?.secret ?? []),
  };
}

/** Throws for a key that cannot be read. A symmetric key is left out. */
function readJwk(jwk: JsonWebKey) {
  if (jwk.kty === 'oct') return { entry: [], secret: [] };
  const { kid, use, alg, x5c } = jwk;
  const said = Object.entries({ kid, use, alg }).filter(([, value]) => typeof value === 'string');
  const [first] = Array.isArray(x5c) ? x5c : [];
  const certificate = typeof first === 'string' ? new X509Certificate(Buffer.from(first, 'base64')) : null;
  const key = certificate?.publicKey ?? createPublicKey({ key: jwk, format: 'jwk' });
  const secret = typeof jwk.d === 'string' ? [pemOf(createPrivateKey({ key: jwk, format: 'jwk' }))] : [];
  // A bare private key is no public one, as in PEM.
  const isSecretAlone = secret.length > 0 && certificate === null;
  return { entry: isSecretAlone ? [] : [{ certificate, key, ...Object.fromEntries(said) }], secret };
}

/** `RSAKeyValue` of .NET (XML Signature, section 4.5.2.2), which no common program converts. */
function readXml(text: string): KeyOutcome {
  const member = (name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1] ?? '';
  const url = (name: string): string => Buffer.from(member(name), 'base64').toString('base64url');
  const jwk = { kty: 'RSA', n: url('Modulus'), e: url('Exponent') };
  const key = attempt(() => createPublicKey({ key: jwk, format: 'jwk' }));
  if (key === null) return unreadable('an RSAKeyValue that cannot be read');
  return { ...nothing, entries: [{ certificate: null, key }] };
}
