import { resolve } from 'node:path';
import { assertUsable } from '../encryption/assert-usable.ts';
import type { EncryptionSettings } from '../encryption/settings.ts';
import type { TlsMaterial } from '../http/exchange.ts';
import { locked, readOwnKey, readServiceKey, withKeyFile } from './encryption-key.ts';
import type { KeySource, Wanted } from './encryption-key.ts';
import { readBytes } from './file.ts';
import { contentOf, existingFile, readPem, requirePath, shownFile } from './key-file.ts';
import type { FileContext } from './key-file.ts';
import type { Path } from './place.ts';
import type { Problem } from './problem.ts';
import type { EncryptionPart, Profile } from './schema.ts';

/** Complete encryption settings, files read, defaults filled in and keys tried out; throws what `failure` makes of a file that is not right. */
export async function readEncryption(
  part: EncryptionPart,
  placeOf: (key: string) => Path,
  context: FileContext,
): Promise<EncryptionSettings> {
  const settings = await readSettings(part, placeOf, context);
  try {
    assertUsable(settings);
  } catch (error) {
    throw withKeyFile(error, part, placeOf, context);
  }
  return settings;
}

async function readSettings(
  part: EncryptionPart,
  placeOf: (key: string) => Path,
  context: FileContext,
): Promise<EncryptionSettings> {
  const { scheme = 'rsa-oaep', encoding = 'base64', hash = 'sha256' } = part;
  const template = part.template ?? '{password}';
  const keys = async (wanted: Wanted) => ({
    ...(await readKeys(part, wanted, placeOf, context)),
    template,
  });
  const plain = encoding === 'pem' ? 'base64' : encoding;
  switch (scheme) {
    case 'rsa-oaep':
      return {
        scheme,
        hash,
        mgf1: part.mgf1 ?? hash,
        encoding: plain,
        ...(await keys('certificate-or-public-key')),
      };
    case 'rsa-pkcs1':
      return { scheme, encoding: plain, ...(await keys('certificate-or-public-key')) };
    case 'cms':
      return { scheme, cipher: part.cipher ?? 'aes256', encoding, ...(await keys('certificate')) };
    case 'jwe': {
      const { alg = 'RSA-OAEP-256', enc = 'A256GCM', kid = null } = part;
      return { scheme, alg, enc, kid, ...(await keys('certificate-or-public-key')) };
    }
    case 'command': {
      const [program = '', ...rest] = part.command ?? [];
      return { scheme, command: [program, ...rest], folder: context.folder, template };
    }
    case 'module':
      return { scheme, module: await existingFile(part.module, placeOf('module'), context), template };
  }
}

async function readKeys(
  part: EncryptionPart,
  wanted: Wanted,
  placeOf: (key: string) => Path,
  context: FileContext,
): Promise<{ readonly key: string; readonly privateKey: string | null }> {
  const source = (key: 'key' | 'privateKey', opener: 'passphrase' | 'privateKeyPassphrase'): KeySource => ({
    file: part[key] ?? '',
    path: placeOf(key),
    passphrase: part[opener],
    // A missing one belongs beside its file, whatever the common settings have for another.
    passphrasePath: part[opener] === undefined ? [...placeOf(key).slice(0, -1), opener] : placeOf(opener),
  });
  const key = await readServiceKey(source('key', 'passphrase'), wanted, context);
  if (part.privateKey === undefined) return { key, privateKey: null };
  return { key, privateKey: await readOwnKey(source('privateKey', 'privateKeyPassphrase'), context) };
}

/** What TLS needs, files read and tried out together; throws what `failure` makes of material that is not right. */
export async function readTls(tls: Profile['tls'], context: FileContext): Promise<TlsMaterial> {
  const ca = await readPem(tls.ca, ['tls', 'ca'], 'certificate', context);
  const cert = await readPem(tls.cert, ['tls', 'cert'], 'certificate', context);
  const key = await readPem(tls.key, ['tls', 'key'], 'privateKey', context);
  const pfx = await readPfx(tls.pfx, context);
  const { passphrase } = tls;
  const material: TlsMaterial = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(pfx === undefined ? {} : { pfx }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
  tryTls(material, tls, context);
  return material;
}

function tryTls(material: TlsMaterial, tls: Profile['tls'], context: FileContext): void {
  const { pfx, ...rest } = material;
  if (Object.keys(material).length === 0) return;
  // Loaded only where there is something to try.
  const { createSecureContext } = process.getBuiltinModule('node:tls');
  try {
    createSecureContext({ ...rest, ...(pfx === undefined ? {} : { pfx: Buffer.from(pfx) }) });
  } catch (error) {
    throw context.failure(explainRefusal(error instanceof Error ? error.message : '', tls, context));
  }
}

function explainRefusal(message: string, tls: Profile['tls'], context: FileContext): Problem {
  const name = tls.pfx === undefined ? 'key' : 'pfx';
  const where = shownFile(tls[name] ?? '', ['tls', name], context);
  const { passphrase } = tls;
  if (/mac verify failure|bad decrypt/i.test(message)) {
    return locked({ passphrase, passphrasePath: ['tls', 'passphrase'] }, where);
  }
  const [, reason] = refusals.find(([pattern]) => pattern.test(message)) ?? [];
  const found = `material that OpenSSL refuses: ${reason ?? `tls.${name} cannot be read`}${where}`;
  const expected = 'certificates, a key that belongs to them, and the passphrase if it is encrypted';
  return { path: ['tls'], found, expected };
}

/** What OpenSSL says, and what it means. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/key values mismatch|key type mismatch/i, 'tls.key is of another pair than tls.cert,'],
  [/unsupported pkcs12/i, 'tls.pfx is of an old kind (openssl pkcs12 -legacy opens it, to be written anew)'],
  [/load private key/i, 'tls.pfx holds no private key,'],
];

async function readPfx(file: string | undefined, context: FileContext): Promise<Uint8Array | undefined> {
  if (file === undefined) return undefined;
  requirePath(file, ['tls', 'pfx'], context);
  const outcome = await readBytes(resolve(context.folder, file));
  return contentOf(outcome, file, ['tls', 'pfx'], 'a PKCS#12 file', context);
}
