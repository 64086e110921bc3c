// What the profile says of the encryption of passwords, its key read.

export const schemes = ['rsa-oaep', 'rsa-pkcs1', 'cms', 'jwe', 'command', 'module'] as const;
type Scheme = (typeof schemes)[number];
export const hashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
export const ciphers = ['aes128', 'aes192', 'aes256', '3des'] as const;
export const algs = ['RSA-OAEP', 'RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512'] as const;
export const encs = ['A128GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512'] as const;
/** `base64`: padded, on one line. `base64url`: not padded. `hex`: in lower case. */
export const encodings = ['base64', 'base64url', 'hex'] as const;
export type Encoding = (typeof encodings)[number];

interface Settings<Name extends Scheme> {
  readonly scheme: Name;
  /** The text to encrypt: `{password}`, `{timestamp}` (ISO 8601) and `{uuid}` are replaced. */
  readonly template: string;
}

interface WithKey<Name extends Scheme> extends Settings<Name> {
  /** PEM of a certificate or, except for `cms`, of a public key; RSA. */
  readonly key: string;
}

export interface OaepSettings extends WithKey<'rsa-oaep'> {
  readonly hash: (typeof hashes)[number];
  readonly mgf1: (typeof hashes)[number];
  readonly encoding: Encoding;
}

export interface Pkcs1Settings extends WithKey<'rsa-pkcs1'> {
  readonly encoding: Encoding;
}

export interface CmsSettings extends WithKey<'cms'> {
  /** In CBC mode. */
  readonly cipher: (typeof ciphers)[number];
  readonly encoding: Encoding | 'pem';
}

export interface JweSettings extends WithKey<'jwe'> {
  readonly alg: (typeof algs)[number];
  readonly enc: (typeof encs)[number];
  readonly kid: string | null;
}

export interface CommandSettings extends Settings<'command'> {
  readonly command: readonly [program: string, ...values: string[]];
}

export interface ModuleSettings extends Settings<'module'> {
  /** Absolute. */
  readonly module: string;
}

type KeySettings = OaepSettings | Pkcs1Settings | CmsSettings | JweSettings;
export type EncryptionSettings = KeySettings | CommandSettings | ModuleSettings;
