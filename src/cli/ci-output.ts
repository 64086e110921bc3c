import { appendFile, stat } from 'node:fs/promises';
import type { Results } from '../result/results.ts';
import type { Invocation } from './invocation.ts';

/** Bytes of the summaries of one step that GitHub takes: 1 MiB, of which a little is left for others. */
const stepLimit = 1_048_576 - 4096;
/** Below this a summary would be cut to nothing. */
const leastRoom = 4096;

/** Whether this is a step of GitHub Actions. */
export const isActions = (env: Invocation['env']): boolean => env['GITHUB_ACTIONS'] === 'true';

/** Inside GitHub Actions: prints annotations, without notices where the run is to be quiet; elsewhere does nothing. */
export async function printAnnotations(
  results: Results,
  isQuiet: boolean,
  { env, terminal }: Pick<Invocation, 'env' | 'terminal'>,
): Promise<void> {
  if (!isActions(env)) return;
  const { renderAnnotations } = await import('../report/machine/annotation.ts');
  terminal.write(renderAnnotations(results, isQuiet));
}

/** What is to be appended to the file of the step. */
export interface StepSummary {
  readonly file: string;
  readonly text: string;
}

/** Inside GitHub Actions the summary for the step, as far as there is room for it, else null; writes nothing, so that it can be searched for secrets first. */
export async function draftStepSummary(
  results: Results,
  env: Invocation['env'],
): Promise<StepSummary | null> {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (!isActions(env) || file === undefined || file === '') return null;
  const { renderSummary, summaryLimit } = await import('../report/machine/summary.ts');
  const before = await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
  const room = Math.min(summaryLimit, stepLimit - before);
  if (room < leastRoom) return null;
  // What stands there may not end with a line break.
  return { file, text: `${before === 0 ? '' : '\n'}${renderSummary(results, room - 1)}` };
}

/** Appends the summary to the file of the step; a file that cannot be written to is only a warning. Never rejects. */
export async function appendStepSummary(
  summary: StepSummary | null,
  terminal: Invocation['terminal'],
): Promise<void> {
  if (summary === null) return;
  await appendFile(summary.file, summary.text).catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    terminal.writeError(
      `! GITHUB_STEP_SUMMARY: the summary could not be appended (${why}); it stands in the reports\n`,
    );
  });
}
