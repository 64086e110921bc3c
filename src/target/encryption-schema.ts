import { z } from 'zod';
import type { CmsCipher, Encoding, JweAlg, JweEnc, OaepHash } from '../encryption/settings.ts';
import { choice, mapping, tested, text } from './field.ts';
import { schemes } from './scheme.ts';

const hashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const satisfies readonly OaepHash[];
const ciphers = ['aes128', 'aes192', 'aes256', '3des'] as const satisfies readonly CmsCipher[];
const encodings = ['base64', 'base64url', 'hex', 'pem'] as const satisfies readonly (Encoding | 'pem')[];
const algs = [
  'RSA-OAEP',
  'RSA-OAEP-256',
  'RSA-OAEP-384',
  'RSA-OAEP-512',
] as const satisfies readonly JweAlg[];
const encs = ['A128GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512'] as const satisfies readonly JweEnc[];

/** What opens a private file. */
export const passphrase = z.string({ error: 'a string; put a number in quotes' });

/** The path of a file, relative to the profile. */
export const filePath = text('the path of a file');

const commandWords = 'a list: the program, then its arguments';

/** The encryption settings, each of them optional; what a scheme needs is checked elsewhere. */
export const encryption = mapping({
  scheme: choice(schemes).exactOptional(),
  hash: choice(hashes).exactOptional(),
  mgf1: choice(hashes).exactOptional(),
  cipher: choice(ciphers).exactOptional(),
  encoding: choice(encodings).exactOptional(),
  alg: choice(algs).exactOptional(),
  enc: choice(encs).exactOptional(),
  kid: text('the identifier of the key, a string').exactOptional(),
  key: filePath.exactOptional(),
  passphrase: passphrase.exactOptional(),
  privateKey: filePath.exactOptional(),
  privateKeyPassphrase: passphrase.exactOptional(),
  template: tested('a string that holds {password}', (value) => value.includes('{password}')).exactOptional(),
  command: z
    .array(z.string({ error: 'a string' }), { error: commandWords })
    .refine(([program = '']) => program !== '', { error: commandWords })
    .exactOptional(),
  module: filePath.exactOptional(),
});
