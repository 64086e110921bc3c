import { constants, createHash, sign, verify } from 'node:crypto';
import type { KeyObject, X509Certificate } from 'node:crypto';
import {
  bytesOf,
  digestOf,
  fieldsOf,
  hasTag,
  isOfType,
  loadForge,
  membersOf,
  oidOf,
  parseDer,
  publicKeyOf,
  schemeOf,
  toDer,
} from './x509.ts';
import type { Asn1, Fields, Forge, Scheme } from './x509.ts';

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaSha256: '1.2.840.10045.4.3.2',
} as const;

/** A detached CMS signature with SHA-256 by an RSA or EC key, DER (RFC 5652, section 5); it contains the chain as it is, the signer first. */
export async function signDetached(
  content: Uint8Array,
  key: KeyObject,
  chain: readonly [X509Certificate, ...X509Certificate[]],
  moment: Date,
): Promise<Buffer> {
  const library = await loadForge();
  const { asn1 } = library;
  const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class;
  const { SEQUENCE, SET, OID, OCTETSTRING, INTEGER, NULL, UTCTIME } = asn1.Type;
  const sequence = (...members: Asn1[]): Asn1 => asn1.create(UNIVERSAL, SEQUENCE, true, members);
  const set = (...members: Asn1[]): Asn1 => asn1.create(UNIVERSAL, SET, true, members);
  const tagged = (...members: Asn1[]): Asn1 => asn1.create(CONTEXT_SPECIFIC, 0, true, members);
  const oid = (dotted: string): Asn1 => asn1.create(UNIVERSAL, OID, false, asn1.oidToDer(dotted).getBytes());
  const octets = (bytes: Buffer): Asn1 =>
    asn1.create(UNIVERSAL, OCTETSTRING, false, bytes.toString('latin1'));
  const version = asn1.create(UNIVERSAL, INTEGER, false, '\x01');
  const utcTime = asn1.create(UNIVERSAL, UTCTIME, false, asn1.dateToUtcTime(moment));
  const attribute = (type: string, value: Asn1): Asn1 => sequence(oid(type), set(value));
  // In the order that DER asks of a set.
  const attributes = [
    attribute(oids.contentType, oid(oids.data)),
    attribute(oids.signingTime, utcTime),
    attribute(oids.messageDigest, octets(createHash('sha256').update(content).digest())),
  ];
  // What is signed is the set of attributes under its own tag, not under the one that it travels with.
  const signature = sign('sha256', toDer(library, set(...attributes)), key);
  const { issuer, serial } = fieldsOf(library, chain[0]);
  const info = sequence(
    version,
    sequence(issuer, serial),
    sequence(oid(oids.sha256)),
    tagged(...attributes),
    key.asymmetricKeyType === 'ec'
      ? sequence(oid(oids.ecdsaSha256))
      : sequence(oid(oids.rsa), asn1.create(UNIVERSAL, NULL, false, '')),
    octets(signature),
  );
  const signedData = sequence(
    version,
    set(sequence(oid(oids.sha256))),
    sequence(oid(oids.data)),
    tagged(...chain.map(({ raw }) => parseDer(library, raw))),
    set(info),
  );
  return toDer(library, sequence(oid(oids.signedData), tagged(signedData)));
}

/** What a detached signature says. */
export interface ReadSignature {
  /** When it was made, as the signer says. */
  readonly signedAt: Date;
  /** `unchecked`: made with an algorithm that this suite cannot check, GOST for example; `algorithm` is its object identifier. */
  readonly kind: 'checked' | 'unchecked';
  readonly algorithm: string;
}

/**
 * Reads a detached CMS signature of one signer, DER, and checks that the first certificate of the chain made it for that
 * content. A sentence if it did not, and for anything else in the signature: nothing in it is left unread.
 */
export async function readSignature(
  content: Uint8Array,
  signature: Uint8Array,
  chain: readonly X509Certificate[],
): Promise<ReadSignature | string> {
  const library = await loadForge();
  const [signer] = chain;
  if (signer === undefined) return 'there is no certificate of the signer';
  try {
    return readSignedData(library, content, parseDer(library, signature), signer, chain);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return `found something else than a detached CMS signature in DER (${said})`;
  }
}

function readSignedData(
  library: Forge,
  content: Uint8Array,
  top: Asn1,
  signer: X509Certificate,
  chain: readonly X509Certificate[],
): ReadSignature | string {
  const [type, wrapped, ...beside] = membersOf(library, top, 'sequence');
  const [signedData, ...more] = membersOf(library, wrapped, 0);
  if (oidOf(library, type) !== oids.signedData || beside.length + more.length > 0) {
    return 'found a CMS message that is not signed data';
  }
  const fields = membersOf(library, signedData, 'sequence');
  const [version, algorithms, encapsulated, ...rest] = fields;
  const [contentType, ...own] = membersOf(library, encapsulated, 'sequence');
  if (oidOf(library, contentType) !== oids.data || own.length > 0) {
    return 'found a content in the signature, expected a detached one of plain data';
  }
  const [bag] = rest.length > 1 ? rest : [];
  const infos = membersOf(library, rest.at(-1), 'set');
  const [info] = infos;
  if (infos.length !== 1 || rest.length > 2) {
    return `found ${infos.length} signers and ${fields.length} parts, expected one signer and certificates at most`;
  }
  const [infoVersion, sid, digestAlgorithm, attributes, algorithm, value, ...after] = membersOf(
    library,
    info,
    'sequence',
  );
  if (after.length > 0) return 'found attributes that are not signed';
  if (!hasTag(library, attributes, 0)) return 'it has no signed attributes';
  const numbers = [version, infoVersion].map((one) =>
    isOfType(library, one, library.asn1.Type.INTEGER) ? bytesOf(one)[0] : 0,
  );
  const named = isNamed(library, sid, fieldsOf(library, signer));
  const expected = hasTag(library, sid, 0) ? 3 : 1;
  if (!named || numbers.some((number) => number !== expected)) {
    return 'it names another signer than the first certificate of the chain';
  }
  const known = new Set(chain.map(({ raw }) => raw.toString('hex')));
  const isKnown = (one: Asn1): boolean => known.has(toDer(library, one).toString('hex'));
  if (bag !== undefined && !membersOf(library, bag, 0).every(isKnown)) {
    return 'it contains a certificate that is not in the chain';
  }
  const [listed, ...others] = membersOf(library, algorithms, 'set');
  if (digestAlgorithm === undefined || listed === undefined || others.length > 0) {
    return 'it names several digests or none';
  }
  if (!toDer(library, listed).equals(toDer(library, digestAlgorithm)))
    return 'it names two different digests';
  if (!isOfType(library, value, library.asn1.Type.OCTETSTRING)) return 'it holds no signature';
  const said = readAttributes(library, attributes);
  if (typeof said === 'string') return said;
  const set = toDer(library, attributes);
  // What is signed is the set under its own tag.
  set[0] = 0x31;
  const algorithmName = oidOf(library, membersOf(library, algorithm, 'sequence')[0]);
  if (publicKeyOf(signer) === null)
    return { signedAt: said.signedAt, kind: 'unchecked', algorithm: algorithmName };
  const digest = digestOf(library, digestAlgorithm);
  const scheme = schemeOf(library, algorithm);
  if (digest === null) return 'it was made with a digest that is not accepted';
  if (typeof scheme === 'string') return `it was made with an algorithm that is not accepted (${scheme})`;
  if (scheme.digest !== null && scheme.digest !== digest) return 'it names two different digests';
  if (!isMade({ ...scheme, digest }, set, bytesOf(value), signer.publicKey)) {
    return 'it was not made with the key of the certificate that it names';
  }
  return createHash(digest).update(content).digest().equals(said.digest)
    ? { signedAt: said.signedAt, kind: 'checked', algorithm: algorithmName }
    : 'it was made for another content';
}

/** By issuer and serial number, or by the identifier of the key. */
function isNamed(library: Forge, sid: Asn1 | undefined, { issuer, serial, keyIdentifier }: Fields): boolean {
  if (hasTag(library, sid, 0)) return keyIdentifier?.equals(bytesOf(sid)) ?? false;
  const written = (values: readonly Asn1[]): string =>
    values.map((value) => toDer(library, value).toString('hex')).join();
  return written(membersOf(library, sid, 'sequence')) === written([issuer, serial]);
}

/** Type of the content, moment and digest: each once with one value (RFC 5652, section 11). */
function readAttributes(
  library: Forge,
  attributes: Asn1,
): { readonly signedAt: Date; readonly digest: Buffer } | string {
  const rows = membersOf(library, attributes, 0).map((one) => membersOf(library, one, 'sequence'));
  const valueOf = (type: string): Asn1 | undefined => {
    const found = rows.filter(([name]) => oidOf(library, name) === type);
    const values = found.length === 1 ? membersOf(library, found[0]?.[1], 'set') : [];
    return values.length === 1 ? values[0] : undefined;
  };
  const [type, moment, digest] = [
    valueOf(oids.contentType),
    valueOf(oids.signingTime),
    valueOf(oids.messageDigest),
  ];
  if (type === undefined || digest === undefined || oidOf(library, type) !== oids.data) {
    return 'it does not say what it was made for';
  }
  if (moment === undefined) return 'it does not say when it was made';
  const written = bytesOf(moment).toString('latin1');
  const { utcTimeToDate, generalizedTimeToDate, Type } = library.asn1;
  const signedAt = isOfType(library, moment, Type.UTCTIME)
    ? utcTimeToDate(written)
    : generalizedTimeToDate(written);
  if (!Number.isFinite(signedAt.getTime())) return 'it does not say when it was made';
  return { signedAt, digest: bytesOf(digest) };
}

function isMade(
  { kind, digest, saltLength }: Scheme & { readonly digest: string },
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
