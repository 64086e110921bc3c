import { resolve } from 'node:path';
import type { RunnerTestSuite, TestContext } from 'vitest';
import { allClaims, claimsOf, deriveCases, selectCases } from '../plan/plan.ts';
import type { Claims } from '../plan/plan.ts';
import type { TestCase } from '../plan/test-case.ts';
import { requireNoLeak } from './leak-guard.ts';
import { UserError, within } from '../base/errors.ts';
import { createTargetRedactor } from '../run/target-redactor.ts';
import type { Redactor } from '../client/masking.ts';
import { removeReports } from './own-reports.ts';
import { usualFormats } from './usual-formats.ts';
import { loadRenderers, writeReports } from './write-reports.ts';
import type { FormatName } from '../report/format.ts';
import type { Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { selectVariants } from '../profile/check.ts';
import type { Target } from '../profile/target.ts';
import { say } from '../messages/message.ts';
import type { SelectionOptions } from './api.ts';
import { readTarget } from './options.ts';
import type { TargetOptions, TargetProfile } from './options.ts';
import { annotateAll, failure, testOutcome, unjudged } from './outcome.ts';
import type { OutcomeOptions } from './outcome.ts';
import { planRun, runTarget } from './run-target.ts';

/** How vitest shows the cases. */
export interface ShowOptions extends OutcomeOptions {
  /** Annotate each case with its checks and exchanges, for the browser interface. */
  readonly exchanges: boolean;
}

/** How the cases are registered, run and shown. */
export interface ConformanceOptions extends TargetOptions, SelectionOptions, Partial<ShowOptions> {
  /** Title of the `describe` around the cases. */
  readonly title?: string | undefined;
  /** Path of a reviews file, in place of the profile's. */
  readonly reviews?: string | undefined;
  /** Milliseconds that the function may take to start the target, 60000 by default. */
  readonly startTimeout?: number | undefined;
  /** Folder to write reports into when all cases have ended; none by default. */
  readonly out?: string | undefined;
  /** Which reports; all but `har` by default. */
  readonly formats?: readonly FormatName[] | undefined;
  /** Called with the record of the run when all cases have ended. */
  readonly onResults?: ((results: Results) => unknown) | undefined;
}

/** A target that a hook has started. */
export interface StartedTarget {
  /** Path of its profile, or the profile itself. */
  readonly target: string | TargetProfile;
  /** Stops it, when all cases have ended. */
  readonly close?: (() => unknown) | undefined;
}

/** A target that is read already, or a function that starts it. */
type TargetSource = Target | (() => StartedTarget | Promise<StartedTarget>);

/** A profile or its path, a function that starts the target, or null: the profile that `SBP_TARGET` names. */
export type ConformanceTarget =
  | string
  | TargetProfile
  | (() => StartedTarget | Promise<StartedTarget>)
  | null;

/**
 * Registers the cases as tests of vitest, at the top of a test file or in a `describe`. One run executes all
 * cases that no filter skips. A failed case fails its test. A case that is inconclusive, under review or waived
 * is skipped with a note. A last test fails if something provisioned could not be judged, for example because
 * the target is down.
 *
 * The cases follow from the profile. If a function starts the target, they follow from the specification, and
 * those that its profile does not claim or provision are skipped. A wrong profile or option fails the file.
 */
export function conformance(target: ConformanceTarget, options: ConformanceOptions = {}): void {
  const { title = typeof target === 'string' ? `conformance of ${target}` : 'conformance' } = options;
  requireNode({ list: process.argv, hasWindow: 'window' in globalThis });
  suite.describe(title, { shuffle: false, concurrent: false }, async () => {
    const { out, folder = process.cwd() } = options;
    if (out !== undefined) removeReports(resolve(folder, out));
    const loaded = typeof target === 'function' ? target : await readTarget(target, options);
    const claims =
      typeof loaded === 'function' ? possibleClaims(options.variants) : claimsOf(loaded, specification);
    const cases = selectCases(deriveCases(specification, claims), options);
    const byName = new Map(cases.map((testCase) => [nameOf(testCase), testCase]));
    let run: Awaited<ReturnType<typeof startTestRun>> | null = null;
    suite.beforeAll(async ({}, registered) => {
      const chosen = namesToRun(registered).flatMap((name) => byName.get(name) ?? []);
      run = await startTestRun(loaded, chosen, options);
      return () => run?.end();
    }, 0);
    for (const [variant, ofVariant] of Map.groupBy(cases, (testCase) => testCase.variant)) {
      suite.describe(`Variant ${variant.toUpperCase()}`, () => {
        for (const [topic, ofTopic] of Map.groupBy(ofVariant, topicOf)) {
          suite.describe(topic, () => {
            for (const testCase of ofTopic) {
              suite.test(nameOf(testCase), once, (context) => run?.report(testCase, context));
            }
          });
        }
      });
    }
    suite.test('everything that was provisioned could be judged', once, (context) =>
      run?.requireJudged(context),
    );
  });
}

const suite = await loadVitest();
/** A test only reports its case: a retry would change nothing, and the run has its own time limits. */
const once = { retry: 0, repeats: 0, timeout: 0, concurrent: false } as const;

const nameOf = ({ id, title }: TestCase): string => `${id}: ${say(title, 'en')}`;
const topicOf = ({ kind, condition }: TestCase): string => (kind === 'observed' ? 'observed' : condition);

/** Names of the tests that will run in spite of filters, `.only` and reruns. */
function namesToRun({ tasks }: Pick<RunnerTestSuite, 'tasks'>): readonly string[] {
  return tasks.flatMap((task) => {
    if ('tasks' in task) return namesToRun(task);
    return task.mode === 'run' || task.mode === 'queued' ? [task.name] : [];
  });
}

/** Starts the target if a function does that, and reads its profile. Stops it if the profile is wrong. */
async function startTarget(source: TargetSource, options: ConformanceOptions) {
  const { startTimeout = 60_000 } = options;
  if (typeof source !== 'function') return { target: source, stop: () => Promise.resolve() };
  const message = `the function that starts the target did not finish within ${startTimeout} ms`;
  const hint = 'see why it does not, or set `startTimeout`';
  const late = new UserError('target', 'start-timeout', message, hint);
  const starting = Promise.resolve().then(source);
  const started = await within(startTimeout, starting, late).catch((error: unknown) => {
    // If the start-up time is over, stop the target as soon as it has started.
    starting.then((one) => one.close?.()).catch(() => undefined);
    throw error;
  });
  const stop = async (): Promise<void> => void (await started.close?.());
  try {
    return { target: await readTarget(started.target, options), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface EndedRun {
  /** Null if there was no case to run, or the run failed. */
  readonly results: Results | null;
  /** Errors that fail no case, for example an `onResults` callback that throws. */
  readonly problems: readonly unknown[];
}

/**
 * Starts the target, runs the chosen cases, hands the Results over and stops the target. Resolves before the
 * first request; rejects with a UserError if the run cannot begin. Every test waits for the end of the run: a
 * vitest worker without its parent dies at its next report, and a set-up would remain.
 */
async function startTestRun(source: TargetSource, chosen: readonly TestCase[], options: ConformanceOptions) {
  const { review = 'skip', complete = false, exchanges = false } = options;
  const { target, stop } = await startTarget(source, options);
  const redactor = createTargetRedactor(target);
  const interrupt = new AbortController();
  const abort = (): void => interrupt.abort();
  for (const event of interrupts) process.on(event, abort);
  const begun = Promise.withResolvers<void>();
  const live = async (): Promise<EndedRun> => {
    const problems: unknown[] = [];
    const attempt = <Value>(work: Promise<Value>): Promise<Value | null> =>
      work.catch((error: unknown) => {
        problems.push(error);
        begun.reject(error);
        return null;
      });
    const test = { target, chosen, options, redactor, signal: interrupt.signal };
    const results = await attempt(carryOut(test, begun.resolve));
    if (results !== null) await attempt(handOver(results, options));
    for (const event of interrupts) process.off(event, abort);
    await attempt(stop());
    begun.resolve();
    return { results, problems };
  };
  const ended = live();
  await begun.promise.catch(async (error: unknown) => {
    await ended;
    throw error;
  });
  let isAwaited = false;
  let isJudged = false;
  const wait = ({ signal }: Pick<TestContext, 'signal'>): Promise<EndedRun> => {
    isAwaited = true;
    signal.addEventListener('abort', abort, { once: true });
    return ended;
  };
  const requireGood = ({ results, problems: [problem] }: EndedRun): void => {
    if (problem !== undefined) throw problem;
    const text = results === null ? null : unjudged(results, complete);
    if (text !== null) throw failure(text);
  };
  return {
    async report({ id, variant }: TestCase, context: TestContext): Promise<void> {
      const { results, problems } = await wait(context);
      if (results === null && problems.length > 0) throw problems[0];
      const result = results?.cases.find((one) => one.id === id);
      if (!results || !result) return context.skip(absence(variant, target));
      if (exchanges) await annotateAll(result, context.annotate);
      const outcome = testOutcome(result, results, { review, complete });
      if (outcome.kind === 'fail') throw outcome.error;
      if (outcome.kind === 'pass') return;
      for (const { type, text } of outcome.annotations) {
        if (type === 'waived' || !exchanges) await context.annotate(text, type);
      }
      context.skip(outcome.note);
    },
    /** Throws if something provisioned could not be judged, or a waiver is stale. */
    async requireJudged(context: TestContext): Promise<void> {
      const endedRun = await wait(context);
      isJudged = true;
      requireGood(endedRun);
      if (endedRun.results === null) context.skip('no case was run');
    },
    /** Stops the run early if tests were excluded after it had begun. */
    async end(): Promise<void> {
      if (!isAwaited) abort();
      const endedRun = await ended;
      // If a filter excluded the last test, check here. vitest itself reports an interrupt.
      if (!isJudged && !interrupt.signal.aborted) requireGood(endedRun);
    },
  };
}

/** Ctrl-C sends a signal to this process, or has already ended the parent vitest process. */
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;

interface TestRun {
  readonly target: Target;
  readonly chosen: readonly TestCase[];
  readonly options: ConformanceOptions;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
}

/** Runs the chosen cases that the profile provides; null if there are none. */
async function carryOut(
  { target, chosen, options, redactor, signal }: TestRun,
  begin: () => void,
): Promise<Results | null> {
  const ids = new Set(chosen.map(({ id }) => id));
  // The profile may provide fewer cases than were registered, but at least one must match the selection.
  const plan = await planRun(target, options, options);
  const cases = plan.cases.filter(({ id }) => ids.has(id));
  if (cases.length === 0) return null;
  const onReady = (): void => {
    begin();
    // The renderers load while the first requests are under way.
    if (options.out !== undefined) void loadRenderers(options.formats ?? usualFormats);
  };
  const results = await runTarget({ ...plan, cases, redactor, signal, onReady });
  requireNoLeak(results, redactor);
  return results;
}

/** Writes the reports and calls `onResults`. */
async function handOver(results: Results, options: ConformanceOptions): Promise<void> {
  const { out, formats: names = usualFormats, folder = process.cwd(), onResults } = options;
  if (out !== undefined) await writeReports(results, resolve(folder, out), names);
  await onResults?.(results);
}

/** The claims of all variants that may be chosen, while the profile is not known yet. */
function possibleClaims(variants: readonly string[] | undefined): Claims {
  const chosen = selectVariants(variants);
  return Object.fromEntries(Object.entries(allClaims(specification)).filter(([id]) => chosen.includes(id)));
}

/** Loads vitest from the user's project. Rejects with a UserError if it is not installed. */
async function loadVitest() {
  try {
    return await import('vitest');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw error;
    const message = 'sbp-banks-conformance/vitest: found no vitest, expected version 5 beside this package';
    throw new UserError('usage', 'vitest-missing', message, 'npm install --save-dev vitest');
  }
}

/**
 * Throws a UserError in a VM context, where `list` is not an Array, or with a DOM: verdicts could be wrong
 * there.
 */
export function requireNode({ list, hasWindow }: { list: unknown; hasWindow: boolean }): void {
  if (list instanceof Array && !hasWindow) return;
  const message =
    'sbp-banks-conformance/vitest: found a VM context or the environment of a browser, expected those of Node';
  const hint = "set pool: 'forks' for this test file, and put // @vitest-environment node on top of it";
  throw new UserError('usage', 'vitest-surroundings', message, hint);
}

const absence = (variant: string, { variants }: Target): string =>
  Object.hasOwn(variants, variant)
    ? 'not-provisioned: the profile does not provide for what this case compares'
    : `not-selected: the profile does not claim variant ${variant}`;
