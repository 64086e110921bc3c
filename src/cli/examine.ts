import { claimsOf, deriveCases } from '../case/plan.ts';
import { runTarget } from '../embedding/run-target.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { findDiffering, judge, recordOf } from '../result/judge.ts';
import type { Results } from '../result/results.ts';
import { assess } from '../selftest/assess.ts';
import type { Assessment } from '../selftest/assess.ts';
import type { Subject } from '../selftest/subject.ts';
import { specification } from '../spec/variant.ts';
import { loadTarget } from '../target/load.ts';
import { plainReference, startBuiltIn, withProfileFile } from './built-in.ts';

/** Milliseconds for a whole answer: longer than any tolerance takes, so that hanging defects cost little. */
const timeout = 1500;
/** Runs side by side: some of them mostly wait. */
const sideBySide = 8;

/** Runs the suite against each subject, side by side, and tells of each as soon as it is assessed. */
export async function examineAll(
  subjects: readonly Subject[],
  signal: AbortSignal,
  onAssessed: (assessment: Assessment) => void,
): Promise<void> {
  const queue = subjects.values();
  const worker = async (): Promise<void> => {
    for (const subject of queue) {
      if (signal.aborted) return;
      const results = await examine(subject, signal);
      onAssessed(assess(subject, results.requirements, judgedAgain(results)));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
}

/** What the record of a run says when it is read back and judged anew. */
function judgedAgain(results: Results): readonly string[] {
  const read = JSON.parse(JSON.stringify(results)) as Results;
  return findDiffering(results, judge(recordOf(read), specification, [], []));
}

/** One run of the whole suite against the reference with that one change. */
async function examine(subject: Subject, signal: AbortSignal): Promise<Results> {
  const { kind, id, needsTls, intermittent, failedLogins } = subject;
  const { reference, profile } = await startBuiltIn({
    ...plainReference,
    defects: kind === 'defect' ? [id] : [],
    tolerances: kind === 'tolerance' ? [id] : [],
    tls: needsTls,
  });
  try {
    const loaded = await withProfileFile(profile, (profilePath) =>
      loadTarget({ profilePath, flags: { timeout }, env: {}, cwd: '/' }, specification.variants),
    );
    const limits = { ...loaded.limits, failedLogins: failedLogins ?? loaded.limits.failedLogins };
    const target = { ...loaded, limits };
    const claims = claimsOf(target, specification);
    const cases = deriveCases(specification, claims);
    const redactor = createTargetRedactor(target);
    // What is wrong only now and then shows in repeated rounds.
    const repetition = { times: intermittent ? 3 : 1, seed: null };
    const plan = { target, claims, cases, thorough: false, repetition, reviews: [], redactor, signal };
    return await runTarget({ ...plan, onEvent: () => undefined });
  } finally {
    await reference.close();
  }
}
