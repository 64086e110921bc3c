import { UserError } from '../base/errors.ts';
import { quote } from '../client/curl.ts';
import { renderExplanation } from '../report/explain.ts';
import { subjects } from '../reference/defects.ts';
import { judgeAgain } from '../results/judge.ts';
import { nearMiss } from '../base/near-miss.ts';
import type { Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { program } from '../base/package.ts';
import type { Language } from '../messages/message.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { languageOf, readRun } from './settings.ts';
import { wordsIn } from '../messages/message.ts';

/** Explains the verdict of one requirement in a results file, after judging its record again. */
export async function explain(given: Given, invocation: Invocation): Promise<number> {
  const { cwd, terminal } = invocation;
  const [id] = given.words;
  if (id === undefined) throw noRequirement('explain: found no REQUIREMENT, expected the id of one');
  const file = given.value('results');
  const recorded = await readRun(file, cwd);
  const results = judgeAgain(recorded, specification, recorded.reviews);
  requireKnown(id, results);
  const language = languageOf(given) ?? results.target.language;
  const difference = differenceOf(id, recorded, results, language);
  if (difference !== null) terminal.writeError(`! ${difference}\n`);
  const defect = defectFor(id);
  const { width, color } = terminal;
  const format = given.has('json') ? 'json' : 'console';
  const options = { format, language, width, color, program, file: quote(file), defect } as const;
  terminal.write(renderExplanation(results, id, options));
  return 0;
}

const noRequirement = (found: string): UserError =>
  new UserError('usage', 'unknown-requirement', found, '`requirements` lists them all');

/** Throws a UserError for an unknown id. Suggests the most similar id, or those that begin with it. */
function requireKnown(id: string, results: Results): void {
  const known = [...results.requirements.map((one) => one.id), ...results.notApplicable];
  if (known.includes(id)) return;
  const near = nearMiss(id, known);
  const longer = known.filter((one) => one.startsWith(`${id}.`)).slice(0, 3);
  const meant = near === null ? longer : [near];
  const question = meant.length === 0 ? '' : `; did you mean ${meant.join(' or ')}?`;
  throw noRequirement(`explain: found ${JSON.stringify(id)}, expected the id of a requirement${question}`);
}

/** How the verdict in the file differs from that of its record; null if they agree. */
function differenceOf(id: string, recorded: Results, judged: Results, language: Language): string | null {
  const [before, after] = [recorded, judged].map(
    ({ requirements }) => requirements.find((one) => one.id === id)?.verdict ?? null,
  );
  if (before === after) return null;
  const words = wordsIn(language);
  const [said, again] = [before, after].map((verdict) =>
    verdict ? words(`verdict-${verdict}`) : words('not-applicable'),
  );
  return words('explain-differs', { before: said ?? '', after: again ?? '' });
}

/** The permanent defect that violates a requirement and the fewest others; null if there is none. */
export function defectFor(requirement: string): string | null {
  const [defect] = subjects
    .filter(
      ({ kind, fails, intermittent, needsTls, failedLogins }) =>
        kind === 'defect' &&
        fails.includes(requirement) &&
        !intermittent &&
        !needsTls &&
        failedLogins === null,
    )
    .toSorted((one, other) => one.fails.length - other.fails.length);
  return defect?.id ?? null;
}
