import { stopLeaks } from '../src/cli/leak-guard.ts';
import { createTargetRedactor } from '../src/execution/target-redactor.ts';
import { formats, isFormatName } from '../src/report/format.ts';
import { writeReports } from '../src/report/write-reports.ts';
import type { Results } from '../src/result/results.ts';
import { specification } from '../src/spec/variant.ts';
import { readEnvironment } from '../src/target/environment.ts';
import { loadTarget } from '../src/target/load-target.ts';

/** What was written, and what was deleted again because it held a secret, one line each. */
export interface Guarded {
  readonly files: readonly string[];
  readonly leaks: readonly string[];
}

/** Writes every report into the folder and searches all of them for the secrets of the target; `profile` is its file, null where `SBP_*` name it. */
export async function writeGuarded(
  results: Results,
  folder: string,
  profile: string | null,
): Promise<Guarded> {
  const cwd = process.cwd();
  const env = await readEnvironment(cwd, process.env);
  // Before anything is written: reports that cannot be searched are not written.
  const target = await loadTarget({ profilePath: profile, flags: {}, env, cwd }, specification.variants);
  const files = await writeReports(results, folder, Object.keys(formats).filter(isFormatName));
  const leaks = await stopLeaks({ files, terminal: '' }, target, createTargetRedactor(target), cwd);
  return { files, leaks };
}
