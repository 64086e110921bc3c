// What a run tells GitHub Actions: a summary of the job, its outcome (one line), and one error for each cause.

import { appendFile } from 'node:fs/promises';
import { codeOf } from '../base/errors.ts';
import { annotationsOf } from '../report/annotations.ts';
import { formats } from '../report/formats.ts';
import type { ReportOptions } from '../report/view.ts';
import type { Results } from '../results/results.ts';
import type { Invocation } from './invocation.ts';
import { warn } from './terminal.ts';

export async function tellGitHub(
  results: Results,
  outcome: string,
  options: ReportOptions,
  { env, terminal }: Pick<Invocation, 'env' | 'terminal'>,
): Promise<void> {
  terminal.writeError(annotationsOf(results));
  const texts = {
    GITHUB_STEP_SUMMARY: formats.markdown.render(results, options),
    GITHUB_OUTPUT: `outcome=${outcome}`,
  };
  for (const [name, text] of Object.entries(texts))
    if (env[name])
      await appendFile(env[name], text).catch((error: unknown) => {
        warn(`${name}: the file could not be written to (${codeOf(error) || String(error)})`, terminal);
      });
}
