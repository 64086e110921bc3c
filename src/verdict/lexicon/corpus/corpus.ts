/** Texts that state one meaning and no other, and texts that deny it or only brush it. */
export interface Corpus {
  readonly has: readonly string[];
  readonly lacks: readonly string[];
}
