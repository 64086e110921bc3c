import { randomInt } from 'node:crypto';
import { join, resolve } from 'node:path';
import { claimsOf, deriveCases, selectCases } from '../case/plan.ts';
import type { Claims } from '../case/plan.ts';
import type { TestCase } from '../case/test-case.ts';
import type { Repetition } from '../execution/run.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { requireRunnable as requireOpening, runTarget } from '../embedding/run-target.ts';
import type { Redactor } from '../http/masking.ts';
import type { Review } from '../result/review.ts';
import type { Results } from '../result/results.ts';
import { formats, prepareFolder, loadRenderers } from '../report/format.ts';
import { specification } from '../spec/variant.ts';
import { requireNoProduction } from '../target/check.ts';
import type { Target } from '../target/target.ts';
import { announce, wrapped } from './announce.ts';
import { appendStepSummary, draftStepSummary, isActions } from './ci-output.ts';
import type { conclude } from './conclude.ts';
import type { Invocation } from './invocation.ts';
import { leakExitCode, recordTerminal, stopLeaks, withShownName } from './leak-guard.ts';
import type { Outputs } from './leak-guard.ts';
import type { Given } from './option.ts';
import { readSuite } from './package.ts';
import { createProgress, warningLine } from './progress.ts';
import { chosenReviews } from './reviews.ts';
import { besideOutput, chosenManner } from './run-manner.ts';
import { chosenFormats, chosenRepetition } from './run-option.ts';
import { outcomeLine, outcomeOfRun, stepOutputs, writeStepOutputs } from './run-outcome.ts';
import type { RunOutcome } from './run-outcome.ts';
import { trackUndone } from './undone.ts';

/** What is run, and what for. */
interface Plan {
  readonly target: Target;
  readonly cases: readonly TestCase[];
  readonly claims: Claims;
  readonly thorough: boolean;
  readonly repetition: Repetition;
  readonly reviews: readonly Review[];
  readonly conclusion: Parameters<typeof conclude>[1];
  readonly followUp: FollowUp | null;
}

/** A run that came to its end, its reports written. */
export interface Ended {
  readonly results: Results;
  /** The exit code so far. */
  readonly code: number;
  readonly target: Target;
  readonly conclusion: Parameters<typeof conclude>[1];
  /** Remembers what is written, for the search for secrets. */
  readonly terminal: Invocation['terminal'];
}

/** What another command does around a run. */
export interface FollowUp {
  /** Throws or rejects with a UserError where a target cannot be what the other command wants, before anything is sent. */
  readonly require?: (target: Target) => Promise<void>;
  /** Says before the first request what is about to be cleared away. */
  readonly begin?: (folder: string, terminal: Invocation['terminal']) => Promise<void>;
  /** Puts the folder of the reports in order: before the first request, and once more where a secret has reached an output. */
  readonly clear: (folder: string) => Promise<void>;
  /** Writes what is to stand beside the reports; gives the exit code and the paths. */
  readonly finish: (ended: Ended) => Promise<{ readonly code: number; readonly files: readonly string[] }>;
}

/** Throws or rejects with the UserError with which a run would refuse to begin; sends nothing. */
export async function requireRunnable(target: Target, given: Given, cwd: string): Promise<void> {
  requireNoProduction(target, given.has('yes'));
  await chosenReviews(given, cwd, target.reviewsFile);
  planOf(target, given, cwd);
  await requireOpening(target);
}

/** Runs the chosen cases against a target, or only shows them; gives the exit code. */
export async function runAgainst(
  named: Target,
  given: Given,
  invocation: Invocation,
  followUp: FollowUp | null = null,
): Promise<number> {
  const recorded = recordTerminal(
    given.has('json') ? besideOutput(invocation.terminal) : invocation.terminal,
  );
  const { terminal } = recorded;
  const target = withShownName(named);
  requireNoProduction(target, given.has('yes') || given.has('dry-run'));
  await followUp?.require?.(target);
  const reviews = (await chosenReviews(given, invocation.cwd, target.reviewsFile)) ?? [];
  const plan = { ...planOf(target, given, invocation.cwd), reviews, followUp };
  for (const warning of target.warnings) terminal.writeError(`! ${warning}\n`);
  if (given.has('dry-run')) {
    const { name, version } = readSuite();
    const { width } = invocation.terminal;
    const { describeRequests } = await import('./dry-run.ts');
    invocation.terminal.write(
      await describeRequests(plan.cases, target, `${name}/${version}`, width, invocation.signal),
    );
    return 0;
  }
  if (given.has('ui')) return (await import('./ui.ts')).openUi(plan, invocation);
  return carryOut(plan, invocation, recorded);
}

function planOf(target: Target, given: Given, cwd: string): Omit<Plan, 'reviews' | 'followUp'> {
  const thorough = given.has('thorough');
  const claims = claimsOf(target, specification);
  const selection = { cases: given.texts('case'), requirements: given.texts('requirement') };
  return {
    target,
    cases: selectCases(deriveCases(specification, claims, thorough), selection),
    claims,
    thorough,
    repetition: chosenRepetition(given, () => randomInt(1_000_000_000)),
    conclusion: {
      folder: resolve(cwd, given.text('out') ?? 'reports'),
      formats: chosenFormats(given),
      ...chosenManner(given),
      isComplete: given.has('complete'),
    },
  };
}

async function carryOut(
  plan: Plan,
  invocation: Invocation,
  { terminal, written }: ReturnType<typeof recordTerminal>,
): Promise<number> {
  const { target, cases, claims, thorough, repetition, reviews, conclusion, followUp } = plan;
  const { signal } = invocation;
  const progress = createProgress(terminal, cases.length * repetition.times, conclusion);
  const undone = trackUndone();
  const redactor = createTargetRedactor(target);
  const warnings: string[] = [];
  const sayStopping = (): void => progress.show({ kind: 'warning', message: stopping });
  signal.addEventListener('abort', sayStopping, { once: true });
  const abandon = new AbortController();
  invocation.onAbandon?.(() => {
    abandon.abort();
    return [...undone.lastWords(), cutOff];
  });
  try {
    const results = await runTarget({
      target,
      cases,
      claims,
      thorough,
      repetition,
      reviews,
      redactor,
      signal,
      abandoned: abandon.signal,
      async onReady() {
        await prepareFolder(conclusion.folder);
        await followUp?.begin?.(conclusion.folder, terminal);
        await followUp?.clear(conclusion.folder);
        introduce(plan, redactor, terminal);
        progress.begin();
        // While the first requests are under way there is time to load what comes after them.
        setImmediate(() => void loadEnd(conclusion));
      },
      onEvent(event) {
        if (event.kind === 'warning') warnings.push(event.message);
        undone.follow(event);
        progress.show(event);
      },
    });
    progress.end();
    signal.removeEventListener('abort', sayStopping);
    const { conclude } = await import('./conclude.ts');
    const concluded = await conclude(results, conclusion, { ...invocation, terminal });
    const ended: Ended = { results, code: concluded, target, conclusion, terminal };
    const { code, files } = (await followUp?.finish(ended)) ?? { code: concluded, files: [] };
    shout(warnings, terminal);
    const summary = await draftStepSummary(results, invocation.env);
    const drafts = summary === null ? [] : [summary.text];
    const outputs = { terminal: written(), files, drafts, data: results };
    const isLeaked = await isLeaking(plan, redactor, outputs, invocation);
    if (isLeaked) await followUp?.clear(conclusion.folder);
    else await appendStepSummary(summary, terminal);
    const last = isLeaked ? leakExitCode : code;
    await handOver(outcomeOfRun(results, last, conclusion), plan, redactor, invocation);
    return last;
  } finally {
    progress.end();
  }
}

/** Whatever cannot be loaded is told to whoever needs it. */
const loadEnd = ({ formats: names }: Plan['conclusion']): Promise<unknown> =>
  Promise.allSettled([import('./conclude.ts'), loadRenderers(names)]);

/** What is said when a run is interrupted. */
export const stopping =
  'interrupted: what was set up is torn down and the reports are written; a second interrupt ends at once';
const cutOff = 'ended at once: the reports of this run were not written, or not all of them';

/** What still stands wrong at the target is the last thing that is said, quiet or not. */
function shout(warnings: readonly string[], terminal: Invocation['terminal']): void {
  for (const warning of warnings) terminal.writeError(warningLine(warning, terminal));
}

/** Says before the first request what will be done to whom. */
function introduce(
  { target, cases, repetition, conclusion }: Plan,
  redactor: Redactor,
  terminal: Invocation['terminal'],
): void {
  if (repetition.seed !== null) terminal.writeError(`order of the cases: --seed ${repetition.seed}\n`);
  if (conclusion.isQuiet) return;
  const lines = announce(cases, repetition, target, (text) => redactor.mask(text));
  for (const line of lines) terminal.writeError(wrapped(line, terminal.width));
}

/** Tells the program that started the run what it came to. */
async function handOver(
  outcome: RunOutcome,
  { conclusion }: Plan,
  redactor: Redactor,
  { cwd, env, terminal }: Invocation,
): Promise<void> {
  const safe = (text: string): string => (redactor.find(text).length > 0 ? redactor.mask(text) : text);
  if (conclusion.isJson === true) terminal.write(safe(outcomeLine(outcome, cwd)));
  if (isActions(env)) await writeStepOutputs(safe(stepOutputs(outcome)), { env, terminal });
}

/** Whether a secret has reached a file, which is deleted, or the terminal. */
async function isLeaking(
  { conclusion }: Plan,
  redactor: Redactor,
  outputs: Outputs,
  invocation: Invocation,
): Promise<boolean> {
  const reports = conclusion.formats.map((name) => join(conclusion.folder, formats[name].file));
  const files = [...reports, ...outputs.files];
  const leaks = await stopLeaks({ ...outputs, files }, redactor, invocation.cwd);
  for (const leak of leaks) invocation.terminal.writeError(`error: ${leak} (secret-in-output)\n`);
  return leaks.length > 0;
}
