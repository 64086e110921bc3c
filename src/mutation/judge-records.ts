import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import type { Results } from '../result/results.ts';
import type { Mutant } from './mutants.ts';

/** What a process judges: kept records, by a judge that is changed in one place or not at all. */
export interface Task {
  readonly mutant: Mutant | null;
  /** Files of the records, in the order in which they are judged. */
  readonly records: readonly string[];
  /** Digests of what is said of them; the process ends at the first other one. */
  readonly expected: Readonly<Record<string, string>>;
}

const { mutant, records, expected } = JSON.parse(readFileSync(0, 'utf8')) as Task;
const root = fileURLToPath(new URL('../..', import.meta.url));
if (mutant !== null) {
  const changed = pathToFileURL(join(root, mutant.file)).href;
  registerHooks({
    load(url, context, nextLoad) {
      if (url !== changed) return nextLoad(url, context);
      const source = readFileSync(fileURLToPath(url), 'utf8');
      const text = source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end);
      return { format: 'module-typescript', source: text, shortCircuit: true };
    },
  });
}
const { judge } = await import('../result/judge.ts');
const { recordOf } = await import('../result/record.ts');
const { specification } = await import('../spec/specification.ts');
const { saidOf } = await import('./said.ts');

function digestOf(file: string): string {
  const { results } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as { readonly results: Results };
  const said = saidOf(
    judge(recordOf(results, specification), specification, results.reviews, results.waivers),
  );
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

for (const file of records) {
  const digest = digestOf(file);
  process.stdout.write(`${JSON.stringify({ file, digest })}\n`);
  if (file in expected && expected[file] !== digest) break;
}
