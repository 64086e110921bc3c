import { X509Certificate } from 'node:crypto';
import { pemBlocks } from '../base/der.ts';
import { readKeyBundle } from '../base/key-bundle.ts';
import { oids } from '../base/oids.ts';
import { publicKeyOf, readX509 } from '../base/x509.ts';
import type { X509Fields } from '../base/x509.ts';
import { keyProblem, schemeOf } from './algorithm.ts';
import type { Scheme } from './algorithm.ts';

/** In order from the signer to the root. */
export type Chain = readonly [X509Certificate, ...X509Certificate[]];

/** A time at which every certificate must be valid, and its name in messages. */
export interface Moment {
  readonly name: string;
  readonly at: Date;
}

/** Limit for the certificates from the signer to the root. */
export const longestChain = 5;

/**
 * Reasons why a chain, signer first, leads to no trusted certificate (RFC 5280, 6). With `anchors` null, checks
 * the chain alone.
 */
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
    [...problemsAt(path, depth, anchors !== null, moments)].map((problem) => about(certificate, problem)),
  );
}

const about = (certificate: X509Certificate, problem: string): string => `${nameOf(certificate)} ${problem}`;

export const findValidityProblems = (
  chain: readonly X509Certificate[],
  moments: readonly Moment[],
): readonly string[] => chain.flatMap((one) => outOfTime(one, moments).map((problem) => about(one, problem)));

const outOfTime = ({ validFromDate: from, validToDate: to }: X509Certificate, moments: readonly Moment[]) =>
  moments.flatMap(({ name: when, at }) => [
    ...(at < from ? [`was not valid yet ${when} (from ${from.toISOString()})`] : []),
    ...(at > to ? [`was no longer valid ${when} (until ${to.toISOString()})`] : []),
  ]);

/** Key usages that allow signing anything other than certificates and revocation lists. */
const signingUsages = ['digitalSignature', 'nonRepudiation'] as const;

/** Extensions that may be critical: this suite or Node checks them, or they restrict nothing. */
const understood: readonly string[] = [
  oids.subjectKeyIdentifier,
  oids.authorityKeyIdentifier,
  oids.keyUsage,
  oids.extKeyUsage,
  oids.subjectAltName,
  oids.basicConstraints,
  // No policy is required here.
  oids.certificatePolicies,
];

/** Extensions that restrict a chain even if they are not critical. */
const restricting: Readonly<Record<string, string>> = {
  [oids.nameConstraints]: 'name constraints',
  [oids.policyMappings]: 'policy mappings',
  [oids.policyConstraints]: 'policy constraints',
  [oids.inhibitAnyPolicy]: 'inhibited policies',
  [oids.netscapeCertType]: "Netscape's certificate type",
};

function* problemsAt(
  path: readonly X509Certificate[],
  depth: number,
  isAnchored: boolean,
  moments: readonly Moment[],
): Generator<string> {
  const [certificate, issuer] = path.slice(depth);
  if (certificate === undefined) return;
  let fields: X509Fields;
  let scheme: Scheme | string;
  try {
    fields = readX509(certificate);
    scheme = schemeOf(fields.signatureAlgorithm);
  } catch (error) {
    return yield `cannot be read: ${String(error)}`;
  }
  const { keyUsage, extKeyUsage, pathLength, extensions } = fields;
  yield* outOfTime(certificate, moments);
  if (certificate.subject === undefined || certificate.subject === '') yield 'names nobody';
  if (depth === 0) {
    const maySign = keyUsage === null || signingUsages.some((usage) => keyUsage.includes(usage));
    if (!maySign) yield 'may not sign: its key usage lacks digitalSignature';
  } else {
    const below = path.slice(1, depth).filter((one) => !isSelfIssued(one)).length;
    if (!certificate.ca) yield 'is not a certification authority, yet it issued another';
    if (pathLength !== null && below > pathLength)
      yield `allows ${String(pathLength)} authorities below it, found ${below}`;
  }
  // OpenSSL does not take `anyExtendedKeyUsage` for `emailProtection` (RFC 8550, section 4.4.4).
  if (extKeyUsage !== null && !extKeyUsage.includes(oids.emailProtection)) {
    yield `may not be used for signing: its extended key usage is ${extKeyUsage.join(', ')}, expected none or emailProtection`;
  }
  for (const { oid, isCritical } of extensions) {
    const unknown = isCritical && !understood.includes(oid) ? 'a critical extension' : null;
    const unchecked = restricting[oid] ?? unknown;
    if (unchecked !== null) yield `has ${unchecked} (${oid}), which this suite does not check`;
  }
  const key = keyProblem(publicKeyOf(certificate));
  if (key !== null) yield `has ${key}`;
  if (issuer !== undefined && !isIssuedBy(certificate, issuer))
    yield `was not issued by ${nameOf(issuer)}, which follows it`;
  // The signature of a trusted certificate, or of a root on itself, needs no check.
  const isBelieved = issuer === undefined && (isAnchored || isSelfIssued(certificate));
  if (typeof scheme === 'string' && !isBelieved)
    yield `was signed with an algorithm that is not accepted (${scheme})`;
}

/**
 * The chain up to the first trusted certificate, or extended by the trusted issuer of its last one; null if
 * neither exists.
 */
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

/** True if the names and the key usage allow `issuer` to be the issuer, and its key verifies the signature. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate | undefined): boolean {
  try {
    return issuer !== undefined && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

const isSelfIssued = ({ subject, issuer }: X509Certificate): boolean => subject === issuer;

/** Subject of a certificate on one line, or that it has none. */
export const nameOf = (certificate: X509Certificate | undefined): string => {
  const name = onOneLine(certificate?.subject);
  return name === '' ? 'a certificate without a subject' : name;
};

/** Node returns undefined for an empty name. */
export const onOneLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ');

/** All certificates of a PEM text of the certificate's folder; null if there are none or one is broken. */
export function readCertificates(text: string): Chain | null {
  const blocks = pemBlocks(text).filter(({ label }) => label === 'CERTIFICATE');
  try {
    const [first, ...others] = blocks.map(({ whole }) => new X509Certificate(whole));
    return first === undefined ? null : [first, ...others];
  } catch {
    return null;
  }
}

/** All certificates of a user's file, whatever its format; otherwise what was found. */
export async function openCertificates(bytes: Uint8Array, passphrase?: string): Promise<Chain | string> {
  const bundle = await readKeyBundle(bytes, passphrase);
  if (bundle.kind === 'locked') return 'an encrypted file, and no passphrase that opens it';
  if (bundle.kind === 'unreadable') return [bundle.found, bundle.remedy].filter(Boolean).join('. ');
  const [first, ...others] = bundle.entries.flatMap(({ certificate }) => certificate ?? []);
  return first === undefined ? 'no certificate' : [first, ...others];
}

export const writeCertificates = (certificates: readonly X509Certificate[]): string =>
  certificates.map((one) => one.toString()).join('');
