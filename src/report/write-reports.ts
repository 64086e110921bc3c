import { join } from 'node:path';
import type { Results } from '../result/results.ts';
import { formats } from './format.ts';
import type { FormatName } from './format.ts';
import { notWritten, prepareFolder } from './report-folder.ts';
import { writeWhole } from './write-whole.ts';

/** Cases from which on a report is written part by part: one text of it would take more memory than the record. */
const many = 1000;
/** Characters that are written at once. */
const batchSize = 2 ** 18;

/** Loads the renderers before they are needed; whoever needs them is told what is wrong with one. */
export async function loadRenderers(names: readonly FormatName[]): Promise<void> {
  await Promise.allSettled(names.map((name) => formats[name].load()));
}

/**
 * Writes reports into a folder, which it makes if need be, each file whole or not at all; gives their paths in the
 * order of the formats. Rejects with a UserError where the folder cannot be written to.
 */
export async function writeReports(
  results: Results,
  folder: string,
  names: readonly FormatName[],
): Promise<readonly string[]> {
  await prepareFolder(folder);
  const paths = names.map((name) => join(folder, formats[name].file));
  let writing: Promise<void> = Promise.resolve();
  for (const [index, name] of names.entries()) {
    const content = await contentOf(results, name);
    await writing;
    // The next one is drawn meanwhile; no more than two stand in memory.
    writing = write(paths[index] ?? folder, content, folder);
    writing.catch(() => undefined);
  }
  await writing;
  return paths;
}

async function contentOf(results: Results, name: FormatName): Promise<string | Iterable<string>> {
  const format: (typeof formats)[FormatName] = formats[name];
  if (results.cases.length < many || !('loadParts' in format)) return (await format.load())(results);
  const renderParts = await format.loadParts();
  return inBatches(renderParts(results));
}

async function write(path: string, content: string | Iterable<string>, folder: string): Promise<void> {
  try {
    await writeWhole(path, content);
  } catch (error) {
    throw notWritten(folder, error);
  }
}

function* inBatches(parts: Iterable<string>): Generator<string> {
  let batch: string[] = [];
  let length = 0;
  for (const part of parts) {
    batch.push(part);
    length += part.length;
    if (length < batchSize) continue;
    yield batch.join('');
    [batch, length] = [[], 0];
  }
  yield batch.join('');
}
