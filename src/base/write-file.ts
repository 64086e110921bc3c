import { appendFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from './errors.ts';

/**
 * Creates the folder of the reports and tests whether a file can be written. Rejects with a UserError if not.
 */
export async function prepareFolder(folder: string): Promise<void> {
  const probe = join(folder, `.${crypto.randomUUID()}.tmp`);
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

export function notWritten(folder: string, error: unknown): UserError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const found = obstacles[code] ?? `a place that cannot be written to (${code || String(error)})`;
  const expected = 'expected a folder or a place for one';
  const message = `The reports could not be written to ${folder}: found ${found}, ${expected}`;
  const hint = 'Give a folder that can be written to with `--out`.';
  return new UserError('usage', 'report-not-written', message, hint);
}

// Creates one folder at a time: below /proc, `recursive` of node:fs never ends.
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another run may have created it in the meantime.
    if (!(await isFolder(folder))) throw error;
  }
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false;

/** Writes a file completely or not at all. Rejects with the error of node:fs. */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | Iterable<string>,
): Promise<void> {
  // In the same folder, because a rename is atomic only within one file system.
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    await writeFile(draft, '');
    // One part at a time: the file system of Yarn Plug'n'Play does not write iterables.
    for (const part of parts) await appendFile(draft, part);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
