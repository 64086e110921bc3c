import { nearMiss } from '../target/place.ts';
import type { Waiver } from '../target/target.ts';
import { outcomeOf } from './outcome.ts';
import type { RequirementResult, Results, WaiverResult } from './results.ts';

/** Whether a waiver covers this failure on that day. */
export function isWaived(
  { id, verdict }: Pick<RequirementResult, 'id' | 'verdict'>,
  waivers: readonly Waiver[],
  today: Date,
): boolean {
  return (
    verdict === 'fail' && waivers.some((waiver) => waiver.requirement === id && !isExpired(waiver, today))
  );
}

/** Why a waiver is stale: its requirement passed, or none has its id; then `near` is the nearest one, null where none is near. */
export type Staleness =
  | { readonly kind: 'passed' }
  | { readonly kind: 'unknown'; readonly near: string | null };

/** Why a waiver of a run is stale; null where it is not. */
export function stalenessOf(
  { requirement, state }: WaiverResult,
  { requirements, notApplicable }: Pick<Results, 'requirements' | 'notApplicable'>,
): Staleness | null {
  if (state !== 'stale') return null;
  const known = [...requirements.map(({ id }) => id), ...notApplicable];
  return known.includes(requirement)
    ? { kind: 'passed' }
    : { kind: 'unknown', near: nearMiss(requirement, known) };
}

/** What became of each waiver; `known` are all ids of the catalogue, claimed or not. */
export function settleWaivers(
  waivers: readonly Waiver[],
  known: ReadonlySet<string>,
  requirements: readonly RequirementResult[],
  today: Date,
): readonly WaiverResult[] {
  return waivers.map((waiver) => {
    const { requirement, reason, owner, until } = waiver;
    const found = requirements.find(({ id }) => id === requirement);
    const outcome = found === undefined ? null : outcomeOf(found);
    const isStale = !known.has(requirement) || outcome === 'pass';
    const open = outcome === 'fail' ? 'used' : 'undecided';
    const state = isStale ? 'stale' : isExpired(waiver, today) ? 'expired' : open;
    return { requirement, reason, owner, until, state };
  });
}

const isExpired = ({ until }: Waiver, today: Date): boolean => today.toISOString().slice(0, 10) >= until;
