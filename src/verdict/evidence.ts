import type { Exchange } from '../http/exchange.ts';
import type { BodyFacts } from './facts.ts';

/** A recorded exchange with the facts about its body that the judges use. */
export interface Evidence extends Exchange {
  /** What was sent, as a difference from the baseline, in words. */
  readonly label: string;
  /** Null where there is no answer. */
  readonly facts: BodyFacts | null;
}
