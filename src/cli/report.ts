import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { readDecisions, readTarget } from '../api/options.ts';
import { UserError } from '../base/errors.ts';
import { createSuiteRedactor, createTargetRedactor } from '../run/target-redactor.ts';
import type { Redactor } from '../client/masking.ts';
import { formats } from '../report/format.ts';
import { isFormatName, writeReports } from '../api/write-reports.ts';
import { writeWhole } from '../base/write-file.ts';
import { writeReviews } from '../report/machine/reviews-yaml.ts';
import { judgeAgain } from '../results/judge.ts';
import { findDiffering } from '../comparison/find-differing.ts';
import type { Results } from '../results/results.ts';
import { openReviews } from '../results/review.ts';
import { specification } from '../operation/specification.ts';
import { readEnvironment, variable } from '../base/environment.ts';
import { obstacleOf } from '../base/file.ts';
import { shownFile } from '../base/path.ts';
import type { Invocation } from './invocation.ts';
import { staleReviews } from './conclude.ts';
import { requireNoLeak } from '../api/leak-guard.ts';
import type { Given } from './option.ts';
import { languageOf, readRun } from './settings.ts';

/**
 * Renders reports from a results file; on request, judges it again or with other reviews. Returns 1 if verdicts
 * differ.
 */
export async function report(given: Given, invocation: Invocation): Promise<number> {
  const { cwd, terminal, guard } = invocation;
  const redactor = await redactorFor(given.text('target') ?? null, invocation);
  guard.add(redactor);
  const source = given.words[0] ?? 'reports/results.json';
  const recorded = await readRun(source, cwd);
  const out = resolve(cwd, given.value('out'));
  const former = join(out, formats.json.file);
  const isOfOther = !given.has('out') && ![out, former].includes(resolve(cwd, source)) && existsSync(former);
  const drafts = given.text('draft-reviews');
  if (isOfOther && drafts === undefined) {
    const message = `report: found the results of another run in ${shownFile(given.value('out'))}, expected a folder for the reports of ${shownFile(source)}`;
    throw new UserError('usage', 'other-results', message, 'name a folder by --out');
  }
  const reviews = await readDecisions(given.text('reviews'), cwd, null);
  const judged = given.has('rejudge') ? judgeAgain(recorded, specification, recorded.reviews) : recorded;
  const settled = reviews === null ? judged : judgeAgain(recorded, specification, reviews);
  requireNoLeak(settled, redactor);
  const language = languageOf(given) ?? recorded.target.language;
  const results = { ...settled, target: { ...settled.target, language } };
  if (drafts !== undefined)
    terminal.write(await draftReviews(results, resolve(cwd, drafts), shownFile(drafts)));
  const names = given.texts('format').filter(isFormatName);
  const write = async (): Promise<readonly string[]> =>
    given.has('executive') ? writeExecutive(results, out) : writeReports(results, out, names);
  // A draft alone asks for no reports, which would replace those in the usual folder.
  const isDraftAlone =
    drafts !== undefined && !['out', 'format', 'reviews', 'executive'].some((name) => given.has(name));
  const files = isOfOther || isDraftAlone ? [] : await write();
  const listed = files.map((path) => `  ${shownFile(relative(cwd, path))}\n`);
  if (listed.length > 0) terminal.write(`Reports:\n${listed.join('')}`);
  for (const line of staleReviews(results)) terminal.writeError(`! ${line}\n`);
  const differing = findDiffering(recorded, judged);
  for (const line of differing) terminal.writeError(`${line}\n`);
  if (given.has('rejudge') && differing.length === 0) {
    terminal.write(`Judged again: the same verdicts in all ${results.cases.length} cases.\n`);
  }
  return differing.length === 0 ? 0 : 1;
}

/** Writes the summary for sign-off next to the results whose digest it contains. */
async function writeExecutive(results: Results, folder: string): Promise<readonly string[]> {
  const { renderExecutive } = await import('../report/html/executive.ts');
  const [file = ''] = await writeReports(results, folder, ['json']);
  const digest = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  const page = join(folder, 'executive.html');
  await writeWhole(page, renderExecutive(results, digest));
  return [file, page];
}

/**
 * Masks secrets of the profile, if one is named, in texts that people added to a masked record. Rejects with a
 * UserError if the profile is wrong.
 */
export async function redactorFor(
  profilePath: string | null,
  { cwd, env: variables }: Invocation,
): Promise<Redactor> {
  const env = await readEnvironment(cwd, variables);
  if (profilePath !== null || variable(env, 'SBP_TARGET') !== null) {
    const target = await readTarget(profilePath, { folder: cwd, env: variables, allowProduction: true });
    return createTargetRedactor(target);
  }
  return createSuiteRedactor();
}

/** Writes a reviews file with a blank for each open text. Rejects with a UserError if the file exists. */
async function draftReviews(results: Results, path: string, shown: string): Promise<string> {
  const drafts = openReviews(results);
  if (drafts.length === 0) return 'No text waits for a person.\n';
  await writeFile(path, writeReviews(drafts), { flag: 'wx' }).catch((error: unknown) => {
    const message = `--draft-reviews ${shown}: found ${obstacleOf(error)}, expected a new file`;
    const hint = 'name another file: decisions are never overwritten';
    throw new UserError('usage', 'reviews-not-written', message, hint);
  });
  return `Texts that wait for a person (${drafts.length}): ${shown}\n`;
}
