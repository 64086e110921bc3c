import { z } from 'zod';
import { UserError } from '../base/errors.ts';
import { choice, filled, mapping } from '../base/schema-field.ts';
import { noSuchFile, readText } from '../base/file.ts';
import { describe, inWords, isMapping, valueAt, writePath } from '../base/path.ts';
import { explain, listed, problemsOf } from '../base/problem.ts';
import type { Path } from '../base/path.ts';
import { parseYaml } from '../profile/profile.ts';
import { requireAgreement } from './review.ts';
import type { Review } from './review.ts';

/** A text, and the cases that show it. */
const answer = {
  case: filled('the id of a case').exactOptional(),
  cases: z.array(filled('the id of a case')).min(1, { error: 'ids of cases' }).exactOptional(),
  text: z.string({ error: 'the exact text of the answer, a string' }),
};

const hasCase = (entry: { readonly case?: string; readonly cases?: unknown; readonly answers?: unknown }) =>
  [entry.case, entry.cases, entry.answers].some((one) => one !== undefined);
const noCase = { path: ['case'], error: 'the id of a case, or `cases` with several' };

const review = mapping({
  case: answer.case,
  text: answer.text.exactOptional(),
  decision: choice(['pass', 'fail']),
  name: filled('who decided, a string'),
  date: z.iso.date({ error: 'the day of the decision, a date that exists, YYYY-MM-DD' }),
  note: z.string({ error: 'a string' }).default(''),
  requirement: filled('the id of a requirement').exactOptional(),
  cases: answer.cases,
  answers: z.array(mapping(answer).refine(hasCase, noCase)).min(1).exactOptional(),
})
  .refine(hasCase, noCase)
  .refine((entry) => entry.text !== undefined || entry.answers !== undefined, {
    path: ['text'],
    error: 'the exact text of the answer, a string',
  });

const expected = 'a list of decisions, each with case, text, decision, name, date';

/**
 * The decisions in a reviews file (YAML, a list); `file` is the name for messages. Throws a UserError that
 * names wrong, blank and contradictory entries.
 */
export function readReviews(said: string, file: string): readonly Review[] {
  const yaml = parseYaml(said);
  if (yaml.kind === 'broken') {
    throw wrong('reviews-syntax', `${file}: ${yaml.found}`);
  }
  const entries = yaml.value ?? [];
  const parsed = z.array(review, { error: expected }).safeParse(entries);
  if (!parsed.success) {
    const problems = problemsOf(parsed.error.issues, entries, shownOf);
    const lines = problems.map((problem) => `${placeOf(problem.path, entries)}${explain(problem)}`);
    throw wrong('reviews-invalid', listed(file, [...new Set(lines)]));
  }
  const reviews = parsed.data.flatMap(({ requirement = null, answers = [], ...entry }) => {
    const { case: single, cases, text: said = '', ...decision } = entry;
    return [{ case: single, cases, text: said }, ...answers].flatMap((shown) =>
      [...(shown.case === undefined ? [] : [shown.case]), ...(shown.cases ?? [])].map((id) => ({
        case: id,
        text: shown.text,
        ...decision,
        requirement,
      })),
    );
  });
  requireAgreement(reviews, file);
  return reviews;
}

/** Reads a reviews file. Rejects with a UserError if it cannot be read, or `readReviews` throws. */
export async function readReviewsFile(path: string, shown: string): Promise<readonly Review[]> {
  const read = await readText(path);
  if (read.kind === 'read') return readReviews(read.content, shown);
  const code = read.found === noSuchFile ? 'reviews-not-found' : 'reviews-unreadable';
  throw wrong(code, `${shown}: found ${read.found}, expected a list of decisions in YAML`);
}

const shownOf = (value: unknown, path: Path): string => {
  if (path.length < 2) return describe(value);
  return value === null || value === '' ? 'nothing' : inWords(value);
};

/** Entry, case and member for a message. */
function placeOf([index, ...path]: Path, entries: unknown): string {
  if (index === undefined) return '';
  const entry = valueAt(entries, [index]);
  const id = isMapping(entry) ? entry['case'] : null;
  const named = typeof id === 'string' && id !== '' ? ` (case ${inWords(id)})` : '';
  return `entry ${Number(index) + 1}${named}${path.length === 0 ? '' : `, ${writePath(path)}`}: `;
}

const wrong = (code: string, message: string): UserError =>
  new UserError(
    'usage',
    code,
    message,
    'correct the reviews file; `report --draft-reviews FILE` writes one to fill in',
  );
