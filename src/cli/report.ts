// The command `report`: renders results again, with other decisions or in another language.

import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { decisionsFor } from '../api/options.ts';
import { writeReports } from '../report/files.ts';
import { readResults } from '../api/read-results.ts';
import { UserError } from '../base/errors.ts';
import { shownFile } from '../base/path.ts';
import { quoteArgument } from '../base/shell.ts';
import { outcomeLine } from '../report/run-document.ts';
import { draftDecisions } from '../results/decisions.ts';
import { judgeAgain } from '../results/make-results.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { writeNew } from './new-file.ts';

/** Without --out it writes beside the results. */
export async function report(
  { out, format, language, decisions, draftDecisions: draft }: Options<'report'>,
  [source = 'reports']: readonly string[],
  { cwd, terminal }: Invocation,
): Promise<number> {
  const recorded = await readResults(source, cwd);
  const made = await decisionsFor(decisions, { decisionsFile: null }, cwd);
  const settled = decisions === undefined ? recorded : judgeAgain(recorded, made);
  const { target } = settled;
  const results = { ...settled, target: { ...target, language: language ?? target.language } };
  if (draft === undefined) {
    const folder = resolve(cwd, out ?? (source.endsWith('.json') ? join(source, '..') : source));
    if (existsSync(join(folder, 'SHA256SUMS'))) {
      const found = 'report: found a certificate in that folder, which another file would break';
      throw new UserError('usage', 'in-certificate', found, 'name another by --out; nothing was written');
    }
    const files = await writeReports(results, folder, format, { results: quoteArgument(source) });
    for (const file of files) terminal.write(`  ${shownFile(relative(cwd, file))}\n`);
  } else {
    const text = draftDecisions(results);
    if (text !== null) await writeNew(resolve(cwd, draft), text, `--draft-decisions ${shownFile(draft)}`);
    terminal.write(text === null ? 'No text waits for a person.\n' : `${shownFile(draft)} is written.\n`);
  }
  terminal.write(`${outcomeLine(results)}\n`);
  return 0;
}
