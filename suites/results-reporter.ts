import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { formats, isFormatName } from '../src/report/format.ts';
import { writeReports } from '../src/report/write-reports.ts';
import type { Results } from '../src/result/results.ts';

/** Writes the same reports as the command line, from the Results that the worker has left; `SBP_OUT` names their folder. */
export function createResultsReporter(): Reporter {
  let vitest: Vitest | null = null;
  const recordFile = (): string | undefined =>
    vitest?.projects.find(({ name }) => name === 'suites')?.getProvidedContext().record;
  return {
    onInit(started) {
      vitest = started;
    },
    async onTestRunStart() {
      // In watch mode the record of the run before would pass for that of this one.
      const file = recordFile();
      if (file !== undefined) await rm(file, { force: true });
    },
    async onTestRunEnd(modules) {
      const file = recordFile();
      if (vitest === null || file === undefined || !modules.some(hasRunCases)) return;
      const results = await readRecord(file);
      const folder = resolve(vitest.config.root, process.env['SBP_OUT'] ?? 'reports');
      const files = await writeReports(results, folder, Object.keys(formats).filter(isFormatName));
      vitest.logger.log(`Conformance: ${results.verdict}. Reports: ${files.join(', ')}`);
    },
  };
}

/** Whether a case of this file was carried out: one that a filter leaves out has the mode `skip`, one that is inconclusive has not. */
function hasRunCases(module: TestModule): boolean {
  if (module.project.name !== 'suites') return false;
  return [...module.children.allTests()].some(({ options }) => options.mode === 'run');
}

async function readRecord(file: string): Promise<Results> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error('cases were run, but they left no record: no reports were written', { cause: error });
  });
  return JSON.parse(text) as Results;
}
