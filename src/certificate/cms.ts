import { createHash, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  context,
  decodeOne,
  encodeDer,
  encodeOid,
  primitive,
  readAlgorithm,
  readContext,
  readOctets,
  readOid,
  readSequence,
  readSet,
  readTime,
  sequence,
  set,
  tags,
  utcTime,
} from '../base/der.ts';
import type { Der } from '../base/der.ts';
import { oids } from '../base/oids.ts';
import { issuerAndSerial, publicKeyOf, readX509 } from '../base/x509.ts';
import { digestOf, schemeOf } from './algorithm.ts';
import type { Chain } from './chain.ts';

/** Parts in which detached signatures differ, in DER. */
interface Parts {
  /** Issuer and serial number of the signer, or its key identifier. */
  readonly signer: Buffer;
  readonly certificates: readonly Buffer[];
  readonly digest: Buffer;
  readonly attributes: readonly Buffer[];
  readonly algorithm: Buffer;
  readonly signature: Buffer;
}

const tagged = (...members: readonly Uint8Array[]): Buffer => encodeDer(context(0), ...members);

/** Writes SignedData with one signer and without content (RFC 5652, section 5). */
export function writeSignature({
  signer,
  certificates,
  digest,
  attributes,
  algorithm,
  signature,
}: Parts): Buffer {
  const version = encodeDer(tags.integer, Buffer.of(signer[0] === tags.sequence ? 1 : 3));
  const value = encodeDer(tags.octets, signature);
  const info = sequence(version, signer, digest, tagged(...attributes), algorithm, value);
  const plain = sequence(encodeOid(oids.data));
  const data = sequence(version, set(digest), plain, tagged(...certificates), set(info));
  return sequence(encodeOid(oids.signedData), tagged(data));
}

/** Reads a signature. Throws unless `writeSignature` would write exactly the same bytes. */
function readParts(bytes: Buffer): Parts {
  const [, content] = readSequence(decodeOne(bytes));
  const [signedData] = readContext(content, 0);
  const [, , , certificates, signerInfos] = readSequence(signedData);
  const [signerInfo] = readSet(signerInfos);
  const [, signer, digest, attributes, algorithm, signature] = readSequence(signerInfo);
  const parts = {
    signer: bytesOf(signer),
    certificates: readContext(certificates, 0).map(bytesOf),
    digest: bytesOf(digest),
    attributes: readContext(attributes, 0).map(bytesOf),
    algorithm: bytesOf(algorithm),
    signature: readOctets(signature),
  };
  if (!writeSignature(parts).equals(bytes)) throw new RangeError('found other parts');
  return parts;
}

const bytesOf = (value: Der | undefined): Buffer => value?.bytes ?? Buffer.of();

/** A detached CMS signature in DER, SHA-256 with RSA or EC, with the whole chain. */
export function signDetached(content: Uint8Array, key: KeyObject, chain: Chain, moment: Date): Buffer {
  const attribute = (oid: string, value: Buffer): Buffer => sequence(encodeOid(oid), set(value));
  const digest = createHash('sha256').update(content).digest();
  // In the order that DER requires for a set.
  const attributes = [
    attribute(oids.contentType, encodeOid(oids.data)),
    attribute(oids.signingTime, utcTime(moment)),
    attribute(oids.messageDigest, encodeDer(tags.octets, digest)),
  ];
  const isEc = key.asymmetricKeyType === 'ec';
  return writeSignature({
    signer: issuerAndSerial(chain[0]),
    certificates: chain.map(({ raw }) => raw),
    digest: sequence(encodeOid(oids.sha256)),
    attributes,
    algorithm: isEc
      ? sequence(encodeOid(oids.ecdsaWithSha256))
      : sequence(encodeOid(oids.rsaEncryption), encodeDer(tags.nothing)),
    // The signature covers the attributes as a SET; they are sent with another tag (RFC 5652, section 5.4).
    signature: sign('sha256', set(...attributes), key),
  });
}

export interface ReadSignature {
  /** Time of signing, as the signer states it. */
  readonly signedAt: Date;
  /**
   * `unchecked`: this suite does not support the algorithm, for example GOST. `algorithm` is its object
   * identifier.
   */
  readonly kind: 'checked' | 'unchecked';
  readonly algorithm: string;
}

/**
 * Reads a detached CMS signature (DER) and checks that the first certificate of `chain` signed `content`.
 * Returns why if not, or if the signature contains anything that was not read.
 */
export function readSignature(
  content: Uint8Array,
  signature: Uint8Array,
  chain: Chain,
): ReadSignature | string {
  try {
    return checkParts(content, readParts(Buffer.from(signature)), chain);
  } catch {
    return 'found something else than a detached CMS signature in DER of one signer, with signed attributes and certificates, such as `openssl cms -sign -binary -outform DER` makes';
  }
}

function checkParts(content: Uint8Array, parts: Parts, chain: Chain): ReadSignature | string {
  const { certificates, attributes, signature } = parts;
  const [signer] = chain;
  const { subjectKeyIdentifier: keyIdentifier } = readX509(signer);
  const isByKey = keyIdentifier !== null && parts.signer.equals(encodeDer(primitive(0), keyIdentifier));
  if (!isByKey && !parts.signer.equals(issuerAndSerial(signer)))
    return 'it names another signer than the first certificate of the chain';
  if (!certificates.every((one) => chain.some(({ raw }) => raw.equals(one))))
    return 'it contains a certificate that is not in the chain';
  // A root may be missing: the verifier has it.
  const carried = chain.filter((one, at) => at === 0 || one.subject !== one.issuer);
  if (!carried.every(({ raw }) => certificates.some((one) => raw.equals(one))))
    return 'it does not contain the certificates of its chain, which OpenSSL needs (-signer and -certfile, not -nocerts)';
  const signed = readAttributes(attributes);
  if (typeof signed === 'string') return signed;
  const { signedAt } = signed;
  const algorithm = readAlgorithm(decodeOne(parts.algorithm));
  const key = publicKeyOf(signer);
  if (key === null) return { signedAt, kind: 'unchecked', algorithm: algorithm.oid };
  const digest = digestOf(readAlgorithm(decodeOne(parts.digest)));
  const scheme = schemeOf(algorithm);
  if (digest === null) return 'it was made with a digest that is not accepted';
  if (typeof scheme === 'string') return `it was made with an algorithm that is not accepted (${scheme})`;
  if (scheme.digest !== null && scheme.digest !== digest) return 'it names two different digests';
  const isOfKey = scheme.keys.includes(key.asymmetricKeyType ?? '');
  const hash = key.asymmetricKeyType === 'ed25519' ? null : digest;
  if (!isOfKey || !verify(hash, set(...attributes), { key, ...scheme.options }, signature))
    return 'it was not made with the key of the certificate that it names';
  return createHash(digest).update(content).digest().equals(signed.digest)
    ? { signedAt, kind: 'checked', algorithm: algorithm.oid }
    : 'it was made for another content';
}

/**
 * Requires content type, time and digest exactly once, with one value each. Others must be well-formed
 * attributes.
 */
function readAttributes(
  attributes: readonly Buffer[],
): { readonly signedAt: Date; readonly digest: Buffer } | string {
  const values = new Map<string, readonly Der[]>();
  for (const attribute of attributes) {
    const [type, all, ...more] = readSequence(decodeOne(attribute));
    const oid = readOid(type);
    if (more.length > 0 || values.has(oid)) throw new RangeError('found an attribute of another shape');
    values.set(oid, readSet(all));
  }
  const onlyValue = (oid: string): Der | undefined => {
    const [value, ...others] = values.get(oid) ?? [];
    return others.length === 0 ? value : undefined;
  };
  const type = onlyValue(oids.contentType);
  const digest = onlyValue(oids.messageDigest);
  if (type?.bytes.equals(encodeOid(oids.data)) !== true || digest === undefined)
    return 'it does not say what it was made for';
  const moment = onlyValue(oids.signingTime);
  const signedAt = moment === undefined ? null : readTime(moment);
  if (signedAt === null) return 'it does not say when it was made';
  return { signedAt, digest: readOctets(digest) };
}
