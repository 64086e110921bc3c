import { relative } from 'node:path';
import { UserError } from '../errors.ts';
import { renderConsole } from '../report/console/render-console.ts';
import type { FormatName } from '../report/format.ts';
import { clip, visible } from '../report/visible.ts';
import { waiverText } from '../report/view.ts';
import { inLanguage } from '../report/in-language.ts';
import { wordingFor } from '../wording/report.ts';
import { writeReports } from '../report/format.ts';
import { exitCodeOf, outcomeOf } from '../result/outcome.ts';
import type { Results } from '../result/results.ts';
import { shownFile } from '../target/place.ts';
import { printAnnotations } from './ci-output.ts';
import { linkTo } from './hyperlink.ts';
import type { Invocation } from './invocation.ts';
import { reviewHint, staleReviews } from './reviews.ts';
import type { RunManner } from './run-manner.ts';

/** What is to become of the Results of a run. */
export interface Conclusion extends Partial<RunManner> {
  readonly isQuiet: boolean;
  readonly folder: string;
  readonly formats: readonly FormatName[];
  readonly isComplete: boolean;
}

/** Characters of a cause that are shown. */
const most = 1000;

/** Writes the reports, prints the summary and gives the exit code; reports that cannot be written cost neither summary nor verdict, and make 3 of 0. */
export async function conclude(
  results: Results,
  { folder, formats, isQuiet, isVerbose = false, isComplete }: Conclusion,
  { cwd, env, terminal }: Invocation,
): Promise<number> {
  const written = await writeReports(results, folder, formats).catch(asUserError);
  if (!isQuiet) {
    const { width, color } = terminal;
    terminal.write(renderConsole(results, { width, color, verbose: isVerbose }));
    if (Array.isArray(written)) {
      terminal.write(
        `\n${wordingFor(results.target.language).labels.reports}:\n${listed(written, cwd, terminal)}`,
      );
      const record = written.find((file) => file.endsWith('results.json'));
      const hint = record === undefined ? null : reviewHint(results, relative(cwd, record));
      if (hint !== null) terminal.write(`\n${hint}\n`);
    }
  }
  for (const line of [...waiverWarnings(results), ...staleReviews(results)])
    terminal.writeError(`! ${line}\n`);
  await printAnnotations(results, isQuiet, { env, terminal });
  const code = exitCodeOf(results, isComplete);
  if (isQuiet && code === 3) for (const line of openWarnings(results)) terminal.writeError(`! ${line}\n`);
  if (!(written instanceof UserError)) return code;
  terminal.writeError(`error: ${written.message}\n  ${written.hint} (${written.code})\n`);
  return code === 0 ? 3 : code;
}

function asUserError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  throw error;
}

const listed = (files: readonly string[], cwd: string, terminal: Invocation['terminal']): string =>
  files.map((file) => `  ${linkTo(file, shownFile(relative(cwd, file)), terminal)}\n`).join('');

/** Why a run comes to no verdict, for whoever sees no summary: common causes, or else each reason once. */
function openWarnings(results: Results): readonly string[] {
  const { rootCauses, requirements, target } = inLanguage(results, results.target.language);
  const words = wordingFor(target.language);
  if (rootCauses.length > 0) {
    return rootCauses.map(({ message, hint }) => visible(clip(`${message}: ${hint}`, most)));
  }
  const open = requirements.filter((found) => ['inconclusive', 'review'].includes(outcomeOf(found)));
  const reasons = [...new Set(open.map(({ reason }) => reason))].filter((reason) => reason !== null);
  return [
    ...(['inconclusive', 'review'] as const).flatMap((verdict) => {
      const ids = open.filter((one) => one.verdict === verdict).map(({ id }) => id);
      return ids.length === 0 ? [] : [`${words.verdicts[verdict]}: ${ids.join(', ')}`];
    }),
    ...reasons.map((reason) => `${words.reasons[reason].happened} ${words.reasons[reason].advice}`),
  ];
}

/** What a waiver that excuses nothing any more says for itself; a stale one decides the exit code, so it is never silent. */
function waiverWarnings(results: Results): readonly string[] {
  const words = wordingFor(results.target.language);
  return results.waivers
    .filter(({ state }) => state === 'stale' || state === 'expired')
    .map((waiver) => `waiver of ${visible(waiver.requirement)}: ${waiverText(waiver, results, words)}`);
}
