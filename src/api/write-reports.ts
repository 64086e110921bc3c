import { join } from 'node:path';
import { programFor } from '../base/package.ts';
import { notWritten, prepareFolder, writeWhole } from '../base/write-file.ts';
import { formats } from '../report/format.ts';
import type { FormatName } from '../report/format.ts';
import type { Results } from '../results/results.ts';
import { calledAs } from './called.ts';

/** Whether a word is the name of a format. */
export const isFormatName = (word: string): word is FormatName => Object.hasOwn(formats, word);

/** The formats that are written unless others are named; `har` holds nothing that `json` lacks. */
export const usualFormats: readonly FormatName[] = ['json', 'html', 'junit', 'markdown', 'badge'];

/** Loads the renderers in advance; an error in one shows where it is used. */
export async function loadRenderers(names: readonly FormatName[]): Promise<void> {
  await Promise.allSettled(names.map((name) => formats[name].load()));
}

/**
 * Writes reports into a folder, which it makes if need be, each file whole or not at all. Gives their paths in
 * the order of the formats. Rejects with a UserError if the folder cannot be written to.
 */
export async function writeReports(
  results: Results,
  folder: string,
  names: readonly FormatName[],
): Promise<readonly string[]> {
  await prepareFolder(folder);
  const called = calledAs(results, programFor(folder));
  const paths: string[] = [];
  for (const name of names) {
    const path = join(folder, formats[name].file);
    await writeWhole(path, (await formats[name].load())(called)).catch((error: unknown) => {
      throw notWritten(folder, error);
    });
    paths.push(path);
  }
  return paths;
}
