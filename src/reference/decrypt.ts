import forge from 'node-forge';
import { constants, createDecipheriv, createPrivateKey, privateDecrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import { UserError } from '../errors.ts';

/** Hash functions of RSA-OAEP and MGF1 (RFC 8017). */
type RsaHash = 'sha1' | 'sha256' | 'sha384' | 'sha512';

interface Digest {
  readonly create: () => forge.md.MessageDigest;
}

// The published types leave out pkcs1 and the longer hashes.
const { md, pkcs1 } = forge as unknown as {
  readonly md: Readonly<Record<RsaHash, Digest>>;
  readonly pkcs1: {
    readonly decode_rsa_oaep: (
      key: { readonly n: { readonly bitLength: () => number } },
      message: string,
      options: {
        readonly md: forge.md.MessageDigest;
        readonly mgf1: { readonly md: forge.md.MessageDigest };
      },
    ) => string;
  };
};

function openRaw(key: KeyObject, bytes: Buffer): Buffer {
  return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes);
}

/** The plain bytes of RSAES-OAEP (RFC 8017, section 7.1.2), the hash of MGF1 apart; throws for any other ciphertext. */
function openOaep(key: KeyObject, bytes: Buffer, hash: RsaHash, mgf1: RsaHash): Uint8Array {
  if (hash === mgf1) {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, bytes);
  }
  const message = openRaw(key, bytes);
  const size = { n: { bitLength: () => message.length * 8 } };
  const options = { md: md[hash].create(), mgf1: { md: md[mgf1].create() } };
  return Buffer.from(pkcs1.decode_rsa_oaep(size, message.toString('latin1'), options), 'latin1');
}

/**
 * The plain bytes of RSAES-PKCS1-v1_5 (RFC 8017, section 7.2.2); throws for any other ciphertext.
 * The padding is taken off here, because OpenSSL answers wrong padding with random bytes.
 */
function openPkcs1(key: KeyObject, bytes: Buffer): Uint8Array {
  const message = openRaw(key, bytes);
  const end = message.indexOf(0, 2);
  if (message[0] !== 0 || message[1] !== 2 || end < 10) throw new Error('not RSAES-PKCS1-v1_5');
  return message.subarray(end + 1);
}

const load = createRequire(import.meta.url);

const ciphers = {
  aes128: { oid: '2.16.840.1.101.3.4.1.2', name: 'aes-128-cbc' },
  aes192: { oid: '2.16.840.1.101.3.4.1.22', name: 'aes-192-cbc' },
  aes256: { oid: '2.16.840.1.101.3.4.1.42', name: 'aes-256-cbc' },
  '3des': { oid: '1.2.840.113549.3.7', name: 'des-ede3-cbc' },
} as const;

interface Envelope {
  readonly recipients: ReadonlyArray<{ readonly encryptedContent: { readonly content: string } }>;
  readonly encryptedContent: {
    readonly algorithm: string;
    readonly parameter: forge.util.ByteBuffer;
    readonly content: forge.util.ByteBuffer;
  };
}

function toBuffer(bytes: forge.util.ByteBuffer | string): Buffer {
  return Buffer.from(typeof bytes === 'string' ? bytes : bytes.bytes(), 'latin1');
}

function parse(bytes: Buffer): Envelope {
  // It takes longer to load than all the rest of the reference, and most have no use for it.
  const library = load('node-forge') as typeof forge;
  const asn1 = library.asn1.fromDer(library.util.createBuffer(bytes.toString('latin1')));
  // The published types leave out the encrypted content.
  return library.pkcs7.messageFromAsn1(asn1) as unknown as Envelope;
}

/**
 * The content of CMS EnvelopedData (RFC 5652) for the recipient who holds the key, by RSA PKCS#1 v1.5 and CBC;
 * throws for anything else. Forge parses, node:crypto decrypts: that is fifty times as fast.
 */
function openCms(key: KeyObject, bytes: Buffer, cipher: keyof typeof ciphers): Uint8Array {
  const { recipients, encryptedContent } = parse(bytes);
  if (encryptedContent.algorithm !== ciphers[cipher].oid) {
    throw new Error('another content cipher');
  }
  const recipient = recipients[0];
  if (recipient === undefined || recipients.length > 1) throw new Error('not one recipient');
  const secret = openPkcs1(key, toBuffer(recipient.encryptedContent.content));
  const decipher = createDecipheriv(ciphers[cipher].name, secret, toBuffer(encryptedContent.parameter));
  return Buffer.concat([decipher.update(toBuffer(encryptedContent.content)), decipher.final()]);
}

/** How ciphertexts are written as text. */
export type CiphertextEncoding = 'base64' | 'base64url' | 'hex';

/** The encryption that the service expects; the specification shows none (section 5), so it is a matter of settings. */
export type ReferenceEncryption =
  | {
      readonly scheme: 'rsa-oaep';
      readonly hash: RsaHash;
      readonly mgf1: RsaHash;
      readonly encoding: CiphertextEncoding;
    }
  | { readonly scheme: 'rsa-pkcs1'; readonly encoding: CiphertextEncoding }
  | {
      readonly scheme: 'cms';
      readonly cipher: 'aes128' | 'aes192' | 'aes256' | '3des';
      readonly encoding: CiphertextEncoding | 'pem';
    };

const shapes = {
  base64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  base64url: /^[A-Za-z0-9_-]+$/,
  hex: /^(?:[0-9A-Fa-f]{2})+$/,
} as const satisfies Record<CiphertextEncoding, RegExp>;

const pemFrame = /^\s*-----BEGIN (PKCS7|CMS)-----([A-Za-z0-9+/=\s]+)-----END \1-----\s*$/;

/** The bytes of a ciphertext, or null if it is not written in this encoding. */
export function decodeCiphertext(text: string, encoding: CiphertextEncoding | 'pem'): Buffer | null {
  if (encoding === 'pem') {
    const inner = pemFrame.exec(text)?.[2];
    return inner === undefined ? null : Buffer.from(inner, 'base64');
  }
  return text !== '' && shapes[encoding].test(text) ? Buffer.from(text, encoding) : null;
}

function readKey(pem: string): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new UserError(
      'usage',
      'reference-key-unreadable',
      'The private key of the reference implementation cannot be read.',
      'Give an RSA private key in PEM, without a passphrase.',
    );
  }
}

/**
 * Makes the function that decrypts passwords; it gives null for whatever is no ciphertext under this key and never throws.
 * Throws a UserError for a key that is no RSA private key in PEM.
 */
export function createDecryptor(
  encryption: ReferenceEncryption,
  privateKey: string,
): (ciphertext: string) => string | null {
  const key = readKey(privateKey);
  const open = (bytes: Buffer): Uint8Array => {
    switch (encryption.scheme) {
      case 'rsa-oaep':
        return openOaep(key, bytes, encryption.hash, encryption.mgf1);
      case 'rsa-pkcs1':
        return openPkcs1(key, bytes);
      case 'cms':
        return openCms(key, bytes, encryption.cipher);
    }
  };
  return (ciphertext) => {
    const bytes = decodeCiphertext(ciphertext, encryption.encoding);
    return bytes === null ? null : attempt(() => open(bytes));
  };
}

function attempt(open: () => Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(open());
  } catch {
    return null;
  }
}
