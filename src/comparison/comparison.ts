import type { ClassName, Overall, Results } from '../result/results.ts';

/** What a requirement came to, decisions and waivers of people taken into account. */
export type Standing =
  | 'pass'
  | 'settled'
  | 'inconclusive'
  | 'review'
  | 'waived'
  | 'rejected'
  | 'fail'
  | 'not-run'
  | 'absent';

/** Where a change leads. `other`: neither can be called better, something was not tried for example. */
export type Direction = 'worse' | 'better' | 'other';

/** One requirement that came out otherwise. */
export interface RequirementChange {
  readonly id: string;
  readonly direction: Direction;
  readonly from: Standing;
  readonly to: Standing;
  /** What the deciding checks said, each sentence once; empty where there were none. */
  readonly said: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** A class of a variant that was won or lost. */
export interface ClassChange {
  readonly variant: string;
  readonly name: ClassName;
  readonly direction: 'worse' | 'better';
}

/** Something that is only observed; null where one of the runs does not know it. */
export interface NoteChange {
  readonly kind: 'observation' | 'advisory';
  readonly id: string;
  readonly about: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Times to a whole answer in ms that differ by a factor of two or more; told, never judged. */
export interface LatencyChange {
  readonly quantile: 'median' | 'p95';
  readonly before: number;
  readonly after: number;
}

/** What may own a difference, besides the target itself. */
export type Owner =
  | 'suite'
  | 'specification'
  | 'profile'
  | 'address'
  | 'environment'
  | 'selection'
  | 'target';

/** Something else that is not the same in both runs. */
export interface ContextChange {
  readonly owner: Owner;
  /** `suite version` or the name of a header, for example. */
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** One side of a comparison. */
export interface Side {
  readonly target: string;
  readonly baseUrl: string;
  readonly startedAt: string;
  readonly verdict: Overall;
  readonly variants: Results['variants'];
}

/** What differs between two runs. */
export interface Comparison {
  readonly schemaVersion: 1;
  readonly before: Side;
  readonly after: Side;
  /** Something got worse: a requirement or a class. */
  readonly isWorse: boolean;
  readonly requirements: readonly RequirementChange[];
  readonly classes: readonly ClassChange[];
  readonly notes: readonly NoteChange[];
  readonly latency: readonly LatencyChange[];
  readonly context: readonly ContextChange[];
}
