import { resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { readBytes } from './file.ts';
import {
  certificatePem,
  decryptedPem,
  isEncryptedKey,
  pemText,
  privateKeyPem,
  publicKeyPem,
} from './key-bytes.ts';
import { certificate, contentOf, kindOf, privateKey, publicKey, requirePath, shownFile } from './key-file.ts';
import type { FileContext } from './key-file.ts';
import { isPkcs12, openPkcs12 } from './pkcs12.ts';
import type { Path } from './place.ts';
import type { Problem } from './problem.ts';

/** A file that holds a key, and what opens it. */
export interface KeySource {
  /** The file as the profile names it. */
  readonly file: string;
  readonly path: Path;
  readonly passphrase: string | undefined;
  /** Where the passphrase stands, or would stand. */
  readonly passphrasePath: Path;
}

/** What may encrypt the password. */
export type Wanted = 'certificate' | 'certificate-or-public-key';

const words = {
  certificate: 'a certificate in PEM or DER, or a PKCS#12 file with one (cms)',
  'certificate-or-public-key': 'a certificate or a public key in PEM or DER, or a PKCS#12 file',
} as const satisfies Record<Wanted, string>;
const privateWords = 'a private key in PEM or DER';
const encrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m;

/** The certificate or public key of a file as PEM, whatever form the file has; throws what `failure` makes of one that is not right. */
export async function readServiceKey(
  source: KeySource,
  wanted: Wanted,
  context: FileContext,
): Promise<string> {
  const bytes = await bytesOf(source, words[wanted], context);
  const refuse = refusal(source, words[wanted], context);
  const text = pemText(bytes);
  if (text !== null) {
    const isRight = certificate.test(text) || (wanted !== 'certificate' && publicKey.test(text));
    if (isRight) return text;
    throw refuse(kindOf(text));
  }
  if (isPkcs12(bytes)) return await readPkcs12(bytes, source, words[wanted], context);
  // Before public keys are tried: node:crypto takes a private key for its public part.
  if (isPrivateKey(bytes)) throw refuse('a private key');
  const bare = publicKeyPem(bytes);
  const found = certificatePem(bytes) ?? (wanted === 'certificate' ? null : bare);
  if (found !== null) return found;
  if (bare !== null) throw refuse('a public key');
  throw refuse('a file that holds neither');
}

/** The private key of a file as PEM without a passphrase; throws what `failure` makes of a file that is not right. */
export async function readOwnKey(source: KeySource, context: FileContext): Promise<string> {
  const bytes = await bytesOf(source, privateWords, context);
  const refuse = refusal(source, privateWords, context);
  const text = pemText(bytes);
  if (text === null) {
    if (isEncryptedKey(bytes)) return opened(privateKeyPem(bytes, source.passphrase ?? ''), source, context);
    const plain = privateKeyPem(bytes, '');
    if (plain !== null) return plain;
    throw refuse(isPkcs12(bytes) ? 'a PKCS#12 file' : 'a file that holds neither');
  }
  if (!privateKey.test(text)) throw refuse(kindOf(text));
  if (!encrypted.test(text)) return text;
  return opened(decryptedPem(text, source.passphrase ?? ''), source, context);
}

async function bytesOf(source: KeySource, expected: string, context: FileContext): Promise<Uint8Array> {
  const { file, path } = source;
  requirePath(file, path, context);
  return contentOf(await readBytes(resolve(context.folder, file)), file, path, expected, context);
}

function refusal({ file, path }: KeySource, expected: string, context: FileContext) {
  return (found: string) =>
    context.failure({ path, found: `${found}${shownFile(file, path, context)}`, expected });
}

async function readPkcs12(
  bytes: Uint8Array,
  source: KeySource,
  expected: string,
  context: FileContext,
): Promise<string> {
  const refuse = refusal(source, expected, context);
  const outcome = await openPkcs12(bytes, source.passphrase ?? '');
  switch (outcome.kind) {
    case 'certificate': {
      const pem = certificatePem(outcome.der);
      if (pem !== null) return pem;
      throw refuse('a PKCS#12 file whose certificate cannot be read');
    }
    case 'locked':
      throw context.failure(locked(source, shownFile(source.file, source.path, context)));
    case 'without-certificate':
      throw refuse('a PKCS#12 file without a certificate');
    case 'unreadable':
      throw refuse('a PKCS#12 file that cannot be read (openssl pkcs12 -nokeys -clcerts makes PEM of it)');
  }
}

function opened(pem: string | null, source: KeySource, context: FileContext): string {
  if (pem !== null) return pem;
  throw context.failure(locked(source, shownFile(source.file, source.path, context)));
}

/** That a file is encrypted and the passphrase is missing or wrong; `where` says which file, as the end of a sentence. */
export function locked(
  { passphrase, passphrasePath: path }: Pick<KeySource, 'passphrase' | 'passphrasePath'>,
  where: string,
): Problem {
  return passphrase === undefined
    ? { path, found: 'nothing', expected: `the passphrase, the file is encrypted${aside(where)}` }
    : { path, found: `a passphrase that does not open the file${where}`, expected: 'that of the file' };
}

const aside = (where: string): string => (where === '' ? '' : ` (${where.trim()})`);

const aboutKey = /^encryption\.(key|privateKey): found ([^]*), expected ([^]*)$/;

/** An error of the encryption about a key, told with its place in the profile and with the file that holds it; any other as it is. */
export function withKeyFile(
  error: unknown,
  files: { readonly key?: string; readonly privateKey?: string },
  placeOf: (key: string) => Path,
  context: FileContext,
): unknown {
  if (!(error instanceof UserError)) return error;
  const [, name, found = '', expected = ''] = aboutKey.exec(error.message) ?? [];
  if (name !== 'key' && name !== 'privateKey') return error;
  const path = placeOf(name);
  const where = shownFile(files[name] ?? '', path, context);
  const { message } = context.failure({ path, found: `${found}${where}`, expected });
  return new UserError(error.fault, error.code, message, error.hint);
}

function isPrivateKey(bytes: Uint8Array): boolean {
  return isEncryptedKey(bytes) || privateKeyPem(bytes, '') !== null;
}
