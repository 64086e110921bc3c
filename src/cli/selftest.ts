import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { globMatcher } from '../case/plan.ts';
import { UserError } from '../errors.ts';
import { findUnguarded } from '../selftest/assess.ts';
import type { Assessment } from '../selftest/assess.ts';
import { renderMatrix } from '../selftest/render.ts';
import { subjects } from '../selftest/subject.ts';
import type { Subject } from '../selftest/subject.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import { specification } from '../spec/variant.ts';
import { examineAll } from './examine.ts';
import { commandHelp } from './help.ts';
import type { Invocation } from './invocation.ts';
import { readOptions } from './option.ts';
import type { OptionTable } from './option.ts';
import { createProgressLine } from './progress-line.ts';
import type { Terminal } from './terminal.ts';

const options = {
  defect: {
    type: 'text',
    value: 'GLOB',
    repeatable: true,
    summary: 'only these defects and tolerances, and their requirements',
  },
  json: { type: 'flag', summary: 'as JSON' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** Below that many subjects another thread costs more than it saves. */
const leastPerThread = 20;

/** Runs the suite against every defect and tolerance of the reference; 1 where one escapes or is blamed. */
export async function selftest({ args, terminal, signal }: Invocation): Promise<number> {
  const given = readOptions('selftest', args, options);
  if (given.has('help')) {
    terminal.write(commandHelp('selftest', options));
    return 0;
  }
  const chosen = choose(given.texts('defect'));
  const start = performance.now();
  const assessments = await assessAll(chosen, terminal, signal);
  const durationMs = performance.now() - start;
  const unguarded = chosen.length === subjects.length ? unguardedRequirements() : [];
  terminal.write(
    given.has('json')
      ? `${JSON.stringify({ assessments, unguarded, durationMs }, null, 2)}\n`
      : renderMatrix(assessments, unguarded, durationMs),
  );
  return unguarded.length > 0 || assessments.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

const unguardedRequirements = (): readonly string[] =>
  findUnguarded(
    subjects,
    deriveRequirements(specification).map(({ id }) => id),
  );

function choose(globs: readonly string[]): readonly Subject[] {
  const matches = globMatcher(globs);
  const chosen = subjects.filter(({ id }) => matches([id]));
  if (chosen.length > 0) return chosen;
  throw new UserError(
    'usage',
    'empty-selection',
    `--defect ${globs.join(' --defect ')} selects none of the ${subjects.length} defects and tolerances`,
    '`selftest` without it lists them all; * stands for anything',
  );
}

/** One thread for each core, all of this process; the result is in the order of the subjects. */
async function assessAll(
  chosen: readonly Subject[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<readonly Assessment[]> {
  const found = new Map<string, Assessment>();
  const line = createProgressLine(terminal, chosen.length, 'subjects');
  line.begin();
  const onAssessed = (assessment: Assessment): void => {
    found.set(assessment.subject.id, assessment);
    line.advance([assessment.subject.id]);
  };
  const threads = Math.min(availableParallelism(), Math.ceil(chosen.length / leastPerThread));
  const shares = Array.from({ length: threads }, (_, thread) =>
    chosen.filter((_subject, index) => index % threads === thread),
  );
  try {
    await Promise.all(
      shares.map((share) =>
        threads === 1 ? examineAll(share, signal, onAssessed) : inThread(share, signal, onAssessed),
      ),
    );
  } finally {
    line.end();
  }
  return chosen.flatMap(({ id }) => found.get(id) ?? []);
}

function inThread(
  share: readonly Subject[],
  signal: AbortSignal,
  onAssessed: (assessment: Assessment) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const file = new URL(`./selftest-thread${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(file, { workerData: share.map(({ id }) => id) });
    const stop = (): void => void thread.terminate();
    signal.addEventListener('abort', stop, { once: true });
    thread.on('message', onAssessed);
    thread.once('error', reject);
    thread.once('exit', () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
  });
}
