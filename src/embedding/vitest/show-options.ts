import type { OutcomeOptions } from '../test-outcome.ts';

/** How cases are shown by vitest. */
export interface ShowOptions extends OutcomeOptions {
  /** Every check and every exchange stands beside its case as an annotation, for the browser interface. */
  readonly exchanges: boolean;
}
