import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { matrixColumn } from '../comparison/matrix.ts';
import type { MatrixColumn } from '../comparison/matrix.ts';
import { UserError } from '../errors.ts';
import { notWritten, writeWhole } from '../report/format.ts';
import { inLanguage } from '../report/in-language.ts';
import type { Language } from '../wording/message.ts';
import { commandHelp } from './help.ts';
import type { Invocation } from './invocation.ts';
import { linkToReport } from './matrix-link.ts';
import { readOptions } from './option.ts';
import type { OptionTable } from './option.ts';
import { chosenLanguage, languageOption } from './run-option.ts';

const options = {
  out: { type: 'text', value: 'FILE', summary: 'the page, `matrix.html` if left out' },
  language: { ...languageOption, summary: 'language of the page, that of the first results if left out' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** Draws many runs against all requirements in one HTML file; 0 when it is written, whatever the verdicts are. */
export async function matrix({ args, cwd, terminal }: Invocation): Promise<number> {
  const given = readOptions('matrix', args, options, Number.POSITIVE_INFINITY);
  if (given.has('help')) {
    terminal.write(commandHelp('matrix RESULTS...', options));
    return 0;
  }
  const language = chosenLanguage(given);
  const out = resolve(cwd, given.text('out') ?? 'matrix.html');
  const files = (await Promise.all(given.words.map((word) => resultsIn(word, cwd)))).flat();
  if (files.length === 0) throw missingResults();
  const read = await readColumns(files, cwd, dirname(out), language);
  const { renderMatrix } = await import('../comparison/matrix.ts');
  const count = read.columns.length;
  const page = renderMatrix(read.columns, read.language);
  await writeWhole(out, page).catch((error: unknown) => {
    throw notWritten(dirname(out), error);
  });
  terminal.write(`Matrix of ${count} ${count === 1 ? 'run' : 'runs'}:\n  ${relative(cwd, out)}\n`);
  return 0;
}

interface Read {
  readonly columns: readonly MatrixColumn[];
  /** By default that of the first results. */
  readonly language: Language;
}

/** One after the other: of each file only its column stays in memory. */
async function readColumns(
  files: readonly string[],
  cwd: string,
  folder: string,
  asked: Language | null,
): Promise<Read> {
  const { readResultsFile } = await import('../result/read-results.ts');
  const columns: MatrixColumn[] = [];
  let language = asked;
  for (const file of files) {
    const path = resolve(cwd, file);
    const results = await readResultsFile(path, file);
    language ??= results.target.language;
    columns.push(matrixColumn(inLanguage(results, language), await linkToReport(dirname(path), folder)));
  }
  return { columns, language: language ?? 'en' };
}

const name = 'results.json';

/** The results files that a word stands for: a file, the folder of a run, or a folder that holds the folders of runs. Rejects with a UserError where there is none. */
async function resultsIn(word: string, cwd: string): Promise<readonly string[]> {
  if (!(await isFolder(resolve(cwd, word)))) return [word];
  if (await isFile(resolve(cwd, word, name))) return [join(word, name)];
  const inside = (await readdir(resolve(cwd, word))).toSorted().map((entry) => join(word, entry, name));
  const checked = await Promise.all(inside.map((file) => isFile(resolve(cwd, file))));
  const found = inside.filter((_, index) => checked[index]);
  if (found.length > 0) return found;
  throw new UserError(
    'usage',
    'results-not-found',
    `${word}: found a folder without ${name}, expected one in it or in the folders below it`,
    'name results files, or the folders that `run` has written them into',
  );
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const missingResults = (): UserError =>
  new UserError(
    'usage',
    'missing-argument',
    'matrix: found no results file, expected one at least',
    'name results files, or the folders that hold them: matrix reports/*',
  );
