export type { EncryptionSettings } from './registry.ts';

/** How a ciphertext is written as text. */
export type Encoding = 'base64' | 'base64url' | 'hex';

/** Hash functions of RSA-OAEP and of its mask generation function MGF1 (RFC 8017). */
export type OaepHash = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** Content ciphers of CMS EnvelopedData, all in CBC mode (RFC 5652). */
export type CmsCipher = 'aes128' | 'aes192' | 'aes256' | '3des';

/** Key management algorithms of JWE. */
export type JweAlg = 'RSA-OAEP' | 'RSA-OAEP-256' | 'RSA-OAEP-384' | 'RSA-OAEP-512';

/** Content encryption algorithms of JWE (RFC 7518, section 5). */
export type JweEnc = 'A128GCM' | 'A256GCM' | 'A128CBC-HS256' | 'A256CBC-HS512';
