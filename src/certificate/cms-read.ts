import { createHash, verify, X509Certificate } from 'node:crypto';
import { bytesOf, hasTag, loadForge, membersOf, oidOf, oids, parseDer, toDer } from './der.ts';
import type { Asn1, Forge } from './der.ts';
import { readTbs } from './x509.ts';

/** A signature whose shape was understood. */
export interface ReadSignature {
  readonly signer: X509Certificate;
  /** All certificates that travel with it, the signer's among them. */
  readonly certificates: readonly X509Certificate[];
  /** When it was made, as the signer says. */
  readonly signedAt: Date;
  /** Why it is no signature of that content; null where it is one. */
  readonly problem: string | null;
}

/** Reads a detached CMS signature and holds it against the content; a sentence where it cannot be understood. */
export async function readSignature(
  content: Uint8Array,
  signature: Uint8Array,
): Promise<ReadSignature | string> {
  const library = await loadForge();
  try {
    return readSignedData(library, content, parseDer(library, signature));
  } catch {
    return 'found something else than a CMS signature in DER';
  }
}

function readSignedData(library: Forge, content: Uint8Array, top: Asn1): ReadSignature | string {
  const [type, wrapped] = membersOf(top);
  if (oidOf(library, type) !== oids.signedData) return 'found a CMS message that is not signed data';
  const fields = membersOf(membersOf(wrapped)[0]);
  const encapsulated = membersOf(fields[2]);
  if (oidOf(library, encapsulated[0]) !== oids.data) return 'found signed data of another content type';
  if (encapsulated.length > 1) return 'found a signature with a content of its own, expected a detached one';
  const infos = membersOf(fields.at(-1));
  const [info] = infos;
  if (info === undefined || infos.length > 1) return `found ${infos.length} signers, expected one`;
  const bag = fields.find((field) => hasTag(library, field, 0));
  const certificates = membersOf(bag).map((one) => new X509Certificate(toDer(library, one)));
  const signer = certificates.find((one) => isNamed(library, info, one));
  if (signer === undefined) return "the signer's certificate does not stand in it";
  return readSigner(library, content, info, { signer, certificates });
}

/** By issuer and serial number. */
function isNamed(library: Forge, info: Asn1, certificate: X509Certificate): boolean {
  const [issuer, serial] = membersOf(membersOf(info)[1]);
  const own = readTbs(library, certificate);
  if (issuer === undefined || serial === undefined) return false;
  const isSame = (left: Asn1, right: Asn1): boolean => toDer(library, left).equals(toDer(library, right));
  return isSame(issuer, own.issuer) && isSame(serial, own.serial);
}

function readSigner(
  library: Forge,
  content: Uint8Array,
  info: Asn1,
  found: Pick<ReadSignature, 'signer' | 'certificates'>,
): ReadSignature | string {
  const [, , digestAlgorithm, attributes, algorithm, signature] = membersOf(info);
  if (oidOf(library, membersOf(digestAlgorithm)[0]) !== oids.sha256) {
    return 'it was made with another digest than SHA-256';
  }
  if (!hasTag(library, attributes, 0)) return 'it has no signed attributes';
  const valueOf = (oid: string): Asn1 | undefined => attributeOf(library, attributes, oid);
  const moment = valueOf(oids.signingTime);
  if (moment === undefined) return 'it does not say when it was made';
  const signedAt = library.asn1.utcTimeToDate(bytesOf(moment).toString('latin1'));
  const set = library.asn1.create(library.asn1.Class.UNIVERSAL, library.asn1.Type.SET, true, [
    ...membersOf(attributes),
  ]);
  const digest = createHash('sha256').update(content).digest();
  const isOfContent = bytesOf(valueOf(oids.messageDigest)).equals(digest);
  const isData = oidOf(library, valueOf(oids.contentType)) === oids.data;
  const isSigned = isMade(
    oidOf(library, membersOf(algorithm)[0]),
    toDer(library, set),
    signature,
    found.signer,
  );
  return { ...found, signedAt, problem: problemOf(isSigned, isData && isOfContent) };
}

function problemOf(isSigned: boolean, isOfContent: boolean): string | null {
  if (!isSigned) return 'it was not made with the key of the certificate that it names';
  return isOfContent ? null : 'it was made for another content';
}

function isMade(oid: string, signed: Buffer, signature: Asn1 | undefined, signer: X509Certificate): boolean {
  const { publicKey } = signer;
  const expected: readonly string[] =
    publicKey.asymmetricKeyType === 'ec' ? [oids.ecdsaSha256] : [oids.rsa, oids.rsaSha256];
  return expected.includes(oid) && verify('sha256', signed, publicKey, bytesOf(signature));
}

function attributeOf(library: Forge, attributes: Asn1, oid: string): Asn1 | undefined {
  const found = membersOf(attributes).filter((one) => oidOf(library, membersOf(one)[0]) === oid);
  // One value each (RFC 5652, section 11).
  return found.length === 1 ? membersOf(membersOf(found[0])[1])[0] : undefined;
}
