import { writeGuarded as write } from '../src/embedding/write-guarded.ts';
import type { Guarded } from '../src/embedding/write-guarded.ts';
import { createTargetRedactor } from '../src/execution/target-redactor.ts';
import { formats, isFormatName } from '../src/report/format.ts';
import { exitCodeOf } from '../src/result/exit-code.ts';
import type { Results } from '../src/result/results.ts';
import { specification } from '../src/spec/variant.ts';
import { readEnvironment } from '../src/target/environment.ts';
import { loadTarget } from '../src/target/load-target.ts';

/** Writes every report into the folder and searches all of them for the secrets of the target, whose profile is that file, null where `SBP_*` name it; also gives the exit code that the command line would end with. */
export async function writeGuarded(
  results: Results,
  folder: string,
  profile: string | null,
): Promise<Guarded & { readonly code: number }> {
  const cwd = process.cwd();
  const env = await readEnvironment(cwd, process.env);
  // Before anything is written: reports that cannot be searched are not written.
  const target = await loadTarget({ profilePath: profile, flags: {}, env, cwd }, specification.variants);
  const names = Object.keys(formats).filter(isFormatName);
  const redactor = createTargetRedactor(target);
  const guarded = await write(results, { folder, names, cwd }, { target, redactor });
  return { ...guarded, code: guarded.leaks.length > 0 ? 4 : exitCodeOf(results, false) };
}
