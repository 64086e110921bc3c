import { createHash, sign } from 'node:crypto';
import type { KeyObject, X509Certificate } from 'node:crypto';
import { derWriter, loadForge, oids, parseDer, toDer } from './der.ts';
import type { Asn1, DerWriter } from './der.ts';
import { readTbs } from './x509.ts';

/** Who signs: his key, his certificate, and what leads from it towards a root. */
export interface Signer {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
  readonly intermediates: readonly X509Certificate[];
}

/** A detached CMS signature with SHA-256, DER (RFC 5652, section 5); the certificates stand in it as they are. */
export async function signDetached(content: Uint8Array, signer: Signer, moment: Date): Promise<Buffer> {
  const library = await loadForge();
  const der = derWriter(library);
  const attributes = attributesOf(content, moment, der);
  // What is signed is the set of attributes under its own tag, not under the one that it travels with.
  const signature = sign('sha256', toDer(library, der.set(attributes)), signer.key);
  const { issuer, serial } = readTbs(library, signer.certificate);
  const info = der.sequence([
    der.integer(1),
    der.sequence([issuer, serial]),
    algorithm(der, oids.sha256, []),
    der.tagged(0, attributes),
    signatureAlgorithm(der, signer.key),
    der.octets(signature),
  ]);
  const chain = [signer.certificate, ...signer.intermediates];
  const signedData = der.sequence([
    der.integer(1),
    der.set([algorithm(der, oids.sha256, [])]),
    der.sequence([der.oid(oids.data)]),
    der.tagged(
      0,
      chain.map(({ raw }) => parseDer(library, raw)),
    ),
    der.set([info]),
  ]);
  return toDer(library, der.sequence([der.oid(oids.signedData), der.tagged(0, [signedData])]));
}

/** In the order that DER asks of a set. */
function attributesOf(content: Uint8Array, moment: Date, der: DerWriter): readonly Asn1[] {
  const digest = createHash('sha256').update(content).digest();
  const attribute = (oid: string, value: Asn1): Asn1 => der.sequence([der.oid(oid), der.set([value])]);
  return [
    attribute(oids.contentType, der.oid(oids.data)),
    attribute(oids.signingTime, der.utcTime(moment)),
    attribute(oids.messageDigest, der.octets(digest)),
  ];
}

const algorithm = (der: DerWriter, oid: string, parameters: readonly Asn1[]): Asn1 =>
  der.sequence([der.oid(oid), ...parameters]);

function signatureAlgorithm(der: DerWriter, key: KeyObject): Asn1 {
  return key.asymmetricKeyType === 'ec'
    ? algorithm(der, oids.ecdsaSha256, [])
    : algorithm(der, oids.rsa, [der.nothing()]);
}
