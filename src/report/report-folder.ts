import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../errors.ts';

/** Makes the folder of the reports and tries it out by a file that it removes again. Rejects with a UserError where it cannot be written to. */
export async function prepareFolder(folder: string): Promise<void> {
  const probe = join(folder, `.${randomUUID()}.tmp`);
  try {
    await makeFolder(folder);
    await writeFile(probe, 'x');
  } catch (error) {
    throw notWritten(folder, error);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

const obstacles: Readonly<Record<string, string>> = {
  EEXIST: 'a file of that name',
  ENOTDIR: 'a file where a folder above it has to be',
  EISDIR: 'a folder with the name of a report',
  EACCES: 'a place that may not be written to',
  EPERM: 'a place that may not be written to',
  EROFS: 'a place that may not be written to',
  ENOSPC: 'a full disk',
};

/** The error of reports that could not be written. */
export function notWritten(folder: string, error: unknown): UserError {
  return new UserError(
    'usage',
    'report-not-written',
    `The reports could not be written to ${folder}: found ${obstacleOf(error)}, expected a folder or a place for one`,
    'Give a folder that can be written to with `--out`.',
  );
}

function obstacleOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return obstacles[code] ?? `a place that cannot be written to (${code || String(error)})`;
}

// One step at a time: below /proc, `recursive` of node:fs goes round in circles for ever.
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another run may have made it meanwhile.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
