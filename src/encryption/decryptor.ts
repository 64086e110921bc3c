import type { KeyObject } from 'node:crypto';
import { decode } from './encoding.ts';
import type { TextEncoding } from './encoding.ts';
import { readKey } from './key.ts';
import type { KeySettings } from './key.ts';
import { readPrivateKey } from './private-key.ts';
import { openRsaOaep } from './rsa-oaep.ts';
import { openRsaPkcs1 } from './rsa-pkcs1.ts';
import type { DecryptBytes, DecryptText } from './scheme.ts';

/** Turns a ciphertext as it is sent back into what was encrypted; null where it is none of this key and scheme. */
export interface Decryptor {
  readonly decrypt: (ciphertext: string) => Promise<string | null>;
}

function written(encoding: TextEncoding, decryptBytes: DecryptBytes): DecryptText {
  return async (ciphertext) => {
    const bytes = decode(ciphertext, encoding);
    return bytes === null ? null : decryptBytes(bytes);
  };
}

async function open(settings: KeySettings, privateKey: KeyObject): Promise<DecryptText> {
  switch (settings.scheme) {
    case 'rsa-oaep':
      return written(settings.encoding, openRsaOaep(settings, privateKey));
    case 'rsa-pkcs1':
      return written(settings.encoding, openRsaPkcs1(privateKey));
    case 'cms':
      return written(settings.encoding, await (await import('./cms.ts')).openCms(privateKey));
    case 'jwe':
      return (await import('./jwe.ts')).openJwe(settings, privateKey);
  }
}

function readText(bytes: Buffer | null): string | null {
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Builds the decryption for a scheme with a key; rejects with a UserError where the private key is missing or of another pair. */
export async function createDecryptor(settings: KeySettings): Promise<Decryptor> {
  const privateKey = readPrivateKey(settings.privateKey, readKey(settings.key).publicKey);
  const decryptText = await open(settings, privateKey);
  return { decrypt: async (ciphertext) => readText(await decryptText(ciphertext)) };
}
