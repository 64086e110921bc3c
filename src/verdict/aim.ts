/** What a case wants to find out: one kind of check on one requirement, from the answer to one of its requests. */
export type Aim =
  | { readonly kind: 'success-status'; readonly requirement: string; readonly request: string }
  | { readonly kind: 'success-body'; readonly requirement: string; readonly request: string }
  | { readonly kind: 'success-record'; readonly requirement: string; readonly request: string }
  /** A request that only spells the baseline otherwise obtains a list as the baseline does. */
  | { readonly kind: 'same-success'; readonly requirement: string; readonly request: string }
  | { readonly kind: 'status'; readonly requirement: string; readonly request: string }
  /** The text names at least one of the parameters. */
  | {
      readonly kind: 'names';
      readonly requirement: string;
      readonly request: string;
      readonly parameters: readonly string[];
    }
  | { readonly kind: 'meaning'; readonly requirement: string; readonly request: string }
  /** The text differs from those to the case's other requests, each of which lacks another parameter. */
  | { readonly kind: 'own-names'; readonly requirement: string; readonly request: string }
  /** The text differs from those to the case's other requests, whose conditions have other meanings. */
  | { readonly kind: 'own-meaning'; readonly requirement: string; readonly request: string };

/** A requirement that every answer of a case is held against, whatever its purpose. */
export type Standing =
  /** Of a documented success only. */
  | { readonly kind: 'success-body'; readonly requirement: string }
  /** Of a list that is not empty only. */
  | { readonly kind: 'success-record'; readonly requirement: string }
  | { readonly kind: 'error-body'; readonly requirement: string }
  | { readonly kind: 'unused-status'; readonly requirement: string; readonly status: number }
  | { readonly kind: 'authorization-enforced'; readonly requirement: string };
