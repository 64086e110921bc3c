import { closeSync, existsSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Since } from '../comparison/since.ts';
import type { Results } from '../results/results.ts';
import { formats } from '../report/format.ts';
import { writeReports } from './write-reports.ts';
import type { FormatName } from '../report/format.ts';

/** Every report of this suite names it within this many bytes. */
const markedWithin = 2 ** 18;
const mark = 'sbp-banks-conformance';
/** The list of digests of a certificate, which covers every file in its folder. */
const sums = 'SHA256SUMS';

/** Paths of those reports in a folder that this suite wrote, among the given formats. */
const reportsIn = (folder: string, names: readonly FormatName[]): readonly string[] =>
  names.map((name) => join(folder, formats[name].file)).filter(isReport);

function isReport(path: string): boolean {
  const start = Buffer.alloc(markedWithin);
  try {
    // Opening a pipe would wait for its writer.
    if (!statSync(path).isFile()) return false;
    const file = openSync(path, 'r');
    try {
      const length = readSync(file, start);
      return start.subarray(0, length).includes(mark);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** The folder of a run's reports, and their formats. */
export interface ReportPlace {
  readonly folder: string;
  readonly formats: readonly FormatName[];
  /** Files in the folder that the run reads. They are never deleted. */
  readonly inputs?: readonly string[];
}

/**
 * Deletes reports of an earlier run if a run ends before it replaces them; otherwise they could be taken for
 * its own. Keeps those of a certificate and those that the run reads. Returns a line about the deleted files
 * and one about the kept ones; `show` writes a path. Synchronous, because the process may be about to exit.
 */
export function removeFormer(
  { folder, formats: names, inputs = [] }: ReportPlace,
  show: (path: string) => string,
): readonly string[] {
  const found = reportsIn(folder, names);
  const isCertified = existsSync(join(folder, sums));
  const removed = found.filter((path) => !isCertified && !inputs.includes(path) && isRemoved(path));
  const left = found.filter((path) => !removed.includes(path));
  const line = (done: string, paths: readonly string[]): readonly string[] =>
    paths.length === 0
      ? []
      : [
          `${show(folder)}: ${done} reports of an earlier run: ${paths.map((path) => basename(path)).join(', ')}`,
        ];
  return [...line('removed', removed), ...line('still holds', left)];
}

/**
 * Writes the reports of a run. If one cannot be written, deletes those of an earlier run that were not replaced
 * yet, prints that, and rejects with the UserError.
 */
export async function replaceReports(
  results: Results,
  { folder, formats: names }: ReportPlace,
  show: (path: string) => string,
  say: (line: string) => void,
  since: Since | null = null,
): Promise<readonly string[]> {
  const files: string[] = [];
  try {
    for (const name of names) files.push(...(await writeReports(results, folder, [name], since)));
    return files;
  } catch (error) {
    for (const line of removeFormer({ folder, formats: names.slice(files.length) }, show)) say(line);
    throw error;
  }
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}

const shownFolders = 5;

/**
 * A line about the folder and its sub-folders that contain reports of an earlier run; none if there are none.
 */
export function noteFormer(
  folder: string,
  names: readonly FormatName[],
  show: (path: string) => string,
): readonly string[] {
  const found = [folder, ...foldersIn(folder)].filter((one) => reportsIn(one, names).length > 0);
  if (found.length === 0) return [];
  const more = found.length > shownFolders ? ` and ${found.length - shownFolders} more` : '';
  const shown = found.slice(0, shownFolders).map(show).join(', ');
  return [`${shown}${more}: still holding reports of an earlier run`];
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
