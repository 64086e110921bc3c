import { readKey } from './key.ts';
import type { ServiceKey } from './key.ts';

/** The template if a profile sets none. */
export const defaultTemplate = '{password}';

/** A setting that only some schemes have, for schema, `init` and reference page. */
export interface Setting<Value extends string = string> {
  /** Null allows any text. */
  readonly values: readonly Value[] | null;
  /** A value, the value of another setting, or null: no default. */
  readonly default: Value | { readonly as: string } | null;
  readonly description: string;
  /** The value that `init` writes. */
  readonly example: Value;
}

/** Settings of a scheme besides its key, in the order in which messages list them. */
export type OwnSettings = Readonly<Record<string, Setting>>;

/** Values after defaults are filled in; null for an optional text that is not given. */
type Chosen<Own extends OwnSettings> = {
  readonly [Name in keyof Own]: Own[Name] extends { readonly values: readonly (infer Value)[] }
    ? Value
    : string | null;
};

/** The member `encryption` of a profile, with its files read. */
export interface GivenSettings {
  readonly template?: string;
  readonly command?: readonly string[];
  /** Folder of the profile. */
  readonly folder: string;
  /** Absolute path of the module; '' if the scheme needs none. The same holds for the key. */
  readonly module: string;
  /** PEM of the service's certificate or public key. */
  readonly key: string;
}

export interface Services {
  /** Time for `{timestamp}` in a template. */
  readonly now: () => Date;
  /** Identifiers for `{uuid}` in a template. */
  readonly uuid: () => string;
  /** Aborted at the end of the run. Programs that are still running are killed. */
  readonly signal?: AbortSignal;
}

/** Encrypts a filled template. Rejects with a UserError. */
export type EncryptText = (plain: string) => Promise<string>;

/** An encryption scheme, with all that schema, loading, `init` and pages need. */
export interface Scheme<Settings, Own extends OwnSettings = OwnSettings> {
  /** The required setting, and how messages describe it. */
  readonly needed: { readonly setting: 'key' | 'command' | 'module'; readonly expected: string };
  readonly settings: Own;
  /** Fills in defaults and tries keys. Throws a UserError for an unusable key. */
  complete(given: GivenSettings): Settings;
  /** Rejects with a UserError if the settings cannot work. */
  encrypt(settings: Settings, services: Services): Promise<EncryptText>;
  /** Longest text in bytes; infinite if there is no limit, or if only a program knows it. */
  capacity(settings: Settings): number;
}

export type NoSettings = Readonly<Record<never, Setting>>;

function choose<Own extends OwnSettings>(ownSettings: Own, given: object): Chosen<Own> {
  const values = new Map<string, unknown>(Object.entries(given));
  const chosen = (name: string): string | null => {
    const value = values.get(name);
    if (typeof value === 'string') return value;
    const usual = ownSettings[name]?.default ?? null;
    return typeof usual === 'object' && usual !== null ? chosen(usual.as) : usual;
  };
  return Object.fromEntries(Object.keys(ownSettings).map((name) => [name, chosen(name)])) as Chosen<Own>;
}

/** Settings of a scheme with a key. Files are already read. */
export type KeySettings<Name extends string, Own extends OwnSettings> = Chosen<Own> & {
  readonly scheme: Name;
  /** PEM of a certificate or, except for `cms`, of a public key. */
  readonly key: string;
  /** The text to encrypt: `{password}`, `{timestamp}` (ISO 8601) and `{uuid}` are replaced. */
  readonly template: string;
};

/** What a scheme adds to `keyScheme`. */
interface KeySchemeParts<Settings, Own extends OwnSettings> {
  readonly settings: Own;
  /** Throws a UserError if the scheme cannot use the key. */
  readonly assertUsable: (settings: Settings, key: ServiceKey) => void;
  readonly encrypt: (settings: Settings, key: ServiceKey, plain: string) => string | Promise<string>;
  /** Longest text in bytes; default: no limit. */
  readonly capacity?: (settings: Settings, key: ServiceKey) => number;
}

/** Makes a scheme that encrypts with a key of the service. */
export function keyScheme<const Name extends string, const Own extends OwnSettings>(
  name: Name,
  parts: KeySchemeParts<KeySettings<Name, Own>, Own>,
): Scheme<KeySettings<Name, Own>, Own> {
  const { settings: ownSettings } = parts;
  const usableKey = (settings: KeySettings<Name, Own>): ServiceKey => {
    const key = readKey(settings.key);
    parts.assertUsable(settings, key);
    return key;
  };
  return {
    needed: {
      setting: 'key',
      expected: 'the file of the certificate or public key that encrypts the password',
    },
    settings: ownSettings,
    complete({ template = defaultTemplate, ...given }) {
      const settings = { scheme: name, ...choose(ownSettings, given), key: given.key, template };
      usableKey(settings);
      return settings;
    },
    async encrypt(settings) {
      const key = usableKey(settings);
      return async (plain) => parts.encrypt(settings, key, plain);
    },
    capacity: (settings) => parts.capacity?.(settings, readKey(settings.key)) ?? Number.POSITIVE_INFINITY,
  };
}

/** Replaces password, time (ISO 8601, UTC) and a new UUID in a template, in one pass. */
export function fillTemplate(template: string, password: string, { now, uuid }: Services): string {
  const values: Readonly<Record<string, () => string>> = {
    password: () => password,
    timestamp: () => now().toISOString(),
    uuid,
  };
  return template.replace(
    /\{(password|timestamp|uuid)\}/g,
    (found, name: string) => values[name]?.() ?? found,
  );
}

/** `base64`: padded, one line. `base64url`: not padded. `hex`: lower case. */
type Encoding = 'base64' | 'base64url' | 'hex';

/** `pem` is for CMS alone (RFC 7468, label PKCS7, LF line breaks). */
export type TextEncoding = Encoding | 'pem';

/** The setting `encoding` of a scheme with these encodings. */
export const encodingSetting = <const Values extends readonly TextEncoding[]>(values: Values) =>
  ({
    values,
    default: 'base64',
    description: 'How the ciphertext is written; default: base64. pem is for cms only.',
    example: 'base64',
  }) as const;

/** Base64 as in RFC 4648, PEM as in RFC 7468. */
export function encode(bytes: Buffer, encoding: TextEncoding): string {
  if (encoding !== 'pem') return bytes.toString(encoding);
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PKCS7-----', ...lines, '-----END PKCS7-----', ''].join('\n');
}
