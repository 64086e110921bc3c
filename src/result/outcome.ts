import type { Verdict } from '../verdict/verdict.ts';
import type { RequirementResult } from './results.ts';

/** What a requirement counts as: what persons decided where its verdict is `review`, else its verdict. */
export function outcomeOf({ verdict, decided }: Pick<RequirementResult, 'verdict' | 'decided'>): Verdict {
  return verdict === 'review' ? (decided ?? verdict) : verdict;
}
