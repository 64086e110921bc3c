// The reports of this suite in a folder: writes those of a run, and deletes those of an earlier one.

import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { notWritten, prepareFolder, writeWhole } from '../base/file.ts';
import { formats } from './formats.ts';
import type { FormatName } from './format-names.ts';
import type { ReportOptions } from './view.ts';
import type { Results } from '../results/results.ts';

/** Each whole or not at all. Resolves with their paths; rejects with a UserError if one cannot be written. */
export async function writeReports(
  results: Results,
  folder: string,
  names: readonly FormatName[],
  options: ReportOptions = {},
): Promise<readonly string[]> {
  const texts = names.map((name) => [
    join(folder, formats[name].file),
    formats[name].render(results, options),
  ]);
  await prepareFolder(folder);
  for (const [file = '', text = ''] of texts)
    await writeWhole(file, text).catch((error: unknown) => {
      throw notWritten(file, error);
    });
  return texts.map(([file = '']) => file);
}

/** Deletes the reports of an earlier run, which nobody shall take for those of this one. Throws a UserError. */
export function removeReports(folder: string): void {
  for (const { file } of Object.values(formats)) {
    const path = join(folder, file);
    try {
      // Opening a pipe would wait for its writer; a folder throws; a file that is no report of ours stays.
      const found = statSync(path, { throwIfNoEntry: false });
      if ((found?.isFile() || found?.isDirectory()) && readFileSync(path).includes('sbp-banks-conformance'))
        rmSync(path);
    } catch (error) {
      throw notWritten(path, error);
    }
  }
}
