import { requireCertificate } from './cms.ts';
import { assertLongEnough } from './jwe.ts';
import { readKey } from './key.ts';
import type { KeySettings } from './key.ts';
import { readPrivateKey } from './private-key.ts';
import { createRsaOaep } from './rsa-oaep.ts';
import { createRsaPkcs1 } from './rsa-pkcs1.ts';
import type { EncryptionSettings } from './settings.ts';

/** Throws a UserError for keys that the scheme cannot use; without keys, and without a password, there is nothing to find yet. */
export function assertUsable(settings: EncryptionSettings): void {
  switch (settings.scheme) {
    case 'rsa-oaep':
      createRsaOaep(settings);
      return assertPair(settings);
    case 'rsa-pkcs1':
      createRsaPkcs1(settings);
      return assertPair(settings);
    case 'cms':
      requireCertificate(settings.key);
      return assertPair(settings);
    case 'jwe':
      assertLongEnough(readKey(settings.key));
      return assertPair(settings);
    case 'command':
    case 'module':
  }
}

function assertPair({ key, privateKey }: KeySettings): void {
  if (privateKey !== null) readPrivateKey(privateKey, readKey(key).publicKey);
}
