import type { Results } from '../../results/results.ts';
import { catalogueOf } from '../../operation/catalogue.test-data.ts';
import type { Site } from '../small-profile.test-support.ts';

/** The outcome of a whole run. */
export interface Ran {
  readonly code: number;
  readonly results: Results;
  /** Everything that was printed, and the results as text. */
  readonly text: string;
}

/** Runs the suite as a user does: a profile in a file, the command, the results that it writes. */
export async function runSuite({ run, results }: Site, ...args: readonly string[]): Promise<Ran> {
  const { code, out, err } = await run('--format', 'json', ...args);
  const found = await results();
  return { code, results: found, text: `${out}${err}${JSON.stringify(found)}` };
}

/** What did not pass, how many requirements of each variant did, and the exit code. */
export function summaryOf({ results, code }: Ran): object {
  const open = results.requirements.filter(({ verdict }) => verdict !== 'pass');
  const passed = Object.entries(results.variants).map(([id, { counts }]) => [id, counts.pass] as const);
  return {
    open: open.map(({ id, verdict, reason }) => `${id}: ${verdict} ${reason ?? ''}`),
    passed: Object.fromEntries(passed),
    code,
  };
}

/** The summary of a run in which all requirements of both variants were seen to hold. */
export const allHold = {
  open: [],
  passed: { a: catalogueOf('a').length, b: catalogueOf('b').length },
  code: 0,
} as const;
