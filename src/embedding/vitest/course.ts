import { resolve } from 'node:path';
import type { TestContext } from 'vitest';
import type { TestCase } from '../../case/test-case.ts';
import { UserError } from '../../errors.ts';
import { formats, isFormatName } from '../../report/format.ts';
import type { Review } from '../../result/decision.ts';
import type { Results } from '../../result/results.ts';
import type { Target } from '../../target/target.ts';
import { failure } from '../explain-failure.ts';
import { requireNoLeak } from '../require-no-leak.ts';
import { reviewsOf } from '../reviews-of.ts';
import { openStepwiseRun } from '../stepwise-run.ts';
import type { Step, StepwiseRun } from '../stepwise-run.ts';
import type { ConformanceOptions } from './conformance.ts';
import { startTarget } from './live-target.ts';
import type { LiveTarget, StartedTarget } from './live-target.ts';
import { unjudged } from '../unjudged.ts';
import { writeGuarded } from '../write-guarded.ts';

/** One run of the registered cases, from the hook before them to the one after. */
export interface Course {
  readonly start: () => Promise<void>;
  /** Carries a case out; skips the test where the target has no such case. */
  readonly execute: (testCase: TestCase, context: TestContext) => Promise<Step>;
  /** Throws where what was provisioned could not be judged, or a waiver is stale. */
  readonly requireJudged: (context: TestContext) => void;
  readonly end: () => Promise<void>;
}

/** A target that is read already, or a function that starts it. */
export type TargetSource = Target | (() => StartedTarget | Promise<StartedTarget>);

/** Chooses among all cases of a target; throws a UserError where it chooses none. */
export type Choose = (all: readonly TestCase[]) => readonly TestCase[];

/** How a run is made and concluded. */
export interface CourseOptions extends ConformanceOptions {
  /** Decisions of persons that are read already. */
  readonly decisions?: readonly Review[];
}

/** What was registered, and why. */
export interface Registration {
  /** What stands there as tests. */
  readonly registered: readonly TestCase[];
  readonly choose: Choose;
}

interface Open extends LiveTarget {
  readonly run: StepwiseRun;
}

/** Prepares the run of the registered cases. */
export function openCourse(target: TargetSource, registration: Registration, options: CourseOptions): Course {
  const { startTimeout = 60_000, thorough = false, complete = false } = options;
  let opened: Open | null = null;
  let isAsked = false;
  const current = (): Open => {
    if (opened === null) throw new Error('the hook that starts the target was not run');
    return opened;
  };
  return {
    async start() {
      const live =
        typeof target === 'function'
          ? await startTarget(target, options, startTimeout)
          : { target, stop: async () => undefined };
      try {
        const reviews = options.decisions ?? (await reviewsOf(live.target, options));
        const run = await openStepwiseRun(live.target, { reviews, thorough });
        opened = { ...live, run };
        requireRegistered(run, registration);
      } catch (error) {
        await opened?.run.close();
        opened = null;
        await live.stop();
        throw error;
      }
    },
    async execute({ id, variant }, { signal, skip }) {
      const { run } = current();
      const testCase = run.cases.get(id);
      if (testCase === undefined) return skip(absence(variant, run.target));
      signal.addEventListener('abort', run.abort, { once: true });
      return run.execute(testCase);
    },
    requireJudged({ skip }) {
      isAsked = true;
      const results = current().run.results();
      if (results.cases.length === 0) skip('no case was run');
      requireGood(results, complete);
    },
    async end() {
      if (opened === null) return;
      const { run, stop } = opened;
      opened = null;
      try {
        await run.close();
        await conclude(run, options);
        // A filter may have left out the test that asks.
        if (!isAsked) requireGood(run.results(), complete);
      } finally {
        await stop();
      }
    },
  };
}

function requireGood(results: Results, complete: boolean): void {
  const problem = unjudged(results, complete);
  if (problem !== null) throw failure(problem);
}

const absence = (variant: string, { variants }: Target): string =>
  Object.hasOwn(variants, variant)
    ? 'not-provisioned: the profile does not provide for what this case compares'
    : `not-selected: the profile does not claim variant ${variant}`;

/** The profile may hold less than was registered, but what was asked for has to be in it, and nothing is left out in silence. */
function requireRegistered({ cases }: StepwiseRun, { registered, choose }: Registration): void {
  const ids = new Set(registered.map(({ id }) => id));
  const missing = choose([...cases.values()]).find(({ id }) => !ids.has(id));
  if (missing === undefined) return;
  throw new UserError(
    'suite',
    'case-not-registered',
    `${missing.id} was not registered`,
    'please report this',
  );
}

async function conclude(
  run: StepwiseRun,
  { out, onResults, folder = process.cwd(), ...options }: CourseOptions,
): Promise<void> {
  const results = run.results();
  await requireNoLeak(results, run.target, run.redactor);
  if (out !== undefined) {
    const names = options.formats ?? Object.keys(formats).filter(isFormatName);
    const { leaks } = await writeGuarded(results, { folder: resolve(folder, out), names, cwd: folder }, run);
    if (leaks.length > 0) throw new Error(leaks.join('\n'));
  }
  await onResults?.(results);
}
