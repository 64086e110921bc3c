import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { globMatcher, meantBy } from '../plan/plan.ts';
import { UserError } from '../base/errors.ts';
import { findUnguarded, renderMatrix } from '../selftest/assess.ts';
import type { Assessment } from '../selftest/assess.ts';
import { subjects } from '../reference/defects.ts';
import type { Subject } from '../reference/defect.ts';
import { deriveRequirements } from '../operation/requirement.ts';
import { specification } from '../operation/specification.ts';
import { threadModule } from '../base/package.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { createProgressLine } from './progress.ts';
import type { Terminal } from './terminal.ts';
import { jsonText } from '../base/json-text.ts';

/** With fewer subjects per thread, another thread costs more than it saves. */
const leastPerThread = 20;

/** Runs the suite against every defect and tolerance. Returns 1 if a defect is missed or a tolerance fails. */
export async function selftest(given: Given, { terminal, signal }: Invocation): Promise<number> {
  const globs = given.texts('defect');
  const matches = globMatcher(globs);
  const chosen = subjects.filter(({ id }) => matches([id]));
  if (chosen.length === 0) {
    const near = meantBy(
      globs,
      subjects.map(({ id }) => id),
    );
    const meant = near === null ? '' : `; did you mean '${near}'?`;
    const message = `--defect ${globs.join(' --defect ')} selects none of the ${subjects.length} defects and tolerances${meant}`;
    const hint = '`selftest` without it lists them all; * matches anything';
    throw new UserError('usage', 'empty-selection', message, hint);
  }
  const start = performance.now();
  const assessments = await assessAll(chosen, terminal, signal);
  const durationMs = performance.now() - start;
  const ids = deriveRequirements(specification).map(({ id }) => id);
  const unguarded = chosen.length === subjects.length ? findUnguarded(subjects, ids) : [];
  terminal.write(
    given.has('json')
      ? jsonText({ assessments, unguarded, durationMs })
      : renderMatrix(assessments, unguarded, durationMs),
  );
  return unguarded.length > 0 || assessments.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

/** One thread per core, all in this process. Results are in the order of the subjects. */
async function assessAll(
  chosen: readonly Subject[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<readonly Assessment[]> {
  const found = new Map<string, Assessment>();
  const line = createProgressLine(terminal, chosen.length, 'subjects');
  line.begin();
  const threads = Math.min(availableParallelism(), Math.ceil(chosen.length / leastPerThread));
  const shares = Array.from({ length: threads }, (_, thread) =>
    chosen.filter((_subject, index) => index % threads === thread),
  );
  const onAssessed = (assessment: Assessment): void => {
    found.set(assessment.subject.id, assessment);
    line.advance([assessment.subject.id]);
  };
  try {
    await Promise.all(shares.map((share) => inThread(share, signal, onAssessed)));
  } finally {
    line.end();
  }
  return chosen.flatMap(({ id }) => found.get(id) ?? []);
}

async function inThread(
  share: readonly Subject[],
  signal: AbortSignal,
  onAssessed: (assessment: Assessment) => void,
): Promise<void> {
  const thread = new Worker(threadModule('cli/selftest-thread'), { workerData: share.map(({ id }) => id) });
  const stop = (): void => void thread.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await once(thread.on('message', onAssessed), 'exit');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
