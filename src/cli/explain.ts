// The command `explain`: how a requirement got its verdict.

import { requirements } from '#banks/requirements.ts';
import { readResults } from '../api/read-results.ts';
import { quoteArgument } from '../base/shell.ts';
import { renderConsole } from '../report/console.ts';
import { explainDocument } from '../report/explain.ts';
import { judgeAgain } from '../results/make-results.ts';
import type { Results } from '../results/results.ts';
import type { Options } from './commands.ts';
import { unknown } from './failure.ts';
import type { Invocation } from './invocation.ts';
import { warn } from './terminal.ts';

/** Judges the record again, so that it explains what this version makes of it. */
export async function explain(
  options: Options<'explain'>,
  [id = '']: readonly string[],
  { cwd, terminal }: Invocation,
): Promise<number> {
  const recorded = await readResults(options.results, cwd);
  const results = judgeAgain(recorded);
  const ids = requirements.map((one) => one.id);
  if (!ids.includes(id)) throw unknown('explain', 'requirement', id, ids);
  const verdictIn = ({ requirements: all }: Results) => all.find((one) => one.id === id)?.verdict;
  if (verdictIn(recorded) !== verdictIn(results))
    warn(`the results say ${verdictIn(recorded)}; judged again, it is ${verdictIn(results)}`, terminal);
  const profile = options.target === undefined ? null : quoteArgument(options.target);
  const document = explainDocument(results, id, { profile, results: quoteArgument(options.results) });
  terminal.write(renderConsole(document, { ...terminal, language: 'en', isVerbose: true }));
  return 0;
}
