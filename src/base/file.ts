// Reads files of limited size, and writes whole ones; says in words why that is not possible.

import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, UserError } from './errors.ts';

/** The content of a file, or what was found in its place, in English. */
export type FileOutcome<Content> =
  | { readonly kind: 'read'; readonly content: Content }
  | { readonly kind: 'unreadable'; readonly code: string; readonly found: string };

const mebibyte = 1024 ** 2;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'a folder',
  EACCES: 'a file that may not be read',
  EPERM: 'a file that may not be read',
};

const unreadable = (code: string, found = reasons[code] ?? `a file that cannot be read (${code})`) =>
  ({ kind: 'unreadable', code, found }) as const;

/** Reads a file of at most `most` bytes, 1 MiB if not set; never rejects. Pipes are read, devices are not. */
export async function readBytes(path: string, most = mebibyte): Promise<FileOutcome<Buffer>> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return unreadable('EISDIR');
    if (!stats.isFile() && !stats.isFIFO()) return unreadable('', 'no regular file');
    const content = stats.size > most ? null : await readFile(path);
    if (content !== null && content.length <= most) return { kind: 'read', content };
    const limit = most < mebibyte ? `${most / 1024} KiB` : `${most / mebibyte} MiB`;
    return unreadable('', `a file larger than ${limit}`);
  } catch (error) {
    return unreadable(codeOf(error));
  }
}

/** Reads a file as UTF-8 without a byte order mark; never rejects. */
export async function readText(path: string, most?: number): Promise<FileOutcome<string>> {
  const bytes = await readBytes(path, most);
  if (bytes.kind === 'unreadable') return bytes;
  try {
    return { kind: 'read', content: new TextDecoder('utf-8', { fatal: true }).decode(bytes.content) };
  } catch {
    return unreadable('', 'a file that is not UTF-8');
  }
}

/** Creates the folder of the reports and tests whether a file can be written. Rejects with a UserError if not. */
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

// One folder at a time: below /proc, `recursive` of node:fs never ends.
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

const obstacles: Readonly<Record<string, string>> = {
  ENOENT: 'a folder above it that is not there',
  EEXIST: 'a file of that name',
  ENOTDIR: 'a file where a folder above it has to be',
  EISDIR: 'a folder with the name of a file',
  EACCES: 'a place that may not be written to',
  EPERM: 'a place that may not be written to',
  EROFS: 'a place that may not be written to',
  ENOSPC: 'a full disk',
};

/** What stands in the way of writing, in English. */
export const obstacleOf = (error: unknown): string =>
  obstacles[codeOf(error)] ?? `a place where it could not be written (${codeOf(error) || String(error)})`;

export function notWritten(folder: string, error: unknown): UserError {
  const found = `${folder}: found ${obstacleOf(error)}, expected a folder or a place for one`;
  return new UserError('usage', 'not-written', found, 'name a folder that can be written to with --out');
}

/** Writes a file completely or not at all. Rejects with the error of node:fs. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  // In the same folder, because a rename is atomic only within one file system.
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
