import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import type { KeyObject, X509Certificate } from 'node:crypto';
import type forge from 'node-forge';
import { UserError } from '../errors.ts';
import { nameRecipient, writeEnvelope } from './cms-recipient.ts';
import { encode } from './encoding.ts';
import { loadForge } from './forge.ts';
import type { Forge } from './forge.ts';
import { readKey } from './key.ts';
import type { KeySettings } from './key.ts';
import type { DecryptBytes, EncryptText } from './scheme.ts';
import type { CmsCipher } from './settings.ts';

type Cms = Extract<KeySettings, { readonly scheme: 'cms' }>;

interface ContentCipher {
  readonly oid: string;
  readonly keyBytes: number;
}

// node-forge takes an unknown cipher for AES-256 without a word, so the identifiers stand here.
const CIPHERS = {
  aes128: { oid: '2.16.840.1.101.3.4.1.2', keyBytes: 16 },
  aes192: { oid: '2.16.840.1.101.3.4.1.22', keyBytes: 24 },
  aes256: { oid: '2.16.840.1.101.3.4.1.42', keyBytes: 32 },
  '3des': { oid: '1.2.840.113549.3.7', keyBytes: 24 },
} as const satisfies Record<CmsCipher, ContentCipher>;

const RSA_ENCRYPTION = '1.2.840.113549.1.1.1';

/** The certificate of a PEM text, by which a message names its recipient; throws a UserError where there is none for an RSA key. */
export function requireCertificate(pem: string): X509Certificate {
  const { certificate } = readKey(pem);
  if (certificate !== null) return certificate;
  const message =
    'encryption.key: found a public key, expected a certificate, by which cms names the recipient';
  const hint = 'Ask the operator of the service for its RSA certificate in PEM form.';
  throw new UserError('profile', 'key-not-a-certificate', message, hint);
}

function binary(bytes: Buffer, { util }: Forge): forge.util.ByteBuffer {
  return util.createBuffer(bytes.toString('latin1'));
}

/** Builds CMS EnvelopedData with RSA PKCS#1 v1.5 key transport, recipient by issuer and serial number (RFC 5652, section 6); rejects with a UserError for a key that cannot be used. */
export async function createCms(settings: Cms): Promise<EncryptText> {
  const certificate = requireCertificate(settings.key);
  const library = await loadForge();
  const name = nameRecipient(certificate, library);
  const { oid, keyBytes } = CIPHERS[settings.cipher];
  const transport = { key: certificate.publicKey, padding: constants.RSA_PKCS1_PADDING };
  return async (plain) => {
    const contentKey = randomBytes(keyBytes);
    const content = publicEncrypt(transport, contentKey).toString('latin1');
    const encryptedContent = { algorithm: RSA_ENCRYPTION, parameter: '', content };
    const message = library.pkcs7.createEnvelopedData();
    message.content = binary(Buffer.from(plain, 'utf8'), library);
    message.recipients.push({ version: 0, issuer: [], serialNumber: '00', encryptedContent });
    message.encrypt(binary(contentKey, library), oid);
    return encode(writeEnvelope(message, name, library), settings.encoding);
  };
}

function readEnvelope(ciphertext: Buffer, key: forge.pki.rsa.PrivateKey, library: Forge): Buffer | null {
  const message = library.pkcs7.messageFromAsn1(library.asn1.fromDer(binary(ciphertext, library)));
  const recipient = 'recipients' in message ? message.recipients[0] : undefined;
  if (!('recipients' in message) || recipient === undefined) return null;
  message.decrypt(recipient, key);
  return message.content instanceof library.util.ByteStringBuffer
    ? Buffer.from(message.content.getBytes(), 'latin1')
    : null;
}

/** Builds the decryption that belongs to it, for the first recipient. */
export async function openCms(privateKey: KeyObject): Promise<DecryptBytes> {
  const library = await loadForge();
  const key = library.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString());
  return (ciphertext) => {
    try {
      return readEnvelope(ciphertext, key, library);
    } catch {
      return null;
    }
  };
}
