import { constants, open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { contained } from './package.ts';

/** The content of a file, or the reason why it could not be read. */
export type FileOutcome<Content> =
  | { readonly kind: 'read'; readonly content: Content }
  | { readonly kind: 'unreadable'; readonly found: string };

const kibibyte = 1024;

const unreadable = (found: string) => ({ kind: 'unreadable', found }) as const;

/** The size of a file in bytes, 0 for a pipe. Never rejects. */
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

export interface ReadLimits {
  /** Bytes; default: 1 MiB, enough for a key or a secret. */
  readonly most?: number;
  /**
   * Origin: `user` (default, pipes allowed), `stranger` (regular files only), `folder` of a stranger (no
   * links).
   */
  readonly from?: 'user' | 'stranger' | 'folder';
}

/**
 * Reads a file of limited size. Checks type and size first, waits only for pipes of the user, never rejects.
 */
export async function readBytes(path: string, limits: ReadLimits = {}): Promise<FileOutcome<Uint8Array>> {
  const { most = kibibyte ** 2, from = 'user' } = limits;
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const tooLarge = unreadable(
    most < kibibyte ** 2
      ? `a file larger than ${Math.floor(most / kibibyte)} KiB`
      : `a file larger than ${Math.floor(most / kibibyte ** 2)} MiB`,
  );
  const inside = contained(path);
  if (inside !== null) return { kind: 'read', content: inside };
  let file: FileHandle | null = null;
  try {
    // Devices are not opened, because that alone may have effects.
    const located = await findFile(path);
    if (located.kind === 'unreadable' && from !== 'folder') return located;
    // Waiting for a pipe's writer in a blocking call would prevent the program from ending.
    const unwaiting = O_RDONLY | O_NONBLOCK;
    file = await open(path, from === 'folder' ? unwaiting | O_NOFOLLOW : unwaiting);
    const stats = await file.stat();
    if (stats.isDirectory()) return unreadable('a folder');
    if (stats.isFIFO() && from !== 'user') return unreadable('a pipe');
    if (!stats.isFile() && !stats.isFIFO()) return unreadable('a device');
    const source = stats.isFIFO() ? pipeOf(file) : file;
    const content = stats.size > most ? null : await readUpTo(source, stats.size, most);
    return content === null ? tooLarge : { kind: 'read', content };
  } catch (error) {
    return unreadable(reasonOf(error));
  } finally {
    await file?.close();
  }
}

/** Milliseconds between two reads of a pipe. */
const between = 20;

/** Waits until another process has opened the pipe for writing. */
function pipeOf(file: FileHandle): Pick<FileHandle, 'read'> {
  let isOpen = false;
  const read = async (...given: [Buffer, number, number, null]): Promise<{ bytesRead: number }> => {
    try {
      const { bytesRead } = await file.read(...given);
      isOpen ||= bytesRead > 0;
      if (isOpen) return { bytesRead };
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error;
      isOpen = true;
    }
    await setTimeout(between);
    return read(...given);
  };
  return { read } as Pick<FileHandle, 'read'>;
}

/** The whole content; null if it exceeds `most` bytes. The size of a pipe is not known in advance. */
async function readUpTo(
  file: Pick<FileHandle, 'read'>,
  size: number,
  most: number,
): Promise<Uint8Array | null> {
  let content = Buffer.allocUnsafe(Math.max(size + 1, 64 * kibibyte));
  for (let length = 0; ;) {
    const { bytesRead } = await file.read(content, length, content.length - length, null);
    length += bytesRead;
    if (length > most) return null;
    if (bytesRead === 0) return content.subarray(0, length);
    if (length === content.length) content = Buffer.concat([content], Math.min(2 * length, most + 1));
  }
}

/** Reads a file as UTF-8 without a byte order mark; never rejects. */
export async function readText(path: string, limits: ReadLimits = {}): Promise<FileOutcome<string>> {
  const bytes = await readBytes(path, limits);
  if (bytes.kind === 'unreadable') return bytes;
  try {
    return { kind: 'read', content: new TextDecoder('utf-8', { fatal: true }).decode(bytes.content) };
  } catch {
    return unreadable('a file that is not UTF-8');
  }
}

/** What is found where nothing is. */
export const noSuchFile = 'no such file';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: noSuchFile,
  ENOTDIR: noSuchFile,
  EISDIR: 'a folder',
  ELOOP: 'a link',
  EACCES: 'a file that may not be read',
  EPERM: 'a file that may not be read',
};

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const reason = reasons[code];
  return reason === undefined ? `a file that cannot be read (${code})` : reason;
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

export function obstacleOf(error: unknown): string {
  const code = codeOf(error);
  const obstacle = obstacles[code];
  return obstacle === undefined ? `a place that cannot be written to (${code})` : obstacle;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
