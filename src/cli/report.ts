import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { rejudge } from '../execution/rejudge.ts';
import { writeReports } from '../report/write-reports.ts';
import { findDiffering } from '../result/differing.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/variant.ts';
import type { Invocation } from './invocation.ts';
import { fullTarget } from './full-target.ts';
import { commandHelp } from './help.ts';
import { readOptions } from './option.ts';
import type { OptionTable } from './option.ts';
import { chosenFormats } from './run-option.ts';

const options = {
  out: { type: 'text', value: 'DIR', summary: 'folder of the reports, `reports` if left out' },
  format: { type: 'text', value: 'LIST', summary: 'formats as of `run`; all if left out' },
  rejudge: { type: 'flag', summary: 'judge the recorded exchanges again; exit 1 where a verdict differs' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** Renders the formats again from a results file, judged anew where that is asked for. */
export async function report({ args, cwd, terminal }: Invocation): Promise<number> {
  const given = readOptions('report', args, options, 1);
  if (given.has('help')) {
    terminal.write(commandHelp('report [RESULTS]', options));
    return 0;
  }
  const recorded = await readResults(resolve(cwd, given.words[0] ?? 'reports/results.json'));
  const results = given.has('rejudge')
    ? rejudge(recorded, specification, fullTarget(specification))
    : recorded;
  const files = await writeReports(
    results,
    resolve(cwd, given.text('out') ?? 'reports'),
    chosenFormats(given),
  );
  terminal.write(`Reports:\n  ${files.map((file) => relative(cwd, file)).join('\n  ')}\n`);
  const differing = findDiffering(recorded, results);
  for (const line of differing) terminal.writeError(`${line}\n`);
  if (given.has('rejudge') && differing.length === 0) {
    terminal.write(`Judged again: the same verdicts in all ${results.cases.length} cases.\n`);
  }
  return differing.length === 0 ? 0 : 1;
}

async function readResults(file: string): Promise<Results> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error instanceof Error ? error.message : String(error));
  });
  const parsed: unknown = parseJson(file, text);
  if (isResults(parsed)) return parsed;
  throw unreadable(file, 'found no `schemaVersion: 1`');
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(file, 'found something else than JSON');
  }
}

const isResults = (value: unknown): value is Results =>
  typeof value === 'object' && value !== null && 'schemaVersion' in value && value.schemaVersion === 1;

const unreadable = (file: string, problem: string): UserError =>
  new UserError(
    'usage',
    'results-unreadable',
    `${file}: ${problem}`,
    'name a results.json that `run` has written',
  );
