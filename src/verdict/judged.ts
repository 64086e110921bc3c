import type { Condition, Variant } from '../spec/specification.ts';
import type { Settled } from './settle.ts';
import type { Trial } from './trial.ts';

/** What a judge knows besides the evidence: the variant's record, the names in its bodies. */
export interface JudgeContext {
  readonly variant: Variant;
  /** The member that holds the list. */
  readonly list: string;
  /** The member that holds the error text. */
  readonly text: string;
}

/** A trial and what it comes to. */
export interface SettledTrial {
  readonly trial: Trial;
  readonly settled: Settled;
}

/** One aim's trial with an answer, or with the lack of one that is the target's own. */
export interface Judged {
  readonly requirement: string;
  readonly trial: Trial;
  readonly settled: Exclude<Settled, { readonly kind: 'open' }>;
  readonly condition: Condition;
  readonly context: JudgeContext;
}
