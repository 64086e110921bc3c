import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { UserError } from '../errors.ts';
import { isPrivate, readPem } from './pem.ts';

function privateKeyError(code: string, found: string, expected: string): UserError {
  const message = `encryption.privateKey: found ${found}, expected ${expected}`;
  const hint = 'Give the unencrypted private key that belongs to encryption.key, or leave it out.';
  return new UserError('profile', code, message, hint);
}

function parsePrivateKey(pem: string): KeyObject | null {
  const block = readPem(pem).find(isPrivate);
  try {
    return block === undefined ? null : createPrivateKey(block.text);
  } catch {
    return null;
  }
}

/** Reads the private key (PKCS#8 or PKCS#1, without a passphrase) that belongs to a public key; throws a UserError where it does not. */
export function readPrivateKey(pem: string | null, publicKey: KeyObject): KeyObject {
  if (pem === null) throw privateKeyError('private-key-missing', 'no private key', 'one in PEM form');
  const privateKey = parsePrivateKey(pem);
  if (privateKey === null) {
    const expected = 'a private key in PEM form without a passphrase';
    throw privateKeyError('private-key-unreadable', 'a text that cannot be read', expected);
  }
  if (!createPublicKey(privateKey).equals(publicKey)) {
    throw privateKeyError('private-key-does-not-match', 'a key of another pair', 'that of encryption.key');
  }
  return privateKey;
}
