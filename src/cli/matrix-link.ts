import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { relativeLink } from '../comparison/matrix.ts';

/** The address of the report in a folder, for a matrix that lies in another; null where there is no report. */
export async function linkToReport(folder: string, matrixFolder: string): Promise<string | null> {
  const report = join(folder, 'report.html');
  const isThere = await stat(report).then(
    (found) => found.isFile(),
    () => false,
  );
  return isThere ? relativeLink(matrixFolder, report) : null;
}
