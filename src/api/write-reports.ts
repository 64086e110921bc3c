import { join } from 'node:path';
import { notWritten, prepareFolder, writeWhole } from '../base/write-file.ts';
import { formats } from '../report/format.ts';
import type { FormatName } from '../report/format.ts';
import type { Since } from '../comparison/since.ts';
import type { Results } from '../results/results.ts';

export const isFormatName = (word: string): word is FormatName => Object.hasOwn(formats, word);

/** Loads renderers in advance. An error is ignored here: it occurs again when the renderer is used. */
export async function loadRenderers(names: readonly FormatName[]): Promise<void> {
  await Promise.allSettled(names.map((name) => formats[name].load()));
}

/**
 * Writes reports into a folder and creates it if necessary. Each file is written completely or not at all.
 * Returns the paths in the order of the formats. Rejects with a UserError if the folder is not writable.
 * `since`: what the failures are beside those of an earlier run.
 */
export async function writeReports(
  results: Results,
  folder: string,
  names: readonly FormatName[],
  since: Since | null = null,
): Promise<readonly string[]> {
  await prepareFolder(folder);
  const paths: string[] = [];
  for (const name of names) {
    const path = join(folder, formats[name].file);
    await writeWhole(path, (await formats[name].load())(results, since)).catch((error: unknown) => {
      throw notWritten(folder, error);
    });
    paths.push(path);
  }
  return paths;
}
