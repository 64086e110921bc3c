import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { notWritten } from '../report/report-folder.ts';
import { writeWhole } from '../report/write-whole.ts';
import { certificateFiles } from './certificate.ts';
import type { FileContent } from './digest.ts';

/** Files of a folder by name. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** Reads a folder of a certificate, its sub-folders left out. Rejects with a UserError where it is none. */
export async function readFolder(folder: string, shown: string): Promise<Files> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw noFolder(shown, isMissing(error) ? 'no such folder' : 'something that cannot be read as a folder');
  });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  if (entries.length === 0) throw noFolder(shown, 'an empty folder');
  if (!names.includes(certificateFiles.certificate)) {
    throw noFolder(shown, `a folder without ${certificateFiles.certificate}`);
  }
  const contents = names.map(async (name) => [name, await readFile(join(folder, name))] as const);
  return new Map(await Promise.all(contents));
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const noFolder = (shown: string, found: string): UserError =>
  new UserError(
    'usage',
    'not-a-certificate',
    `${shown}: found ${found}, expected a folder that \`certify\` has written`,
    'name the folder that `certify --out` was given',
  );

/** Removes whatever belongs to a certificate from a folder, so that none stands beside reports of another run. */
export async function clearCertificate(folder: string): Promise<void> {
  for (const name of Object.values(certificateFiles)) await rm(join(folder, name), { force: true });
}

/** Writes the files of a certificate, all or none. Rejects with a UserError where the folder cannot be written to. */
export async function writeCertificate(
  folder: string,
  files: readonly FileContent[],
): Promise<readonly string[]> {
  try {
    for (const { name, content } of files) await writeWhole(join(folder, name), content);
  } catch (error) {
    await clearCertificate(folder);
    throw notWritten(folder, error);
  }
  return files.map(({ name }) => join(folder, name));
}
