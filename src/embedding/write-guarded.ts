import { stopLeaks } from '../cli/leak-guard.ts';
import type { Redactor } from '../http/redactor.ts';
import type { FormatName } from '../report/format.ts';
import { writeReports } from '../report/write-reports.ts';
import type { Results } from '../result/results.ts';
import type { Target } from '../target/target.ts';

/** What was written, and what was deleted again because it held a secret, one line each. */
export interface Guarded {
  readonly files: readonly string[];
  readonly leaks: readonly string[];
}

/** Writes reports into a folder and searches all of them for the secrets of the target; `cwd` is what messages are relative to. */
export async function writeGuarded(
  results: Results,
  place: { readonly folder: string; readonly names: readonly FormatName[]; readonly cwd: string },
  { target, redactor }: { readonly target: Target; readonly redactor: Redactor },
): Promise<Guarded> {
  const files = await writeReports(results, place.folder, place.names);
  const leaks = await stopLeaks({ files, terminal: '' }, target, redactor, place.cwd);
  return { files, leaks };
}
