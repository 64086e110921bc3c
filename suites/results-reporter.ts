import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Reporter, TestModule, TestProject, Vitest } from 'vitest/node';
import type { Results } from '../src/result/results.ts';
import type { writeGuarded } from './write-guarded.ts';

/** Writes the same reports as the command line, from the Results that the worker has left, and searches them for secrets; `SBP_OUT` names their folder. */
export function createResultsReporter(): Reporter {
  let vitest: Vitest | null = null;
  const suites = (): TestProject | undefined => vitest?.projects.find(({ name }) => name === 'suites');
  const recordFile = (): string | undefined => suites()?.getProvidedContext().record;
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
      const { logger, config } = vitest;
      const writer = await loadWriter();
      const results = await readRecord(file);
      const folder = resolve(config.root, process.env['SBP_OUT'] ?? 'reports');
      const { files, leaks, code } = await writer.writeGuarded(
        results,
        folder,
        suites()?.getProvidedContext().profile ?? null,
      );
      // A target that is down leaves every case out, and a stale waiver fails none.
      if (code !== 0) endWith(code);
      for (const leak of leaks) logger.error(`error: ${leak} (secret-in-output)`);
      logger.log(`Conformance: ${results.verdict}. Reports: ${files.join(', ')}`);
    },
  };
}

/** The configuration of vitest is bundled with all that it imports by name; this is loaded only where reports are written. */
async function loadWriter(): Promise<{ readonly writeGuarded: typeof writeGuarded }> {
  return import(new URL('write-guarded.ts', import.meta.url).href);
}

/** The runner sets its own exit code for failed cases later than any reporter is asked. */
function endWith(code: number): void {
  process.once('exit', () => {
    process.exitCode = code;
  });
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
