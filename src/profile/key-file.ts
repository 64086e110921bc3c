import { isAbsolute, resolve } from 'node:path';
import { KeyError, validityWarnings } from '../encryption/key.ts';
import { completeSettings, defaultScheme, schemes } from '../encryption/registry.ts';
import type { EncryptionSettings } from '../encryption/registry.ts';
import { UserError } from '../base/errors.ts';
import type { TlsMaterial } from '../client/exchange.ts';
import { findFile, readBytes, readText } from '../base/file.ts';
import type { FileOutcome } from '../base/file.ts';
import { describePem, hasPem, isLocked, keyFile, lockedCode, openServiceKey } from './key-format.ts';
import { onOneLine, shownFile, writePath } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import { profileError, quoteMasked } from './problem.ts';
import type { Origin } from './problem.ts';
import type { EncryptionPart, Profile } from './schema.ts';

/** The folder of a profile's files, and what messages about them need. */
export interface FileContext {
  readonly folder: string;
  readonly origin: Origin;
}

/** A file named by a setting. */
interface NamedFile {
  readonly file: string;
  readonly path: Path;
}

/** A file that a passphrase may open. `passphrasePath`: where the passphrase is or would be. */
interface LockedFile extends NamedFile {
  readonly passphrase: string | undefined;
  readonly passphrasePath: Path;
}

/** Where the file was looked for, as the end of a sentence; '' if its path came from `${…}`. */
function whereIs({ file, path }: NamedFile, { folder, origin }: FileContext): string {
  if (origin.replaced?.has(writePath(path)) === true) return '';
  const quoted = quoteMasked(file, origin.secrets);
  return isAbsolute(file) ? ` at ${quoted}` : ` at ${quoted}, looked for in ${shownFile(folder)}`;
}

function wrongFile(named: NamedFile, found: string, expected: string, context: FileContext): UserError {
  const where = whereIs(named, context);
  return profileError([{ path: named.path, found: `${found}${where}`, expected }], context.origin);
}

/** The error for an encrypted file whose passphrase is missing or wrong. */
function lockedFile(named: LockedFile, context: FileContext): UserError {
  const { passphrase, passphrasePath: path } = named;
  const found = passphrase === undefined ? 'nothing' : 'a passphrase that does not open the file';
  const expected = `the passphrase of the encrypted file${whereIs(named, context)}`;
  return profileError([{ path, found, expected }], context.origin);
}

/** The result of `read`. Throws a UserError if that fails, or for a text as path: it may be a private key. */
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

/** The absolute path of an existing file. Throws a UserError if there is none. */
export async function existingFile(file: string, path: Path, context: FileContext): Promise<string> {
  await contentOf({ file, path }, 'a file', findFile, context);
  return resolve(context.folder, file);
}

/**
 * Complete encryption settings: files read, defaults filled in, keys tried. Rejects with a UserError for a bad
 * file. Adds warnings about a key that is expired, expires soon, or lies beside a private key.
 */
export async function readEncryption(
  part: EncryptionPart,
  placeOf: (key: string) => Path,
  now: Date,
  context: FileContext,
): Promise<{ readonly settings: EncryptionSettings; readonly warnings: readonly string[] }> {
  const { scheme = defaultScheme, key = '', passphrase } = part;
  const { setting } = schemes[scheme].needed;
  const module =
    setting === 'module' ? await existingFile(part.module ?? '', placeOf('module'), context) : '';
  const given = { ...part, folder: context.folder, module, key: '' };
  if (setting !== 'key') return { settings: completeSettings(scheme, given), warnings: [] };
  const named = { file: key, path: placeOf('key') };
  try {
    const { pem, isPrivateBeside } = await openServiceKey(
      await contentOf(named, keyFile, readBytes, context),
      passphrase,
    );
    const beside = 'the file also holds a private key; only the certificate is needed';
    const warnings = [...validityWarnings(pem, now), ...(isPrivateBeside ? [beside] : [])];
    return {
      settings: completeSettings(scheme, { ...given, key: pem }),
      warnings: placed(placeOf('key'), warnings),
    };
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    const { found, expected, fault, code, hint } = error;
    if (code !== lockedCode) {
      // Adds the place in the profile and the file of the key.
      throw new UserError(fault, code, wrongFile(named, found, expected, context).message, hint);
    }
    // A missing passphrase belongs next to its file, even if the common settings have one.
    const place =
      passphrase === undefined ? [...named.path.slice(0, -1), 'passphrase'] : placeOf('passphrase');
    throw lockedFile({ ...named, passphrase, passphrasePath: place }, context);
  }
}

/** TLS material, files read and tried together. Rejects with a UserError if it cannot work. */
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
  return tls.verify === false ? { ...material, verify: false } : material;
}

/** Messages of OpenSSL and their meaning. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/key values mismatch|key type mismatch/i, 'tls.key is of another pair than tls.cert,'],
  [
    /unsupported pkcs12/i,
    'tls.pfx is of an old kind (openssl pkcs12 -legacy opens it, to be exported again)',
  ],
  [/load private key/i, 'tls.pfx holds no private key,'],
];

function tryTls({ pfx, ...rest }: TlsMaterial, tls: Profile['tls'], context: FileContext): void {
  const name = tls.pfx === undefined ? 'key' : 'pfx';
  const { passphrase, [name]: file = '' } = tls;
  const named = { file, path: ['tls', name], passphrase, passphrasePath: ['tls', 'passphrase'] };
  const { key } = rest;
  // A wrong passphrase may decrypt to random bytes, which OpenSSL rejects as a key.
  if (key !== undefined && isLocked(key, passphrase)) throw lockedFile(named, context);
  // Loaded only if there is something to try.
  const { createSecureContext } = process.getBuiltinModule('node:tls');
  try {
    createSecureContext({ ...rest, ...(pfx === undefined ? {} : { pfx: Buffer.from(pfx) }) });
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    if (/mac verify failure/i.test(said)) throw lockedFile(named, context);
    const reason = refusals.find(([pattern]) => pattern.test(said))?.[1] ?? `tls.${name} cannot be read`;
    const found = `material that OpenSSL refuses: ${reason}${whereIs(named, context)}`;
    const expected = 'certificates, a key that belongs to them, and the passphrase if it is encrypted';
    throw profileError([{ path: ['tls'], found, expected }], context.origin);
  }
}

/** Warnings about the client certificate (PEM): with an invalid one, no handshake succeeds. */
export const clientWarnings = (cert: string | undefined, now: Date): readonly string[] =>
  cert === undefined ? [] : placed(['tls', 'cert'], validityWarnings(cert, now));

const placed = (path: Path, warnings: readonly string[]): readonly string[] =>
  warnings.map((warning) => onOneLine(`${writePath(path)}: ${warning}`));
