// The command `compare`: what got worse and what got better between two runs.

import { readResults } from '../api/read-results.ts';
import { jsonText } from '../base/json-text.ts';
import { compareResults, comparisonDocument } from '../report/comparison.ts';
import { renderConsole } from '../report/console.ts';
import { renderMarkdown } from '../report/markdown.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';

/** Resolves with 1 if something got worse. */
export async function compare(
  { format }: Options<'compare'>,
  [before = '', after = '']: readonly string[],
  { cwd, terminal }: Invocation,
): Promise<number> {
  const comparison = compareResults(await readResults(before, cwd), await readResults(after, cwd));
  const [document, language] = [comparisonDocument(comparison), 'en'] as const;
  if (format === 'json') terminal.write(jsonText(comparison));
  else if (format === 'markdown') terminal.write(renderMarkdown(document, { language }));
  else terminal.write(renderConsole(document, { ...terminal, language }));
  return comparison.isWorse ? 1 : 0;
}
