import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { RunnerTestSuite, TestContext } from 'vitest';
import { allClaims, claimsOf, deriveCases, selectCases } from '../case/plan.ts';
import type { Claims } from '../case/plan.ts';
import type { TestCase } from '../case/test-case.ts';
import { stopLeaks } from '../cli/leak-guard.ts';
import { UserError } from '../errors.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import type { Redactor } from '../http/masking.ts';
import { formats, isFormatName } from '../report/format.ts';
import type { FormatName } from '../report/format.ts';
import { visible } from '../report/visible.ts';
import { loadRenderers, writeReports } from '../report/format.ts';
import type { CaseResult, Results } from '../result/results.ts';
import type { Review } from '../result/review.ts';
import { specification } from '../spec/specification.ts';
import type { Target } from '../target/target.ts';
import { requireKnownVariants } from '../target/check.ts';
import { say } from '../wording/message.ts';
import { requireNoLeak, selectionOptionKinds } from './api.ts';
import type { SelectionOptions } from './api.ts';
import { kinds, readReviews, readTarget, requireOptions, startTarget, targetOptionKinds } from './options.ts';
import type { OptionKinds, StartedTarget, TargetOptions, TargetProfile, TargetSource } from './options.ts';
import { exchangeLines, failure, outcomeOptionKinds, testOutcome, unjudged } from './outcome.ts';
import type { OutcomeOptions } from './outcome.ts';
import { runTarget } from './run-target.ts';

/** How cases are shown by vitest. */
export interface ShowOptions extends OutcomeOptions {
  /** Every check and every exchange is an annotation of its case, for the browser interface. */
  readonly exchanges: boolean;
}

/** How the cases are registered, run and shown. */
export interface ConformanceOptions extends TargetOptions, SelectionOptions, Partial<ShowOptions> {
  /** Title of the `describe` around the cases. */
  readonly title?: string | undefined;
  /** Path of a file with decisions of persons, in place of that of the profile. */
  readonly reviews?: string | undefined;
  /** Milliseconds for the function that starts the target, 60000 by default. */
  readonly startTimeout?: number | undefined;
  /** Folder to write reports into when all cases have ended; none by default. */
  readonly out?: string | undefined;
  /** Which reports; all by default. */
  readonly formats?: readonly FormatName[] | undefined;
  /** Called with the record of the run when all cases have ended. */
  readonly onResults?: ((results: Results) => unknown) | undefined;
}

/** What the suite is aimed at: the path of a profile, the profile itself, a function that starts the target in a hook, or null for the target that the `SBP_*` variables describe. */
export type ConformanceTarget =
  | string
  | TargetProfile
  | (() => StartedTarget | Promise<StartedTarget>)
  | null;

const optionKinds = {
  ...targetOptionKinds,
  ...selectionOptionKinds,
  ...outcomeOptionKinds,
  exchanges: kinds.flag,
  title: kinds.text,
  reviews: kinds.text,
  startTimeout: kinds.positive,
  out: kinds.text,
  formats: kinds.choices(Object.keys(formats)),
  onResults: kinds.callback,
} as const satisfies OptionKinds<ConformanceOptions>;

/**
 * Registers the cases of the suite as tests of vitest, at the top of a test file or in a `describe`. One run carries out
 * those that no filter skips. A case that fails is a failing test; one that is inconclusive, under review or waived is
 * skipped with a note; a last test fails where what was provisioned could not be judged, so that a target that is down is
 * never green.
 *
 * The cases follow from the profile. Where a function starts the target, they follow from the specification, and those
 * that its profile does not claim or provision are skipped with a note. A wrong profile or option fails the file.
 */
export function conformance(target: ConformanceTarget, options: ConformanceOptions = {}): void {
  requireOptions('conformance', options, optionKinds);
  const { title = typeof target === 'string' ? `conformance of ${target}` : 'conformance' } = options;
  const { cases = [], requirements = [] } = options;
  const source = async () => (typeof target === 'function' ? target : readTarget(target, options));
  registerConformance(title, source, (all) => selectCases(all, { cases, requirements }), options);
}

const suite = await loadVitest();
/** A test only reports what became of its case: to repeat it would change nothing, and the run bounds its own time. */
const once = { retry: 0, repeats: 0, timeout: 0, concurrent: false } as const;
const lastTitle = 'everything that was provisioned could be judged';

/** Registers the chosen cases as tests, in a `describe` for each variant and condition, and one run of those that are not skipped; `source` is asked while tests are collected. */
export function registerConformance(
  title: string,
  source: () => Promise<TargetSource>,
  choose: Choose,
  options: TestRunOptions,
): void {
  requireNode({ list: process.argv, hasWindow: 'window' in globalThis });
  suite.describe(title, { shuffle: false, concurrent: false }, async () => {
    const found = await source();
    const claims =
      typeof found === 'function' ? possibleClaims(options.variants) : claimsOf(found, specification);
    const cases = choose(deriveCases(specification, claims, options.thorough ?? false));
    const byName = new Map(cases.map((testCase) => [nameOf(testCase), testCase]));
    let run: TestRun | null = null;
    suite.beforeAll(async ({}, registered) => {
      const chosen = namesToRun(registered).flatMap((name) => byName.get(name) ?? []);
      run = await startTestRun(found, { registered: cases, chosen, choose }, options);
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
    suite.test(lastTitle, once, (context) => run?.requireJudged(context));
  });
}

const nameOf = ({ id, title }: TestCase): string => `${id}: ${say(title, 'en')}`;
const topicOf = ({ kind, condition }: TestCase): string => (kind === 'observed' ? 'observed' : condition);

/** Names of the tests that no filter, `.only` or rerun of others skips. */
function namesToRun({ tasks }: Pick<RunnerTestSuite, 'tasks'>): readonly string[] {
  return tasks.flatMap((task) => {
    if ('tasks' in task) return namesToRun(task);
    return task.mode === 'run' || task.mode === 'queued' ? [task.name] : [];
  });
}

/** All that may be asked for, until the true profile is there. */
function possibleClaims(variants: readonly string[] | undefined): Claims {
  const all = allClaims(specification);
  requireKnownVariants(variants ?? [], Object.keys(all));
  return Object.fromEntries(Object.entries(all).filter(([id]) => variants?.includes(id) ?? true));
}

/** The test functions of vitest, which the user's project brings along; rejects with a UserError where it does not. */
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

/** Throws a UserError where tests run in a VM context, whose `list` is no Array of Node, or in an imitated browser: errors and signals of Node are not what they are elsewhere, and answers could be misjudged. */
export function requireNode({ list, hasWindow }: { list: unknown; hasWindow: boolean }): void {
  if (!(list instanceof Array)) {
    const found = 'found a pool that runs tests in a VM context, expected forks or threads';
    throw wrongSurroundings(found, "set pool: 'forks' for this test file");
  }
  if (hasWindow) {
    const found = 'found the environment of a browser, expected that of Node';
    throw wrongSurroundings(found, 'put // @vitest-environment node on top of this test file');
  }
}

const wrongSurroundings = (found: string, hint: string): UserError =>
  new UserError('usage', 'vitest-surroundings', `sbp-banks-conformance/vitest: ${found}`, hint);

/** Chooses among all cases of a target; throws a UserError where it chooses none. */
type Choose = (all: readonly TestCase[]) => readonly TestCase[];

/** The options of `conformance`. */
export interface TestRunOptions extends ConformanceOptions {
  /** Decisions of persons that are read already. */
  readonly decisions?: readonly Review[];
}

/** The cases that are tests. */
interface Registration {
  readonly registered: readonly TestCase[];
  /** Those that are not skipped. */
  readonly chosen: readonly TestCase[];
  readonly choose: Choose;
}

/** One run that the tests of vitest report on. */
type TestRun = Awaited<ReturnType<typeof startTestRun>>;

/** Starts the target and a run of the chosen cases; resolves before the first request, and rejects with a UserError where the run cannot begin. */
async function startTestRun(source: TargetSource, registration: Registration, options: TestRunOptions) {
  const { review = 'skip', complete = false, exchanges = false, thorough = false } = options;
  const { target, stop } = await startTarget(source, options, options.startTimeout);
  const interrupt = new AbortController();
  const ended = new Map<string, PromiseWithResolvers<CaseResult>>();
  const ready = Promise.withResolvers<readonly Review[]>();
  const carryOut = async (): Promise<Results | null> => {
    const claims = claimsOf(target, specification);
    const cases = casesToRun(deriveCases(specification, claims, thorough), registration);
    for (const { id } of cases) ended.set(id, Promise.withResolvers());
    const reviews = options.decisions ?? (await readReviews(target, options));
    if (cases.length === 0) {
      ready.resolve(reviews);
      return null;
    }
    const logins = await countFailedLogins(target);
    const redactor = createTargetRedactor(target);
    const results = await runTarget({
      target,
      cases,
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
        if (event.kind === 'case-ended') ended.get(event.result.id)?.resolve(event.result);
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
  /** Resolves when reports are written and the target is stopped; with null where there was no case to run. */
  const finished = carryOutAndStop();
  finished.catch(ready.reject);
  const reviews = await ready.promise;
  const today = new Date();
  const reported = new Set<string>();
  let isJudged = false;
  const judge = async (): Promise<Results | null> => {
    isJudged = true;
    const results = await finished;
    const problem = results === null ? null : unjudged(results, complete);
    if (problem !== null) throw failure(problem);
    return results;
  };
  return {
    /** Waits for the end of a case, and ends its test the same way. */
    async report({ id, variant }: TestCase, context: TestContext): Promise<void> {
      const own = ended.get(id);
      if (own === undefined) return context.skip(absence(variant, target));
      reported.add(id);
      context.signal.addEventListener('abort', () => interrupt.abort(), { once: true });
      const result = await Promise.race([own.promise, finished.then(() => own.promise)]);
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
    /** Waits for the end of the run; throws where what was provisioned could not be judged, or a waiver is stale. */
    async requireJudged({ skip }: Pick<TestContext, 'skip'>): Promise<void> {
      if ((await judge()) === null) skip('no case was run');
    },
    /** Waits for the end of the run; stops it early if tests were excluded after it had begun. */
    async end(): Promise<void> {
      if (reported.size < ended.size) interrupt.abort();
      // A filter may have excluded the test that asks; an interrupt is reported by vitest.
      if (isJudged || interrupt.signal.aborted) await finished.catch(() => null);
      else await judge();
    },
  };
}

/** The profile may hold less than was registered, but what was asked for has to be in it, and nothing is skipped silently. */
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
