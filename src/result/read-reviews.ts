import { z } from 'zod';
import { UserError } from '../errors.ts';
import { choice, mapping, text } from '../target/field.ts';
import { readText } from '../target/file.ts';
import { describe, isMapping, nearMiss, valueAt, writePath } from '../target/place.ts';
import { explain } from '../target/problem.ts';
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
}).refine((entry) => entry.case !== undefined || entry.cases !== undefined, {
  path: ['case'],
  error: 'the id of a case, or `cases` with several',
});

const members = ['case', 'text', 'decision', 'name', 'date', 'note', 'requirement', 'cases'];
const expected = `a list of decisions, each with ${members.slice(0, 5).join(', ')}`;

/** The decisions that a reviews file (YAML, a list) holds; `file` is its name for messages. Throws a UserError that names the entries that are wrong or blank, or contradict one another. */
export function readReviews(said: string, file: string): readonly Review[] {
  const yaml = parseYaml(said);
  if (yaml.kind === 'broken') {
    throw wrong('reviews-syntax', `${file}: ${yaml.explain((key) => key)}`);
  }
  const entries = yaml.value ?? [];
  const parsed = z.array(review, { error: expected }).safeParse(entries);
  if (!parsed.success) {
    const problems = [...new Set(parsed.error.issues.flatMap((issue) => problemsOf(issue, entries)))];
    throw wrong('reviews-invalid', listed(problems, file));
  }
  const reviews = parsed.data.flatMap(({ case: single, cases = [], requirement = null, ...decision }) =>
    [...(single === undefined ? [] : [single]), ...cases].map((id) => ({
      case: id,
      ...decision,
      requirement,
    })),
  );
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

function problemsOf(issue: z.core.$ZodIssue, entries: unknown): readonly string[] {
  const [index, ...path] = issue.path;
  if (index === undefined) return [explain({ found: describe(entries), expected: issue.message })];
  const entry = valueAt(entries, [index]);
  const id = isMapping(entry) ? entry['case'] : null;
  const named = typeof id === 'string' && id !== '' ? ` (case ${inWords(id)})` : '';
  const place = `entry ${Number(index) + 1}${named}`;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const near = nearMiss(key, members);
      const said = explain({ found: 'an unknown key', expected: `one of ${members.join(', ')}`, near });
      return `${place}, ${writePath([key])}: ${said}`;
    });
  }
  if (path.length === 0) return [`${place}: ${explain({ found: describe(entry), expected: issue.message })}`];
  const value = valueAt(entry, path);
  const options = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const near = typeof value === 'string' ? nearMiss(value, options) : null;
  const found = value === undefined || value === null || value === '' ? 'nothing' : inWords(value);
  return [`${place}, ${writePath(path)}: ${explain({ found, expected: issue.message, near })}`];
}

function listed(problems: readonly string[], file: string): string {
  if (problems.length === 1) return `${file}: ${problems[0]}`;
  const more = problems.length - mostProblems;
  return [
    `${file}: ${problems.length} problems`,
    ...problems.slice(0, mostProblems).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}

const wrong = (code: string, message: string): UserError =>
  new UserError(
    'usage',
    code,
    message,
    'correct the reviews file; `report --draft-reviews FILE` writes one to fill in',
  );
