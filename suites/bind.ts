import { rename, writeFile } from 'node:fs/promises';
import { inject, test as base } from 'vitest';
import { deriveCases } from '../src/case/derive.ts';
import type { TestCase } from '../src/case/test-case.ts';
import { openSession } from '../src/cli/open-session.ts';
import { readSuite } from '../src/cli/package.ts';
import { assembleRun } from '../src/execution/record-run.ts';
import { readReviewsFile } from '../src/result/read-reviews.ts';
import type { CaseResult, Results } from '../src/result/results.ts';
import { specification } from '../src/spec/variant.ts';
import { explainFailure } from './explain.ts';
import { loadSuiteTarget } from './target.ts';

const signal = new AbortController().signal;

/** One session per worker, and there is one worker: limits and controls hold for the whole run. */
const test = base.extend('session', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const target = await loadSuiteTarget();
  const suite = readSuite();
  const { reviewsFile } = target;
  const reviews = reviewsFile === null ? [] : await readReviewsFile(reviewsFile, reviewsFile);
  const startedAt = new Date();
  const start = performance.now();
  // By id: in watch mode a case is run again and again, and the last time counts.
  const found = new Map<string, CaseResult>();
  const session = await openSession(target, {
    signal,
    onEvent: (event) => void (event.kind === 'case-ended' && found.set(event.result.id, event.result)),
  });
  onCleanup(session.close);
  await session.open();
  const derived = deriveCases(specification, target);
  const resultsSoFar = (): Results =>
    assembleRun(
      { spec: specification, suite, target, signal, derived, reviews },
      {
        cases: derived.flatMap(({ id }) => found.get(id) ?? []),
        baselines: session.baselines(),
        controls: session.controls(),
        requests: session.requests(),
        failedLogins: session.failedLogins(),
        warnings: session.warnings(),
        startedAt,
        durationMs: Math.round(performance.now() - start),
      },
    );
  return { ...session, resultsSoFar };
});

/** Binds the derived cases of a variant that belong to this file; what they expect stands in the cases alone. */
export async function bindCases(variant: string, belongs: (testCase: TestCase) => boolean): Promise<void> {
  const cases = deriveCases(specification, await loadSuiteTarget());
  const own = cases.filter((testCase) => testCase.variant === variant && belongs(testCase));
  if (own.length === 0)
    base.skip(`the profile does not claim variant ${variant}, or has nothing to try here`);
  // The reporter reads the record before the fixtures of the worker are cleaned up, so every file leaves it.
  else test.afterAll(async ({ session }) => writeRecord(session.resultsSoFar()));
  for (const testCase of own) {
    test.concurrent(`${testCase.id}: ${testCase.title}`, async ({ annotate, session, skip }) => {
      const result = await session.execute(testCase);
      switch (result.verdict) {
        case 'fail':
          throw explainFailure(result);
        case 'inconclusive':
          return skip(`${result.reason ?? 'inconclusive'}: ${result.note}`);
        case 'review':
          for (const { verdict, message } of result.checks)
            if (verdict === 'review') await annotate(message, 'review');
          return skip('review: a person has to decide');
        case 'pass':
        case null:
          return undefined;
      }
    });
  }
}

/** Leaves the Results for the reporter, whole or not at all. */
async function writeRecord(results: Results): Promise<void> {
  const record = inject('record');
  await writeFile(`${record}.tmp`, JSON.stringify(results));
  await rename(`${record}.tmp`, record);
}
