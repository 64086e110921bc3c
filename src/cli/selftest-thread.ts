import { parentPort, workerData } from 'node:worker_threads';
import { readTarget } from '../api/options.ts';
import { casesOf, runTarget } from '../api/run-target.ts';
import type { ConformanceEvent } from '../api/run-target.ts';
import { judgeAgain } from '../results/judge.ts';
import { findDiffering } from '../comparison/find-differing.ts';
import { createLeapingClock } from '../run/leaping-clock.ts';
import type { Results } from '../results/results.ts';
import { assess, isOnlyMissed } from '../selftest/assess.ts';
import type { Assessment } from '../selftest/assess.ts';
import { subjects } from '../reference/defects.ts';
import type { Subject } from '../reference/defect.ts';
import { specification } from '../operation/specification.ts';
import { withBuiltIn } from '../api/built-in.ts';

// A thread of `selftest`: runs the suite against the subjects with these ids, and reports each after it is
// assessed.

/**
 * Milliseconds for a whole answer. Longer than any tolerance needs, so that hanging defects cost little time.
 */
const timeout = 1500;
/** Runs in parallel. Some of them mostly wait. */
const sideBySide = 8;

const ids = new Set(workerData as readonly string[]);
// The subjects at the end of the list wait longest, so start them first.
const queue = subjects
  .filter(({ id }) => ids.has(id))
  .toReversed()
  .values();
const worker = async (): Promise<void> => {
  for (const { change: _change, ...subject } of queue) {
    // Another order of the requests may show what only some answers show.
    for (const seed of subject.intermittent ? [1, 2, 3] : [1]) {
      const assessment = await assessRun(subject, seed);
      if (seed < 3 && isOnlyMissed(assessment)) continue;
      parentPort?.postMessage(assessment);
      break;
    }
  }
};
void Promise.all(Array.from({ length: sideBySide }, worker));

/** Runs the suite against a subject once, and judges the saved record again. */
async function assessRun(subject: Subject, seed: number): Promise<Assessment> {
  const shown = new Set<string>();
  const results = await examine(subject, seed, shown);
  const read = JSON.parse(JSON.stringify(results)) as Results;
  const differing = findDiffering(results, judgeAgain(read, specification, []));
  const failed = new Set(results.cases.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
  const takenBack = [...shown].filter((id) => !failed.has(id));
  return assess(subject, results, differing, takenBack);
}

/** Runs the whole suite against the reference with this one change. Adds the cases that are shown as failed. */
async function examine(subject: Subject, seed: number, shown: Set<string>): Promise<Results> {
  const { kind, id, needsTls, failedLogins } = subject;
  const defects = kind === 'defect' ? [id] : [];
  const tolerances = kind === 'tolerance' ? [id] : [];
  return withBuiltIn({ defects, tolerances, tls: needsTls }, async ({ profile }) => {
    const loaded = await readTarget(profile, { timeout, env: {} });
    const limits = { ...loaded.limits, failedLogins: failedLogins ?? loaded.limits.failedLogins };
    const target = { ...loaded, limits };
    // The reference counts requests and never seconds, so that nothing is gained by waiting.
    const clock = createLeapingClock();
    const onEvent = (event: ConformanceEvent): void => {
      if (event.kind === 'case-ended' && event.result.verdict === 'fail') shown.add(event.result.id);
    };
    return runTarget({ target, cases: casesOf(target), seed, clock, onEvent });
  });
}
