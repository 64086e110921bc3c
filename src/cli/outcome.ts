// The outcome of a run for the program that started it.

import { join, relative } from 'node:path';
import { formats } from '../report/formats.ts';
import type { FormatName } from '../report/formats.ts';
import { countVerdicts, isFailure } from '../results/totals.ts';
import type { Results } from '../results/results.ts';

export type Outcome = ReturnType<typeof outcomeOf>;

/** Paths are absolute. */
export function outcomeOf(
  results: Results,
  exitCode: number,
  folder: string,
  written: readonly FormatName[],
) {
  const { suite, target, verdict, interrupted, variants, requirements, decisions } = results;
  const reports: Readonly<Partial<Record<FormatName, string>>> = Object.fromEntries(
    written.map((name) => [name, join(folder, formats[name].file)]),
  );
  return {
    suite,
    target: { name: target.name, baseUrl: target.baseUrl, isReference: target.isReference },
    verdict,
    exitCode,
    interrupted,
    counts: countVerdicts(requirements),
    failed: requirements.filter(isFailure).map(({ id }) => id),
    staleDecisions: decisions.filter(({ state }) => state === 'stale').length,
    classes: Object.fromEntries(Object.entries(variants).map(([id, one]) => [id, one.class])),
    folder,
    reports,
  };
}

/** One line of JSON, with paths relative to `cwd`. */
export function outcomeLine(outcome: Outcome, cwd: string): string {
  const shown = (path: string): string => relative(cwd, path) || '.';
  const reports = Object.entries(outcome.reports).map(([name, file]) => [name, shown(file)]);
  const line = { ...outcome, folder: shown(outcome.folder), reports: Object.fromEntries(reports) };
  return `${JSON.stringify(line)}\n`;
}
