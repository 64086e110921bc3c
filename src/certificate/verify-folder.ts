// Verifies a certificate on the disk by a published key, or by a program.

import { resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import { readBytes } from '../base/file.ts';
import { readSuite } from '../base/package.ts';
import { shownFile } from '../base/path.ts';
import { verifyWith } from './command.ts';
import { readFolder } from './folder.ts';
import { readTrustedKey } from './sign.ts';
import { checkerFor, verifyFiles } from './verify.ts';
import type { Verification } from './verify.ts';

/** By what a signature is checked. */
export type VerifyOptions = {
  /** The time at which a certificate of the key has to be valid; now by default. */
  readonly now?: Date | undefined;
  /** The folder that paths are relative to; the current one by default. */
  readonly cwd?: string | undefined;
} & (
  | {
      /** Path of the key that the authority has published, or of a certificate with it; PEM. */
      readonly key: string;
    }
  | {
      /** A shell command: SHA256SUMS on standard input, paths in CONTENT and SIGNATURE, exit code 0 if right. */
      readonly verifyWith: string;
    }
);

/** Checks a folder of `certify` offline. `UserError` if it or the key is unreadable; all else is a refusal. */
export async function verify(folder: string, options: VerifyOptions): Promise<Verification> {
  const { cwd = process.cwd(), now = new Date() } = options;
  const path = resolve(cwd, folder);
  const check =
    'key' in options
      ? checkerFor(await readKey(options.key, cwd, (pem) => readTrustedKey(pem, now)))
      : verifyWith(options.verifyWith, cwd, path);
  return verifyFiles(await readFolder(path), check, readSuite().version);
}

/** The key in a file, as `read` makes it of the bytes. Rejects with a UserError that names the file. */
export async function readKey<Key>(
  file: string,
  cwd: string,
  read: (pem: Uint8Array) => Key,
  option = '--key',
): Promise<Key> {
  const refuse = (problem: string, hint: unknown = 'name a key in PEM'): UserError =>
    new UserError(
      'usage',
      'key-unreadable',
      `${option}: ${shownFile(file)}: ${problem}`,
      `${String(hint)}; nothing was done`,
    );
  const bytes = await readBytes(resolve(cwd, file));
  if (bytes.kind !== 'read') throw refuse(`found ${bytes.found}, expected a key in PEM`);
  try {
    return read(bytes.content);
  } catch (error) {
    throw error instanceof Error ? refuse(error.message, error.cause) : refuse(String(error));
  }
}
