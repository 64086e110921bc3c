import { createCipheriv, randomBytes } from 'node:crypto';
import type { X509Certificate } from 'node:crypto';
import { context, encodeDer, encodeOid, primitive, sequence, set, tags } from '../base/der.ts';
import { oids } from '../base/oids.ts';
import { issuerAndSerial } from '../base/x509.ts';
import { KeyError } from './key.ts';
import type { ServiceKey } from './key.ts';
import { sealPkcs1 } from './rsa.ts';
import { encode, encodingSetting, keyScheme } from './scheme.ts';

/** All in CBC mode. */
const ciphers = {
  aes128: { oid: oids.aes128Cbc, name: 'aes-128-cbc', keyBytes: 16, blockBytes: 16 },
  aes192: { oid: oids.aes192Cbc, name: 'aes-192-cbc', keyBytes: 24, blockBytes: 16 },
  aes256: { oid: oids.aes256Cbc, name: 'aes-256-cbc', keyBytes: 32, blockBytes: 16 },
  '3des': { oid: oids.desEde3Cbc, name: 'des-ede3-cbc', keyBytes: 24, blockBytes: 8 },
} as const;

type Cipher = (typeof ciphers)[keyof typeof ciphers];

/** CMS EnvelopedData (RFC 5652, section 6): RSA PKCS#1 v1.5 key transport, recipient by issuer and serial. */
export const cms = keyScheme('cms', {
  settings: {
    cipher: {
      values: ['aes128', 'aes192', 'aes256', '3des'],
      default: 'aes256',
      description: 'cms: content cipher in CBC mode; default: aes256.',
      example: 'aes256',
    },
    encoding: encodingSetting(['base64', 'base64url', 'hex', 'pem']),
  },
  assertUsable: (_settings, key) => void recipientOf(certificateOf(key)),
  encrypt: ({ cipher, encoding }, key, plain) =>
    encode(envelopeOf(plain, key, recipientOf(certificateOf(key)), ciphers[cipher]), encoding),
});

function certificateOf({ certificate }: ServiceKey): X509Certificate {
  if (certificate === null) throw notCertificate('key-not-a-certificate', 'a public key');
  return certificate;
}

function notCertificate(code: string, actual: string): KeyError {
  const expected = 'a certificate, which cms needs to name the recipient';
  const hint = 'Ask the operator of the service for its RSA certificate in PEM form.';
  return new KeyError(code, actual, expected, hint);
}

const version = encodeDer(tags.integer, Buffer.of(0));

/** Issuer and serial number with the exact bytes of the certificate. */
function recipientOf(certificate: X509Certificate): Buffer {
  try {
    return issuerAndSerial(certificate);
  } catch {
    // Node reads BER as well, so DER is checked here.
    throw notCertificate('key-unreadable', 'a CERTIFICATE block that cannot be read');
  }
}

function envelopeOf(plain: string, { publicKey }: ServiceKey, recipient: Buffer, cipher: Cipher): Buffer {
  const [contentKey, start] = [randomBytes(cipher.keyBytes), randomBytes(cipher.blockBytes)];
  const transport = sequence(
    version,
    recipient,
    sequence(encodeOid(oids.rsaEncryption), encodeDer(tags.nothing)),
    encodeDer(tags.octets, sealPkcs1(publicKey, contentKey)),
  );
  const encryption = createCipheriv(cipher.name, contentKey, start);
  const content = sequence(
    encodeOid(oids.data),
    sequence(encodeOid(cipher.oid), encodeDer(tags.octets, start)),
    encodeDer(primitive(0), encryption.update(plain, 'utf8'), encryption.final()),
  );
  const data = sequence(version, set(transport), content);
  return sequence(encodeOid(oids.envelopedData), encodeDer(context(0), data));
}
