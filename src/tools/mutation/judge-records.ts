import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Results } from '../../results/results.ts';
import { specification } from '../../operation/specification.ts';
import { packageFolder } from '../../base/package.ts';
import type { Mutant } from './mutants.ts';

/** A task of this process: judge kept records, with one change of the judge or none. */
export interface Task {
  readonly mutant: Mutant | null;
  /** Files of the records, in the order in which they are judged. */
  readonly records: readonly string[];
  /** Digests of the unchanged judge's output. The first difference ends the task. */
  readonly expected: Readonly<Record<string, string>>;
}

/** Digests of the output by file of the record. An error counts as output. */
export type Said = Readonly<Record<string, string>>;

const unchanged = new Map<string, string>();
let mutant: Mutant | null = null;
let edition = 0;

/** The code of a file without its types. */
function codeOf(file: string): string {
  const known = unchanged.get(file);
  const isChanged = mutant !== null && file === join(packageFolder, mutant.file);
  if (known !== undefined && !isChanged) return known;
  const source = readFileSync(file, 'utf8');
  if (mutant !== null && isChanged) {
    return stripTypeScriptTypes(source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end));
  }
  const code = stripTypeScriptTypes(source);
  unchanged.set(file, code);
  return code;
}

// The judge is loaded again for each task, all else only once.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context);
    const isAnew = /\/src\/(?:judge\/|results\/|tools\/mutation\/|report\/suspect)[^?]*$/.test(found.url);
    return isAnew ? { ...found, url: `${found.url}?${edition}` } : found;
  },
  load(url, context, nextLoad) {
    if (!url.endsWith(`?${edition}`)) return nextLoad(url, context);
    return { format: 'module', source: codeOf(fileURLToPath(url)), shortCircuit: true };
  },
});

const kept = new Map<string, Results>();

function readResults(file: string): Results {
  const found = kept.get(file);
  if (found !== undefined) return found;
  const { results } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as { readonly results: Results };
  kept.set(file, results);
  return results;
}

async function judgeRecords({ mutant: given, records, expected }: Task): Promise<Said> {
  [mutant, edition] = [given, edition + 1];
  const said: Record<string, string> = {};
  for (const file of records) {
    try {
      const { judge } = await import('../../results/judge.ts');
      const { recordOf } = await import('../../results/record.ts');
      const { shownOf } = await import('./said.ts');
      const results = readResults(file);
      const { reviews, waivers } = results;
      const judged = judge(recordOf(results, specification), specification, reviews, waivers);
      said[file] = createHash('sha256')
        .update(JSON.stringify(shownOf(judged)))
        .digest('hex');
    } catch (error) {
      said[file] = String(error);
    }
    if (file in expected && said[file] !== expected[file]) break;
  }
  return said;
}

process.on('message', (task: Task) => {
  judgeRecords(task).then(
    (said) => process.send?.(said),
    () => process.exit(1),
  );
});
