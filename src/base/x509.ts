import type { KeyObject, X509Certificate } from 'node:crypto';
import {
  context,
  decodeOne,
  readAlgorithm,
  readBits,
  readContext,
  readInteger,
  readOctets,
  readOid,
  readSequence,
  sequence,
} from './der.ts';
import type { AlgorithmIdentifier, Der } from './der.ts';
import { oids } from './oids.ts';

/** Bits of the extension keyUsage, in order (RFC 5280, section 4.2.1.3). */
const keyUsages = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;

interface Extension {
  readonly oid: string;
  readonly isCritical: boolean;
  /** DER of the value. */
  readonly value: Buffer;
}

/** Fields of a certificate that Node does not expose (RFC 5280, section 4). */
export interface X509Fields {
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly extensions: readonly Extension[];
  /** Maximum number of authorities below it; null: unlimited. */
  readonly pathLength: bigint | null;
  readonly subjectKeyIdentifier: Buffer | null;
  /** Null: not restricted. */
  readonly keyUsage: readonly (typeof keyUsages)[number][] | null;
  /** Object identifiers; null: not restricted. */
  readonly extKeyUsage: readonly string[] | null;
}

/** Throws if the certificate is not DER. */
function partsOf({ raw }: X509Certificate) {
  const [body, signatureAlgorithm] = readSequence(decodeOne(raw));
  // The version [0] comes first if present; [1], [2] and [3] come last.
  const [serialNumber, , issuer, ...others] = readSequence(body).filter(({ tag }) => tag !== context(0));
  const extensions = others.find(({ tag }) => tag === context(3));
  return { signatureAlgorithm, serialNumber, issuer, extensions };
}

/** Issuer and serial number, as CMS names a certificate (RFC 5652, section 10.2.4). Throws if it is not DER. */
export function issuerAndSerial(certificate: X509Certificate): Buffer {
  const { issuer, serialNumber } = partsOf(certificate);
  return sequence(...[issuer, serialNumber].map((part) => part?.bytes ?? Buffer.of()));
}

/** Throws if the certificate does not have the shape of RFC 5280. */
export function readX509(certificate: X509Certificate): X509Fields {
  const { signatureAlgorithm, extensions: tagged } = partsOf(certificate);
  const extensions = tagged === undefined ? [] : readSequence(readContext(tagged, 3)[0]).map(readExtension);
  if (new Set(extensions.map(({ oid }) => oid)).size < extensions.length)
    throw new RangeError('found an extension twice');

  /** Applies `read` to the value of an extension; null if the extension is missing. */
  const valueOf = <Value>(oid: string, read: (value: Der) => Value): Value | null => {
    const extension = extensions.find((one) => one.oid === oid);
    return extension === undefined ? null : read(decodeOne(extension.value));
  };
  return {
    signatureAlgorithm: readAlgorithm(signatureAlgorithm),
    extensions,
    pathLength: valueOf(oids.basicConstraints, readPathLength),
    subjectKeyIdentifier: valueOf(oids.subjectKeyIdentifier, readOctets),
    keyUsage: valueOf(oids.keyUsage, readKeyUsage),
    extKeyUsage: valueOf(oids.extKeyUsage, (value) => readSequence(value).map(readOid)),
  };
}

function readExtension(extension: Der): Extension {
  const [oid, ...others] = readSequence(extension);
  // DER omits FALSE, the default (X.690, section 11.5). A value that is written counts as TRUE, the stricter
  // one.
  const isCritical = others.length === 2;
  return { oid: readOid(oid), isCritical, value: readOctets(others.at(-1)) };
}

function readPathLength(basicConstraints: Der): bigint | null {
  const [, pathLength] = readSequence(basicConstraints);
  return pathLength === undefined ? null : readInteger(pathLength);
}

function readKeyUsage(value: Der): X509Fields['keyUsage'] {
  const bits = readBits(value);
  return keyUsages.filter((_, at) => bits[at]);
}

/** The key of a certificate; null if Node does not support it (GOST). */
export function publicKeyOf(certificate: X509Certificate): KeyObject | null {
  try {
    return certificate.publicKey;
  } catch {
    return null;
  }
}
