// The command `run`.

import { join, relative, resolve } from 'node:path';
import { decisionsFor } from '../api/options.ts';
import { readResults } from '../api/read-results.ts';
import { planFor, runTarget } from '../api/run-target.ts';
import { UserError } from '../base/errors.ts';
import { shownFile } from '../base/path.ts';
import { quoteArgument } from '../base/shell.ts';
import { wrap } from '../base/text-width.ts';
import { wordsIn } from '../messages/message.ts';
import { select } from '../plan/select.ts';
import type { Target } from '../profile/target.ts';
import { failedCases, sinceOf } from '../report/comparison.ts';
import { renderConsole } from '../report/console.ts';
import { removeReports, writeReports } from '../report/files.ts';
import { formats } from '../report/formats.ts';
import { outcomeLine } from '../report/outcome-line.ts';
import { outcomeLine as sayOutcome, runDocument } from '../report/run-document.ts';
import { exitCodeOf } from '../results/totals.ts';
import type { Results } from '../results/results.ts';
import type { Options } from './commands.ts';
import { listByCost, planInWords } from './costs.ts';
import { sayFailure } from './failure.ts';
import { tellGitHub } from './github.ts';
import type { Invocation } from './invocation.ts';
import { claim } from './place.ts';
import { createProgress } from './progress.ts';
import { isNamed, loadTarget, requireTarget } from './target.ts';
import { isCi, warn } from './terminal.ts';

export async function run(
  options: Options<'run'>,
  _words: readonly string[],
  given: Invocation,
): Promise<number> {
  // With --json, standard output is for a program, and the text for people goes to standard error.
  const terminal = options.json ? { ...given.terminal, write: given.terminal.writeError } : given.terminal;
  const invocation = { ...given, terminal };
  if (options.dryRun) {
    const earlier = await readEarlier(options, invocation);
    return onTarget(options, invocation, async (target) => {
      const plan = planFor(target);
      const wanted = new Set(casesOf(plan, options, earlier).flatMap(({ rows }) => rows));
      const rows = plan.rows.filter(({ id }) => wanted.has(id));
      terminal.write(listByCost(rows, terminal.width) + planInWords(rows, target, terminal.width));
      return 0;
    });
  }
  const isSelection = options.lastFailed || (options.case ?? options.requirement) !== undefined;
  const out = isSelection ? join(options.out, 'selection') : options.out;
  const folder = resolve(given.cwd, out);
  const release = await claim(folder, out);
  try {
    const earlier = await readEarlier(options, invocation).finally(() => removeReports(folder));
    return await onTarget(options, invocation, async (target, isReference) => {
      const ready = { target, isReference, options, earlier, out };
      const { exitCode, line } = await report(await resultsOf(ready, invocation), ready, invocation);
      if (options.json) given.terminal.write(line);
      return exitCode;
    });
  } finally {
    release();
  }
}

/** What a run takes of the one before: its results, if they can be read, and the cases of `--last-failed`. */
type Earlier = Awaited<ReturnType<typeof readEarlier>>;

async function readEarlier({ out, lastFailed }: Options<'run'>, { cwd, terminal }: Invocation) {
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
  const { reference, requireTarget: isRequired, dryRun, yes } = options;
  if (isRequired || (!reference && (await isNamed(options, invocation)))) {
    const own = { ...options, yes: yes || dryRun };
    return work(await requireTarget('--require-target', own, invocation), false);
  }
  if (isCi(invocation.env) && !reference)
    warn('no target is named, so the built-in reference is tested (--require-target)', invocation.terminal);
  const { withBuiltIn } = await import('../api/built-in.ts');
  return withBuiltIn({}, async ({ profile }) => work(await loadTarget(options, invocation, profile), true));
}

function casesOf(plan: ReturnType<typeof planFor>, options: Options<'run'>, { lastFailed }: Earlier) {
  const { case: cases = [], requirement: requirements = [], harmless: isHarmless } = options;
  return select(plan, { cases: lastFailed ?? cases, requirements, isHarmless });
}

interface Ready {
  readonly target: Target;
  readonly isReference: boolean;
  readonly options: Options<'run'>;
  readonly earlier: Earlier;
  readonly out: string;
}

async function resultsOf(ready: Ready, invocation: Invocation): Promise<Results> {
  const { target, isReference, options, earlier } = ready;
  const { cwd, signal, terminal } = invocation;
  for (const warning of target.warnings) warn(warning, terminal);
  const cases = casesOf(planFor(target), options, earlier);
  const decisions = await decisionsFor(options.decisions, target, cwd);
  if (options.wait !== undefined) {
    const { waitForTarget } = await import('./contact.ts');
    const problem = await waitForTarget(target, options.wait, signal);
    if (problem !== null) warn(`${problem}; the run begins all the same`, terminal);
  }
  const progress = createProgress(invocation, options, wordsIn(target.language));
  const onAbort = (): void => {
    progress.end();
    warn('interrupted: set-ups are torn down, reports written; again ends at once', terminal);
  };
  signal.addEventListener('abort', onAbort);
  const own = { target, cases, decisions, isReference, signal, onEvent: progress.show };
  try {
    return await runTarget(options.seed === undefined ? own : { ...own, seed: options.seed });
  } finally {
    signal.removeEventListener('abort', onAbort);
    progress.end();
  }
}

/** A profile with what stands over its addresses, as a shell reads it; without secrets. */
function asTyped(file: string, { baseUrl, proxy }: Options<'run'>, { env, masks }: Invocation): string {
  const over = Object.entries({ '--base-url': baseUrl ?? env['SBP_BASE_URL'], '--proxy': proxy });
  const words = [file, ...over.flatMap(([name, value]) => (value ? [name, value] : []))];
  return words.map((word) => quoteArgument(masks.reduce((said, mask) => mask(said), word))).join(' ');
}

/** Writes and prints what came out. `line`: the outcome for a program. */
async function report(results: Results, { target, options, earlier, out }: Ready, invocation: Invocation) {
  const { cwd, env, terminal } = invocation;
  const folder = resolve(cwd, out);
  const file = options.target ?? target.source;
  const profile = file === null ? null : asTyped(file, options, invocation);
  const told = { since: sinceOf(earlier.results, results), profile, results: quoteArgument(out) };
  const files = await writeReports(results, folder, options.format, told).catch((error: unknown) => {
    sayFailure(error, invocation);
    return null;
  });
  if (!options.quiet) {
    const manner = { ...terminal, language: target.language, isVerbose: options.verbose };
    terminal.write(renderConsole(runDocument(results, told), manner));
    for (const file of files ?? []) terminal.write(`  ${shownFile(relative(cwd, file))}\n`);
    terminal.write('\n');
  }
  const exitCode = exitCodeOf(results, options.complete) || (files === null ? 3 : 0);
  const written = files === null ? [] : options.format;
  const line = outcomeLine(results, exitCode, join(relative(cwd, folder)), written);
  if (env['GITHUB_ACTIONS'] === 'true') await tellGitHub(results, line, told, invocation);
  const shown = written.includes('html') ? 'html' : written[0];
  const last = [
    sayOutcome(results),
    ...(shown === undefined ? [] : [shownFile(join(out, formats[shown].file))]),
    ...(results.target.isReference ? [wordsIn(target.language)('tested-reference')] : []),
  ];
  terminal.write(`${wrap(last.join(' · '), terminal.width).join('\n  ')}\n`);
  return { exitCode, line };
}
