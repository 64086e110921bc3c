import { join } from 'node:path';
import type { Results } from '../result/results.ts';
import { formats } from './format.ts';
import type { FormatName } from './format.ts';
import { notWritten, prepareFolder } from './report-folder.ts';
import { writeWhole } from './write-whole.ts';

/**
 * Writes reports into a folder, which it makes if need be, each file whole or not at all; gives their paths in the
 * order of the formats. Rejects with a UserError where the folder cannot be written to.
 */
export async function writeReports(
  results: Results,
  folder: string,
  names: readonly FormatName[],
): Promise<readonly string[]> {
  const drafts = await Promise.all(
    names.map(async (name) => {
      const render = await formats[name].load();
      return { path: join(folder, formats[name].file), text: render(results) };
    }),
  );
  await prepareFolder(folder);
  try {
    for (const { path, text } of drafts) await writeWhole(path, text);
  } catch (error) {
    throw notWritten(folder, error);
  }
  return drafts.map(({ path }) => path);
}
