import type { X509Certificate } from 'node:crypto';
import type forge from 'node-forge';
import type { Forge } from './forge.ts';

type Node = forge.asn1.Asn1;

/** What EnvelopedData names a recipient by (IssuerAndSerialNumber, RFC 5652, section 10.2.4). */
export type RecipientName = readonly [issuer: Node, serial: Node];

function children(node: Node | undefined): Node[] {
  if (node === undefined || typeof node.value === 'string')
    throw new TypeError('ASN.1: expected a constructed value');
  return node.value;
}

/** Takes issuer and serial number out of a certificate byte by byte; node-forge would write Cyrillic names anew, and wrongly. */
export function nameRecipient(certificate: X509Certificate, { asn1 }: Forge): RecipientName {
  const [body] = children(asn1.fromDer(certificate.raw.toString('latin1')));
  const [serial, , issuer] = children(body).filter((field) => field.tagClass === asn1.Class.UNIVERSAL);
  if (serial === undefined || issuer === undefined) throw new TypeError('ASN.1: expected a certificate');
  return [issuer, serial];
}

/** Writes EnvelopedData in DER with the name of its one recipient put in place. */
export function writeEnvelope(
  message: forge.pkcs7.PkcsEnvelopedData,
  name: RecipientName,
  { asn1 }: Forge,
): Buffer {
  const root = message.toAsn1();
  const [, recipients] = children(children(children(root)[1])[0]);
  const [, slot] = children(children(recipients)[0]);
  if (slot === undefined) throw new TypeError('ASN.1: expected one recipient');
  slot.value = [...name];
  return Buffer.from(asn1.toDer(root).getBytes(), 'latin1');
}
