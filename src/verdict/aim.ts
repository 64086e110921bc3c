/** What a case wants to find out: one kind of check on one requirement, from the answer to one of its requests. */
export type Aim = {
  readonly requirement: string;
  /** Label of the request. */
  readonly request: string;
} & (
  | { readonly kind: 'success-status' | 'success-body' | 'success-record' }
  /** A request that only spells the baseline otherwise obtains a list as the baseline does. */
  | { readonly kind: 'same-success' }
  | { readonly kind: 'status' }
  /** The text names at least one of the parameters. */
  | { readonly kind: 'names'; readonly parameters: readonly string[] }
  | { readonly kind: 'meaning' }
  /** The text differs from those to the case's other requests, each of which lacks another parameter. */
  | { readonly kind: 'own-names'; readonly parameter: string }
  /** The text differs from those to the case's other requests, whose conditions have other meanings. */
  | { readonly kind: 'own-meaning' }
);

/** A requirement that every answer of a case is held against, whatever its purpose. */
export type Standing = { readonly requirement: string } & (
  | /** Of a documented success only. */ { readonly kind: 'success-body' }
  | /** Of a list that is not empty only. */ { readonly kind: 'success-record' }
  | { readonly kind: 'error-body' }
  | { readonly kind: 'unused-status'; readonly status: number }
  | { readonly kind: 'authorization-enforced' }
);
