import type { Exchange } from '../http/exchange.ts';
import type { CaseResult } from '../result/results.ts';

/** What a case is, before it is run. */
export interface CaseSummary {
  readonly id: string;
  readonly variant: string;
  readonly title: string;
}

/** What happens during a run; holds no secret. */
export type ConformanceEvent =
  /** Once, before the first request: the cases that will be run. */
  | { readonly kind: 'planned'; readonly cases: readonly CaseSummary[] }
  | { readonly kind: 'case-started'; readonly case: CaseSummary }
  | { readonly kind: 'case-ended'; readonly result: CaseResult }
  /** A request came to its end on behalf of that case, or of a control. */
  | { readonly kind: 'exchanged'; readonly case: string; readonly exchange: Exchange }
  /** A set-up of the profile begins; `byHand` repeats its teardown, null where there is none. */
  | { readonly kind: 'setup-started'; readonly case: string; readonly byHand: string | null }
  /** `problem`: why the teardown failed, null where it went well. */
  | { readonly kind: 'teardown-ended'; readonly case: string; readonly problem: string | null }
  | { readonly kind: 'warning'; readonly message: string };
