import { availableParallelism } from 'node:os';
import { deriveCases } from '../case/derive.ts';
import { globMatcher } from '../case/glob.ts';
import { UserError } from '../errors.ts';
import { recordRun } from '../execution/record-run.ts';
import { rejudge } from '../execution/rejudge.ts';
import { findDiffering } from '../result/differing.ts';
import type { Results } from '../result/results.ts';
import { assess, findUnguarded } from '../selftest/assess.ts';
import type { Assessment } from '../selftest/assess.ts';
import { renderMatrix } from '../selftest/render.ts';
import { subjects } from '../selftest/subject.ts';
import type { Subject } from '../selftest/subject.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import { specification } from '../spec/variant.ts';
import { loadTarget } from '../target/load-target.ts';
import { plainReference, startBuiltIn, withProfileFile } from './built-in.ts';
import type { Invocation } from './invocation.ts';
import { fullTarget } from './full-target.ts';
import { commandHelp } from './help.ts';
import { openSession } from './open-session.ts';
import { readOptions } from './option.ts';
import type { OptionTable } from './option.ts';
import { readSuite } from './package.ts';
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

/** Milliseconds for a whole answer: longer than any tolerance takes, so that hanging defects cost little. */
const timeout = 1500;
/** Runs side by side for each core: some of them mostly wait. */
const runsPerCore = 8;

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

/** Runs them side by side; the result is in the order of the subjects. */
async function assessAll(
  chosen: readonly Subject[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<readonly Assessment[]> {
  const found = new Map<string, Assessment>();
  const queue = chosen.values();
  const worker = async (): Promise<void> => {
    for (const subject of queue) {
      if (signal.aborted) return;
      const results = await examine(subject, signal);
      found.set(subject.id, assess(subject, results.requirements, judgedAgain(results)));
      if (terminal.isLive) terminal.writeError(`\r\u001b[2K${found.size}/${chosen.length} ${subject.id}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() * runsPerCore }, worker));
  if (terminal.isLive) terminal.writeError('\r\u001b[2K');
  return chosen.flatMap(({ id }) => found.get(id) ?? []);
}

/** What the record of a run says when it is read back and judged anew. */
function judgedAgain(results: Results): readonly string[] {
  const read = JSON.parse(JSON.stringify(results)) as Results;
  return findDiffering(results, rejudge(read, specification, fullTarget(specification)));
}

/** One run of the whole suite against the reference with that one change. */
async function examine({ kind, id, needsTls }: Subject, signal: AbortSignal): Promise<Results> {
  const { reference, profile } = await startBuiltIn({
    ...plainReference,
    defects: kind === 'defect' ? [id] : [],
    tolerances: kind === 'tolerance' ? [id] : [],
    // The reference decrypts them anyway.
    roundTrip: false,
    tls: needsTls,
  });
  try {
    const target = await withProfileFile(profile, (profilePath) =>
      loadTarget({ profilePath, flags: { timeout }, env: {}, cwd: '/' }, specification.variants),
    );
    const session = await openSession(target, { signal, onEvent: () => undefined });
    try {
      const derived = deriveCases(specification, target);
      const identity = { spec: specification, suite: readSuite(), target, signal, derived };
      return await recordRun(session, derived, identity);
    } finally {
      await session.close();
    }
  } finally {
    await reference.close();
  }
}
