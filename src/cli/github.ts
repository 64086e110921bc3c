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
const shown = 10;
const longest = 500;

export async function tellGitHub(
  results: Results,
  outcome: Outcome,
  options: RunOptions,
  invocation: Pick<Invocation, 'env' | 'terminal'>,
): Promise<void> {
  invocation.terminal.writeError(annotations(results));
  await append('GITHUB_STEP_SUMMARY', formats.markdown.render(results, options), invocation);
  await append('GITHUB_OUTPUT', stepOutputs(outcome), invocation);
}

/** `actions/toolkit`, escapeData and escapeProperty. */
const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function annotations({ causes, decisions }: Results): string {
  const stale = decisions.filter(({ state }) => state === 'stale');
  const errors = [
    ...stale.map(({ requirement }) => [
      requirement,
      'a decision on it is stale: it decides nothing any more',
    ]),
    ...causes
      .filter(({ kind }) => kind === 'failure')
      .map(({ requirements, found, advice }) => [
        requirements.join(', '),
        [found.message, advice?.message].filter(Boolean).join('\n'),
      ]),
  ];
  return errors
    .slice(0, shown)
    .map(([title = '', text = '']) => {
      const lines = text.split('\n').map((line) => disarm(clip(line, longest)));
      return `::error title=${escapeProperty(disarm(clip(title, longest)))}::${escapeData(lines.join('\n'))}\n`;
    })
    .join('');
}

function stepOutputs({ counts, reports, ...outcome }: Outcome): string {
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
    'suite-version': outcome.suite.version,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${String(value).replaceAll(/[\r\n]+/g, ' ')}\n`)
    .join('');
}

/** A failure only gives a warning. */
async function append(
  name: 'GITHUB_STEP_SUMMARY' | 'GITHUB_OUTPUT',
  text: string,
  { env, terminal }: Pick<Invocation, 'env' | 'terminal'>,
): Promise<void> {
  const file = env[name] ?? '';
  if (file === '') return;
  await appendFile(file, text).catch((error: unknown) => {
    warn(`${name}: the file could not be written to (${codeOf(error) || String(error)})`, terminal);
  });
}
