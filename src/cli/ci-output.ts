import { appendFile, stat } from 'node:fs/promises';
import type { Results } from '../result/results.ts';
import type { Invocation } from './invocation.ts';

/** Bytes of the summaries of one step that GitHub takes: 1 MiB, of which a little is left for others. */
const stepLimit = 1_048_576 - 4096;
/** Below this a summary would be cut to nothing. */
const leastRoom = 4096;

/** Inside GitHub Actions: prints annotations, without notices where the run is to be quiet, and appends the summary to the file of the step; elsewhere does nothing. Never rejects. */
export async function writeCiOutput(
  results: Results,
  isQuiet: boolean,
  { env, terminal }: Pick<Invocation, 'env' | 'terminal'>,
): Promise<void> {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const { renderAnnotations } = await import('../report/machine/annotation.ts');
  terminal.write(renderAnnotations(results, isQuiet));
  const file = env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  await appendSummary(results, file).catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    terminal.writeError(
      `! GITHUB_STEP_SUMMARY: the summary could not be appended (${why}); it stands in the reports\n`,
    );
  });
}

async function appendSummary(results: Results, file: string): Promise<void> {
  const { renderSummary, summaryLimit } = await import('../report/machine/summary.ts');
  const before = await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
  const room = Math.min(summaryLimit, stepLimit - before);
  if (room < leastRoom) return;
  // What stands there may not end with a line break.
  await appendFile(file, `${before === 0 ? '' : '\n'}${renderSummary(results, room - 1)}`);
}
