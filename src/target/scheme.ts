import type { EncryptionSettings } from '../encryption/settings.ts';

/** A way to encrypt the password. */
export type Scheme = EncryptionSettings['scheme'];

/** All of them. */
export const schemes = [
  'rsa-oaep',
  'rsa-pkcs1',
  'cms',
  'jwe',
  'command',
  'module',
] as const satisfies readonly Scheme[];

const keyFiles = ['key', 'passphrase', 'privateKey', 'privateKeyPassphrase'] as const;

const keysOfScheme = {
  'rsa-oaep': ['hash', 'mgf1', ...keyFiles, 'encoding', 'template'],
  'rsa-pkcs1': [...keyFiles, 'encoding', 'template'],
  cms: ['cipher', ...keyFiles, 'encoding', 'template'],
  jwe: ['alg', 'enc', 'kid', ...keyFiles, 'template'],
  command: ['command', 'template'],
  module: ['module', 'template'],
} as const satisfies Record<Scheme, readonly string[]>;

const neededKeys = {
  'rsa-oaep': 'key',
  'rsa-pkcs1': 'key',
  cms: 'key',
  jwe: 'key',
  command: 'command',
  module: 'module',
} as const satisfies Record<Scheme, 'key' | 'command' | 'module'>;

/** Keys of the encryption settings that this scheme has a use for, without `scheme` itself. */
export function keysFor(scheme: Scheme): readonly string[] {
  return keysOfScheme[scheme];
}

/** Whether the scheme has a use for the key; a scheme that is not known is told elsewhere. */
export function fitsScheme(scheme: string, key: string | undefined): boolean {
  const known: readonly [string, readonly string[]] | undefined = Object.entries(keysOfScheme).find(
    ([name]) => name === scheme,
  );
  return known === undefined || key === 'scheme' || known[1].includes(key ?? '');
}

/** The key that the scheme cannot do without. */
export function neededKey(scheme: Scheme): 'key' | 'command' | 'module' {
  return neededKeys[scheme];
}
