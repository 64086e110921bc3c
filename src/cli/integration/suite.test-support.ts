import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Results } from '../../result/results.ts';
import { call, inFolder } from '../fake-terminal.test-support.ts';

/** The outcome of a whole run. */
export interface Ran {
  readonly code: number;
  readonly results: Results;
  /** Everything that was printed and the results file as text. */
  readonly text: string;
}

/** Settings of a profile, as in its YAML. */
export type Settings = Readonly<Record<string, unknown>>;

/** Runs the suite as a user does: a profile in a file, the command, the results that it writes. */
export function runSuite(profile: Settings, ...args: readonly string[]): Promise<Ran> {
  return inFolder(async (folder) => {
    const file = join(folder, 'target.yaml');
    await writeFile(file, stringify(profile));
    const { code, out, err } = await call(
      'run',
      ['--target', file, '--out', folder, '--format', 'json', ...args],
      { cwd: folder },
    );
    const json = await readFile(join(folder, 'results.json'), 'utf8');
    return { code, results: JSON.parse(json), text: out + err + json };
  });
}

/** The requirements that did not pass, each with verdict and reason. */
function notPassed({ results }: Ran): readonly string[] {
  return results.requirements
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ id, verdict, reason }) => `${id}: ${verdict} ${reason ?? ''}`);
}

/** What did not pass, how many requirements of each variant did, and the exit code. */
export function summaryOf(ran: Ran): object {
  const entries = Object.entries(ran.results.variants).map(([id, { counts }]) => [id, counts.pass] as const);
  return { open: notPassed(ran), passed: Object.fromEntries(entries), code: ran.code };
}

/** The summary of a run in which all requirements of both variants were seen to hold. */
export const allHold = { open: [], passed: { a: 25, b: 30 }, code: 0 } as const;
