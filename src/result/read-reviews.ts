import { z } from 'zod';
import { UserError } from '../errors.ts';
import { choice, mapping, text } from '../target/field.ts';
import { readText } from '../target/file.ts';
import { isMapping, nearMiss, valueAt, writePath } from '../target/place.ts';
import { describe } from '../target/place.ts';
import { parseYaml } from '../target/profile.ts';
import { requireAgreement } from './review.ts';
import type { Review } from './review.ts';
import { inWords } from './results-problem.ts';

const mostProblems = 5;

const review = mapping({
  case: text('the id of a case').exactOptional(),
  cases: z.array(text('the id of a case')).min(1, { error: 'ids of cases' }).exactOptional(),
  text: z.string({ error: 'the exact text of the answer, a string' }),
  decision: choice(['pass', 'fail']),
  name: text('who decided, a string'),
  date: z.iso.date({ error: 'the day of the decision, a date that exists, YYYY-MM-DD' }),
  note: z.string({ error: 'a string' }).default(''),
  requirement: text('the id of a requirement').exactOptional(),
});

const members = ['case', 'text', 'decision', 'name', 'date', 'note', 'requirement', 'cases'];

/** The decisions that a reviews file (YAML, a list) holds; `file` is its name for messages. Throws a UserError that names the entries that are wrong or blank, or contradict one another. */
export function readReviews(said: string, file: string): readonly Review[] {
  const yaml = parseYaml(said);
  if (yaml.kind === 'broken') {
    throw wrong('reviews-syntax', `${file}: ${yaml.explain((key) => key)}`);
  }
  const value = yaml.value ?? [];
  if (!Array.isArray(value)) {
    throw wrong(
      'reviews-invalid',
      `${file}: found ${describe(value)}, expected a list of decisions, each with ${members.slice(0, 5).join(', ')}`,
    );
  }
  const entries: readonly unknown[] = value;
  const problems: string[] = [];
  const reviews = entries.flatMap((entry, index): readonly Review[] => {
    const parsed = review.safeParse(entry);
    if (parsed.success) {
      const { case: single, cases, requirement = null, ...decision } = parsed.data;
      const ids = [...(single === undefined ? [] : [single]), ...(cases ?? [])];
      if (ids.length > 0) return ids.map((id) => ({ case: id, ...decision, requirement }));
      problems.push(
        `${placeOf(entry, index)}, case: found nothing, expected the id of a case, or \`cases\` with several`,
      );
      return [];
    }
    problems.push(...new Set(parsed.error.issues.flatMap((issue) => explain(issue, entry, index))));
    return [];
  });
  if (problems.length > 0) throw invalid(problems, file);
  requireAgreement(reviews, file);
  return reviews;
}

/** Reads a reviews file. Rejects with a UserError where it cannot be read, or as `readReviews` throws. */
export async function readReviewsFile(path: string, shown: string): Promise<readonly Review[]> {
  const read = await readText(path);
  if (read.kind === 'read') return readReviews(read.content, shown);
  const code = read.found === 'no such file' ? 'reviews-not-found' : 'reviews-unreadable';
  throw wrong(code, `${shown}: found ${read.found}, expected a list of decisions in YAML`);
}

function explain(issue: z.core.$ZodIssue, entry: unknown, index: number): readonly string[] {
  const place = placeOf(entry, index);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const near = nearMiss(key, members);
      return `${place}, ${writePath([key])}: found an unknown key, expected one of ${members.join(', ')}${question(near)}`;
    });
  }
  if (issue.path.length === 0) return [`${place}: found ${describe(entry)}, expected ${issue.message}`];
  const found = valueAt(entry, issue.path);
  const options = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const near = typeof found === 'string' ? nearMiss(found, options) : null;
  const isBlank = found === undefined || found === null || found === '';
  const shown = isBlank ? 'nothing' : inWords(found);
  return [`${place}, ${writePath(issue.path)}: found ${shown}, expected ${issue.message}${question(near)}`];
}

const question = (near: string | null): string => (near === null ? '' : `; did you mean \`${near}\`?`);

/** An entry by its place in the list and the case that it names. */
function placeOf(entry: unknown, index: number): string {
  const id = isMapping(entry) ? entry['case'] : null;
  return `entry ${index + 1}${typeof id === 'string' && id !== '' ? ` (case ${inWords(id)})` : ''}`;
}

function invalid(problems: readonly string[], file: string): UserError {
  if (problems.length === 1) return wrong('reviews-invalid', `${file}: ${problems[0]}`);
  const more = problems.length - mostProblems;
  const lines = [
    `${file}: ${problems.length} problems`,
    ...problems.slice(0, mostProblems).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
  return wrong('reviews-invalid', lines.join('\n'));
}

const wrong = (code: string, message: string): UserError =>
  new UserError(
    'usage',
    code,
    message,
    'correct the reviews file; `report --draft-reviews FILE` writes one to fill in',
  );
