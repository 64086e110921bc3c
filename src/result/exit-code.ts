import type { Reason } from '../verdict/verdict.ts';
import { isFailure, outcomeOf } from './outcome.ts';
import type { Results } from './results.ts';

/** Reasons that a user has chosen or accepted: they do not spoil a run. */
const accepted: readonly (Reason | null)[] = ['not-provisioned', 'vacuous', 'not-selected'];

/** The exit code of a run that came to its end: 0, 1 or 3; 1 goes before 3. What persons decided counts as they decided it. */
export function exitCodeOf(results: Results, complete: boolean): 0 | 1 | 3 {
  const { requirements, waivers } = results;
  if (requirements.some(isFailure) || waivers.some(({ state }) => state === 'stale')) return 1;
  // What other shards are there for is theirs to answer for.
  const open = requirements
    .filter((found) => isOpen(outcomeOf(found)))
    .filter(({ reason }) => results.shard === undefined || reason !== 'not-selected');
  const spoilt = open.some(({ verdict, reason }) => verdict === 'inconclusive' && !accepted.includes(reason));
  return spoilt || (complete && open.length > 0) ? 3 : 0;
}

const isOpen = (outcome: string): boolean => outcome === 'inconclusive' || outcome === 'review';
