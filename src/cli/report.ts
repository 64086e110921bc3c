// The command `report`: renders results again, with other decisions or in another language.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { decisionsFor } from '../api/options.ts';
import { writeReports } from '../report/files.ts';
import { readResults } from '../api/read-results.ts';
import { UserError } from '../base/errors.ts';
import { obstacleOf } from '../base/file.ts';
import { shownFile } from '../base/path.ts';
import type { FormatName } from '../report/formats.ts';
import { outcomeLine } from '../report/run-document.ts';
import { draftDecisions } from '../results/decisions.ts';
import { judgeAgain } from '../results/make-results.ts';
import type { Invocation } from './invocation.ts';
import { warn } from './terminal.ts';

export interface ReportWords {
  readonly out?: string;
  readonly format?: readonly FormatName[];
  readonly language?: 'en' | 'ru';
  readonly decisions?: string;
  readonly draftDecisions?: string;
}

const all = ['json', 'html', 'junit', 'markdown'] as const;

/** Without --out it writes beside the results. A draft alone asks for no reports. */
export async function report(
  options: ReportWords,
  [source = 'reports']: readonly string[],
  { cwd, terminal }: Invocation,
): Promise<number> {
  const { format, language, decisions, draftDecisions: draft } = options;
  const recorded = await readResults(source, cwd);
  const made = await decisionsFor(decisions, { decisionsFile: null }, cwd);
  const settled = decisions === undefined ? recorded : judgeAgain(recorded, made);
  const target = { ...settled.target, language: language ?? settled.target.language };
  const results = { ...settled, target };
  if (draft !== undefined) {
    const text = draftDecisions(results);
    if (text !== null) await putNew(resolve(cwd, draft), text, shownFile(draft));
    terminal.write(text === null ? 'No text waits for a person.\n' : `${shownFile(draft)} is written.\n`);
  }
  const isAsked = [options.out, format, language, decisions].some((one) => one !== undefined);
  if (draft === undefined || isAsked) {
    const beside = source.endsWith('.json') ? join(source, '..') : source;
    const folder = resolve(cwd, options.out ?? beside);
    if (options.out === undefined && existsSync(join(folder, 'SHA256SUMS')))
      throw new UserError(
        'usage',
        'in-certificate',
        `report: found a certificate in ${shownFile(beside)}, which another file would break`,
        'name a folder by --out; nothing was written',
      );
    const files = await writeReports(results, folder, format ?? all);
    for (const file of files) terminal.write(`  ${shownFile(relative(cwd, file))}\n`);
  }
  for (const { state, requirement } of results.decisions)
    if (state === 'stale')
      warn(`${requirement}: the decision is stale, it decides nothing any more`, terminal);
  terminal.write(`${outcomeLine(results)}\n`);
  return 0;
}

async function putNew(path: string, text: string, shown: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx' }).catch((error: unknown) => {
    const found = `--draft-decisions ${shown}: found ${obstacleOf(error)}, expected a new file`;
    throw new UserError('usage', 'not-written', found, 'name another file: decisions are never overwritten');
  });
}
