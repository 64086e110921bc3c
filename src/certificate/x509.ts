import { constants, X509Certificate } from 'node:crypto';
import type { KeyObject, SigningOptions } from 'node:crypto';
import {
  contentOf,
  context,
  decodeDer,
  encodeDer,
  encodeOid,
  membersOf,
  oidOf,
  pemBlocks,
  sequence,
  tags,
} from '../der.ts';
import type { Der } from '../der.ts';

/** Accepted digests by object identifier. */
const digests: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** How a signature is made. `digest` null: any digest named beside it, or none (Ed25519). */
export interface Scheme {
  /** Types of the keys that can make it. */
  readonly keys: readonly string[];
  readonly digest: string | null;
  /** For `verify` of node:crypto. */
  readonly options: SigningOptions;
}

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants;
const rsa = { keys: ['rsa'], options: { padding: RSA_PKCS1_PADDING } } as const;
const ec = { keys: ['ec'], options: {} } as const;

const schemes: Readonly<Record<string, Scheme>> = {
  '1.2.840.113549.1.1.1': { ...rsa, digest: null },
  '1.2.840.113549.1.1.11': { ...rsa, digest: 'sha256' },
  '1.2.840.113549.1.1.12': { ...rsa, digest: 'sha384' },
  '1.2.840.113549.1.1.13': { ...rsa, digest: 'sha512' },
  '1.2.840.10045.4.3.2': { ...ec, digest: 'sha256' },
  '1.2.840.10045.4.3.3': { ...ec, digest: 'sha384' },
  '1.2.840.10045.4.3.4': { ...ec, digest: 'sha512' },
  '1.3.101.112': { keys: ['ed25519'], digest: null, options: {} },
};
const pss = '1.2.840.113549.1.1.10';
const mgf1 = encodeOid('1.2.840.113549.1.1.8');

/** The scheme that an AlgorithmIdentifier names, or its object identifier if it is not supported. */
export function schemeOf(value: Der | undefined): Scheme | string {
  const oid = oidOf(membersOf(value, tags.sequence)[0]);
  if (oid !== pss) return named(value, schemes) ?? oid;
  return pssScheme(value) ?? `${oid} with parameters that are not accepted`;
}

/** The accepted digest that an AlgorithmIdentifier names, or null. */
export const digestOf = (value: Der | undefined): string | null => named(value, digests);

/** What an AlgorithmIdentifier without parameters (or with NULL) names. */
function named<Value>(value: Der | undefined, known: Readonly<Record<string, Value>>): Value | null {
  const oid = oidOf(membersOf(value, tags.sequence)[0]);
  const isBare = [[], [encodeDer(tags.nothing)]].some((parameters) =>
    value?.bytes.equals(sequence(encodeOid(oid), ...parameters)),
  );
  return isBare && Object.hasOwn(known, oid) ? (known[oid] ?? null) : null;
}

/** Digest, MGF1 with the same digest, and salt length, nothing else (RFC 8017, A.2.3). The default is SHA-1. */
function pssScheme(value: Der | undefined): Scheme | null {
  const parameters = membersOf(membersOf(value, tags.sequence)[1], tags.sequence);
  const [hash, , salt] = parameters.map((one) => membersOf(one, one.tag)[0]);
  if (hash === undefined || salt === undefined) return null;
  const [digest, saltLength] = [digestOf(hash), numberOf(salt)];
  const accepted = [hash.bytes, sequence(mgf1, hash.bytes), salt.bytes].map((part, number) =>
    encodeDer(context(number), part),
  );
  const isWhole = value?.bytes.equals(sequence(encodeOid(pss), sequence(...accepted))) === true;
  // node:crypto takes some negative lengths for "any length".
  if (!isWhole || digest === null || saltLength < 0) return null;
  const options = { padding: RSA_PKCS1_PSS_PADDING, saltLength };
  return { keys: ['rsa', 'rsa-pss'], digest, options };
}

/** A whole number of any size. Throws unless in its shortest form (X.690, section 8.3.2). */
const numberOf = (value: Der): number => {
  const digits = contentOf(value, tags.integer).toString('hex');
  if (!/^(?!00[0-7]|ff[89a-f])../.test(digits)) throw new RangeError('found no whole number');
  return Number(BigInt.asIntN(digits.length * 4, BigInt(`0x${digits}`)));
};

/** Why a key is not accepted, or null. `key` is null if the platform does not support it (GOST). */
export function keyProblem(key: KeyObject | null): string | null {
  const { modulusLength = 0, namedCurve = '', publicExponent = 65537n } = key?.asymmetricKeyDetails ?? {};
  switch (String(key?.asymmetricKeyType)) {
    case 'rsa':
    case 'rsa-pss':
      // With exponent 1, everybody can sign.
      if (publicExponent < 3n) return `an RSA key with the exponent ${publicExponent}, expected 3 or more`;
      return modulusLength >= 2048 ? null : `an RSA key of ${modulusLength} bits, expected 2048 or more`;
    case 'ec':
      return ['prime256v1', 'secp384r1', 'secp521r1'].includes(namedCurve)
        ? null
        : `a key on the curve ${namedCurve}, expected P-256, P-384 or P-521`;
    case 'ed25519':
      return null;
    default:
      return `a key of ${key === null ? 'an unknown type' : `type ${key.asymmetricKeyType}`}, expected RSA, EC or Ed25519`;
  }
}

/** Key identifiers, (extended) key usage, alternative names, basic constraints; policies (none required). */
const understood = ['14', '35', '15', '17', '19', '37', '32'].map((last) => `2.5.29.${last}`);

/** These restrict a chain even if they are not critical. */
const restricting: Readonly<Record<string, string>> = {
  '2.5.29.30': 'name constraints',
  '2.5.29.33': 'policy mappings',
  '2.5.29.36': 'policy constraints',
  '2.5.29.54': 'inhibited policies',
  '2.16.840.1.113730.1.1': "Netscape's certificate type",
};

/** The fields of a certificate that the platform hides (RFC 5280, section 4). Throws for another shape. */
export function fieldsOf({ raw }: X509Certificate) {
  const [body, algorithm] = membersOf(decodeDer(raw)[0], tags.sequence);
  const wrapped = membersOf(body, tags.sequence).find(({ tag }) => tag === context(3));
  const list = wrapped === undefined ? [] : membersOf(membersOf(wrapped, context(3))[0], tags.sequence);
  const extensions = new Map<string, { readonly isCritical: boolean; readonly value: Buffer }>();
  for (const extension of list) {
    const parts = membersOf(extension, tags.sequence);
    const oid = oidOf(parts[0]);
    if (extensions.has(oid)) throw new RangeError('found an extension twice');
    extensions.set(oid, { isCritical: parts.length === 3, value: contentOf(parts.at(-1), tags.octets) });
  }
  const [own, usage, constraints, extended] = ['14', '15', '19', '37'].map((last) => {
    const found = extensions.get(`2.5.29.${last}`);
    const [value, ...others] = found === undefined ? [] : decodeDer(found.value);
    if (found !== undefined && (value === undefined || others.length > 0))
      throw new RangeError('found no single value in an extension');
    return value;
  });
  const length = constraints === undefined ? undefined : membersOf(constraints, tags.sequence)[1];
  return {
    /** Null: the key has no identifier. */
    keyIdentifier: own === undefined ? null : contentOf(own, tags.octets),
    /** Whether its key is for signatures (digitalSignature or nonRepudiation), or its usage not restricted. */
    maySign: usage === undefined || ((contentOf(usage, tags.bits)[1] ?? 0) & 0xc0) !== 0,
    /** Null: not restricted. */
    purposes: extended === undefined ? null : membersOf(extended, tags.sequence).map(oidOf),
    /** Most authorities below this one. */
    pathLength: length === undefined ? Infinity : numberOf(length),
    /** Extensions that are critical or restrict a chain. */
    notUnderstood: [...extensions].flatMap(([oid, { isCritical }]) => {
      if (Object.hasOwn(restricting, oid)) return [`${restricting[oid]} (${oid})`];
      return isCritical && !understood.includes(oid) ? [`a critical extension (${oid})`] : [];
    }),
    /** Its own scheme, or the object identifier of one that is not accepted. */
    scheme: schemeOf(algorithm),
  };
}

/** Certificates from the signer towards the root. */
export type Chain = readonly [X509Certificate, ...X509Certificate[]];

/** A time at which every certificate must be valid, and its name. */
export interface Moment {
  readonly name: string;
  readonly at: Date;
}

/** Most certificates from the signer to the root. */
export const longestChain = 5;

/** Why a chain, signer first, leads to no trusted certificate (RFC 5280, 6). `anchors` null: chain alone. */
export function findChainProblems(
  chain: readonly X509Certificate[],
  anchors: readonly X509Certificate[] | null,
  moments: readonly Moment[],
): readonly string[] {
  if (chain.length > longestChain) {
    return [`it holds ${chain.length} certificates, expected at most ${longestChain}`];
  }
  const path = anchors === null ? chain : pathTo(chain, anchors);
  if (path === null) return [`no chain leads from ${nameOf(chain[0])} to a certificate of the CA file`];
  return path.flatMap((certificate, depth) =>
    [...problemsAt(path, depth, anchors !== null, moments)].map(
      (problem) => `${nameOf(certificate)} ${problem}`,
    ),
  );
}

/** Certificates of a chain that are not valid at one of the times. */
export const findValidityProblems = (
  chain: readonly X509Certificate[],
  moments: readonly Moment[],
): readonly string[] =>
  chain.flatMap((one) => outOfTime(one, moments).map((problem) => `${nameOf(one)} ${problem}`));

const outOfTime = ({ validFromDate: from, validToDate: to }: X509Certificate, moments: readonly Moment[]) =>
  moments.flatMap(({ name, at }) => [
    ...(at < from ? [`was not valid yet ${name} (from ${from.toISOString()})`] : []),
    ...(at > to ? [`was no longer valid ${name} (until ${to.toISOString()})`] : []),
  ]);

/** What is wrong with one certificate of a path. */
function* problemsAt(
  path: readonly X509Certificate[],
  depth: number,
  isAnchored: boolean,
  moments: readonly Moment[],
): Generator<string> {
  const [certificate, issuer] = path.slice(depth);
  if (certificate === undefined) return;
  let fields: ReturnType<typeof fieldsOf>;
  try {
    fields = fieldsOf(certificate);
  } catch (error) {
    return yield `cannot be read: ${String(error)}`;
  }
  const { maySign, purposes, pathLength, notUnderstood, scheme } = fields;
  yield* outOfTime(certificate, moments);
  if (nameOf(certificate) === nameless) yield 'names nobody';
  if (depth === 0) {
    if (!maySign) yield 'may not sign: its key usage lacks digitalSignature';
  } else {
    const below = path.slice(1, depth).filter((one) => !isSelfIssued(one)).length;
    if (!certificate.ca) yield 'is not a certification authority, yet it issued another';
    if (below > pathLength) yield `allows ${pathLength} authorities below it, found ${below}`;
  }
  // For OpenSSL, `any` includes none of its purposes (RFC 8550, section 4.4.4).
  if (purposes?.includes('1.3.6.1.5.5.7.3.4') === false) {
    const found = `its extended key usage is ${purposes.join(', ')}`;
    yield `may not be used for signing: ${found}, expected none or emailProtection`;
  }
  for (const what of notUnderstood) yield `has ${what}, which this suite does not check`;
  const key = keyProblem(publicKeyOf(certificate));
  if (key !== null) yield `has ${key}`;
  if (issuer !== undefined && !isIssuedBy(certificate, issuer))
    yield `was not issued by ${nameOf(issuer)}, which follows it`;
  // A trusted certificate's own signature, and a root's on itself, need no check.
  const isBelieved = issuer === undefined && (isAnchored || isSelfIssued(certificate));
  if (typeof scheme === 'string' && !isBelieved)
    yield `was signed with an algorithm that is not accepted (${scheme})`;
}

/** Up to the first trusted certificate, or one further if a trusted one issued the last; null: none. */
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

/** Whether the other, an issuer by name, key and key usage, has signed a certificate. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate | undefined): boolean {
  try {
    return issuer !== undefined && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

const isSelfIssued = ({ subject, issuer }: X509Certificate): boolean => subject === issuer;

/** The key of a certificate; null if the platform does not support it (GOST). */
export function publicKeyOf(certificate: X509Certificate): KeyObject | null {
  try {
    return certificate.publicKey;
  } catch {
    return null;
  }
}

/** The subject of a certificate on one line. */
export const nameOf = (certificate: X509Certificate | undefined): string =>
  onOneLine(certificate?.subject) || nameless;

const nameless = 'a certificate without a subject';

/** The platform returns undefined for an empty name. */
export const onOneLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ');

/** All certificates of a PEM file without other blocks; null if there is none, or one is broken. */
export function readCertificates(text: string): Chain | null {
  const blocks = pemBlocks(text).filter(({ label }) => label === 'CERTIFICATE');
  try {
    const [first, ...others] = blocks.map(({ whole }) => new X509Certificate(whole));
    return first === undefined ? null : [first, ...others];
  } catch {
    return null;
  }
}

/** Certificates as a PEM file without anything else. */
export const writeCertificates = (certificates: readonly X509Certificate[]): string =>
  certificates.map((one) => one.toString()).join('');
