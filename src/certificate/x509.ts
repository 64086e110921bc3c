import { X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type forge from 'node-forge';

/** The library for ASN.1, as its default export. */
export type Forge = typeof forge;

/** A value of ASN.1 as the library holds it. */
export type Asn1 = forge.asn1.Asn1;

/** Loads node-forge on demand: only what deals with certificates pays for it. */
export async function loadForge(): Promise<Forge> {
  return (await import('node-forge')).default;
}

/** Reads DER (X.690, section 10); throws for anything that can be written in a shorter or another way. */
export function parseDer(library: Forge, bytes: Uint8Array): Asn1 {
  const value = library.asn1.fromDer(Buffer.from(bytes).toString('latin1'));
  if (toDer(library, value).equals(bytes)) return value;
  throw new RangeError('found BER, expected DER');
}

/** Writes a value as DER. */
export function toDer({ asn1 }: Forge, value: Asn1): Buffer {
  return Buffer.from(asn1.toDer(value).getBytes(), 'latin1');
}

/** The members of a constructed value of that type, or of that context-specific tag; throws for anything else. */
export function membersOf(
  { asn1 }: Forge,
  value: Asn1 | undefined,
  type: 'sequence' | 'set' | number,
): readonly Asn1[] {
  const expected = { sequence: asn1.Type.SEQUENCE, set: asn1.Type.SET };
  const [tagClass, tag] =
    typeof type === 'number'
      ? [asn1.Class.CONTEXT_SPECIFIC, type]
      : [asn1.Class.UNIVERSAL, Number(expected[type])];
  if (
    value?.tagClass === tagClass &&
    Number(value.type) === tag &&
    value.constructed &&
    Array.isArray(value.value)
  ) {
    return value.value;
  }
  throw new RangeError(`found no ${type}`);
}

/** The bytes of a primitive value; throws for any other. */
export function bytesOf(value: Asn1 | undefined): Buffer {
  // The library reads what a bit string holds where it looks like DER.
  if (value === undefined || value.constructed || typeof value.value !== 'string') {
    throw new RangeError('found no primitive value');
  }
  return Buffer.from(value.value, 'latin1');
}

/** Whether a value is universal and of that type. */
export function isOfType({ asn1 }: Forge, value: Asn1 | undefined, type: forge.asn1.Type): value is Asn1 {
  return value?.tagClass === asn1.Class.UNIVERSAL && value.type === type;
}

/** Whether a value has that context-specific tag. */
export function hasTag({ asn1 }: Forge, value: Asn1 | undefined, tag: number): value is Asn1 {
  return value?.tagClass === asn1.Class.CONTEXT_SPECIFIC && Number(value.type) === tag;
}

/** The dotted object identifier that a value is; throws where it is none. */
export function oidOf(library: Forge, value: Asn1 | undefined): string {
  if (!isOfType(library, value, library.asn1.Type.OID)) throw new RangeError('found no object identifier');
  return library.asn1.derToOid(bytesOf(value).toString('latin1'));
}

/** A whole number of any size, DER. */
const numberOf = (value: Asn1 | undefined): bigint => {
  const bytes = bytesOf(value);
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`));
};

/** The digests that are accepted, by object identifier. */
const digests: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** How a signature is made; `digest` null: whatever is named beside it, or none (Ed25519). */
export interface Scheme {
  readonly kind: 'rsa' | 'rsa-pss' | 'ec' | 'ed25519';
  readonly digest: string | null;
  readonly saltLength: number;
}

const pss = '1.2.840.113549.1.1.10';
const schemes: Readonly<Record<string, readonly [Scheme['kind'], string | null]>> = {
  '1.2.840.113549.1.1.1': ['rsa', null],
  '1.2.840.113549.1.1.11': ['rsa', 'sha256'],
  '1.2.840.113549.1.1.12': ['rsa', 'sha384'],
  '1.2.840.113549.1.1.13': ['rsa', 'sha512'],
  '1.2.840.10045.4.3.2': ['ec', 'sha256'],
  '1.2.840.10045.4.3.3': ['ec', 'sha384'],
  '1.2.840.10045.4.3.4': ['ec', 'sha512'],
  '1.3.101.112': ['ed25519', null],
};

/** The scheme that an AlgorithmIdentifier names, or its object identifier where it is not on the list. */
export function schemeOf(library: Forge, value: Asn1 | undefined): Scheme | string {
  const [algorithm, parameters] = membersOf(library, value, 'sequence');
  const oid = oidOf(library, algorithm);
  if (oid === pss) return pssScheme(library, parameters) ?? `${oid} with parameters that are not accepted`;
  const found = Object.hasOwn(schemes, oid) ? schemes[oid] : undefined;
  if (found === undefined || !isBare(library, value)) return oid;
  return { kind: found[0], digest: found[1], saltLength: 0 };
}

/** Whether an AlgorithmIdentifier has no parameters, or NULL in their place. */
function isBare(library: Forge, value: Asn1 | undefined): boolean {
  const [, parameters, ...more] = membersOf(library, value, 'sequence');
  if (parameters === undefined) return true;
  return (
    more.length === 0 &&
    isOfType(library, parameters, library.asn1.Type.NULL) &&
    bytesOf(parameters).length === 0
  );
}

/** Digest, mask generation with the same digest, length of the salt (RFC 8017, A.2.3); the default is SHA-1. */
function pssScheme(library: Forge, parameters: Asn1 | undefined): Scheme | null {
  const members = membersOf(library, parameters, 'sequence');
  const tagged = (tag: number): Asn1 | undefined => {
    const own = members.find((member) => hasTag(library, member, tag));
    return own === undefined ? undefined : membersOf(library, own, tag)[0];
  };
  const [hash, mask, salt] = [tagged(0), tagged(1), tagged(2)];
  if (hash === undefined || mask === undefined || salt === undefined || members.length > 3) return null;
  const digest = digestOf(library, hash);
  const [generator, inner] = membersOf(library, mask, 'sequence');
  const isMgf1 = oidOf(library, generator) === '1.2.840.113549.1.1.8';
  if (digest === null || !isMgf1 || digestOf(library, inner) !== digest) return null;
  return { kind: 'rsa-pss', digest, saltLength: Number(numberOf(salt)) };
}

/** The accepted digest that an AlgorithmIdentifier names, or null. */
export function digestOf(library: Forge, value: Asn1 | undefined): string | null {
  const oid = oidOf(library, membersOf(library, value, 'sequence')[0]);
  return Object.hasOwn(digests, oid) && isBare(library, value) ? (digests[oid] ?? null) : null;
}

/** Why a key is not accepted, or null. */
export function keyProblem({
  asymmetricKeyType: kind,
  asymmetricKeyDetails: details = {},
}: KeyObject): string | null {
  switch (String(kind)) {
    case 'rsa':
    case 'rsa-pss': {
      const { modulusLength = 0 } = details;
      return modulusLength >= 2048 ? null : `an RSA key of ${modulusLength} bits, expected 2048 or more`;
    }
    case 'ec': {
      const isKnown = ['prime256v1', 'secp384r1', 'secp521r1'].includes(details.namedCurve ?? '');
      return isKnown ? null : `a key on the curve ${details.namedCurve}, expected P-256, P-384 or P-521`;
    }
    case 'ed25519':
      return null;
    default:
      return `a key of type ${kind ?? 'unknown'}, expected RSA, EC or Ed25519`;
  }
}

/** What a certificate contains beside what the platform shows (RFC 5280, section 4). */
export interface Fields {
  readonly issuer: Asn1;
  readonly serial: Asn1;
  /** Null: the key has no identifier. */
  readonly keyIdentifier: Buffer | null;
  /** Null: not restricted. */
  readonly keyUsage: readonly string[] | null;
  /** Null: not restricted. */
  readonly extendedKeyUsage: readonly string[] | null;
  /** Most authorities that may follow below; null: any number. */
  readonly pathLength: bigint | null;
  /** Extensions that are critical or restrict a chain, and are not understood. */
  readonly notUnderstood: readonly string[];
  /** Its own, or the object identifier of one that is not accepted. */
  readonly scheme: Scheme | string;
}

/** In the order of their bits (RFC 5280, section 4.2.1.3). */
const keyUsages = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
];

/**
 * Identifiers of keys, key usage, alternative names, basic constraints, extended key usage; and policies, for nobody asks for
 * one here, so that none can be missing (RFC 5280, section 6.1.1).
 */
const understood = ['14', '35', '15', '17', '19', '37', '32'].map((last) => `2.5.29.${last}`);

/** These restrict a chain whether they are critical or not. */
const restricting: Readonly<Record<string, string>> = {
  '2.5.29.30': 'name constraints',
  '2.5.29.33': 'policy mappings',
  '2.5.29.36': 'policy constraints',
  '2.5.29.54': 'inhibited policies',
  '2.16.840.1.113730.1.1': "Netscape's certificate type",
};

/** Takes a certificate apart; throws where its shape is another than that of RFC 5280. */
export function fieldsOf(library: Forge, { raw }: X509Certificate): Fields {
  const [tbs, algorithm] = membersOf(library, parseDer(library, raw), 'sequence');
  const all = membersOf(library, tbs, 'sequence');
  const [serial, , issuer] = hasTag(library, all[0], 0) ? all.slice(1) : all;
  if (serial === undefined || issuer === undefined) throw new RangeError('found no issuer');
  const wrapped = all.find((field) => hasTag(library, field, 3));
  const list = wrapped === undefined ? [] : membersOf(library, membersOf(library, wrapped, 3)[0], 'sequence');
  const rows = list.map((extension) => {
    const parts = membersOf(library, extension, 'sequence');
    return { oid: oidOf(library, parts[0]), isCritical: parts.length === 3, value: bytesOf(parts.at(-1)) };
  });
  const found = new Map(rows.map(({ oid, value }) => [oid, value]));
  if (found.size < rows.length) throw new RangeError('found an extension twice');
  const read = (oid: string): Asn1 | null => {
    const value = found.get(oid);
    return value === undefined ? null : parseDer(library, value);
  };
  const [usage, extended, constraints, own] = [
    read('2.5.29.15'),
    read('2.5.29.37'),
    read('2.5.29.19'),
    read('2.5.29.14'),
  ];
  const length = constraints === null ? undefined : membersOf(library, constraints, 'sequence')[1];
  return {
    issuer,
    serial,
    keyIdentifier: own === null ? null : bytesOf(own),
    keyUsage: usage === null ? null : usagesOf(bytesOf(usage)),
    extendedKeyUsage:
      extended === null ? null : membersOf(library, extended, 'sequence').map((oid) => oidOf(library, oid)),
    pathLength: length === undefined ? null : numberOf(length),
    notUnderstood: rows.flatMap(({ oid, isCritical }) => {
      if (Object.hasOwn(restricting, oid)) return [`${restricting[oid]} (${oid})`];
      return isCritical && !understood.includes(oid) ? [`a critical extension (${oid})`] : [];
    }),
    scheme: schemeOf(library, algorithm),
  };
}

/** The first byte says how many bits at the end are not used. */
const usagesOf = (bits: Buffer): readonly string[] =>
  keyUsages.filter((_, place) => ((bits[1 + (place >> 3)] ?? 0) & (0x80 >> (place & 7))) !== 0);

/** A moment at which every certificate has to be valid, with its name. */
export interface Moment {
  readonly name: string;
  readonly at: Date;
}

/** Certificates from the signer to the root are at most that many. */
export const longestChain = 5;

/**
 * Why a chain, in order from the signer to the root, leads to none of the trusted certificates (RFC 5280, section 6), each
 * problem in a sentence. With null for `anchors` only the chain itself is checked.
 */
export async function findChainProblems(
  chain: readonly X509Certificate[],
  anchors: readonly X509Certificate[] | null,
  moments: readonly Moment[],
): Promise<readonly string[]> {
  if (chain.length > longestChain) {
    return [`it holds ${chain.length} certificates, expected at most ${longestChain}`];
  }
  const path = anchors === null ? chain : pathTo(chain, anchors);
  const [signer] = chain;
  if (path === null || signer === undefined) {
    return [`no chain leads from ${nameOf(signer)} to a certificate of the CA file`];
  }
  const library = await loadForge();
  return path.flatMap((certificate, depth) => {
    try {
      const isTop = depth === path.length - 1;
      const fields = fieldsOf(library, certificate);
      return [
        ...moments.flatMap((moment) => validityProblem(certificate, moment) ?? []),
        ...(depth === 0 ? signerProblems(fields) : issuerProblems(certificate, fields, path.slice(1, depth))),
        ...purposeProblems(fields),
        ...fields.notUnderstood.map((what) => `has ${what}, which this suite does not check`),
        ...keyProblems(certificate),
        ...(isTop || isIssuedBy(certificate, path[depth + 1])
          ? []
          : [`was not issued by ${nameOf(path[depth + 1])}, which follows it`]),
        // Nobody has to believe a signature on what is trusted already, nor that of a root on itself.
        ...(typeof fields.scheme === 'string' && !(isTop && (anchors !== null || isSelfIssued(certificate)))
          ? [`was signed with an algorithm that is not accepted (${fields.scheme})`]
          : []),
      ].map((problem) => `${nameOf(certificate)} ${problem}`);
    } catch (error) {
      return [
        `${nameOf(certificate)} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      ];
    }
  });
}

/** Up to the first certificate that is trusted, or one further where a trusted one issued the last; null where there is none. */
function pathTo(
  chain: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
): readonly X509Certificate[] | null {
  const end = chain.findIndex((one) => anchors.some((anchor) => anchor.raw.equals(one.raw)));
  if (end >= 0) return chain.slice(0, end + 1);
  const last = chain.at(-1);
  const anchor = anchors.find((one) => last !== undefined && isIssuedBy(last, one));
  return anchor === undefined ? null : [...chain, anchor];
}

/** Whether one certificate names the other as its issuer and has a signature of its key. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate | undefined): boolean {
  try {
    return issuer !== undefined && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

const isSelfIssued = ({ subject, issuer }: X509Certificate): boolean => subject === issuer;

function validityProblem(
  { validFromDate, validToDate }: X509Certificate,
  { name, at }: Moment,
): string | null {
  if (at < validFromDate) return `was not valid yet ${name} (from ${validFromDate.toISOString()})`;
  return at > validToDate ? `was no longer valid ${name} (until ${validToDate.toISOString()})` : null;
}

const signerProblems = ({ keyUsage }: Fields): readonly string[] =>
  (keyUsage?.some((one) => one === 'digitalSignature' || one === 'nonRepudiation') ?? true)
    ? []
    : [`may not sign: its key usage is ${keyUsage?.join(', ')}, expected digitalSignature`];

function issuerProblems(
  { ca }: X509Certificate,
  { keyUsage, pathLength }: Fields,
  below: readonly X509Certificate[],
): readonly string[] {
  const authorities = below.filter((one) => !isSelfIssued(one)).length;
  return [
    ...(ca ? [] : ['is not a certification authority, yet it issued another']),
    ...(keyUsage?.includes('keyCertSign') === false
      ? [`may not issue certificates: its key usage is ${keyUsage.join(', ')}`]
      : []),
    ...(pathLength !== null && BigInt(authorities) > pathLength
      ? [`allows ${pathLength} authorities below it, found ${authorities}`]
      : []),
  ];
}

/** OpenSSL takes `any` for none of its purposes (RFC 8550, section 4.4.4). */
const purposeProblems = ({ extendedKeyUsage }: Fields): readonly string[] =>
  (extendedKeyUsage?.includes('1.3.6.1.5.5.7.3.4') ?? true)
    ? []
    : [
        `may not be used for signing: its extended key usage is ${extendedKeyUsage?.join(', ')}, expected none or emailProtection`,
      ];

function keyProblems(certificate: X509Certificate): readonly string[] {
  const key = publicKeyOf(certificate);
  const problem = key === null ? 'a key of an unknown type, expected RSA, EC or Ed25519' : keyProblem(key);
  return problem === null ? [] : [`has ${problem}`];
}

/** The key of a certificate; null where the platform cannot use it (GOST). */
export function publicKeyOf(certificate: X509Certificate): KeyObject | null {
  try {
    return certificate.publicKey;
  } catch {
    return null;
  }
}

/** The subject of a certificate on one line. */
export const nameOf = (certificate: X509Certificate | undefined): string =>
  certificate?.subject.split('\n').join(', ') || 'a certificate without a subject';

/** All certificates of a PEM file, without other blocks; null where there is none, or one that is broken. */
export function readCertificates(text: string): readonly X509Certificate[] | null {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.length === 0 ? null : blocks.map((block) => new X509Certificate(block));
  } catch {
    return null;
  }
}

/** Certificates as a PEM file that holds nothing else. */
export const writeCertificates = (certificates: readonly X509Certificate[]): string =>
  certificates.map((one) => one.toString()).join('');
