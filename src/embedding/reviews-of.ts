import { relative, resolve } from 'node:path';
import type { Review } from '../result/decision.ts';
import type { Target } from '../target/target.ts';

/** The decisions of persons that the option `reviews` names, or else the profile; none where neither does. Rejects with a UserError for a file that is not right. */
export async function reviewsOf(
  { reviewsFile }: Target,
  {
    reviews,
    folder = process.cwd(),
  }: { readonly reviews?: string | undefined; readonly folder?: string | undefined },
): Promise<readonly Review[]> {
  const path = reviews === undefined ? reviewsFile : resolve(folder, reviews);
  if (path === null) return [];
  const { readReviewsFile } = await import('../result/read-reviews.ts');
  return readReviewsFile(path, reviews ?? relative(folder, path));
}
