import { stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { formats } from '../report/format.ts';
import type { NamedResults } from '../result/merge-check.ts';
import { mergeShards } from '../result/merge-shards.ts';
import { specification } from '../spec/variant.ts';
import { appendStepSummary, draftStepSummary } from './ci-output.ts';
import { conclude } from './conclude.ts';
import { commandHelp } from './help.ts';
import type { Invocation } from './invocation.ts';
import { leakExitCode, recordTerminal } from './leak-guard.ts';
import { readOptions } from './option.ts';
import type { Given, OptionTable } from './option.ts';
import { guardReports } from './report-guard.ts';
import { chosenFormats, chosenLanguage, languageOption } from './run-option.ts';

const options = {
  out: { type: 'text', value: 'DIR', summary: 'folder of the joined reports, `reports` if left out' },
  format: { type: 'text', value: 'LIST', summary: 'formats as of `run`; all if left out' },
  language: languageOption,
  target: {
    type: 'text',
    value: 'FILE',
    summary: 'profile whose secrets must not stand in what is written',
  },
  complete: { type: 'flag', summary: 'exit 3 if anything is inconclusive or under review' },
  quiet: { type: 'flag', summary: 'print nothing but warnings and errors' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

const mostShards = 10_000;

/** Joins the results of all shards of a run into what one run would have written; gives the exit code of that run. */
export async function merge({ args, ...invocation }: Invocation): Promise<number> {
  const { cwd, env } = invocation;
  const { terminal, written } = recordTerminal(invocation.terminal);
  const given = readOptions('merge', args, options, mostShards);
  if (given.has('help')) {
    terminal.write(commandHelp('merge DIR…', options));
    return 0;
  }
  if (given.words.length === 0) throw missingFolders();
  const names = chosenFormats(given);
  const language = chosenLanguage(given);
  const folder = resolve(cwd, given.text('out') ?? 'reports');
  const stopLeaks = await guardReports(given.text('target') ?? null, { cwd, env });
  const joined = mergeShards(await readShards(given, folder, cwd), specification);
  const results = { ...joined, target: { ...joined.target, language: language ?? joined.target.language } };
  const conclusion = {
    folder,
    formats: names,
    isQuiet: given.has('quiet'),
    isComplete: given.has('complete'),
  };
  const code = await conclude(results, conclusion, { ...invocation, args, terminal });
  if (results.interrupted) terminal.writeError(`! ${interrupted}\n`);
  const summary = await draftStepSummary(results, env);
  const files = names.map((name) => join(folder, formats[name].file));
  const drafts = summary === null ? [] : [summary.text];
  const leaks = await stopLeaks({ files, terminal: written(), drafts });
  for (const leak of leaks) invocation.terminal.writeError(`error: ${leak} (secret-in-output)\n`);
  if (leaks.length > 0) return leakExitCode;
  await appendStepSummary(summary, terminal);
  return results.interrupted && code === 0 ? 3 : code;
}

const interrupted = 'a shard was interrupted: what it had still to ask is not-selected';

async function readShards(given: Given, out: string, cwd: string): Promise<readonly NamedResults[]> {
  const { readResultsFile } = await import('../result/read-results.ts');
  const found: NamedResults[] = [];
  for (const word of given.words) {
    const path = resolve(cwd, word);
    if (path === out) throw ontoItself(relative(cwd, out));
    const isFolder = await stat(path).then(
      (entry) => entry.isDirectory(),
      () => false,
    );
    const [file, name] = isFolder ? [join(path, 'results.json'), join(word, 'results.json')] : [path, word];
    found.push({ name, results: await readResultsFile(file, name) });
  }
  return found;
}

const missingFolders = (): UserError =>
  new UserError(
    'usage',
    'missing-argument',
    'merge: found no folder, expected one for each shard',
    'name the folders that `run --shard I/N` has written',
  );

const ontoItself = (folder: string): UserError =>
  new UserError(
    'usage',
    'merge-onto-shard',
    `--out ${folder}: found the folder of a shard, expected another one`,
    'give a folder of its own with --out; nothing was written',
  );
