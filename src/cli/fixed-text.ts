import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('..', import.meta.url));

/** Their texts reach no report, and the reference holds the passwords of its test partners. */
const foreign: readonly string[] = ['reference', 'selftest'];

/** The suite's own code, in which every fixed text of its outputs stands; read when it is wanted, some hundreds of kilobytes. */
export async function readFixedText(): Promise<string> {
  const entries = await readdir(sources, { recursive: true });
  const own = entries.filter((entry) => isCode(entry) && !foreign.includes(entry.split(sep)[0] ?? ''));
  const texts = await Promise.all(own.map((entry) => readFile(join(sources, entry), 'utf8')));
  return texts.join('\n');
}

const isCode = (entry: string): boolean =>
  /\.[jt]s$/.test(entry) && !/\.(test|test-data|test-support|d)\.[jt]s$/.test(entry);
