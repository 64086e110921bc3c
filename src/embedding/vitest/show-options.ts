/** How cases are shown by vitest. */
export interface ShowOptions {
  /** `fail`: a text that no program can decide turns its case red; `skip`, as if left out: the case is skipped with an annotation. */
  readonly review: 'skip' | 'fail';
  /** Whatever is inconclusive or under review turns its case red. */
  readonly complete: boolean;
  /** Every check and every exchange stands beside its case as an annotation, for the browser interface. */
  readonly exchanges: boolean;
}
