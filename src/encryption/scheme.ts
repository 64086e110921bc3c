import { readKey } from './key.ts';
import type { ServiceKey } from './key.ts';

/** The template of a profile that names none. */
export const defaultTemplate = '{password}';

/** A setting that only some schemes have, for schema, `init` and reference page. */
export interface Setting<Value extends string = string> {
  /** Null: any text. */
  readonly values: readonly Value[] | null;
  /** The default: a value, that of another setting, or none. */
  readonly default: Value | { readonly as: string } | null;
  readonly description: string;
  /** What `init` drafts. */
  readonly example: Value;
}

/** The settings that a scheme has beside its key, in the order in which messages list them. */
export type OwnSettings = Readonly<Record<string, Setting>>;

/** The values that such settings have once defaults are filled in; null: a text that is not given. */
type Chosen<Own extends OwnSettings> = {
  readonly [Name in keyof Own]: Own[Name] extends { readonly values: readonly (infer Value)[] }
    ? Value
    : string | null;
};

/** The member `encryption` of a profile as it is given, its files read. */
export interface GivenSettings {
  readonly template?: string;
  readonly command?: readonly string[];
  /** Folder of the profile. */
  readonly folder: string;
  /** Absolute path of the module; empty if the scheme needs none. The same holds for the key. */
  readonly module: string;
  /** The service's certificate or public key as PEM. */
  readonly key: string;
}

/** What an encryption needs from its surroundings. */
export interface Services {
  /** Where the time in a template comes from. */
  readonly now: () => Date;
  /** Where the identifiers in a template come from. */
  readonly uuid: () => string;
  /** Aborted at the end of the run: programs that still run are killed. */
  readonly signal?: AbortSignal;
}

/** Encrypts a filled template. Rejects with a UserError. */
export type EncryptText = (plain: string) => Promise<string>;

/** A way to encrypt the password, with all that schema, loading, `init` and pages need. */
export interface Scheme<Settings, Own extends OwnSettings = OwnSettings> {
  /** The required setting, and how a message describes it. */
  readonly needed: { readonly setting: 'key' | 'command' | 'module'; readonly expected: string };
  /** The settings that only some schemes have. */
  readonly settings: Own;
  /** Completes a profile's settings: defaults filled in, keys tried. Throws a UserError for an unusable one. */
  complete(given: GivenSettings): Settings;
  /** Prepares the encryption. Rejects with a UserError if the settings cannot work. */
  encrypt(settings: Settings, services: Services): Promise<EncryptText>;
  /** Most bytes of a text; infinite if there is no limit, or if only a program knows it. */
  capacity(settings: Settings): number;
}

/** The own settings of a scheme that has none. */
export type NoSettings = Readonly<Record<never, Setting>>;

/** Fills in the defaults of a scheme's own settings. */
function choose<Own extends OwnSettings>(own: Own, given: object): Chosen<Own> {
  const values = new Map<string, unknown>(Object.entries(given));
  const chosen = (name: string): string | null => {
    const value = values.get(name);
    if (typeof value === 'string') return value;
    const usual = own[name]?.default ?? null;
    return typeof usual === 'object' && usual !== null ? chosen(usual.as) : usual;
  };
  return Object.fromEntries(Object.keys(own).map((name) => [name, chosen(name)])) as Chosen<Own>;
}

/** The settings of a scheme with a key; files are read already. */
export type KeySettings<Name extends string, Own extends OwnSettings> = Chosen<Own> & {
  readonly scheme: Name;
  /** PEM text of a certificate or, except for `cms`, of a public key. */
  readonly key: string;
  /** What is encrypted: `{password}`, `{timestamp}` (ISO 8601) and `{uuid}` are replaced. */
  readonly template: string;
};

/** What a scheme adds to the handling of keys that all schemes with a key share. */
interface KeySchemeParts<Settings, Own extends OwnSettings> {
  readonly settings: Own;
  /** Throws a UserError for a key that the scheme cannot use. */
  readonly assertUsable: (settings: Settings, key: ServiceKey) => void;
  readonly encrypt: (settings: Settings, key: ServiceKey, plain: string) => string | Promise<string>;
  /** Most bytes of a text; default: no limit. */
  readonly capacity?: (settings: Settings, key: ServiceKey) => number;
}

/** Makes a scheme with a key of the service. */
export function keyScheme<const Name extends string, const Own extends OwnSettings>(
  name: Name,
  parts: KeySchemeParts<KeySettings<Name, Own>, Own>,
): Scheme<KeySettings<Name, Own>, Own> {
  const { settings: own } = parts;
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
    settings: own,
    complete({ template = defaultTemplate, ...given }) {
      const settings = { scheme: name, ...choose(own, given), key: given.key, template };
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

/** Fills password, time (ISO 8601, UTC) and a fresh UUID into a template, in one pass. */
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

/** Writes bytes as text (RFC 4648, RFC 7468). */
export function encode(bytes: Buffer, encoding: TextEncoding): string {
  if (encoding !== 'pem') return bytes.toString(encoding);
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PKCS7-----', ...lines, '-----END PKCS7-----', ''].join('\n');
}
