import { createHash, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  contentOf,
  context,
  decodeDer,
  encodeDer,
  encodeOid,
  issuerAndSerial,
  membersOf,
  oidOf,
  sequence,
  set,
  tags,
  utcTime,
} from '../der.ts';
import type { Der } from '../der.ts';
import { digestOf, fieldsOf, publicKeyOf, schemeOf } from './x509.ts';
import type { Chain } from './x509.ts';

const oids = {
  data: encodeOid('1.2.840.113549.1.7.1'),
  signedData: encodeOid('1.2.840.113549.1.7.2'),
  sha256: encodeOid('2.16.840.1.101.3.4.2.1'),
  rsa: encodeOid('1.2.840.113549.1.1.1'),
  ecdsaSha256: encodeOid('1.2.840.10045.4.3.2'),
} as const;

/** Signed attributes (RFC 5652, section 11). */
const named = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
} as const;

/** What differs between detached signatures, in DER. */
interface Parts {
  /** Issuer and serial number of the signer, or the identifier of its key. */
  readonly signer: Buffer;
  readonly certificates: readonly Buffer[];
  readonly digest: Buffer;
  readonly attributes: readonly Buffer[];
  readonly algorithm: Buffer;
  readonly signature: Buffer;
}

const tagged = (...members: readonly Uint8Array[]): Buffer => encodeDer(context(0), ...members);

/** Writes signed data of one signer without the content (RFC 5652, section 5). */
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
  const plain = sequence(oids.data);
  const data = sequence(version, set(digest), plain, tagged(...certificates), set(info));
  return sequence(oids.signedData, tagged(data));
}

/** Reads those parts. Throws unless the bytes are, one by one, what `writeSignature` makes of them. */
function readParts(bytes: Buffer): Parts {
  const [, wrapped] = membersOf(decodeDer(bytes)[0], tags.sequence);
  const [, , , bag, infos] = membersOf(membersOf(wrapped, context(0))[0], tags.sequence);
  const info = membersOf(membersOf(infos, tags.set)[0], tags.sequence);
  const bytesOf = (value: Der | undefined): Buffer => value?.bytes ?? Buffer.of();
  const parts = {
    signer: bytesOf(info[1]),
    certificates: membersOf(bag, context(0)).map(bytesOf),
    digest: bytesOf(info[2]),
    attributes: membersOf(info[3], context(0)).map(bytesOf),
    algorithm: bytesOf(info[4]),
    signature: contentOf(info[5], tags.octets),
  };
  if (!writeSignature(parts).equals(bytes)) throw new RangeError('found other parts');
  return parts;
}

/** A detached CMS signature in DER, SHA-256 with RSA or EC, with the whole chain. */
export function signDetached(content: Uint8Array, key: KeyObject, chain: Chain, moment: Date): Buffer {
  const attribute = (name: string, value: Buffer): Buffer => sequence(encodeOid(name), set(value));
  const digest = createHash('sha256').update(content).digest();
  // In the order that DER requires of a set.
  const attributes = [
    attribute(named.contentType, oids.data),
    attribute(named.signingTime, utcTime(moment)),
    attribute(named.messageDigest, encodeDer(tags.octets, digest)),
  ];
  const isEc = key.asymmetricKeyType === 'ec';
  return writeSignature({
    signer: issuerAndSerial(chain[0].raw),
    certificates: chain.map(({ raw }) => raw),
    digest: sequence(oids.sha256),
    attributes,
    algorithm: isEc ? sequence(oids.ecdsaSha256) : sequence(oids.rsa, encodeDer(tags.nothing)),
    // The set is signed under its own tag, but sent under another one.
    signature: sign('sha256', set(...attributes), key),
  });
}

/** What a detached signature says. */
export interface ReadSignature {
  /** When it was made, according to the signer. */
  readonly signedAt: Date;
  /** `unchecked`: this suite does not support the algorithm, e.g. GOST. `algorithm`: its object identifier. */
  readonly kind: 'checked' | 'unchecked';
  readonly algorithm: string;
}

/**
 * Reads a detached CMS signature (DER) and checks that the first certificate of its chain made it for that
 * content. Returns a sentence if not, or if the signature holds anything else. Leaves nothing unread.
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

function checkParts(
  content: Uint8Array,
  { signer: name, certificates, digest: digestIdentifier, attributes, algorithm, signature }: Parts,
  chain: Chain,
): ReadSignature | string {
  const [signer] = chain;
  const { keyIdentifier } = fieldsOf(signer);
  const isByKey = keyIdentifier !== null && name.equals(encodeDer(0x80, keyIdentifier));
  if (!isByKey && !name.equals(issuerAndSerial(signer.raw)))
    return 'it names another signer than the first certificate of the chain';
  if (!certificates.every((one) => chain.some(({ raw }) => raw.equals(one))))
    return 'it contains a certificate that is not in the chain';
  // The verifier has the root.
  const carried = chain.filter((one, at) => at === 0 || one.subject !== one.issuer);
  if (!carried.every(({ raw }) => certificates.some((one) => raw.equals(one))))
    return 'it does not contain the certificates of its chain, which OpenSSL needs (-signer and -certfile, not -nocerts)';
  const said = readAttributes(attributes);
  if (typeof said === 'string') return said;
  const { signedAt } = said;
  const [algorithmOnly, digestOnly] = [algorithm, digestIdentifier].map((one) => decodeDer(one)[0]);
  const oid = oidOf(membersOf(algorithmOnly, tags.sequence)[0]);
  const key = publicKeyOf(signer);
  if (key === null) return { signedAt, kind: 'unchecked', algorithm: oid };
  const digest = digestOf(digestOnly);
  const scheme = schemeOf(algorithmOnly);
  if (digest === null) return 'it was made with a digest that is not accepted';
  if (typeof scheme === 'string') return `it was made with an algorithm that is not accepted (${scheme})`;
  if (scheme.digest !== null && scheme.digest !== digest) return 'it names two different digests';
  const isOfKey = scheme.keys.includes(key.asymmetricKeyType ?? '');
  const hash = key.asymmetricKeyType === 'ed25519' ? null : digest;
  if (!isOfKey || !verify(hash, set(...attributes), { key, ...scheme.options }, signature))
    return 'it was not made with the key of the certificate that it names';
  return createHash(digest).update(content).digest().equals(said.digest)
    ? { signedAt, kind: 'checked', algorithm: oid }
    : 'it was made for another content';
}

/** Content type, time and digest: each once with one value. Others are not read, but must be attributes. */
function readAttributes(
  attributes: readonly Buffer[],
): { readonly signedAt: Date; readonly digest: Buffer } | string {
  const values = new Map<string, readonly Der[]>();
  for (const attribute of attributes) {
    const [type, all, ...more] = membersOf(decodeDer(attribute)[0], tags.sequence);
    const name = oidOf(type);
    if (more.length > 0 || values.has(name)) throw new RangeError('found an attribute of another shape');
    values.set(name, membersOf(all, tags.set));
  }
  const [type, moment, digest] = [named.contentType, named.signingTime, named.messageDigest].map((name) => {
    const own = values.get(name) ?? [];
    return own.length === 1 ? own[0] : undefined;
  });
  if (type?.bytes.equals(oids.data) !== true || digest === undefined)
    return 'it does not say what it was made for';
  const signedAt = moment === undefined ? Number.NaN : millisecondsOf(moment);
  if (Number.isNaN(signedAt)) return 'it does not say when it was made';
  return { signedAt: new Date(signedAt), digest: contentOf(digest, tags.octets) };
}

/** A time of CMS (RFC 5652, section 11.3). In UTCTime, years from 50 on are 19xx. */
function millisecondsOf({ tag, content }: Der): number {
  const written = content.toString('latin1');
  const century = tag === tags.time ? '' : written < '5' ? '20' : '19';
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(`${century}${written}`);
  if (parts === null || (tag !== tags.time && tag !== tags.utcTime)) return Number.NaN;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
