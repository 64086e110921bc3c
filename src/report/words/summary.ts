import type { Counts, Overall, VariantResult } from '../../result/results.ts';

/** How many requirements have which verdict, for people: what persons decided counts as they decided it. */
export interface RequirementTally {
  readonly counts: Counts;
  /** Of those that fail. */
  readonly waived: number;
  /** How many persons decided. */
  readonly decided: number;
}

/** The result of a variant, as far as a sentence about it needs to know. */
export interface VariantSummary extends RequirementTally {
  readonly variant: string;
  readonly verdict: Overall;
  /** The credentials of the profile may be wrong as well as the service. */
  readonly suspect: boolean;
}

/** How many requirements of a run came out how, and how many waivers are stale. */
export type OutcomeCounts = Readonly<
  Record<'failed' | 'review' | 'open' | 'waived' | 'stale' | 'passed', number>
>;

/** How far a variant reaches each class. */
export type Classes = VariantResult['classes'];
