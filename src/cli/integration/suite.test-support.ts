import type { Results } from '../../results/results.ts';
import { catalogueOf } from '../../operation/catalogue.test-data.ts';
import type { Site } from '../small-profile.test-support.ts';

export interface Ran {
  readonly code: number;
  readonly results: Results;
  /** Everything that was printed, followed by the results as text. */
  readonly text: string;
}

/**
 * Runs the suite as a user does: with a profile in a file, the command, and the results file that it writes.
 */
export async function runSuite({ run, results }: Site, ...args: readonly string[]): Promise<Ran> {
  const { code, out, err } = await run('--format', 'json', ...args);
  const found = await results();
  return { code, results: found, text: `${out}${err}${JSON.stringify(found)}` };
}

/** Requirements that did not pass, number of those that did by variant, and the exit code. */
export function summaryOf({ results, code }: Ran): object {
  const open = results.requirements.filter(({ verdict }) => verdict !== 'pass');
  const passed = Object.entries(results.variants).map(([id, { counts }]) => [id, counts.pass] as const);
  return {
    open: open.map(({ id, verdict, reason }) => `${id}: ${verdict} ${reason ?? ''}`),
    passed: Object.fromEntries(passed),
    code,
  };
}

/** The summary of a run in which all requirements of both variants passed. */
export const allHold = {
  open: [],
  passed: { a: catalogueOf('a').length, b: catalogueOf('b').length },
  code: 0,
} as const;
