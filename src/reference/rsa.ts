import { constants, type KeyObject, privateDecrypt } from 'node:crypto';
import forge from 'node-forge';

/** Hash functions of RSA-OAEP and MGF1 (RFC 8017). */
export type RsaHash = 'sha1' | 'sha256' | 'sha384' | 'sha512';

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
export function openOaep(key: KeyObject, bytes: Buffer, hash: RsaHash, mgf1: RsaHash): Uint8Array {
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
export function openPkcs1(key: KeyObject, bytes: Buffer): Uint8Array {
  const message = openRaw(key, bytes);
  const end = message.indexOf(0, 2);
  if (message[0] !== 0 || message[1] !== 2 || end < 10) throw new Error('not RSAES-PKCS1-v1_5');
  return message.subarray(end + 1);
}
