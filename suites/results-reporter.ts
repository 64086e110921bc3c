import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Reporter, Vitest } from 'vitest/node';
import { formats, isFormatName } from '../src/report/format.ts';
import { writeReports } from '../src/report/write-reports.ts';
import type { Results } from '../src/result/results.ts';

/** Writes the same reports as the command line, from the Results that the worker has left; `SBP_OUT` names their folder. */
export function createResultsReporter(): Reporter {
  let vitest: Vitest | null = null;
  return {
    onInit(started) {
      vitest = started;
    },
    async onTestRunEnd() {
      const project = vitest?.projects.find(({ name }) => name === 'suites');
      const record = project?.getProvidedContext().record;
      if (vitest === null || record === undefined) return;
      const text = await readFile(record, 'utf8').catch(() => null);
      // No case was run: this run was about unit tests alone.
      if (text === null) return;
      const results = JSON.parse(text) as Results;
      const folder = resolve(vitest.config.root, process.env['SBP_OUT'] ?? 'reports');
      const files = await writeReports(results, folder, Object.keys(formats).filter(isFormatName));
      vitest.logger.log(`Conformance: ${results.verdict}. Reports: ${files.join(', ')}`);
    },
  };
}
