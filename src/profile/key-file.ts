import { isAbsolute, resolve } from 'node:path';
import type { X509Certificate } from 'node:crypto';
import { readFormats, readKeyBundle } from '../base/key-bundle.ts';
import type { KeyBundle } from '../base/key-bundle.ts';
import { KeyError, validityWarnings } from '../encryption/key.ts';
import { completeSettings, defaultScheme, schemes } from '../encryption/registry.ts';
import type { EncryptionSettings } from '../encryption/registry.ts';
import { UserError } from '../base/errors.ts';
import type { TlsMaterial } from '../client/exchange.ts';
import { findFile, readBytes } from '../base/file.ts';
import type { FileOutcome } from '../base/file.ts';
import { describeBundle, isLocked, isPair, keyFile, lockedCode, openServiceKey } from './key-format.ts';
import { shownFile, writePath } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import { profileError, quoteMasked } from './problem.ts';
import type { Origin } from './problem.ts';
import type { EncryptionPart, Profile } from './schema.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';

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

function wrongFile(
  named: NamedFile,
  found: string,
  expected: string,
  context: FileContext,
  remedy = '',
): UserError {
  const where = whereIs(named, context);
  const error = profileError([{ path: named.path, found: `${found}${where}`, expected }], context.origin);
  return remedy === '' ? error : new UserError(error.fault, error.code, error.message, remedy);
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
): Promise<{ readonly settings: EncryptionSettings; readonly warnings: readonly Message[] }> {
  const { scheme = defaultScheme, key = '', passphrase } = part;
  const { setting } = schemes[scheme].needed;
  const module =
    setting === 'module' ? await existingFile(part.module ?? '', placeOf('module'), context) : '';
  const given = { ...part, folder: context.folder, module, key: '' };
  if (setting !== 'key') return { settings: completeSettings(scheme, given), warnings: [] };
  const named = { file: key, path: placeOf('key') };
  try {
    const bytes = await contentOf(named, keyFile, readBytes, context);
    const { kid, alg = schemes.jwe.settings.alg.default } = part;
    const opened = await openServiceKey(bytes, {
      passphrase,
      now,
      ...(scheme === 'jwe' ? { kid, alg } : {}),
    });
    return {
      settings: completeSettings(scheme, { ...given, key: opened.pem }),
      warnings: placed(placeOf('key'), [...validityWarnings(opened.pem, now), ...opened.warnings]),
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
  const { passphrase } = tls;
  const fileOf = async (key: TlsFile): Promise<Uint8Array | null> =>
    tls[key] === undefined
      ? null
      : contentOf({ file: tls[key], path: ['tls', key] }, contents[key], readBytes, context);
  const bundleOf = async (key: TlsFile, bytes: Uint8Array | null): Promise<KeyBundle | null> => {
    if (bytes === null) return null;
    const file = {
      file: tls[key] ?? '',
      path: ['tls', key],
      passphrase,
      passphrasePath: ['tls', 'passphrase'],
    };
    const bundle = await readKeyBundle(bytes, passphrase);
    if (bundle.kind === 'locked') throw lockedFile(file, context);
    if (bundle.kind === 'unreadable')
      throw wrongFile(file, bundle.found, contents[key], context, bundle.remedy);
    const lacksKey = (key === 'key' || key === 'pfx') && bundle.privateKeys.length === 0;
    const lacksCertificate = key !== 'key' && bundle.entries.every(({ certificate }) => certificate === null);
    if (!lacksKey && !lacksCertificate) return bundle;
    throw wrongFile(file, describeBundle(bundle), contents[key], context);
  };
  const ca = await bundleOf('ca', await fileOf('ca'));
  const container = await fileOf('pfx');
  // OpenSSL reads most PKCS#12 files itself; their digest says only that there is one.
  const isTaken = container !== null && opensAsPfx(container, passphrase);
  const pfx = isTaken ? null : await bundleOf('pfx', container);
  const cert = pfx ?? (await bundleOf('cert', await fileOf('cert')));
  const key = pfx ?? (await bundleOf('key', await fileOf('key')));
  const material: TlsMaterial = {
    ...(ca === null ? {} : { ca: pemOf(certificatesIn(ca)) }),
    ...(isTaken ? { pfx: container } : ownOf(cert, key, passphrase)),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
  if (Object.keys(material).length > 0) tryTls(material, tls, context);
  return {
    ...material,
    ...(tls.serverName === undefined ? {} : { serverName: tls.serverName }),
    ...(tls.verify === false ? { verify: false } : {}),
  };
}

type TlsFile = 'ca' | 'cert' | 'key' | 'pfx';

/** What the file of each setting has to hold. */
const contents = {
  ca: `a file with a certificate (${readFormats})`,
  cert: `a file with a certificate (${readFormats})`,
  key: `a file with a private key (${readFormats})`,
  pfx: 'a PKCS#12 file with a certificate and its private key',
} as const satisfies Record<TlsFile, string>;

const certificatesIn = ({ entries }: KeyBundle): readonly X509Certificate[] =>
  entries.flatMap(({ certificate }) => certificate ?? []);

const pemOf = (certificates: readonly X509Certificate[]): string =>
  certificates.map((one) => one.toString()).join('');

/** Certificate and key of the client as PEM. The certificate of the key comes first, as OpenSSL requires. */
function ownOf(
  cert: KeyBundle | null,
  keys: KeyBundle | null,
  passphrase: string | undefined,
): Pick<TlsMaterial, 'cert' | 'key'> {
  if (cert === null || keys === null) return {};
  const { privateKeys } = keys;
  const certificates = certificatesIn(cert);
  const pairs = privateKeys.flatMap((key) =>
    certificates.filter((one) => isPair(one, key, passphrase)).map((one) => ({ key, one })),
  );
  const { key = privateKeys[0] ?? '', one } = pairs[0] ?? {};
  const own = certificates.filter((each) => each === one);
  return { cert: pemOf([...own, ...certificates.filter((each) => each !== one)]), key };
}

/** Messages of OpenSSL and their meaning. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/key values mismatch|key type mismatch/i, 'tls.key is of another pair than tls.cert,'],
];

/** Whether OpenSSL opens a PKCS#12 file. It refuses old ciphers (RC2, for example). */
function opensAsPfx(pfx: Uint8Array, passphrase: string | undefined): boolean {
  const { createSecureContext } = process.getBuiltinModule('node:tls');
  try {
    createSecureContext({ pfx: Buffer.from(pfx), ...(passphrase === undefined ? {} : { passphrase }) });
    return true;
  } catch {
    return false;
  }
}

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
export const clientWarnings = (cert: string | undefined, now: Date): readonly Message[] =>
  cert === undefined ? [] : placed(['tls', 'cert'], validityWarnings(cert, now));

const placed = (path: Path, warnings: readonly Message[]): readonly Message[] =>
  warnings.map((warning) => message('at-place', { place: writePath(path), message: warning }));
