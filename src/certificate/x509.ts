import type { X509Certificate } from 'node:crypto';
import { bytesOf, hasTag, membersOf, oidOf, parseDer } from './der.ts';
import type { Asn1, Forge } from './der.ts';

/** Parts of an X.509 certificate as they stand in it (RFC 5280, section 4.1). */
interface Tbs {
  readonly issuer: Asn1;
  readonly serial: Asn1;
  readonly extensions: readonly Asn1[];
}

/** What the platform does not say of a certificate. */
export interface CertificateUse {
  /** Names of the key usages; null where the certificate restricts none. */
  readonly keyUsage: readonly KeyUsage[] | null;
  /** Object identifiers; null where the certificate restricts none. */
  readonly extendedKeyUsage: readonly string[] | null;
  /** Most CA certificates that may follow below this one; null: any number. */
  readonly pathLength: number | null;
  /** Critical extensions that this suite does not understand, and those that restrict a chain in ways that it does not check. */
  readonly notUnderstood: readonly string[];
  readonly signatureOid: string;
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
] as const;

type KeyUsage = (typeof keyUsages)[number];

const extensionOids = {
  keyUsage: '2.5.29.15',
  alternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
} as const;

const known: readonly string[] = Object.values(extensionOids);

/** Name constraints, policy mappings, policy constraints, inhibited policies (RFC 5280, section 4.2.1) and Netscape's kind of certificate: they bind whether critical or not. */
const binding: readonly string[] = [
  '2.5.29.30',
  '2.5.29.33',
  '2.5.29.36',
  '2.5.29.54',
  '2.16.840.1.113730.1.1',
];

/** Takes a certificate apart; throws where it is not DER of the right shape. */
export function readTbs(library: Forge, { raw }: X509Certificate): Tbs {
  const [tbs] = membersOf(parseDer(library, raw));
  const all = membersOf(tbs);
  const fields = hasTag(library, all[0], 0) ? all.slice(1) : all;
  const [serial, , issuer] = fields;
  if (serial === undefined || issuer === undefined) throw new RangeError('a certificate without an issuer');
  const last = fields.findLast((field) => hasTag(library, field, 3));
  return { issuer, serial, extensions: membersOf(membersOf(last)[0]) };
}

/** What a certificate may be used for. */
export function readUse(library: Forge, certificate: X509Certificate): CertificateUse {
  const { extensions } = readTbs(library, certificate);
  const found = new Map(extensions.map((extension) => [oidOf(library, membersOf(extension)[0]), extension]));
  const read = (oid: string): Asn1 | null => {
    const extension = found.get(oid);
    return extension === undefined ? null : parseDer(library, bytesOf(membersOf(extension).at(-1)));
  };
  const usage = read(extensionOids.keyUsage);
  const extended = read(extensionOids.extendedKeyUsage);
  const constraints = read(extensionOids.basicConstraints);
  const length = membersOf(constraints ?? undefined).find(({ type }) => type === library.asn1.Type.INTEGER);
  return {
    keyUsage: usage === null ? null : usagesOf(bytesOf(usage)),
    extendedKeyUsage: extended === null ? null : membersOf(extended).map((oid) => oidOf(library, oid)),
    pathLength: length === undefined ? null : (bytesOf(length).at(-1) ?? 0),
    notUnderstood: [...found]
      .filter(
        ([oid, extension]) =>
          binding.includes(oid) || (!known.includes(oid) && membersOf(extension).length === 3),
      )
      .map(([oid]) => oid),
    signatureOid: oidOf(library, membersOf(membersOf(parseDer(library, certificate.raw))[1])[0]),
  };
}

/** The first byte says how many bits at the end are not used. */
function usagesOf(bits: Buffer): readonly KeyUsage[] {
  return keyUsages.filter((_name, place) => ((bits[1 + (place >> 3)] ?? 0) & (0x80 >> (place & 7))) !== 0);
}

const emailProtection = '1.3.6.1.5.5.7.3.4';

/** Why a certificate may not sign a CMS message, or null where it may (RFC 8550, section 4.4). */
export function signingProblem(use: CertificateUse): string | null {
  const { keyUsage } = use;
  const allowed = keyUsage?.some((one) => one === 'digitalSignature' || one === 'nonRepudiation') ?? true;
  return allowed
    ? purposeProblem(use)
    : `its key usage is ${keyUsage?.join(', ')}, expected digitalSignature`;
}

/** Why neither a certificate nor what is issued under it serves for signed messages, or null; OpenSSL takes `any` for none of its purposes. */
export function purposeProblem({ extendedKeyUsage }: CertificateUse): string | null {
  if (extendedKeyUsage?.includes(emailProtection) ?? true) return null;
  return `its extended key usage is ${extendedKeyUsage?.join(', ')}, expected none or emailProtection`;
}
