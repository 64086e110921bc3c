import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import type { X509Certificate } from 'node:crypto';
import type forge from 'node-forge';
import { message } from '../wording/message.ts';
import { KeyError } from './key.ts';
import type { ServiceKey } from './key.ts';
import { decode, encode, encodingSetting, keyScheme } from './scheme.ts';

/** The library for CMS and PKCS#12, as its default export. */
export type Forge = typeof forge;

/** Loads node-forge on demand: it takes longer to load than everything else in this folder together. */
export async function loadForge(): Promise<Forge> {
  return (await import('node-forge')).default;
}

// All in CBC mode. node-forge silently uses AES-256 for an unknown cipher, so the identifiers are listed here.
const ciphers = {
  aes128: { oid: '2.16.840.1.101.3.4.1.2', keyBytes: 16 },
  aes192: { oid: '2.16.840.1.101.3.4.1.22', keyBytes: 24 },
  aes256: { oid: '2.16.840.1.101.3.4.1.42', keyBytes: 32 },
  '3des': { oid: '1.2.840.113549.3.7', keyBytes: 24 },
} as const;

const rsaEncryption = '1.2.840.113549.1.1.1';

/** CMS EnvelopedData with RSA PKCS#1 v1.5 key transport, recipient by issuer and serial number (RFC 5652, section 6). */
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
  assertUsable: (_settings, key) => void certificateOf(key),
  async encrypt(settings, key) {
    const library = await loadForge();
    const recipient = recipientOf(certificateOf(key), library);
    const { oid, keyBytes } = ciphers[settings.cipher];
    const transport = { key: key.publicKey, padding: constants.RSA_PKCS1_PADDING };
    return async (plain) => {
      const contentKey = randomBytes(keyBytes);
      const content = publicEncrypt(transport, contentKey).toString('latin1');
      const envelope = library.pkcs7.createEnvelopedData();
      envelope.content = binary(Buffer.from(plain, 'utf8'), library);
      const encryptedContent = { algorithm: rsaEncryption, parameter: '', content };
      envelope.recipients.push({ version: 0, issuer: [], serialNumber: '00', encryptedContent });
      envelope.encrypt(binary(contentKey, library), oid);
      return encode(writeEnvelope(envelope, recipient, library), settings.encoding);
    };
  },
  async decrypt({ encoding }, privateKey) {
    const library = await loadForge();
    const key = library.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString());
    return async (ciphertext) => {
      try {
        return readEnvelope(decode(ciphertext, encoding), key, library);
      } catch {
        return null;
      }
    };
  },
});

function certificateOf({ certificate }: ServiceKey): X509Certificate {
  if (certificate !== null) return certificate;
  const expected = message('expected-certificate');
  const hint = message('ask-for-certificate');
  throw new KeyError('key', 'key-not-a-certificate', message('found-public-key'), expected, hint);
}

const binary = (bytes: Buffer, { util }: Forge): forge.util.ByteBuffer =>
  util.createBuffer(bytes.toString('latin1'));

type Node = forge.asn1.Asn1;

/** What an envelope names its recipient by (IssuerAndSerialNumber, RFC 5652, section 10.2.4). */
type Recipient = readonly [issuer: Node, serial: Node];

function children(node: Node | undefined): Node[] {
  if (node === undefined || typeof node.value === 'string') {
    throw new TypeError('ASN.1: expected a constructed value');
  }
  return node.value;
}

/** Takes issuer and serial number out of a certificate byte by byte; node-forge would encode Cyrillic names differently, and wrongly. */
function recipientOf(certificate: X509Certificate, { asn1 }: Forge): Recipient {
  const [body] = children(asn1.fromDer(certificate.raw.toString('latin1')));
  const [serial, , issuer] = children(body).filter((field) => field.tagClass === asn1.Class.UNIVERSAL);
  if (serial === undefined || issuer === undefined) throw new TypeError('ASN.1: expected a certificate');
  return [issuer, serial];
}

/** Writes an envelope in DER, the name of its one recipient put in place. */
function writeEnvelope(
  envelope: forge.pkcs7.PkcsEnvelopedData,
  recipient: Recipient,
  { asn1 }: Forge,
): Buffer {
  const root = envelope.toAsn1();
  const [, recipients] = children(children(children(root)[1])[0]);
  const [, slot] = children(children(recipients)[0]);
  if (slot === undefined) throw new TypeError('ASN.1: expected one recipient');
  slot.value = [...recipient];
  return Buffer.from(asn1.toDer(root).getBytes(), 'latin1');
}

/** What an envelope holds for its first recipient; throws or gives null where it is none for this key. */
function readEnvelope(bytes: Buffer, key: forge.pki.rsa.PrivateKey, library: Forge): Buffer | null {
  const envelope = library.pkcs7.messageFromAsn1(library.asn1.fromDer(binary(bytes, library)));
  const recipient = 'recipients' in envelope ? envelope.recipients[0] : undefined;
  if (!('recipients' in envelope) || recipient === undefined) return null;
  envelope.decrypt(recipient, key);
  const { content } = envelope;
  return content instanceof library.util.ByteStringBuffer ? Buffer.from(content.getBytes(), 'latin1') : null;
}
