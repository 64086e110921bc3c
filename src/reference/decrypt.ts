import { createPrivateKey } from 'node:crypto';
import { UserError } from '../errors.ts';
import { openCms } from './cms.ts';
import { openOaep, openPkcs1, type RsaHash } from './rsa.ts';

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

/** The bytes that a ciphertext stands for, or null where it is not written in this encoding. */
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
