import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { attainedClasses } from '../certificate/certificate.ts';
import { formats } from '../report/format.ts';
import type { FormatName } from '../report/format.ts';
import { staleWaivers } from '../report/view.ts';
import { countOutcomes } from '../result/outcome.ts';
import type { Counts, Results } from '../result/results.ts';
import { isActions } from './ci-output.ts';
import type { Invocation } from './invocation.ts';

/** What a run came to, for a program that started it. */
export interface RunOutcome {
  readonly suite: Results['suite'];
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly verdict: Results['verdict'];
  /** What the run ends with, unless a signal interrupts it. */
  readonly exitCode: number;
  readonly interrupted: boolean;
  /** Requirements of all variants; what persons decided counts as they decided it. */
  readonly counts: Counts;
  /** Waivers that excuse nothing: one is enough to end the run with 1. */
  readonly staleWaivers: number;
  /** The highest class that each claimed variant has reached, null where none. */
  readonly classes: Readonly<Record<string, string | null>>;
  /** Folder of the reports. */
  readonly folder: string;
  /** The reports that were written, by format; paths. */
  readonly reports: Readonly<Partial<Record<FormatName, string>>>;
}

/** Sums Results up; paths are absolute. */
export function outcomeOfRun(
  results: Results,
  exitCode: number,
  { folder, formats: chosen }: { readonly folder: string; readonly formats: readonly FormatName[] },
): RunOutcome {
  const { suite, target, verdict, interrupted, variants } = results;
  const reached = attainedClasses(results);
  const written = chosen
    .map((name) => [name, join(folder, formats[name].file)] as const)
    .filter(([, file]) => existsSync(file));
  return {
    suite,
    target: { name: target.name, baseUrl: target.baseUrl },
    verdict,
    exitCode,
    interrupted,
    counts: countOutcomes(results.requirements),
    staleWaivers: staleWaivers(results).length,
    classes: Object.fromEntries(Object.keys(variants).map((id) => [id, reached[id]?.class ?? null])),
    folder,
    reports: Object.fromEntries(written),
  };
}

/** The outcome as one line of JSON, its paths relative to `cwd`. */
export function outcomeLine(outcome: RunOutcome, cwd: string): string {
  const shown = (path: string): string => relative(cwd, path) || '.';
  const reports = Object.fromEntries(
    Object.entries(outcome.reports).map(([name, file]) => [name, shown(file)]),
  );
  return `${JSON.stringify({ ...outcome, folder: shown(outcome.folder), reports })}\n`;
}

/** The outcome as outputs of a step of GitHub Actions, a line each; paths are absolute, because steps differ in their folder. */
export function stepOutputs({ counts, reports, ...outcome }: RunOutcome): string {
  const values = {
    verdict: outcome.verdict,
    'exit-code': String(outcome.exitCode),
    passed: String(counts.pass),
    failed: String(counts.fail),
    review: String(counts.review),
    inconclusive: String(counts.inconclusive),
    'stale-waivers': String(outcome.staleWaivers),
    classes: JSON.stringify(outcome.classes),
    folder: outcome.folder,
    report: reports.html ?? '',
    results: reports.json ?? '',
    'suite-version': outcome.suite.version,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value.replaceAll(/[\r\n]+/g, ' ')}\n`)
    .join('');
}

/** Inside GitHub Actions: hands the outcome to later steps; elsewhere does nothing. Never rejects. */
export async function writeStepOutputs(
  outputs: string,
  { env, terminal }: Pick<Invocation, 'env' | 'terminal'>,
): Promise<void> {
  const file = env['GITHUB_OUTPUT'];
  if (!isActions(env) || file === undefined || file === '') return;
  await appendFile(file, outputs).catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    terminal.writeError(`! GITHUB_OUTPUT: the outputs of the step could not be written (${why})\n`);
  });
}
