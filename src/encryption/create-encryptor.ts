import { createCms } from './cms.ts';
import { createCommand } from './command.ts';
import { createDecryptor } from './decryptor.ts';
import type { Encryptor } from './encryptor.ts';
import { createJwe } from './jwe.ts';
import type { KeySettings } from './key.ts';
import { createModule } from './module.ts';
import { withRoundTrip } from './round-trip.ts';
import { createRsaOaep } from './rsa-oaep.ts';
import { createRsaPkcs1 } from './rsa-pkcs1.ts';
import type { EncryptText } from './scheme.ts';
import type { EncryptionSettings } from './settings.ts';
import { assertHoldsPassword, fillTemplate } from './template.ts';
import type { Clock } from './template.ts';

async function open(settings: EncryptionSettings): Promise<EncryptText> {
  switch (settings.scheme) {
    case 'rsa-oaep':
      return checked(settings, createRsaOaep(settings));
    case 'rsa-pkcs1':
      return checked(settings, createRsaPkcs1(settings));
    case 'cms':
      return checked(settings, await createCms(settings));
    case 'jwe':
      return checked(settings, await createJwe(settings));
    case 'command':
      return createCommand(settings);
    case 'module':
      return createModule(settings);
  }
}

async function checked(settings: KeySettings, encrypt: EncryptText): Promise<EncryptText> {
  return settings.privateKey === null ? encrypt : withRoundTrip(encrypt, await createDecryptor(settings));
}

/** Builds the encryption that the settings describe, every scheme in one place; rejects with a UserError for settings that cannot work. */
export async function createEncryptor(settings: EncryptionSettings, clock: Clock): Promise<Encryptor> {
  assertHoldsPassword(settings.template);
  const encrypt = await open(settings);
  return {
    encrypt: async (password) => encrypt(fillTemplate(settings.template, password, clock), password),
  };
}
