import { deriveCases } from '../case/derive.ts';
import type { TestCase } from '../case/test-case.ts';
import { openSession } from '../cli/open-session.ts';
import { readSuite } from '../cli/package.ts';
import { assembleRun } from '../execution/record-run.ts';
import type { Redactor } from '../http/redactor.ts';
import type { Review } from '../result/decision.ts';
import type { CaseResult, Results } from '../result/results.ts';
import { specification } from '../spec/variant.ts';
import type { Target } from '../target/target.ts';
import { settleCase } from './settle-case.ts';
import type { Settled } from './settle-case.ts';

/** What a run is opened for. */
export interface StepwiseOptions {
  readonly reviews: readonly Review[];
  readonly thorough: boolean;
}

/** A case that was carried out, and what it is to a test runner. */
export interface Step {
  readonly result: CaseResult;
  readonly settled: Settled;
}

/** A run whose cases another runner starts, one by one. */
export interface StepwiseRun {
  readonly target: Target;
  /** All cases of the target by id. */
  readonly cases: ReadonlyMap<string, TestCase>;
  readonly execute: (testCase: TestCase) => Promise<Step>;
  /** The record of all that was carried out so far; of a case that was run again the last time counts. */
  readonly results: () => Results;
  readonly redactor: Redactor;
  /** Nothing more is sent; what was set up is torn down. */
  readonly abort: () => void;
  /** Waits for cases under way, then lets go of all connections. */
  readonly close: () => Promise<void>;
}

/** Opens a run and asks the baselines; rejects with a UserError where the profile's encryption cannot work. */
export async function openStepwiseRun(target: Target, options: StepwiseOptions): Promise<StepwiseRun> {
  const { reviews, thorough } = options;
  const end = new AbortController();
  const found = new Map<string, CaseResult>();
  const underWay = new Set<Promise<unknown>>();
  const startedAt = new Date();
  const start = performance.now();
  const session = await openSession(target, { signal: end.signal, onEvent: () => undefined });
  const derived = deriveCases(specification, target, thorough);
  const close = async (): Promise<void> => {
    await Promise.allSettled(underWay);
    await session.close();
  };
  try {
    await session.open();
  } catch (error) {
    await close();
    throw error;
  }
  const carryOut = async (testCase: TestCase): Promise<Step> => {
    const result = await session.execute(testCase);
    found.set(result.id, result);
    const controls = session.controls();
    const settled = settleCase(result, { waivers: target.waivers, reviews, controls, today: startedAt });
    return { result, settled };
  };
  return {
    target,
    cases: new Map(derived.map((testCase) => [testCase.id, testCase])),
    execute(testCase) {
      const going = carryOut(testCase);
      underWay.add(going);
      return going.finally(() => underWay.delete(going));
    },
    results: () =>
      assembleRun(
        { spec: specification, suite: readSuite(), target, signal: end.signal, derived, reviews },
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
      ),
    redactor: session.redactor,
    abort: () => end.abort(),
    close,
  };
}
