import { createHash } from 'node:crypto';

/** SHA-256 of some bytes, or of the UTF-8 of a text, hex. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A file in memory. */
export interface FileContent {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The list of digests that `sha256sum -c` reads, files in the order of their names. */
export function writeSums(files: readonly FileContent[]): string {
  const sorted = files.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  return sorted.map(({ name, content }) => `${sha256(content)}  ${name}\n`).join('');
}

/** Digests by name as such a list holds them; null where a line is none. */
export function readSums(text: string): ReadonlyMap<string, string> | null {
  const lines = text.split('\n').filter((line) => line !== '');
  const rows = lines.map((line) => /^([\da-f]{64}) [ *](.+)$/.exec(line));
  const sums = new Map(rows.flatMap((row) => (row?.[1] && row[2] ? [[row[2], row[1]] as const] : [])));
  return sums.size === lines.length ? sums : null;
}
