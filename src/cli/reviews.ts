import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { visible } from '../report/visible.ts';
import { wordingFor } from '../wording/report.ts';
import type { Review } from '../result/review.ts';
import type { Results } from '../result/results.ts';
import { openReviews } from '../result/review.ts';
import type { Given } from './option.ts';

/** The decisions that `--reviews` names, or else the profile; null where neither does. Rejects with a UserError for a file that is not right. */
export async function chosenReviews(
  given: Given,
  cwd: string,
  profileFile: string | null,
): Promise<readonly Review[] | null> {
  const flag = given.text('reviews');
  const path = flag === undefined ? profileFile : resolve(cwd, flag);
  if (path === null) return null;
  const { readReviewsFile } = await import('../result/read-reviews.ts');
  return readReviewsFile(path, flag ?? relative(cwd, path));
}

/** Decisions that settle nothing, one line each. */
export function staleReviews({ reviews, target, leftOut }: Results): readonly string[] {
  const words = wordingFor(target.language).reviewStates;
  return (
    reviews
      // Whether one of a case that was left out is stale, nobody can know.
      .filter(({ state, case: id }) => state === 'stale' && !leftOut.cases.includes(id))
      .map((review) => `review of ${visible(review.case)} by ${visible(review.name)}: ${words.stale}`)
  );
}

/** How to get at the texts that wait for a person, in two lines; null where none does. */
export function reviewHint(results: Results, file: string): string | null {
  const count = openReviews(results).length;
  if (count === 0) return null;
  const { labels } = wordingFor(results.target.language);
  return `${labels.reviews} (${count}):\n  report ${file} --draft-reviews reviews.yaml`;
}

/** Writes a reviews file with blanks for all that is open; gives the number of its entries. Rejects with a UserError where the file is there already. */
export async function draftReviews(results: Results, path: string, shown: string): Promise<number> {
  const drafts = openReviews(results);
  if (drafts.length === 0) return 0;
  const { writeReviews } = await import('../result/write-reviews.ts');
  try {
    await writeFile(path, writeReviews(drafts), { flag: 'wx' });
  } catch (error) {
    throw notWritten(shown, error);
  }
  return drafts.length;
}

function notWritten(shown: string, error: unknown): UserError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  const found =
    code === 'EEXIST' ? 'a file that is there already' : `a place that cannot be written to (${code})`;
  return new UserError(
    'usage',
    'reviews-not-written',
    `--draft-reviews ${shown}: found ${found}, expected a new file`,
    'name another file: decisions are never overwritten',
  );
}
