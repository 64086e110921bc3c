// The folder of a certificate on the disk: written whole, and read with everything that lies in it.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../base/errors.ts';
import { notWritten, prepareFolder, readBytes, writeWhole } from '../base/file.ts';
import { shownFile } from '../base/path.ts';
import { fileNames } from './statement.ts';
import type { FileContent } from './statement.ts';
import type { Files } from './verify.ts';

/** Results of the longest runs have a tenth of it. */
const mostBytes = 256 * 1024 ** 2;

/** Rejects with a UserError where anything lies in the folder: it would not be signed, or a certificate would go. */
export async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((): readonly string[] => []);
  const [first] = found;
  if (first === undefined) return;
  throw new UserError(
    'usage',
    'folder-not-empty',
    `${shownFile(folder)}: found ${found.includes(fileNames.sums) ? 'a signed folder' : shownFile(first)}, expected a new or empty folder`,
    'name another folder with --out; nothing was signed',
  );
}

export async function writeFolder(folder: string, files: readonly FileContent[]): Promise<void> {
  await requireEmpty(folder);
  await prepareFolder(folder);
  try {
    // The signature comes last: without it an unfinished folder is no certificate.
    for (const { name, content } of files) await writeWhole(join(folder, name), content);
  } catch (error) {
    throw notWritten(folder, error);
  }
}

/** Rejects with a UserError for a folder or a file that cannot be read. */
export async function readFolder(folder: string): Promise<Files> {
  const unreadable = (name: string, found: string): UserError =>
    new UserError(
      'usage',
      'folder-unreadable',
      `${shownFile(name)}: found ${found}, expected the folder of a certificate`,
      'name the folder that `certify` has written',
    );
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) throw unreadable(folder, 'no folder that can be read');
  const files = entries.map(async (entry): Promise<readonly [string, Uint8Array]> => {
    // A folder in it is nothing that was signed.
    if (entry.isDirectory()) return [`${entry.name}/`, new Uint8Array()];
    const file = await readBytes(join(folder, entry.name), mostBytes);
    if (file.kind !== 'read') throw unreadable(join(folder, entry.name), file.found);
    return [entry.name, file.content];
  });
  return new Map(await Promise.all(files));
}
