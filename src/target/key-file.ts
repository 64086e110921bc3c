import { X509Certificate } from 'node:crypto';
import { isAbsolute, resolve } from 'node:path';
import { KeyError, keyWarnings } from '../encryption/key.ts';
import { completeSettings, defaultScheme } from '../encryption/registry.ts';
import type { EncryptionSettings } from '../encryption/registry.ts';
import { UserError } from '../errors.ts';
import type { TlsMaterial } from '../http/exchange.ts';
import { say } from '../wording/message.ts';
import { findFile, readBytes, readText } from './file.ts';
import type { FileOutcome } from './file.ts';
import {
  certificatePem,
  decryptedPem,
  describePem,
  hasPem,
  isEncryptedKey,
  isEncryptedPem,
  isPkcs12,
  openPkcs12,
  pemText,
  privateKeyPem,
  publicKeyPem,
} from './key-format.ts';
import { onOneLine, shownFile, writePath } from './place.ts';
import type { Path } from './place.ts';
import { profileError, quoteMasked } from './problem.ts';
import type { Origin } from './problem.ts';
import type { EncryptionPart, Profile } from './schema.ts';

/** Where the files that a profile names are looked for, and what messages about them need. */
export interface FileContext {
  readonly folder: string;
  readonly origin: Origin;
}

/** A file as a setting names it. */
interface NamedFile {
  readonly file: string;
  readonly path: Path;
}

/** What opens a file, and where that is or would be. */
interface Passphrase {
  readonly passphrase: string | undefined;
  readonly passphrasePath: Path;
}

type KeyFile = NamedFile & Passphrase;

/** Where the file was looked for, as the end of a sentence; empty where its path came from `${…}`. */
function whereIs({ file, path }: NamedFile, { folder, origin }: FileContext): string {
  if (origin.replaced.has(writePath(path))) return '';
  const quoted = quoteMasked(file, origin.secrets);
  return isAbsolute(file) ? ` at ${quoted}` : ` at ${quoted}, looked for in ${shownFile(folder)}`;
}

function wrongFile(named: NamedFile, found: string, expected: string, context: FileContext): UserError {
  const where = whereIs(named, context);
  return profileError([{ path: named.path, found: `${found}${where}`, expected }], context.origin);
}

/** That a file is encrypted and the passphrase is missing or wrong. */
function locked(
  { passphrase, passphrasePath: path }: Passphrase,
  where: string,
  { origin }: FileContext,
): UserError {
  const file = where === '' ? '' : ` (${where.trim()})`;
  const problem =
    passphrase === undefined
      ? { path, found: 'nothing', expected: `the passphrase, the file is encrypted${file}` }
      : { path, found: `a passphrase that does not open the file${where}`, expected: 'that of the file' };
  return profileError([problem], origin);
}

/** What `read` makes of a file; throws a UserError where it cannot be read, or if there is a text in place of its path: that may be a private key. */
async function contentOf<Content>(
  named: NamedFile,
  expected: string,
  read: (path: string) => Promise<FileOutcome<Content>>,
  context: FileContext,
): Promise<Content> {
  const { file, path } = named;
  const isPem = file.includes('-----BEGIN');
  if (isPem || /[\r\n]/.test(file)) {
    const found = isPem ? 'PEM text' : 'a text of several lines';
    throw profileError([{ path, found, expected: 'the path of a file' }], context.origin);
  }
  const outcome = await read(resolve(context.folder, file));
  if (outcome.kind === 'read') return outcome.content;
  throw wrongFile(named, outcome.found, expected, context);
}

/** The absolute path of a file that exists; throws a UserError where it does not. */
export async function existingFile(file: string, path: Path, context: FileContext): Promise<string> {
  await contentOf({ file, path }, 'a file', findFile, context);
  return resolve(context.folder, file);
}

/** The text of a PEM file as it is, or the certificate or public key of any other file as PEM; whether a scheme can use it, its scheme says. */
async function readServiceKey(named: KeyFile, context: FileContext): Promise<string> {
  const expected = 'a certificate or a public key in PEM or DER, or a PKCS#12 file';
  const refuse = (found: string) => wrongFile(named, found, expected, context);
  const bytes = await contentOf(named, expected, readBytes, context);
  const text = pemText(bytes);
  if (text !== null) return text;
  if (isPkcs12(bytes)) {
    const opened = await openPkcs12(bytes, named.passphrase ?? '');
    switch (opened.kind) {
      case 'certificate':
        return opened.pem;
      case 'locked':
        throw locked(named, whereIs(named, context), context);
      case 'without-certificate':
        throw refuse('a PKCS#12 file without a certificate');
      case 'unreadable':
        throw refuse('a PKCS#12 file that cannot be read (openssl pkcs12 -nokeys -clcerts makes PEM of it)');
    }
  }
  // Before public keys are tried: node:crypto takes a private key for its public part.
  if (isEncryptedKey(bytes) || privateKeyPem(bytes, '') !== null) throw refuse('a private key');
  const found = certificatePem(bytes) ?? publicKeyPem(bytes);
  if (found !== null) return found;
  throw refuse('a file that holds neither');
}

/** The private key of a file as PEM without a passphrase. */
async function readOwnKey(named: KeyFile, context: FileContext): Promise<string> {
  const expected = 'a private key in PEM or DER';
  const refuse = (found: string) => wrongFile(named, found, expected, context);
  const bytes = await contentOf(named, expected, readBytes, context);
  const text = pemText(bytes);
  if (text !== null && !hasPem(text, 'private key')) throw refuse(describePem(text));
  if (text !== null && !isEncryptedPem(text)) return text;
  if (text === null && !isEncryptedKey(bytes)) {
    const plain = privateKeyPem(bytes, '');
    if (plain !== null) return plain;
    throw refuse(isPkcs12(bytes) ? 'a PKCS#12 file' : 'a file that holds neither');
  }
  const { passphrase = '' } = named;
  const opened = text === null ? privateKeyPem(bytes, passphrase) : decryptedPem(text, passphrase);
  if (opened !== null) return opened;
  throw locked(named, whereIs(named, context), context);
}

/** Complete encryption settings, files read, defaults filled in and keys tried out, with warnings about a key that is expired, ends soon, or lies beside a private key; rejects with a UserError for a file that is not right. */
export async function readEncryption(
  part: EncryptionPart,
  placeOf: (key: string) => Path,
  now: Date,
  context: FileContext,
): Promise<{ readonly settings: EncryptionSettings; readonly warnings: readonly string[] }> {
  const named = (key: 'key' | 'privateKey', opener: 'passphrase' | 'privateKeyPassphrase'): KeyFile => ({
    file: part[key] ?? '',
    path: placeOf(key),
    passphrase: part[opener],
    // A missing one belongs beside its file, whatever the common settings have for another.
    passphrasePath: part[opener] === undefined ? [...placeOf(key).slice(0, -1), opener] : placeOf(opener),
  });
  try {
    const settings = await completeSettings(part.scheme ?? defaultScheme, part, {
      folder: context.folder,
      serviceKey: () => readServiceKey(named('key', 'passphrase'), context),
      privateKey: async () =>
        part.privateKey === undefined
          ? null
          : readOwnKey(named('privateKey', 'privateKeyPassphrase'), context),
      module: () => existingFile(part.module ?? '', placeOf('module'), context),
    });
    const place = writePath(placeOf('key'));
    const warnings = 'key' in settings ? keyWarnings(settings.key, place, now) : [];
    return { settings, warnings: warnings.map((warning) => onOneLine(say(warning, 'en'))) };
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    // With its place in the profile and the file that holds the key.
    const file = { file: part[error.setting] ?? '', path: placeOf(error.setting) };
    const { message } = wrongFile(file, say(error.found, 'en'), say(error.expected, 'en'), context);
    throw new UserError(error.fault, error.code, message, error.hint);
  }
}

/** What TLS needs, files read and tried out together; rejects with a UserError for material that is not right. */
export async function readTls(tls: Profile['tls'], context: FileContext): Promise<TlsMaterial> {
  const named = (key: 'ca' | 'cert' | 'key' | 'pfx') => ({ file: tls[key] ?? '', path: ['tls', key] });
  const pem = async (key: 'ca' | 'cert' | 'key', kind: 'certificate' | 'private key') => {
    if (tls[key] === undefined) return {};
    const expected = `a PEM file with a ${kind}`;
    const text = await contentOf(named(key), expected, readText, context);
    if (hasPem(text, kind)) return { [key]: text };
    throw wrongFile(named(key), describePem(text), expected, context);
  };
  const material: TlsMaterial = {
    ...(await pem('ca', 'certificate')),
    ...(await pem('cert', 'certificate')),
    ...(await pem('key', 'private key')),
    ...(tls.pfx === undefined
      ? {}
      : { pfx: await contentOf(named('pfx'), 'a PKCS#12 file', readBytes, context) }),
    ...(tls.passphrase === undefined ? {} : { passphrase: tls.passphrase }),
  };
  if (Object.keys(material).length > 0) tryTls(material, tls, context);
  return material;
}

/** What OpenSSL says, and what it means. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/key values mismatch|key type mismatch/i, 'tls.key is of another pair than tls.cert,'],
  [
    /unsupported pkcs12/i,
    'tls.pfx is of an old kind (openssl pkcs12 -legacy opens it, to be exported again)',
  ],
  [/load private key/i, 'tls.pfx holds no private key,'],
];

function tryTls({ pfx, ...rest }: TlsMaterial, tls: Profile['tls'], context: FileContext): void {
  // Loaded only where there is something to try.
  const { createSecureContext } = process.getBuiltinModule('node:tls');
  try {
    createSecureContext({ ...rest, ...(pfx === undefined ? {} : { pfx: Buffer.from(pfx) }) });
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const name = tls.pfx === undefined ? 'key' : 'pfx';
    const where = whereIs({ file: tls[name] ?? '', path: ['tls', name] }, context);
    const passphrase = { passphrase: tls.passphrase, passphrasePath: ['tls', 'passphrase'] };
    if (/mac verify failure|bad decrypt/i.test(said)) throw locked(passphrase, where, context);
    const [, reason] = refusals.find(([pattern]) => pattern.test(said)) ?? [];
    const found = `material that OpenSSL refuses: ${reason ?? `tls.${name} cannot be read`}${where}`;
    const expected = 'certificates, a key that belongs to them, and the passphrase if it is encrypted';
    throw profileError([{ path: ['tls'], found, expected }], context.origin);
  }
}

/** Warnings about the client certificate, PEM: no handshake succeeds with one that is not valid. */
export function clientWarnings(cert: string | undefined, now: Date): readonly string[] {
  if (cert === undefined) return [];
  const { validFromDate: from, validToDate: to } = new X509Certificate(cert);
  if (now > to) return [`tls.cert: the client certificate expired on ${to.toISOString()}`];
  return now < from ? [`tls.cert: the client certificate is valid from ${from.toISOString()} on`] : [];
}
