// The outcome of a run in one line of JSON, for the program that started it.

import { join } from 'node:path';
import { formats } from './formats.ts';
import type { FormatName } from './format-names.ts';
import { countVerdicts, isFailure } from '../results/totals.ts';
import type { Results } from '../results/results.ts';

export function outcomeLine(
  results: Results,
  exitCode: number,
  folder: string,
  written: readonly FormatName[],
): string {
  const { suite, target, verdict, interrupted, variants, requirements, decisions } = results;
  const outcome = {
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
    reports: Object.fromEntries(written.map((name) => [name, join(folder, formats[name].file)])),
  };
  return `${JSON.stringify(outcome)}\n`;
}
