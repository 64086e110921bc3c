import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { attainedClasses } from '../certificate/certificate.ts';
import { UserError } from '../base/errors.ts';
import { renderConsole, renderOutcome } from '../report/console/render-console.ts';
import { formats } from '../report/format.ts';
import type { FormatName } from '../report/format.ts';
import { warningsOf } from '../report/console/warnings.ts';
import { visible } from '../base/visible.ts';
import { countOutcomes, exitCodeOf, isFailure } from '../results/totals.ts';
import type { Results } from '../results/results.ts';
import { openReviews } from '../results/review.ts';
import { program } from '../base/package.ts';
import { shownFile } from '../base/path.ts';
import type { Since } from '../comparison/since.ts';
import { sinceEarlier } from './earlier.ts';
import type { Invocation } from './invocation.ts';
import { requireNoLeak } from '../api/leak-guard.ts';
import { writeReports } from '../api/write-reports.ts';
import type { Ended, RunSettings } from './settings.ts';
import { wordsIn } from '../messages/message.ts';
import { wrapped } from './terminal.ts';

/**
 * Writes the reports, prints the summary and passes the outcome on. Returns the exit code. If a report cannot
 * be written, 0 becomes 3; summary and verdict stay. Rejects before that if a secret is in the results.
 */
export async function conclude(ended: Ended, invocation: Invocation): Promise<number> {
  const { results, settings, redactor, terminal } = ended;
  const { followUp } = settings;
  const { cwd, env } = invocation;
  requireNoLeak(results, redactor);
  const isActions = env['GITHUB_ACTIONS'] === 'true';
  const since = await sinceOfRun(ended, cwd);
  const reported = await report(ended, since, cwd);
  if (isActions) {
    const { renderAnnotations } = await import('../report/machine/annotation.ts');
    terminal.write(renderAnnotations(results, settings.isQuiet));
  }
  const code = (await followUp?.finish(ended, reported)) ?? reported;
  terminal.write(lastLine(ended, cwd));
  const { html } = reportsOf(settings);
  if (settings.isOpened && terminal.isLive && html !== undefined) openPage(html, env);
  const outcome = outcomeOfRun(results, code, settings);
  if (settings.isJson) invocation.terminal.write(outcomeLine(outcome, cwd));
  if (isActions) {
    await append('GITHUB_STEP_SUMMARY', await formats.markdown.text(results, since), invocation);
    await append('GITHUB_OUTPUT', stepOutputs(outcome), invocation);
  }
  return code;
}

/** What the failures are beside those of the earlier run. A certificate is compared with nothing. */
async function sinceOfRun({ results, settings, terminal }: Ended, cwd: string): Promise<Since | null> {
  if (settings.followUp !== null) return null;
  const { earlier } = settings;
  if (settings.against === null)
    return earlier === null ? null : sinceEarlier(earlier, results, { cwd, terminal });
  const { sinceOf } = await import('../comparison/since.ts');
  const since = sinceOf(settings.against, results);
  return typeof since === 'string' ? null : since;
}

/** Writes the reports and prints the text for people. Returns the exit code. */
async function report(ended: Ended, since: Since | null, cwd: string): Promise<number> {
  const { results, settings, terminal } = ended;
  const { isQuiet, isVerbose, isComplete, against } = settings;
  const written = await writeReports(results, settings.folder, settings.formats, since).catch(
    (error: unknown) => {
      if (error instanceof UserError) return error;
      throw error;
    },
  );
  if (!isQuiet) {
    terminal.write(
      renderConsole(results, {
        ...terminal,
        verbose: isVerbose,
        whole: !terminal.isTerminal,
        since,
      }),
    );
    if (!(written instanceof UserError)) terminal.write(reportList(results, written, cwd));
  }
  const code = against === null ? exitCodeOf(results, isComplete) : await codeAgainst(against, ended);
  const warnings = warningsOf(results, isQuiet && code === 3);
  for (const line of [...staleReviews(results), ...warnings])
    terminal.writeError(wrapped(`! ${line}`, terminal.width));
  if (!(written instanceof UserError)) return code;
  const { message, hint, code: why } = written;
  terminal.writeError(`error: ${visible(message)}\n  ${hint} (${why})\n`);
  return code === 0 ? 3 : code;
}

/** The outcome of the run, and where the details are: the page, else the first report. */
function lastLine({ results, settings, terminal }: Ended, cwd: string): string {
  const { html, ...others } = reportsOf(settings);
  const [first] = [html, ...Object.values(others)].filter((file) => file !== undefined);
  const shown = first === undefined ? null : shownFile(relative(cwd, first));
  return `${settings.isQuiet ? '' : '\n'}${renderOutcome(results, terminal, shown)}`;
}

/** Paths of the reports in the folder, by format. */
const reportsOf = ({ folder, formats: names }: RunSettings): Partial<Record<FormatName, string>> =>
  Object.fromEntries(
    names
      .map((name) => [name, join(folder, formats[name].file)] as const)
      .filter(([, file]) => existsSync(file)),
  );

/** Prints what changed since an earlier run. Returns 1 only if something got worse. */
async function codeAgainst(before: Results, { results, settings, terminal }: Ended): Promise<number> {
  const { renderComparison } = await import('../report/comparison.ts');
  const { language } = results.target;
  const { width, color } = terminal;
  const { text, isWorse } = renderComparison(before, results, { format: 'console', width, color, language });
  if (!settings.isQuiet) terminal.write(`\n${text}`);
  if (isWorse) return 1;
  const code = exitCodeOf(results, settings.isComplete);
  return code === 1 ? exitCodeOf(withoutFailures(results), settings.isComplete) : code;
}

/** Known failures and stale waivers must not decide the exit code. */
const withoutFailures = (results: Results): Results => ({
  ...results,
  requirements: results.requirements.filter((found) => !isFailure(found)),
  waivers: [],
});

/** Opens a page in the default browser. Does nothing if there is none. */
function openPage(file: string, env: Invocation['env']): void {
  const [command, ...args] =
    process.platform === 'win32'
      ? ['cmd', '/c', 'start', '']
      : [process.platform === 'darwin' ? 'open' : 'xdg-open'];
  const child = spawn(command, [...args, file], { env, stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

function reportList(results: Results, files: readonly string[], cwd: string): string {
  const words = wordsIn(results.target.language);
  const lines = files.map((file) => `  ${shownFile(relative(cwd, file))}\n`);
  const record = files.find((file) => file.endsWith('results.json'));
  const open = new Set(openReviews(results).flatMap(({ requirements }) => requirements)).size;
  const hint =
    record === undefined || open === 0
      ? ''
      : `\n${words('reviews')} (${open}):\n  ${program} report ${shownFile(relative(cwd, record))} --draft-reviews reviews.yaml\n`;
  return `\n${words('reports')}:\n${lines.join('')}${hint}`;
}

/** Decisions that no longer settle anything, one line each. */
export function staleReviews({ reviews, target, leftOut }: Results): readonly string[] {
  const words = wordsIn(target.language);
  const stale = words('decision-stale');
  return (
    reviews
      // The decision of an excluded case may still be needed.
      .filter(({ state, case: id }) => state === 'stale' && !leftOut.cases.includes(id))
      .map((review) =>
        words('review-of', { case: visible(review.case), name: visible(review.name), state: stale }),
      )
  );
}

/** The outcome of a run for the program that started it. Paths are absolute. */
function outcomeOfRun(results: Results, exitCode: number, settings: RunSettings) {
  const { suite, target, verdict, interrupted, variants } = results;
  const reached = attainedClasses(results);
  return {
    suite,
    target: { name: target.name, baseUrl: target.baseUrl },
    verdict,
    exitCode,
    interrupted,
    counts: countOutcomes(results.requirements),
    failed: results.requirements.filter(isFailure).map(({ id }) => id),
    staleWaivers: results.waivers.filter(({ state }) => state === 'stale').length,
    classes: Object.fromEntries(Object.keys(variants).map((id) => [id, reached[id]?.class ?? null])),
    folder: settings.folder,
    reports: reportsOf(settings),
  };
}

type RunOutcome = ReturnType<typeof outcomeOfRun>;

/** The outcome as one line of JSON, with paths relative to `cwd`. */
function outcomeLine(outcome: RunOutcome, cwd: string): string {
  const shown = (path: string): string => relative(cwd, path) || '.';
  const reports = Object.entries(outcome.reports).map(([name, file]) => [name, shown(file)]);
  return `${JSON.stringify({ ...outcome, folder: shown(outcome.folder), reports: Object.fromEntries(reports) })}\n`;
}

/** The outcome as outputs of a GitHub Actions step, one per line, with absolute paths. */
function stepOutputs({ counts, reports, ...outcome }: RunOutcome): string {
  const values = {
    verdict: outcome.verdict,
    'exit-code': outcome.exitCode,
    passed: counts.pass,
    failed: counts.fail,
    review: counts.review,
    inconclusive: counts.inconclusive,
    'stale-waivers': outcome.staleWaivers,
    classes: JSON.stringify(outcome.classes),
    folder: outcome.folder,
    report: reports.html ?? '',
    results: reports.json ?? '',
    'suite-version': outcome.suite.version,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${String(value).replaceAll(/[\r\n]+/g, ' ')}\n`)
    .join('');
}

/** Appends to the file that a variable of GitHub Actions names. A failure only gives a warning. */
async function append(
  name: 'GITHUB_STEP_SUMMARY' | 'GITHUB_OUTPUT',
  text: string,
  { env, terminal }: Pick<Invocation, 'env' | 'terminal'>,
): Promise<void> {
  const file = env[name] ?? '';
  if (file === '') return;
  await appendFile(file, text).catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    terminal.writeError(`! ${name}: the file could not be written to (${why})\n`);
  });
}
