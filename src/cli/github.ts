// What a run tells GitHub Actions: a summary of the job, outputs of the step, and one error for each cause.

import { appendFile } from 'node:fs/promises';
import { codeOf } from '../base/errors.ts';
import { clip, disarm } from '../base/visible.ts';
import { formats } from '../report/formats.ts';
import type { RunOptions } from '../report/run-document.ts';
import type { Results } from '../results/results.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import { warn } from './terminal.ts';

/** GitHub shows at most ten of a step. */
const most = { errors: 10, text: 500 } as const;

export async function tellGitHub(
  results: Results,
  outcome: Outcome,
  options: RunOptions,
  { env, terminal }: Pick<Invocation, 'env' | 'terminal'>,
): Promise<void> {
  terminal.writeError(annotations(results));
  const texts = {
    GITHUB_STEP_SUMMARY: formats.markdown.render(results, options),
    GITHUB_OUTPUT: stepOutputs(outcome),
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
  const errors: readonly (readonly [title: string, lines: readonly (string | undefined)[]])[] = [
    ...stale.map(
      (one) => [one.requirement, ['a decision on it is stale: it decides nothing any more']] as const,
    ),
    ...failures.map(
      ({ requirements, found, advice }) =>
        [requirements.join(', '), [found.message, advice?.message]] as const,
    ),
  ];
  const safe = (text: string): string => disarm(clip(text, most.text)).replaceAll('%', '%25');
  return errors
    .slice(0, most.errors)
    .map(([title, lines]) => {
      const text = lines.flatMap((line) => (line === undefined ? [] : safe(line))).join('%0A');
      // `actions/toolkit`, escapeProperty.
      return `::error title=${safe(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${text}\n`;
    })
    .join('');
}

function stepOutputs({ counts, reports, suite, ...outcome }: Outcome): string {
  const values = {
    verdict: outcome.verdict,
    'exit-code': outcome.exitCode,
    passed: counts.pass,
    failed: counts.fail,
    review: counts.review,
    inconclusive: counts.inconclusive,
    'stale-decisions': outcome.staleDecisions,
    classes: JSON.stringify(outcome.classes),
    folder: outcome.folder,
    report: reports.html ?? '',
    results: reports.json ?? '',
    'suite-version': suite.version,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${String(value).replaceAll(/[\r\n]+/g, ' ')}\n`)
    .join('');
}
