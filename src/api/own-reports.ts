// Finds the reports that this suite has written into a folder, by their names and marks, and deletes them.
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { formats } from '../report/formats.ts';

/** Every report of this suite has the mark within this many bytes. */
const markedWithin = 2 ** 18;
const mark = 'sbp-banks-conformance';

/** Deletes the reports of an earlier run: nobody shall take them for those of the run that begins. */
export function removeReports(folder: string): void {
  for (const { file } of Object.values(formats)) {
    const path = join(folder, file);
    if (isReport(path)) rmSync(path, { force: true });
  }
}

function isReport(path: string): boolean {
  // Opening a pipe would wait for its writer.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const start = Buffer.alloc(markedWithin);
  const file = openSync(path, 'r');
  try {
    return start.subarray(0, readSync(file, start)).includes(mark);
  } finally {
    closeSync(file);
  }
}
