/** How a ciphertext is written as text: `base64` with padding on one line, `base64url` without padding. */
export type Encoding = 'base64' | 'base64url' | 'hex';

/** Hash functions of RSA-OAEP and of its mask generation function MGF1 (RFC 8017). */
export type OaepHash = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** Content ciphers of CMS EnvelopedData, all in CBC mode (RFC 5652). */
export type CmsCipher = 'aes128' | 'aes192' | 'aes256' | '3des';

/** Key management algorithms of JWE; plain `RSA-OAEP` has SHA-1 (RFC 7518, section 4.3; the longer hashes are registered with W3C WebCrypto). */
export type JweAlg = 'RSA-OAEP' | 'RSA-OAEP-256' | 'RSA-OAEP-384' | 'RSA-OAEP-512';

/** Content encryption algorithms of JWE (RFC 7518, section 5). */
export type JweEnc = 'A128GCM' | 'A256GCM' | 'A128CBC-HS256' | 'A256CBC-HS512';

interface Template {
  /** What is encrypted: `{password}`, `{timestamp}` (ISO 8601) and `{uuid}` are replaced. */
  readonly template: string;
}

interface PublicKey extends Template {
  /** PEM text of a certificate or, except for `cms`, of a public key. */
  readonly key: string;
  /** PEM text of the private key, where it is at hand: every ciphertext is then decrypted and compared before it is sent. */
  readonly privateKey: string | null;
}

/** How the password is encrypted; key files are read already, paths are absolute. */
export type EncryptionSettings =
  | (PublicKey & {
      readonly scheme: 'rsa-oaep';
      readonly hash: OaepHash;
      readonly mgf1: OaepHash;
      readonly encoding: Encoding;
    })
  | (PublicKey & { readonly scheme: 'rsa-pkcs1'; readonly encoding: Encoding })
  | (PublicKey & { readonly scheme: 'cms'; readonly cipher: CmsCipher; readonly encoding: Encoding | 'pem' })
  | (PublicKey & {
      readonly scheme: 'jwe';
      readonly alg: JweAlg;
      readonly enc: JweEnc;
      /** Identifier of the key in the header; null: left out. */
      readonly kid: string | null;
    })
  | (Template & {
      readonly scheme: 'command';
      readonly command: readonly [string, ...string[]];
      /** Folder in which the program runs. */
      readonly folder: string;
    })
  | (Template & { readonly scheme: 'module'; readonly module: string });
