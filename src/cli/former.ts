import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import type { Foreign, Since } from '../comparison/since.ts';
import { formats } from '../report/format.ts';
import { isFormatName } from '../api/write-reports.ts';
import { noteFormer, removeFormer, replaceReports } from '../api/former.ts';
import type { ReportPlace } from '../api/former.ts';
import type { Results } from '../results/results.ts';
import { wrap } from '../base/text-width.ts';
import { shownFile } from '../base/path.ts';
import type { Invocation } from './invocation.ts';

type Surroundings = Pick<Invocation, 'cwd' | 'terminal'>;

/** Deletes the reports of an earlier run that this run did not get to replace, and prints that. */
export const clearFormer = (place: ReportPlace, surroundings: Surroundings): void =>
  sayAll(removeFormer(place, shownFrom(surroundings)), surroundings);

/**
 * Writes the reports of a run. If one cannot be written, deletes those of an earlier run and rejects with a
 * UserError.
 */
export const replaceFormer = (
  results: Results,
  place: ReportPlace,
  surroundings: Surroundings,
  since: Since | null,
): Promise<readonly string[]> =>
  replaceReports(results, place, shownFrom(surroundings), (line) => sayAll([line], surroundings), since);

/**
 * What the failures of a run are beside those of the results in a folder. Null, and a line on the terminal, if
 * these are unreadable or not comparable; null alone if there are none.
 */
export async function sinceFormer(
  results: Results,
  folder: string,
  surroundings: Surroundings,
): Promise<Since | null> {
  const file = join(folder, formats.json.file);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const { readResultsFile } = await import('../results/read-results.ts');
  const { sinceOf } = await import('../comparison/since.ts');
  const shown = shownFrom(surroundings)(file);
  const unmarked = (why: string): null => {
    sayAll([`${why}; so failures are not marked as new or known`], surroundings);
    return null;
  };
  try {
    const since = sinceOf(await readResultsFile(file, shown), results);
    return typeof since === 'string' ? unmarked(`${shown}: the earlier run had ${foreign[since]}`) : since;
  } catch (error) {
    if (error instanceof UserError) return unmarked(error.message.split('\n')[0] ?? shown);
    throw error;
  }
}

const foreign = {
  target: 'a target of another name',
  variants: 'other variants',
  rules: 'other rules of judgement',
} as const satisfies Record<Foreign, string>;

/** Prints which reports at this place are of an earlier run. Deletes none. */
export const sayFormer = ({ folder, formats: names }: ReportPlace, surroundings: Surroundings): void =>
  sayAll(noteFormer(folder, names, shownFrom(surroundings)), surroundings);

/** Same as `sayFormer`, for words that could not be parsed: only the folder is read from them. */
export function sayFormerOf(words: readonly string[], surroundings: Surroundings): void {
  const folder = words.flatMap((word, index) => {
    if (word === '--out') return words[index + 1] ?? [];
    return word.startsWith('--out=') ? word.slice('--out='.length) : [];
  });
  const names = Object.keys(formats).filter(isFormatName);
  sayFormer({ folder: resolve(surroundings.cwd, folder.at(-1) ?? 'reports'), formats: names }, surroundings);
}

const shownFrom =
  ({ cwd }: Surroundings) =>
  (path: string): string =>
    shownFile(relative(cwd, path) || '.');

function sayAll(lines: readonly string[], { terminal }: Surroundings): void {
  for (const line of lines) terminal.writeError(`${wrap(`! ${line}`, terminal.width - 2).join('\n  ')}\n`);
}
