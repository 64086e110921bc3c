import { readFile, stat } from 'node:fs/promises';

/** The content of a file, or what was found in its place, in words. */
export type FileOutcome<Content> =
  | { readonly kind: 'read'; readonly content: Content }
  | { readonly kind: 'unreadable'; readonly found: string };

const mebibyte = 1024 * 1024;

const unreadable = (found: string) => ({ kind: 'unreadable', found }) as const;

/** The size of a file (0 of a pipe) in bytes; never rejects. */
export async function findFile(path: string): Promise<FileOutcome<number>> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return unreadable('a folder');
    if (!stats.isFile() && !stats.isFIFO()) return unreadable('a device');
    return { kind: 'read', content: stats.size };
  } catch (error) {
    return unreadable(reasonOf(error));
  }
}

/** Reads a file (or a pipe) of so many bytes at most, 1 MiB by default: enough for a profile, a key or a secret. Its size is looked at before it is read. Never rejects. */
export async function readBytes(path: string, most = mebibyte): Promise<FileOutcome<Uint8Array>> {
  const file = await findFile(path);
  if (file.kind === 'unreadable') return file;
  try {
    const content = file.content > most ? null : await readFile(path);
    if (content === null || content.length > most)
      return unreadable(`a file larger than ${most / mebibyte} MiB`);
    return { kind: 'read', content };
  } catch (error) {
    return unreadable(reasonOf(error));
  }
}

/** Reads a file as UTF-8 without a byte order mark; never rejects. */
export async function readText(path: string): Promise<FileOutcome<string>> {
  const bytes = await readBytes(path);
  if (bytes.kind === 'unreadable') return bytes;
  try {
    return { kind: 'read', content: new TextDecoder('utf-8', { fatal: true }).decode(bytes.content) };
  } catch {
    return unreadable('a file that is not UTF-8');
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'a folder',
  EACCES: 'a file that may not be read',
  EPERM: 'a file that may not be read',
};

/** What was found instead of a file that can be read, in words. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? `a file that cannot be read (${code})`;
}

const obstacles: Readonly<Record<string, string>> = {
  ENOENT: 'no such folder',
  ENOTDIR: 'no such folder',
  EISDIR: 'a folder',
  EEXIST: 'a file that is there already',
  EACCES: 'a place that may not be written to',
  EPERM: 'a place that may not be written to',
  EROFS: 'a place that may not be written to',
  ENOSPC: 'a full disk',
};

/** What stood in the way of writing a file, in words. */
export function obstacleOf(error: unknown): string {
  const code = codeOf(error);
  return obstacles[code] ?? `a place that cannot be written to (${code})`;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
