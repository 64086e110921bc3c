import { neededKey, schemes } from '../target/scheme.ts';
import type { Scheme } from '../target/scheme.ts';

/** Settings of a scheme beside its key, as they stand where nothing else is known. */
const settings = {
  'rsa-oaep': [
    '  hash: sha256                  # sha1 | sha256 | sha384 | sha512',
    '  # mgf1: sha1                  # where it differs from hash, as by default in Java',
    '  encoding: base64              # base64 | base64url | hex',
  ],
  'rsa-pkcs1': ['  encoding: base64              # base64 | base64url | hex'],
  cms: [
    '  cipher: aes256                # aes128 | aes192 | aes256 | 3des',
    '  encoding: base64              # base64 | base64url | hex | pem',
  ],
  jwe: [
    '  alg: RSA-OAEP-256             # RSA-OAEP | RSA-OAEP-256 | RSA-OAEP-384 | RSA-OAEP-512',
    '  enc: A256GCM                  # A128GCM | A256GCM | A128CBC-HS256 | A256CBC-HS512',
    '  # kid: payouts-2026           # the identifier of the key, where the service wants one',
  ],
  command: [],
  module: [],
} as const satisfies Record<Scheme, readonly string[]>;

const ownFile = {
  command: {
    comment: 'reads the password on standard input, prints the ciphertext',
    usual: './encrypt-password',
  },
  module: {
    comment: 'its default export encrypts: (plain: string) => string',
    usual: './encrypt-password.mjs',
  },
} as const;

/** The section of a profile that says how the password is encrypted; `key` is the file that the scheme cannot do without, null where it is not known. */
export function encryptionLines(scheme: Scheme, key: string | null): readonly string[] {
  return [
    'encryption:                     # ask the operator of the service',
    `  scheme: ${scheme.padEnd(22)}# ${schemes.join(' | ')}`,
    ...settings[scheme],
    keyLine(scheme, key),
    '  # template: "{timestamp}:{password}"   # what is encrypted, {password} alone if left out; also {uuid}',
  ];
}

function keyLine(scheme: Scheme, key: string | null): string {
  const needed = neededKey(scheme);
  switch (needed) {
    case 'key': {
      const what = scheme === 'cms' ? 'certificate' : 'certificate or public key';
      const file = key === null ? '${SBP_ENCRYPTION_KEY}' : JSON.stringify(key);
      return `  key: ${file}   # ${what}, PEM, DER or PKCS#12`;
    }
    case 'command':
      return `  command: [${JSON.stringify(key ?? ownFile.command.usual)}]   # ${ownFile.command.comment}`;
    case 'module':
      return `  module: ${JSON.stringify(key ?? ownFile.module.usual)}   # ${ownFile.module.comment}`;
  }
}
