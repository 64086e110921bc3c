import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { EncryptionSettings } from '../encryption/settings.ts';
import type { TlsMaterial } from '../http/exchange.ts';
import { readOwnKey, readServiceKey } from './encryption-key.ts';
import type { KeySource, Wanted } from './encryption-key.ts';
import { readBytes } from './file.ts';
import { contentOf, existingFile, readPem, requirePath } from './key-file.ts';
import type { FileContext } from './key-file.ts';
import type { Path } from './place.ts';
import type { EncryptionPart, Profile } from './schema.ts';

/** Complete encryption settings, files read and defaults filled in; throws what `failure` makes of a file that is not right. */
export async function readEncryption(
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
  tryTls(material, context);
  return material;
}

function tryTls(material: TlsMaterial, context: FileContext): void {
  const { pfx, ...rest } = material;
  try {
    createSecureContext({ ...rest, ...(pfx === undefined ? {} : { pfx: Buffer.from(pfx) }) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const found = `material that OpenSSL refuses (${code})`;
    const expected = 'certificates, a key that belongs to them, and the passphrase if it is encrypted';
    throw context.failure({ path: ['tls'], found, expected });
  }
}

async function readPfx(file: string | undefined, context: FileContext): Promise<Uint8Array | undefined> {
  if (file === undefined) return undefined;
  requirePath(file, ['tls', 'pfx'], context);
  const outcome = await readBytes(resolve(context.folder, file));
  return contentOf(outcome, file, ['tls', 'pfx'], 'a PKCS#12 file', context);
}
