// The command `run`.

import { join, relative, resolve } from 'node:path';
import { decisionsFor } from '../api/options.ts';
import type { TargetProfile } from '../api/options.ts';
import { writeReports } from '../report/files.ts';
import { readResults } from '../api/read-results.ts';
import { planFor, runTarget } from '../api/run-target.ts';
import { UserError } from '../base/errors.ts';
import { program } from '../base/package.ts';
import { shownFile } from '../base/path.ts';
import { quoteArgument } from '../base/shell.ts';
import { wrap } from '../base/text-width.ts';
import { select } from '../plan/select.ts';
import type { Case, Plan } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';
import { failedCases, sinceOf } from '../report/comparison.ts';
import { renderConsole } from '../report/console.ts';
import { formats } from '../report/formats.ts';
import { outcomeLine as sayOutcome, runDocument } from '../report/run-document.ts';
import type { Since } from '../report/view.ts';
import { draftDecisions } from '../results/decisions.ts';
import { exitCodeOf } from '../results/totals.ts';
import type { Results } from '../results/results.ts';
import { listByCost, planInWords } from './costs.ts';
import { sayFailure } from './failure.ts';
import { tellGitHub } from './github.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { outcomeLine, outcomeOf } from './outcome.ts';
import { takePlace } from './place.ts';
import { besideOutput, createProgress } from './progress.ts';
import { isNamed, loadTarget, profileInShell } from './target.ts';
import { isCi, warn } from './terminal.ts';

/** What a run takes of the one before. */
interface Earlier {
  /** Results under --out, for the marks of failures; null: there are none that can be read. */
  readonly results: Results | null;
  /** Cases of `--last-failed`; null: it is not given. */
  readonly lastFailed: readonly string[] | null;
}

export async function run(
  options: Options<'run'>,
  _words: readonly string[],
  given: Invocation,
): Promise<number> {
  const invocation = options.json ? { ...given, terminal: besideOutput(given.terminal) } : given;
  if (options.dryRun)
    return onTarget(options, invocation, async (target) =>
      showPlan(target, options, await readEarlier(options, invocation), invocation),
    );
  const isSelection = options.lastFailed || (options.case ?? options.requirement) !== undefined;
  const out = isSelection ? join(options.out, 'selection') : options.out;
  const read = (): Promise<Earlier> => readEarlier(options, invocation);
  const { needed: earlier, release } = await takePlace(resolve(invocation.cwd, out), out, read);
  try {
    return await onTarget(options, invocation, (target, isReference) =>
      runOn({ target, isReference, options, earlier, out }, invocation, given),
    );
  } finally {
    release();
  }
}

async function readEarlier(
  { out, lastFailed }: Options<'run'>,
  { cwd, terminal }: Invocation,
): Promise<Earlier> {
  const results = await readResults(out, cwd).catch((error: unknown) => {
    if (!(error instanceof UserError) || lastFailed) throw error;
    if (!/no such file/.test(error.message))
      warn(`${error.message}; so failures are not marked as new or known`, terminal);
    return null;
  });
  if (!lastFailed) return { results, lastFailed: null };
  const cases = results === null ? [] : failedCases(results);
  if (cases.length > 0) return { results, lastFailed: cases };
  const found = `--last-failed: found nothing in ${shownFile(out)} that failed or is under review`;
  throw new UserError('usage', 'empty-selection', found, 'run without --last-failed; nothing was sent');
}

/** Loads the target of the options, or starts the reference implementation for the run. */
async function onTarget(
  options: Options<'run'>,
  invocation: Invocation,
  work: (target: Target, isReference: boolean) => Promise<number>,
): Promise<number> {
  const { reference, requireTarget, dryRun, yes } = options;
  const isYes = yes || dryRun;
  if (!reference && (await isNamed(options, invocation)))
    return work(await loadTarget({ ...options, yes: isYes }, invocation), false);
  if (requireTarget) {
    const hint = 'name one by --target FILE or SBP_TARGET; nothing was sent';
    throw new UserError('usage', 'no-target', '--require-target: found no target, expected one', hint);
  }
  if (isCi(invocation.env) && !reference)
    warn('no target is named, so the built-in reference is tested (--require-target)', invocation.terminal);
  const { withBuiltIn } = await import('../api/built-in.ts');
  return withBuiltIn({}, async ({ profile }) => {
    const own: TargetProfile = { ...profile };
    return work(await loadTarget(options, invocation, own), true);
  });
}

function casesOf(
  plan: Plan,
  { case: cases, requirement, harmless }: Options<'run'>,
  { lastFailed }: Earlier,
) {
  const globs = { cases: lastFailed ?? cases ?? [], requirements: requirement ?? [] };
  return select(plan, { ...globs, isHarmless: harmless });
}

function showPlan(
  target: Target,
  options: Options<'run'>,
  earlier: Earlier,
  { terminal }: Invocation,
): number {
  const plan = planFor(target);
  const wanted = new Set(casesOf(plan, options, earlier).flatMap(({ rows }) => rows));
  const rows = plan.rows.filter(({ id }) => wanted.has(id));
  const { width } = terminal;
  terminal.write(`${listByCost(rows, width)}${planInWords(rows, target, width)}`);
  return 0;
}

interface Ready {
  readonly target: Target;
  readonly isReference: boolean;
  readonly options: Options<'run'>;
  readonly earlier: Earlier;
  /** The folder of the reports, as it is shown. */
  readonly out: string;
}

async function runOn(
  ready: Ready,
  invocation: Invocation,
  { terminal: output }: Invocation,
): Promise<number> {
  const { target, isReference, options, earlier, out } = ready;
  const { cwd, env, terminal, signal } = invocation;
  for (const warning of target.warnings) warn(warning, terminal);
  const cases = casesOf(planFor(target), options, earlier);
  const decisions = await decisionsFor(options.decisions, target, cwd);
  if (options.wait !== undefined) {
    const { waitForTarget } = await import('./contact.ts');
    const problem = await waitForTarget(target, options.wait, signal);
    if (problem !== null) warn(problem, terminal);
  }
  const results = await carryOut(ready, cases, decisions, invocation);
  const profile = await profileInShell(options, invocation);
  const since = sinceIn(earlier.results, results);
  const told = { since, profile };
  const written = await writeReports(results, resolve(cwd, out), options.format, told).catch(
    (error: unknown) => sayFailure(error, invocation),
  );
  if (!options.quiet) {
    terminal.write(
      renderConsole(runDocument(results, told), {
        ...terminal,
        language: target.language,
        isVerbose: options.verbose,
      }),
    );
    if (typeof written !== 'number') terminal.write(filesIn(results, written, out, cwd));
  }
  const code = exitCodeOf(results, options.complete);
  const exitCode = code === 0 && typeof written === 'number' ? 3 : code;
  const formatsWritten = typeof written === 'number' ? [] : options.format;
  const outcome = outcomeOf(results, exitCode, resolve(cwd, out), formatsWritten);
  if (env['GITHUB_ACTIONS'] === 'true') await tellGitHub(results, outcome, told, invocation);
  const [file] = ['html' as const, ...formatsWritten].filter((name) => formatsWritten.includes(name));
  const last = [
    sayOutcome(results),
    ...(file === undefined ? [] : [shownFile(join(out, formats[file].file))]),
    ...(isReference ? ['Tested the built-in reference implementation, not your service'] : []),
  ];
  terminal.write(`${wrap(last.join(' · '), terminal.width).join('\n  ')}\n`);
  if (options.json) output.write(outcomeLine(outcome, cwd));
  return exitCode;
}

async function carryOut(
  { target, isReference, options }: Ready,
  cases: readonly Case[],
  decisions: Awaited<ReturnType<typeof decisionsFor>>,
  invocation: Invocation,
): Promise<Results> {
  const manner = { isQuiet: options.quiet, isVerbose: options.verbose };
  const progress = createProgress(invocation, manner);
  const { signal, terminal } = invocation;
  const onAbort = (): void => {
    progress.end();
    warn('interrupted: set-ups are torn down, reports written; again ends at once', terminal);
  };
  signal.addEventListener('abort', onAbort);
  try {
    return await runTarget({
      target,
      cases,
      decisions,
      isReference,
      signal,
      onEvent: progress.show,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
    progress.end();
  }
}

/** Failures of another target tell nothing about these. */
function sinceIn(before: Results | null, results: Results): Since | null {
  const isSame =
    before !== null &&
    before.rules === results.rules &&
    before.target.name === results.target.name &&
    before.target.isReference === results.target.isReference;
  return isSame ? sinceOf(before, results) : null;
}

function filesIn(results: Results, files: readonly string[], out: string, cwd: string): string {
  const lines = files.map((file) => `  ${shownFile(relative(cwd, file))}\n`).join('');
  const isOpen = draftDecisions(results) !== null && files.some((file) => file.endsWith('results.json'));
  const draft = `${program} report ${quoteArgument(out)} --draft-decisions decisions.yaml`;
  const hint = isOpen ? `\nTexts for a person to decide:\n  ${draft}\n` : '';
  return `${lines}${hint}\n`;
}
