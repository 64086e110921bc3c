// The suite as tests of a vitest project: one run carries out the cases that no filter skips, each test reports one.

import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import type { RunnerTestSuite } from 'vitest';
import { select } from '../plan/select.ts';
import { formatNames } from '../report/format-names.ts';
import type { FormatName } from '../report/format-names.ts';
import { failure, failureOf, unjudged, viewFor, whySkipped } from '../report/test-outcome.ts';
import type { View } from '../report/view.ts';
import { selectionOf } from './api.ts';
import type { RunConformanceOptions } from './api.ts';
import { decisionsFor, readTarget } from './options.ts';
import type { TargetProfile } from './options.ts';
import { removeReports, writeReports } from '../report/files.ts';
import { planFor, runTarget } from './run-target.ts';

export interface ConformanceOptions extends Omit<RunConformanceOptions, 'signal' | 'onEvent'> {
  /** Folder of the reports; none are written by default. */
  readonly out?: string | undefined;
  /** All by default. */
  readonly formats?: readonly FormatName[] | undefined;
  /** Also fail what is inconclusive or under review. */
  readonly complete?: boolean | undefined;
}

/** A target that was started for the tests; `close` is called after them. */
export interface StartedTarget {
  readonly target: string | TargetProfile;
  readonly close: () => unknown;
}

/** A profile or its path; null: the one that `SBP_TARGET` names; a function that starts the target. */
export type ConformanceTarget =
  | string
  | TargetProfile
  | null
  | (() => StartedTarget | Promise<StartedTarget>);

/** A test only reports its case, and a run has its own limits of time. */
const once = { retry: 0, timeout: 0, concurrent: false } as const;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;

/** Names of the tests that a filter, `.only` or a rerun leaves. */
const namesIn = ({ tasks }: Pick<RunnerTestSuite, 'tasks'>): readonly string[] =>
  tasks.flatMap((task) =>
    'tasks' in task ? namesIn(task) : task.mode === 'run' || task.mode === 'queued' ? [task.name] : [],
  );

/**
 * Registers the cases of a profile as tests: `await` it at the top of a test file. What is inconclusive, under
 * review or waived is skipped with a note; the last test fails if something provisioned could not be judged.
 */
export async function conformance(given: ConformanceTarget, options: ConformanceOptions = {}): Promise<void> {
  const { formats: names = formatNames, complete = false, seed, folder = process.cwd() } = options;
  const out = options.out === undefined ? null : resolve(folder, options.out);
  const started = typeof given === 'function' ? await given() : { target: given, close: () => {} };
  const target = await readTarget(started.target, options);
  const decisions = await decisionsFor(options.decisions, target, options.folder);
  const cases = select(planFor(target), selectionOf(options));
  const named = new Map(cases.map((one) => [`${one.id}: ${one.title.en}`, one]));
  describe(target.name, { shuffle: false, concurrent: false }, () => {
    const interrupt = new AbortController();
    const abort = (): void => interrupt.abort();
    let view: View | null = null;
    beforeAll(async ({}, registered) => {
      // The project's own tests may have faked time, which a run needs.
      vi.useRealTimers();
      // A worker without its parent dies at its next report; until then a set-up can be undone.
      for (const signal of signals) process.on(signal, abort);
      const chosen = namesIn(registered).flatMap((name) => named.get(name) ?? []);
      if (out !== null) removeReports(out);
      if (chosen.length === 0) return;
      const run = { target, cases: chosen, decisions, signal: interrupt.signal };
      const results = await runTarget({ ...run, ...(seed === undefined ? {} : { seed }) });
      view = viewFor(results);
      if (out !== null) await writeReports(results, out, names);
    }, 0);
    afterAll(async () => {
      for (const signal of signals) process.off(signal, abort);
      await started.close();
    });
    for (const [name, { id }] of named)
      test(name, once, ({ skip }) => {
        const own = view?.cases.get(id);
        if (own === undefined || view === null) return skip('not carried out');
        const error = failureOf(own, view);
        if (error !== null) throw error;
        const why = whySkipped(own, view);
        if (why === null) return;
        if (complete) throw failure(why);
        skip(why);
      });
    test('everything that was provisioned could be judged', once, ({ skip }) => {
      if (view === null) return skip('no case was carried out');
      const problem = unjudged(view.results, complete);
      if (problem !== null) throw failure(problem);
    });
  });
}
