import { constants, createHash, sign, verify } from 'node:crypto';
import type { KeyObject, X509Certificate } from 'node:crypto';
import {
  contentOf,
  context,
  decodeDer,
  encodeDer,
  encodeOid,
  membersOf,
  oidOf,
  sequence,
  set,
  tags,
} from '../der.ts';
import type { Der } from '../der.ts';
import { digestOf, fieldsOf, publicKeyOf, schemeOf } from './x509.ts';
import type { Scheme } from './x509.ts';

const oids = {
  data: encodeOid('1.2.840.113549.1.7.1'),
  signedData: encodeOid('1.2.840.113549.1.7.2'),
  contentType: encodeOid('1.2.840.113549.1.9.3'),
  messageDigest: encodeOid('1.2.840.113549.1.9.4'),
  signingTime: encodeOid('1.2.840.113549.1.9.5'),
  sha256: encodeOid('2.16.840.1.101.3.4.2.1'),
  rsa: encodeOid('1.2.840.113549.1.1.1'),
  ecdsaSha256: encodeOid('1.2.840.10045.4.3.2'),
} as const;

const tagged = (...members: readonly Uint8Array[]): Buffer => encodeDer(context(0), ...members);
const version = (number: number): Buffer => encodeDer(tags.integer, Buffer.of(number));

/** A detached CMS signature (RFC 5652, section 5) in DER, SHA-256 with RSA or EC, with the whole chain. */
export function signDetached(
  content: Uint8Array,
  key: KeyObject,
  chain: readonly [X509Certificate, ...X509Certificate[]],
  moment: Date,
): Buffer {
  const written = moment.toISOString().replace(/^\d\d|[-:T]|\.\d+/g, '');
  const digest = createHash('sha256').update(content).digest();
  // In the order that DER requires of a set.
  const attributes = [
    sequence(oids.contentType, set(oids.data)),
    sequence(oids.signingTime, set(encodeDer(tags.utcTime, Buffer.from(written)))),
    sequence(oids.messageDigest, set(encodeDer(tags.octets, digest))),
  ];
  const { issuer, serial } = fieldsOf(chain[0]);
  const isEc = key.asymmetricKeyType === 'ec';
  const info = sequence(
    version(1),
    sequence(issuer.bytes, serial.bytes),
    sequence(oids.sha256),
    tagged(...attributes),
    isEc ? sequence(oids.ecdsaSha256) : sequence(oids.rsa, encodeDer(tags.nothing)),
    // The set is signed under its own tag, but sent under another one.
    encodeDer(tags.octets, sign('sha256', set(...attributes), key)),
  );
  const certificates = tagged(...chain.map(({ raw }) => raw));
  const data = sequence(version(1), set(sequence(oids.sha256)), sequence(oids.data), certificates, set(info));
  return sequence(oids.signedData, tagged(data));
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
  chain: readonly X509Certificate[],
): ReadSignature | string {
  const [signer] = chain;
  if (signer === undefined) return 'there is no certificate of the signer';
  try {
    return readSignedData(content, decodeDer(Buffer.from(signature)), signer, chain);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return `found something else than a detached CMS signature in DER (${said})`;
  }
}

function readSignedData(
  content: Uint8Array,
  [top, ...beside]: readonly Der[],
  signer: X509Certificate,
  chain: readonly X509Certificate[],
): ReadSignature | string {
  const [type, wrapped, ...more] = membersOf(top, tags.sequence);
  const [signedData, ...others] = membersOf(wrapped, context(0));
  if (!is(type, oids.signedData) || beside.length + more.length + others.length > 0) {
    return 'found a CMS message that is not signed data';
  }
  const fields = membersOf(signedData, tags.sequence);
  const [dataVersion, digests, encapsulated, ...rest] = fields;
  if (!is(encapsulated, sequence(oids.data))) {
    return 'found a content in the signature, expected a detached one of plain data';
  }
  const infos = membersOf(rest.at(-1), tags.set);
  if (infos.length !== 1 || rest.length > 2) {
    return `found ${infos.length} signers and ${fields.length} parts, expected one signer and certificates at most`;
  }
  const [infoVersion, named, digestAlgorithm, attributes, algorithm, value, ...after] = membersOf(
    infos[0],
    tags.sequence,
  );
  if (after.length > 0) return 'found attributes that are not signed';
  if (attributes?.tag !== context(0)) return 'it has no signed attributes';
  // By issuer and serial number, or by key identifier.
  const { issuer, serial, keyIdentifier } = fieldsOf(signer);
  const isByKey = keyIdentifier !== null && is(named, encodeDer(0x80, keyIdentifier));
  const expected = version(isByKey ? 3 : 1);
  if (
    !(isByKey || is(named, sequence(issuer.bytes, serial.bytes))) ||
    !is(dataVersion, expected) ||
    !is(infoVersion, expected)
  ) {
    return 'it names another signer than the first certificate of the chain';
  }
  const bag = rest.length > 1 ? membersOf(rest[0], context(0)) : [];
  if (!bag.every((one) => chain.some(({ raw }) => is(one, raw)))) {
    return 'it contains a certificate that is not in the chain';
  }
  // The verifier has the root.
  const carried = chain.filter((one, at) => at === 0 || one.subject !== one.issuer);
  if (!carried.every(({ raw }) => bag.some((one) => is(one, raw)))) {
    return 'it does not contain the certificates of its chain, which OpenSSL needs (-signer and -certfile, not -nocerts)';
  }
  if (digestAlgorithm === undefined || !is(digests, set(digestAlgorithm.bytes))) {
    return 'it names several digests or none';
  }
  const said = readAttributes(attributes);
  if (typeof said === 'string') return said;
  const { signedAt } = said;
  const name = oidOf(membersOf(algorithm, tags.sequence)[0]);
  const signature = contentOf(value, tags.octets);
  const key = publicKeyOf(signer);
  if (key === null) return { signedAt, kind: 'unchecked', algorithm: name };
  const digest = digestOf(digestAlgorithm);
  const scheme = schemeOf(algorithm);
  if (digest === null) return 'it was made with a digest that is not accepted';
  if (typeof scheme === 'string') return `it was made with an algorithm that is not accepted (${scheme})`;
  if (scheme.digest !== null && scheme.digest !== digest) return 'it names two different digests';
  if (!isMade(scheme, digest, set(attributes.content), signature, key)) {
    return 'it was not made with the key of the certificate that it names';
  }
  return createHash(digest).update(content).digest().equals(said.digest)
    ? { signedAt, kind: 'checked', algorithm: name }
    : 'it was made for another content';
}

const is = (value: Der | undefined, bytes: Buffer): boolean => value?.bytes.equals(bytes) === true;

/** Content type, time and digest: each once with one value (RFC 5652, section 11). */
function readAttributes(attributes: Der): { readonly signedAt: Date; readonly digest: Buffer } | string {
  const rows = decodeDer(attributes.content).map((one) => {
    const row = membersOf(one, tags.sequence);
    // Requires type and values also for unknown attributes, as OpenSSL does.
    oidOf(row[0]);
    if (row.length !== 2) throw new RangeError('found an attribute of another shape');
    membersOf(row[1], tags.set);
    return row;
  });
  const valueOf = (type: Buffer): Der | undefined => {
    const found = rows.filter(([name]) => is(name, type));
    const values = found.length === 1 ? membersOf(found[0]?.[1], tags.set) : [];
    return values.length === 1 ? values[0] : undefined;
  };
  const [type, moment, digest] = [oids.contentType, oids.signingTime, oids.messageDigest].map(valueOf);
  if (!is(type, oids.data) || digest === undefined) return 'it does not say what it was made for';
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

function isMade(
  { kind, saltLength }: Scheme,
  digest: string,
  signed: Buffer,
  signature: Buffer,
  key: KeyObject,
): boolean {
  const isOfKind = key.asymmetricKeyType === kind || (kind === 'rsa-pss' && key.asymmetricKeyType === 'rsa');
  if (!isOfKind) return false;
  const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants;
  switch (kind) {
    case 'rsa':
      return verify(digest, signed, { key, padding: RSA_PKCS1_PADDING }, signature);
    case 'rsa-pss':
      return verify(digest, signed, { key, padding: RSA_PKCS1_PSS_PADDING, saltLength }, signature);
    case 'ec':
      return verify(digest, signed, key, signature);
    case 'ed25519':
      return verify(null, signed, key, signature);
  }
}
