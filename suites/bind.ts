import { rename, writeFile } from 'node:fs/promises';
import { inject, test as base } from 'vitest';
import { deriveCases } from '../src/case/derive.ts';
import type { TestCase } from '../src/case/test-case.ts';
import { reviewsOf } from '../src/embedding/reviews-of.ts';
import { openStepwiseRun } from '../src/embedding/stepwise-run.ts';
import { reportStep } from '../src/embedding/vitest/report-step.ts';
import type { Results } from '../src/result/results.ts';
import { specification } from '../src/spec/variant.ts';
import { loadSuiteTarget } from './target.ts';

const show = { review: 'skip', complete: false, exchanges: false } as const;

/** One run per worker, and there is one worker: limits and controls hold for all files. */
const test = base.extend('run', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const target = await loadSuiteTarget();
  const run = await openStepwiseRun(target, { reviews: await reviewsOf(target, {}), thorough: false });
  onCleanup(run.close);
  return run;
});

/** Binds the derived cases of a variant that belong to this file; what they expect stands in the cases alone. */
export async function bindCases(variant: string, belongs: (testCase: TestCase) => boolean): Promise<void> {
  const cases = deriveCases(specification, await loadSuiteTarget());
  const own = cases.filter((testCase) => testCase.variant === variant && belongs(testCase));
  if (own.length === 0)
    base.skip(`the profile does not claim variant ${variant}, or has nothing to try here`);
  // The reporter reads the record before the fixtures of the worker are cleaned up, so every file leaves it.
  else test.afterAll(async ({ run }) => writeRecord(run.results()));
  for (const testCase of own) {
    test.concurrent(`${testCase.id}: ${testCase.title}`, async ({ run, annotate, skip }) => {
      await reportStep(await run.execute(testCase), { annotate, skip }, show);
    });
  }
}

/** Leaves the Results for the reporter, whole or not at all. */
async function writeRecord(results: Results): Promise<void> {
  const record = inject('record');
  await writeFile(`${record}.tmp`, JSON.stringify(results));
  await rename(`${record}.tmp`, record);
}
