// CMS EnvelopedData (RFC 5652, 6): AES or 3DES in CBC, its key sent by RSA with PKCS#1 v1.5.

import { X509Certificate } from 'node:crypto';
import { encode } from './text.ts';
import type { CmsSettings } from './settings.ts';

const names = {
  aes128: 'aes128-CBC',
  aes192: 'aes192-CBC',
  aes256: 'aes256-CBC',
  '3des': 'des-EDE3-CBC',
} as const;

export async function encryptCms({ key, cipher, encoding }: CmsSettings): Promise<(plain: string) => string> {
  // It takes longer to load than all other schemes.
  const { asn1, pkcs7, pki, util } = (await import('node-forge')).default;
  const recipient = pki.certificateFromPem(key);
  const der = util.createBuffer(new X509Certificate(key).raw.toString('latin1'));
  const certificate = partsOf(partsOf(asn1.fromDer(der))[0]).filter(
    ({ tagClass }) => tagClass === asn1.Class.UNIVERSAL,
  );
  const [serial, , issuer] = certificate;
  return (plain) => {
    const message = pkcs7.createEnvelopedData();
    message.addRecipient(recipient);
    message.content = util.createBuffer(Buffer.from(plain, 'utf8').toString('latin1'));
    message.encrypt(undefined, pki.oids[names[cipher]] ?? '');
    const envelope = message.toAsn1();
    const [, recipients] = partsOf(partsOf(partsOf(envelope)[1])[0]);
    const named = partsOf(partsOf(recipients)[0])[1];
    // Issuer and serial number as they stand in the certificate: forge writes names that are not ASCII wrongly.
    if (named !== undefined && issuer !== undefined && serial !== undefined) named.value = [issuer, serial];
    return encode(Buffer.from(asn1.toDer(envelope).getBytes(), 'latin1'), encoding);
  };
}

interface Asn1 {
  readonly tagClass: number;
  value: string | Asn1[];
}

const partsOf = (whole: Asn1 | undefined): Asn1[] => (Array.isArray(whole?.value) ? whole.value : []);
