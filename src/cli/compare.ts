import { readdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { renderComparison } from '../report/comparison.ts';
import { renderMatrix } from '../report/html/matrix.ts';
import type { MatrixRun } from '../report/html/matrix.ts';
import { UserError } from '../base/errors.ts';
import { notWritten, writeWhole } from '../base/write-file.ts';
import { shownFile } from '../base/path.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { languageOf, readRun } from './settings.ts';
import { wordsIn } from '../messages/message.ts';

/** Says what got worse and what got better between two runs. Returns 1 if something got worse. */
export async function compare(given: Given, { cwd, terminal }: Invocation): Promise<number> {
  const [before, after] = given.words;
  if (before === undefined || after === undefined) {
    const message = `compare: found ${given.words.length} of the 2 results files, expected OLD and NEW`;
    const hint = 'name two results.json, or the folders that hold them';
    throw new UserError('usage', 'missing-argument', message, hint);
  }
  const format = given.has('json') && !given.has('format') ? 'json' : given.value('format');
  const [older, newer] = [await readRun(before, cwd), await readRun(after, cwd)];
  const language = languageOf(given) ?? newer.target.language;
  const out = given.text('out');
  const { text, isWorse } = renderComparison(older, newer, {
    format: format === 'json' || format === 'markdown' ? format : 'console',
    width: terminal.width,
    color: terminal.color && out === undefined,
    language,
  });
  if (out === undefined) terminal.write(text);
  else {
    await writeFileTo(resolve(cwd, out), text);
    terminal.write(`${wordsIn(language)(isWorse ? 'is-worse' : 'is-not-worse')} ${shownFile(out)}\n`);
  }
  return isWorse ? 1 : 0;
}

/** Writes a file completely or not at all; rejects with a UserError if it cannot. */
export const writeFileTo = (path: string, text: string): Promise<void> =>
  writeWhole(path, text).catch((error: unknown) => {
    throw notWritten(dirname(path), error);
  });

/** Renders many runs against all requirements as one HTML file. Returns 0, whatever the verdicts are. */
export async function matrix(given: Given, { cwd, terminal }: Invocation): Promise<number> {
  const out = resolve(cwd, given.value('out'));
  const files = (await Promise.all(given.words.map((word) => resultsIn(word, cwd)))).flat();
  if (files.length === 0) {
    const message = 'matrix: found no results file, expected one at least';
    const hint = 'name results files, or the folders that hold them: matrix reports/*';
    throw new UserError('usage', 'missing-argument', message, hint);
  }
  async function* runs(): AsyncGenerator<MatrixRun> {
    for (const file of files) {
      const report = resolve(cwd, dirname(file), 'report.html');
      const href = (await isThere(report, 'file')) ? relativeLink(dirname(out), report) : null;
      yield { results: await readRun(file, cwd), href };
    }
  }
  await writeFileTo(out, await renderMatrix(runs(), languageOf(given)));
  const count = `${files.length} ${files.length === 1 ? 'run' : 'runs'}`;
  terminal.write(`Matrix of ${count}:\n  ${shownFile(relative(cwd, out))}\n`);
  return 0;
}

const name = 'results.json';

/**
 * The results files that a file, a run's folder or a folder of runs contains. Rejects with a UserError if there
 * are none.
 */
async function resultsIn(word: string, cwd: string): Promise<readonly string[]> {
  if (!(await isThere(resolve(cwd, word), 'folder'))) return [word];
  if (await isThere(resolve(cwd, word, name), 'file')) return [join(word, name)];
  const inside = (await readdir(resolve(cwd, word))).toSorted().map((entry) => join(word, entry, name));
  const checked = await Promise.all(inside.map((file) => isThere(resolve(cwd, file), 'file')));
  const found = inside.filter((_, index) => checked[index]);
  if (found.length > 0) return found;
  throw new UserError(
    'usage',
    'results-not-found',
    `${word}: found a folder without ${name}, expected one in it or in the folders below it`,
    'name results files, or the folders that `run` has written them into',
  );
}

const isThere = (path: string, kind: 'file' | 'folder'): Promise<boolean> =>
  stat(path).then(
    (found) => (kind === 'file' ? found.isFile() : found.isDirectory()),
    () => false,
  );

/** Relative URL of a file for a page in a folder (RFC 3986). Both paths are absolute. */
export function relativeLink(folder: string, file: string): string {
  const path = relative(folder, file);
  // On Windows, there is no relative path to another drive.
  if (isAbsolute(path)) return pathToFileURL(path).href;
  return path
    .split(sep)
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
}
