import { relative, resolve } from 'node:path';
import { writeReports } from '../report/format.ts';
import { findDiffering, judge, recordOf } from '../result/judge.ts';
import type { Results } from '../result/results.ts';
import type { Review } from '../result/review.ts';
import { specification } from '../spec/variant.ts';
import { shownFile } from '../target/place.ts';
import type { Invocation } from './invocation.ts';
import { commandHelp } from './help.ts';
import { leakExitCode, recordTerminal } from './leak-guard.ts';
import { readOptions } from './option.ts';
import type { Given, OptionTable } from './option.ts';
import { guardReports } from './report-guard.ts';
import { chosenReviews, draftReviews, staleReviews } from './reviews.ts';
import { chosenFormats, chosenLanguage, languageOption } from './run-option.ts';

const options = {
  out: { type: 'text', value: 'DIR', summary: 'folder of the reports, `reports` if left out' },
  format: { type: 'text', value: 'LIST', summary: 'formats as of `run`; all if left out' },
  language: languageOption,
  reviews: {
    type: 'text',
    value: 'FILE',
    summary: 'decisions of persons (YAML), in place of those of the run',
  },
  'draft-reviews': {
    type: 'text',
    value: 'FILE',
    summary: 'write what waits for a person, with blanks to fill in',
  },
  target: {
    type: 'text',
    value: 'FILE',
    summary: 'profile whose secrets must not stand in what is written',
  },
  rejudge: { type: 'flag', summary: 'judge the recorded exchanges again; exit 1 where a verdict differs' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** Renders the formats again from a results file, judged anew or with other decisions of persons where that is asked for; gives 1 only where a verdict judged anew differs. */
export async function report({ args, cwd, env, terminal: own }: Invocation): Promise<number> {
  const { terminal, written } = recordTerminal(own);
  const given = readOptions('report', args, options, 1);
  if (given.has('help')) {
    terminal.write(commandHelp('report [RESULTS]', options));
    return 0;
  }
  const asked = chosenLanguage(given);
  const stopLeaks = await guardReports(given.text('target') ?? null, { cwd, env });
  const { readResultsFile } = await import('../result/read-results.ts');
  const file = given.words[0] ?? 'reports/results.json';
  const recorded = await readResultsFile(resolve(cwd, file), file);
  const reviews = await chosenReviews(given, cwd, null);
  const judged = given.has('rejudge') ? judgeAgain(recorded, recorded.reviews) : recorded;
  const settled = reviews === null ? judged : judgeAgain(recorded, reviews);
  const language = asked ?? recorded.target.language;
  const results = { ...settled, target: { ...settled.target, language } };
  await draft(results, given, cwd, terminal);
  const files = await writeReports(
    results,
    resolve(cwd, given.text('out') ?? 'reports'),
    chosenFormats(given),
  );
  terminal.write(`Reports:\n  ${files.map((file) => shownFile(relative(cwd, file))).join('\n  ')}\n`);
  for (const line of staleReviews(results)) terminal.writeError(`! ${line}\n`);
  const differing = findDiffering(recorded, judged);
  for (const line of differing) terminal.writeError(`${line}\n`);
  if (given.has('rejudge') && differing.length === 0) {
    terminal.write(`Judged again: the same verdicts in all ${results.cases.length} cases.\n`);
  }
  const drafted = given.text('draft-reviews');
  const outputs = [...files, ...(drafted === undefined ? [] : [resolve(cwd, drafted)])];
  const leaks = await stopLeaks({ files: outputs, terminal: written(), data: results });
  for (const leak of leaks) own.writeError(`error: ${leak} (secret-in-output)\n`);
  if (leaks.length > 0) return leakExitCode;
  return differing.length === 0 ? 0 : 1;
}

const judgeAgain = (recorded: Results, reviews: Results['reviews'] | readonly Review[]): Results =>
  judge(recordOf(recorded), specification, reviews, recorded.waivers);

async function draft(
  results: Results,
  given: Given,
  cwd: string,
  terminal: Invocation['terminal'],
): Promise<void> {
  const file = given.text('draft-reviews');
  if (file === undefined) return;
  const count = await draftReviews(results, resolve(cwd, file), file);
  terminal.write(
    count === 0 ? 'No text waits for a person.\n' : `Texts that wait for a person (${count}): ${file}\n`,
  );
}
