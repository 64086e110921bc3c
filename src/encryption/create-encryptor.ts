import type { Encryptor } from './encryptor.ts';
import type { KeySettings } from './key.ts';
import { withRoundTrip } from './round-trip.ts';
import { createRsaOaep } from './rsa-oaep.ts';
import { createRsaPkcs1 } from './rsa-pkcs1.ts';
import type { EncryptText } from './scheme.ts';
import type { EncryptionSettings } from './settings.ts';
import { assertHoldsPassword, fillTemplate } from './template.ts';
import type { Clock } from './template.ts';

// Each scheme is loaded only where it is used.
async function open(settings: EncryptionSettings): Promise<EncryptText> {
  switch (settings.scheme) {
    case 'rsa-oaep':
      return checked(settings, createRsaOaep(settings));
    case 'rsa-pkcs1':
      return checked(settings, createRsaPkcs1(settings));
    case 'cms':
      return checked(settings, await (await import('./cms.ts')).createCms(settings));
    case 'jwe':
      return checked(settings, await (await import('./jwe.ts')).createJwe(settings));
    case 'command':
      return (await import('./command.ts')).createCommand(settings);
    case 'module':
      return (await import('./module.ts')).createModule(settings);
  }
}

async function checked(settings: KeySettings, encrypt: EncryptText): Promise<EncryptText> {
  if (settings.privateKey === null) return encrypt;
  const { createDecryptor } = await import('./decryptor.ts');
  return withRoundTrip(encrypt, await createDecryptor(settings));
}

/** Builds the encryption that the settings describe, every scheme in one place; rejects with a UserError for settings that cannot work. */
export async function createEncryptor(settings: EncryptionSettings, clock: Clock): Promise<Encryptor> {
  assertHoldsPassword(settings.template);
  const encrypt = await open(settings);
  return {
    encrypt: async (password) => encrypt(fillTemplate(settings.template, password, clock), password),
  };
}
