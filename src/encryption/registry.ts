import { cms } from './cms.ts';
import { command } from './command.ts';
import { jwe } from './jwe.ts';
import { module } from './module.ts';
import { rsaOaep, rsaPkcs1 } from './rsa.ts';
import { fillTemplate } from './scheme.ts';
import type { GivenSettings, Scheme, Services, Setting } from './scheme.ts';

/**
 * All schemes by their names in profiles. Schema, loading, `init`, digest and reference pages use this table.
 */
export const schemes = {
  'rsa-oaep': rsaOaep,
  'rsa-pkcs1': rsaPkcs1,
  cms,
  jwe,
  command,
  module,
} as const;

export type SchemeName = keyof typeof schemes;

/** Settings of a scheme with defaults filled in, key files read and paths made absolute. */
export type EncryptionSettings = {
  readonly [Name in SchemeName]: ReturnType<(typeof schemes)[Name]['complete']>;
}[SchemeName];

// The cast is safe: `scheme` of the settings selects the matching record.
const byName: Readonly<Record<SchemeName, Scheme<EncryptionSettings>>> = schemes;

const isSchemeName = (name: string): name is SchemeName => Object.hasOwn(schemes, name);

/** In the order in which messages list them. */
export const schemeNames: readonly SchemeName[] = Object.keys(schemes).filter(isSchemeName);

export const defaultScheme: SchemeName = 'rsa-oaep';

type SettingName = { [Name in SchemeName]: keyof (typeof schemes)[Name]['settings'] }[SchemeName];

/**
 * Settings that only some schemes have, by name, for the profile's schema. `cms` has the longest list of
 * encodings.
 */
export const ownSettings = {
  ...rsaOaep.settings,
  ...rsaPkcs1.settings,
  ...jwe.settings,
  ...cms.settings,
} as const satisfies Readonly<Record<SettingName, Setting>>;

/** Members of a profile's `encryption` that the scheme uses, except `scheme`. */
export function settingsFor(name: SchemeName): readonly string[] {
  const { needed, settings } = byName[name];
  const { encoding, ...others } = settings;
  return [
    ...Object.keys(others),
    ...(needed.setting === 'key' ? ['key', 'passphrase'] : [needed.setting]),
    ...(encoding === undefined ? [] : ['encoding']),
    'template',
  ];
}

/** Fills in defaults and tries keys. Throws a UserError for a bad key. */
export const completeSettings = (name: SchemeName, given: GivenSettings): EncryptionSettings =>
  byName[name].complete(given);

/** Encrypts a password into the text to send, differently at each call. Rejects with a UserError. */
export interface Encryptor {
  readonly encrypt: (password: string) => Promise<string>;
  /** True if the password is short enough for the key, or if that is unknown before encrypting. */
  readonly fits: (password: string) => boolean;
}

/** Rejects with a UserError if the settings cannot work. */
export async function createEncryptor(settings: EncryptionSettings, services: Services): Promise<Encryptor> {
  const scheme = byName[settings.scheme];
  const encrypt = await scheme.encrypt(settings, services);
  const capacity = scheme.capacity(settings);
  const filled = (password: string): string => fillTemplate(settings.template, password, services);
  return {
    encrypt: async (password) => encrypt(filled(password)),
    fits: (password) => Buffer.byteLength(filled(password)) <= capacity,
  };
}
