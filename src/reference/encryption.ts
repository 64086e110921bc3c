export const hashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
export type Hash = (typeof hashes)[number];
export const encodings = ['base64', 'base64url', 'hex'] as const;
export type Encoding = (typeof encodings)[number];

/** How a password is encrypted, in the words of a target profile. */
export type Encryption =
  | { readonly scheme: 'rsa-oaep'; readonly hash: Hash; readonly mgf1: Hash; readonly encoding: Encoding }
  | { readonly scheme: 'rsa-pkcs1'; readonly encoding: Encoding };

/** The specification shows no scheme. */
export const usualEncryption = {
  scheme: 'rsa-oaep',
  hash: 'sha256',
  mgf1: 'sha256',
  encoding: 'base64',
} as const satisfies Encryption;

/** The same words in every language: “RSA-OAEP, SHA-256, MGF1 SHA-1, base64”. */
export function nameOfEncryption(encryption: Encryption): string {
  if (encryption.scheme === 'rsa-pkcs1') return `RSA PKCS#1 v1.5, ${encryption.encoding}`;
  const { hash, mgf1, encoding } = encryption;
  return `RSA-OAEP, ${nameOfHash(hash)}, MGF1 ${nameOfHash(mgf1)}, ${encoding}`;
}

export const nameOfHash = (hash: Hash): string => hash.toUpperCase().replace('SHA', 'SHA-');
