import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { TestContext } from 'vitest';
import { claimsOf, deriveCases } from '../case/plan.ts';
import type { TestCase } from '../case/test-case.ts';
import { stopLeaks } from '../cli/leak-guard.ts';
import { UserError } from '../errors.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import type { Redactor } from '../http/masking.ts';
import { formats, isFormatName, loadRenderers, writeReports } from '../report/format.ts';
import type { FormatName } from '../report/format.ts';
import { visible } from '../report/visible.ts';
import type { Review } from '../result/review.ts';
import type { CaseResult, Results } from '../result/results.ts';
import { specification } from '../spec/variant.ts';
import type { Target } from '../target/target.ts';
import type { ConformanceOptions } from './conformance.ts';
import { exchangeLines, failure, testOutcome, unjudged } from './outcome.ts';
import { requireNoLeak } from './run-conformance.ts';
import { runTarget } from './run-target.ts';
import { readReviews, startTarget } from './target.ts';
import type { TargetSource } from './target.ts';

/** One run that the tests of vitest report on. */
export interface TestRun {
  /** Waits for the end of a case, and ends its test the same way. */
  readonly report: (testCase: TestCase, context: TestContext) => Promise<void>;
  /** Waits for the end of the run; throws where what was provisioned could not be judged, or a waiver is stale. */
  readonly requireJudged: (context: Pick<TestContext, 'skip'>) => Promise<void>;
  /** Waits for the end of the run; ends it early where tests were left out after it had begun. */
  readonly end: () => Promise<void>;
}

/** Chooses among all cases of a target; throws a UserError where it chooses none. */
export type Choose = (all: readonly TestCase[]) => readonly TestCase[];

/** The options of `conformance`. */
export interface TestRunOptions extends ConformanceOptions {
  /** Decisions of persons that are read already. */
  readonly decisions?: readonly Review[];
}

/** The cases that stand as tests. */
interface Registration {
  readonly registered: readonly TestCase[];
  /** Those that are not skipped. */
  readonly chosen: readonly TestCase[];
  readonly choose: Choose;
}

/** A run under way. */
interface Running {
  readonly target: Target;
  readonly reviews: readonly Review[];
  /** Every case of the run by its id. */
  readonly cases: ReadonlyMap<string, PromiseWithResolvers<CaseResult>>;
  /** Resolves when reports are written and the target is stopped; with null where there was no case to run. */
  readonly finished: Promise<Results | null>;
  readonly interrupt: AbortController;
}

/** Starts the target and a run of the chosen cases, without waiting for its end. Rejects with a UserError where the run cannot begin. */
export async function startTestRun(
  source: TargetSource,
  registration: Registration,
  options: TestRunOptions,
): Promise<TestRun> {
  const { review = 'skip', complete = false, exchanges = false } = options;
  const { target, reviews, cases, finished, interrupt } = await begin(source, registration, options);
  const today = new Date();
  const reported = new Set<string>();
  let isJudged = false;
  const requireJudged = async (): Promise<boolean> => {
    isJudged = true;
    const results = await finished;
    const problem = results === null ? null : unjudged(results, complete);
    if (problem !== null) throw failure(problem);
    return results !== null;
  };
  return {
    async report({ id, variant }, context) {
      const ended = cases.get(id);
      if (ended === undefined) return context.skip(absence(variant, target));
      reported.add(id);
      context.signal.addEventListener('abort', () => interrupt.abort(), { once: true });
      const result = await Promise.race([ended.promise, finished.then(() => ended.promise)]);
      // A decision may speak of an exchange that belongs to no case. Where vitest has ended, its worker ends
      // with the next report: what was set up comes first.
      const isDecided = reviews.length > 0 && (result.verdict === 'review' || result.verdict === 'fail');
      const results = interrupt.signal.aborted || isDecided ? await finished : null;
      const settlement = { waivers: target.waivers, reviews, controls: results?.controls ?? [], today };
      const outcome = testOutcome(result, settlement, { review, complete });
      if (exchanges) await annotateAll(result, context);
      if (outcome.kind === 'fail') throw outcome.error;
      if (outcome.kind === 'pass') return;
      for (const { type, text } of outcome.annotations) {
        if (type === 'waived' || !exchanges) await context.annotate(text, type);
      }
      context.skip(outcome.note);
    },
    async requireJudged({ skip }) {
      if (!(await requireJudged())) skip('no case was run');
    },
    async end() {
      if (reported.size < cases.size) interrupt.abort();
      // A filter may have left out the test that asks; an interrupt is reported by vitest.
      if (isJudged || interrupt.signal.aborted) await finished.catch(() => null);
      else await requireJudged();
    },
  };
}

/** Starts the target and the run; resolves before the first request. */
async function begin(
  source: TargetSource,
  registration: Registration,
  options: TestRunOptions,
): Promise<Running> {
  const { target, stop } = await startTarget(source, options, options.startTimeout);
  const interrupt = new AbortController();
  const cases = new Map<string, PromiseWithResolvers<CaseResult>>();
  const ready = Promise.withResolvers<readonly Review[]>();
  const carryOut = async (): Promise<Results | null> => {
    const { thorough = false } = options;
    const claims = claimsOf(target, specification);
    const chosen = casesToRun(deriveCases(specification, claims, thorough), registration);
    for (const { id } of chosen) cases.set(id, Promise.withResolvers());
    const reviews = options.decisions ?? (await readReviews(target, options));
    if (chosen.length === 0) {
      ready.resolve(reviews);
      return null;
    }
    const logins = await countFailedLogins(target);
    const redactor = createTargetRedactor(target);
    const results = await runTarget({
      target,
      cases: chosen,
      claims,
      thorough,
      reviews,
      earlierLogins: logins.earlier,
      redactor,
      signal: interrupt.signal,
      onReady() {
        ready.resolve(reviews);
        // While the first requests are under way there is time to load what comes after them.
        void loadRenderers(reportsOf(options));
      },
      onEvent(event) {
        if (event.kind === 'case-ended') cases.get(event.result.id)?.resolve(event.result);
      },
    });
    await logins.add(results.failedLogins);
    await conclude(results, redactor, options);
    return results;
  };
  const carryOutAndStop = async (): Promise<Results | null> => {
    const release = onInterrupt(() => interrupt.abort());
    try {
      return await carryOut();
    } finally {
      release();
      await stop();
    }
  };
  const finished = carryOutAndStop();
  finished.catch(ready.reject);
  return { target, reviews: await ready.promise, cases, finished, interrupt };
}

/** The profile may hold less than was registered, but what was asked for has to be in it, and nothing is left out in silence. */
function casesToRun(
  derived: readonly TestCase[],
  { registered, chosen, choose }: Registration,
): readonly TestCase[] {
  const known = new Set(registered.map(({ id }) => id));
  const missing = choose(derived).find(({ id }) => !known.has(id));
  if (missing !== undefined) {
    const message = `${missing.id} was not registered`;
    throw new UserError('suite', 'case-not-registered', message, 'please report this');
  }
  const ids = new Set(chosen.map(({ id }) => id));
  return derived.filter(({ id }) => ids.has(id));
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

async function conclude(
  results: Results,
  redactor: Redactor,
  { out, onResults, folder: cwd = process.cwd(), ...options }: TestRunOptions,
): Promise<void> {
  requireNoLeak(results, redactor);
  if (out !== undefined) {
    const files = await writeReports(results, resolve(cwd, out), reportsOf({ out, ...options }));
    const leaks = await stopLeaks({ files, terminal: '', data: results }, redactor, cwd);
    if (leaks.length > 0) throw new Error(leaks.join('\n'));
  }
  await onResults?.(results);
}

const reportsOf = ({ out, formats: names }: TestRunOptions): readonly FormatName[] =>
  out === undefined ? [] : (names ?? Object.keys(formats).filter(isFormatName));

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

/** Failed logins with the partners of a target under one process of vitest. */
interface FailedLogins {
  /** Those of earlier runs. */
  readonly earlier: number;
  readonly add: (count: number) => Promise<void>;
}

/** Counts failed logins over reruns in watch mode, so that the limit of the profile holds for the process of vitest and not for each of its workers, which end with their run. */
async function countFailedLogins(target: Target): Promise<FailedLogins> {
  if (process.env['VITEST_MODE'] !== 'WATCH') return { earlier: 0, add: () => Promise.resolve() };
  const file = join(tmpdir(), `sbp-banks-conformance-${await nameOf(target)}`);
  const earlier = Number(await readFile(file, 'utf8').catch(() => '0'));
  return { earlier, add: (count) => writeFile(file, String(earlier + count), { mode: 0o600 }) };
}

async function nameOf({ baseUrl, variants }: Target): Promise<string> {
  // Workers are children of the process, or threads of it.
  const pid = isMainThread ? process.ppid : process.pid;
  const partners = Object.values(variants).map(({ credentials }) => credentials.partnerName);
  const parts = [pid, await startOf(pid), baseUrl, ...partners];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** When a process was started: its number may be taken again. Only Linux says so here. */
async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Field 22 (proc_pid_stat(5)); the second one is a name in brackets, which may hold blanks.
  return text.split(') ').at(-1)?.split(' ')[19] ?? '';
}
