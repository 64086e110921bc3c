// Encrypts passwords as the profile says, differently at each call.

import { encryptCms } from './cms.ts';
import { encryptByCommand } from './command.ts';
import { encryptJwe } from './jwe.ts';
import { encryptByModule } from './module.ts';
import { encryptOaep, encryptPkcs1 } from './rsa.ts';
import type { EncryptionSettings } from './settings.ts';
import { fillTemplate, realServices } from './text.ts';
import type { Services } from './text.ts';

type EncryptText = (plain: string) => string | Promise<string>;

/** How each scheme is made; `folder`: in which commands run. */
const schemeOf = async (
  settings: EncryptionSettings,
  folder: string,
  signal?: AbortSignal,
): Promise<EncryptText> => {
  switch (settings.scheme) {
    case 'rsa-oaep':
      return encryptOaep(settings);
    case 'rsa-pkcs1':
      return encryptPkcs1(settings);
    case 'cms':
      return encryptCms(settings);
    case 'jwe':
      return encryptJwe(settings);
    case 'command':
      return encryptByCommand(settings, folder, signal);
    case 'module':
      return encryptByModule(settings);
  }
};

/**
 * Turns a password into the text to send. `folder`: in which commands run. Rejects with a UserError, with the
 * code `too-long-to-encrypt` where the key is too short for the password.
 */
export function createEncrypt(
  settings: EncryptionSettings,
  folder: string,
  services: Services = realServices,
): (password: string) => Promise<string> {
  let scheme: Promise<EncryptText> | null = null;
  return async (password) => {
    scheme ??= schemeOf(settings, folder, services.signal);
    return (await scheme)(fillTemplate(settings.template, password, services));
  };
}
