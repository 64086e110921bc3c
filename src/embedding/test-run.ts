import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { TestContext } from 'vitest';
import { selectCases } from '../case/plan.ts';
import type { TestCase } from '../case/test-case.ts';
import { stopLeaks } from '../cli/leak-guard.ts';
import { UserError, within } from '../errors.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { formats, isFormatName, loadRenderers, writeReports } from '../report/format.ts';
import { visible } from '../report/visible.ts';
import type { CaseResult, Results } from '../result/results.ts';
import type { Target } from '../target/target.ts';
import { requireNoLeak } from './api.ts';
import type { ConformanceOptions } from './conformance.ts';
import { readDecisions, readTarget } from './options.ts';
import type { TargetProfile } from './options.ts';
import { exchangeLines, failure, testOutcome, unjudged } from './outcome.ts';
import { casesOf, runTarget } from './run-target.ts';

/** The names of all reports. */
export const formatNames = Object.keys(formats).filter(isFormatName);

/** A target that a hook has started. */
export interface StartedTarget {
  /** Path of its profile, or the profile itself. */
  readonly target: string | TargetProfile;
  /** Stops it, when all cases have ended. */
  readonly close?: (() => unknown) | undefined;
}

/** A target that is read already, or a function that starts it. */
export type TargetSource = Target | (() => StartedTarget | Promise<StartedTarget>);

/** Starts a target where it is not there yet and reads its profile; stops it again where the profile is wrong. */
async function startTarget(source: TargetSource, options: ConformanceOptions) {
  const { startTimeout = 60_000 } = options;
  if (typeof source !== 'function') return { target: source, stop: () => Promise.resolve() };
  const message = `the function that starts the target did not finish within ${startTimeout} ms`;
  const hint = 'see why it does not, or set `startTimeout`';
  const late = new UserError('target', 'start-timeout', message, hint);
  const starting = Promise.resolve().then(source);
  const started = await within(startTimeout, starting, late).catch((error: unknown) => {
    // What starts too late is stopped again.
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

/** One run that the tests of vitest report on. */
export type TestRun = Awaited<ReturnType<typeof startTestRun>>;

/** Starts the target and a run of the chosen cases; resolves before the first request, and rejects with a UserError where the run cannot begin. */
export async function startTestRun(
  source: TargetSource,
  chosen: readonly TestCase[],
  options: ConformanceOptions,
) {
  const { review = 'skip', complete = false, exchanges = false, thorough = false } = options;
  const { out, formats: names = formatNames, folder = process.cwd() } = options;
  const { target, stop } = await startTarget(source, options);
  const interrupt = new AbortController();
  const abort = (): void => interrupt.abort();
  const begun = Promise.withResolvers<void>();
  /** Resolves when every case has ended: reports that cannot be written make no case red. */
  const recorded = Promise.withResolvers<Results | null>();
  const carryOut = async (): Promise<Results | null> => {
    const ids = new Set(chosen.map(({ id }) => id));
    // The profile may hold less than was registered; what was asked for has to be in it.
    const cases = selectCases(casesOf(target, thorough), options).filter(({ id }) => ids.has(id));
    if (cases.length === 0) return null;
    const reviews = (await readDecisions(options.reviews, folder, target.reviewsFile)) ?? [];
    const logins = await countFailedLogins(target);
    const redactor = createTargetRedactor(target);
    const results = await runTarget({
      target,
      cases,
      thorough,
      reviews,
      earlierLogins: logins.earlier,
      redactor,
      signal: interrupt.signal,
      onReady() {
        begun.resolve();
        // While the first requests are under way there is time to load what comes after them.
        if (out !== undefined) void loadRenderers(names);
      },
    });
    await logins.add(results.failedLogins);
    requireNoLeak(results, redactor);
    recorded.resolve(results);
    if (out !== undefined) {
      const files = await writeReports(results, resolve(folder, out), names);
      const leaks = await stopLeaks({ files, terminal: '', data: results }, redactor, folder);
      if (leaks.length > 0) throw new Error(leaks.join('\n'));
    }
    await options.onResults?.(results);
    return results;
  };
  const release = onInterrupt(abort);
  const carryOutAndStop = async (): Promise<Results | null> => {
    try {
      return await carryOut();
    } finally {
      release();
      await stop();
    }
  };
  /** Resolves when reports are written and the target is stopped; with null where there was no case to run. */
  const finished = carryOutAndStop();
  finished.then(recorded.resolve, recorded.reject);
  recorded.promise.catch(() => undefined);
  await Promise.race([begun.promise, finished]);
  let isAwaited = false;
  let isJudged = false;
  const results = async ({ signal }: Pick<TestContext, 'signal'>): Promise<Results | null> => {
    isAwaited = true;
    signal.addEventListener('abort', abort, { once: true });
    const found = await recorded.promise;
    // Where vitest has ended, its worker ends with the next report: what was set up comes first.
    if (interrupt.signal.aborted) await finished;
    return found;
  };
  const judge = async (found: Results | null): Promise<void> => {
    isJudged = true;
    const problem = found === null ? null : unjudged(found, complete);
    if (problem !== null) throw failure(problem);
  };
  return {
    /** Waits for the end of the run, and ends the test of a case as the case has ended. */
    async report({ id, variant }: TestCase, context: TestContext): Promise<void> {
      const found = await results(context);
      const result = found?.cases.find((one) => one.id === id);
      if (!found || !result) return context.skip(absence(variant, target));
      if (exchanges) await annotateAll(result, context);
      const outcome = testOutcome(result, found, { review, complete });
      if (outcome.kind === 'fail') throw outcome.error;
      if (outcome.kind === 'pass') return;
      for (const { type, text } of outcome.annotations) {
        if (type === 'waived' || !exchanges) await context.annotate(text, type);
      }
      context.skip(outcome.note);
    },
    /** Waits for the end of the run; throws where what was provisioned could not be judged, or a waiver is stale. */
    async requireJudged(context: TestContext): Promise<void> {
      await results(context);
      isJudged = true;
      const found = await finished;
      await judge(found);
      if (found === null) context.skip('no case was run');
    },
    /** Waits for the end of the run; stops it early if tests were excluded after it had begun. */
    async end(): Promise<void> {
      if (!isAwaited) abort();
      // A filter may have excluded the test that asks; an interrupt is reported by vitest.
      if (isJudged || interrupt.signal.aborted) await finished.catch(() => null);
      else await judge(await finished);
    },
  };
}

const absence = (variant: string, { variants }: Target): string =>
  Object.hasOwn(variants, variant)
    ? 'not-provisioned: the profile does not provide for what this case compares'
    : `not-selected: the profile does not claim variant ${variant}`;

/** Calls `abort` where Ctrl-C reaches this process or has ended the vitest above it; gives what undoes that. */
function onInterrupt(abort: () => void): () => void {
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect', 'error'] as const;
  const worker: EventEmitter = process;
  // Vitest ends a worker at the first message that nobody takes any more, whatever is still set up.
  const others = worker.listeners('error');
  worker.removeAllListeners('error');
  for (const event of events) worker.on(event, abort);
  return () => {
    for (const event of events) worker.off(event, abort);
    for (const other of others) worker.on('error', other as (error: Error) => void);
  };
}

async function annotateAll(result: CaseResult, { annotate }: Pick<TestContext, 'annotate'>): Promise<void> {
  for (const { requirement, verdict, reason, message } of result.checks) {
    const why = reason === null ? '' : ` (${reason})`;
    await annotate(`${requirement}${why}: ${visible(message)}`, verdict);
  }
  for (const exchange of result.exchanges) {
    const [request = '', answer = ''] = exchangeLines(exchange);
    const body = new TextEncoder().encode(JSON.stringify(exchange, null, 2));
    const attachment = { contentType: 'application/json', body };
    await annotate(`${exchange.label}: ${request} → ${answer}`, 'exchange', attachment);
  }
}

/** Counts failed logins with the partners of a target over reruns in watch mode, so that the limit of the profile holds for the process of vitest and not for each of its workers, which end with their run. */
async function countFailedLogins({ baseUrl, variants }: Target) {
  if (process.env['VITEST_MODE'] !== 'WATCH') return { earlier: 0, add: () => Promise.resolve() };
  // Workers are children of the process, or threads of it.
  const pid = isMainThread ? process.ppid : process.pid;
  // A number of a process may be taken again: only Linux says here when it was started. Field 22 (proc_pid_stat(5));
  // the second one is a name in brackets, which may hold blanks.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const started = stat.split(') ').at(-1)?.split(' ')[19] ?? '';
  const partners = Object.values(variants).map(({ credentials }) => credentials.partnerName);
  const name = createHash('sha256').update(JSON.stringify([pid, started, baseUrl, ...partners]));
  const file = join(tmpdir(), `sbp-banks-conformance-${name.digest('hex')}`);
  const earlier = Number(await readFile(file, 'utf8').catch(() => '0'));
  const add = (count: number): Promise<void> => writeFile(file, String(earlier + count), { mode: 0o600 });
  return { earlier, add };
}
