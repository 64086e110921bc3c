// What a run tells GitHub Actions: a summary of the job, its outcome, and one error for each cause.

import { appendFile } from 'node:fs/promises';
import { codeOf } from '../base/errors.ts';
import { clip, disarm } from '../base/visible.ts';
import { formats } from '../report/formats.ts';
import type { RunOptions } from '../report/run-document.ts';
import type { Results } from '../results/results.ts';
import type { Invocation } from './invocation.ts';
import { warn } from './terminal.ts';

/** GitHub shows at most ten of a step. */
const most = { errors: 10, text: 500 } as const;

/** `outcome`: one line. */
export async function tellGitHub(
  results: Results,
  outcome: string,
  options: RunOptions,
  { env, terminal }: Pick<Invocation, 'env' | 'terminal'>,
): Promise<void> {
  terminal.writeError(annotations(results));
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

function annotations({ causes, decisions }: Results): string {
  const stale = decisions.filter(({ state }) => state === 'stale');
  const failures = causes.filter(({ kind }) => kind === 'failure');
  const errors = [
    ...stale.map(({ requirement }) => [
      requirement,
      'a decision on it is stale: it decides nothing any more',
    ]),
    ...failures.map(({ requirements, found, advice }) => [
      requirements.join(', '),
      found.message,
      ...(advice === null ? [] : [advice.message]),
    ]),
  ];
  const safe = (text: string): string => disarm(clip(text, most.text)).replaceAll('%', '%25');
  return errors
    .slice(0, most.errors)
    .map(([title = '', ...lines]) => {
      // `actions/toolkit`, escapeProperty.
      const property = safe(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
      return `::error title=${property}::${lines.map(safe).join('%0A')}\n`;
    })
    .join('');
}
