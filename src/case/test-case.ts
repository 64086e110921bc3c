import type { ConditionName } from '../spec/specification.ts';
import type { Aim, Standing } from '../verdict/aim.ts';
import type { Expectation } from '../verdict/trial.ts';

/** What is sent as the password. All but `encrypted` and `plain` are made from the real one or made up for the run. */
export type PasswordForm = 'encrypted' | 'plain' | 'wrong' | 'empty' | 'base64' | 'hex' | 'undecryptable';

/** Ways to write the same JSON object (RFC 8259) or the same query string (RFC 3986). */
export type Spelling =
  | 'usual'
  | 'reversed'
  /** The first one stands last. */
  | 'rotated'
  /** The last one stands first. */
  | 'rotated-back'
  | 'spaced'
  | 'escaped'
  | 'encoded'
  | 'encoded-lower-case'
  | 'rich-ciphertext';

/** A value in place of a parameter's own. */
export type Literal = null | boolean | number | string | readonly string[];

/** What only observations do to a request, where the specification is silent. */
export type Twist =
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'path'; readonly change: 'toggle-slash' | 'other-bank-code' }
  | { readonly kind: 'place'; readonly place: 'other' | 'both' }
  | { readonly kind: 'value'; readonly parameter: string; readonly value: Literal }
  /** The value padded with a blank on either side. */
  | { readonly kind: 'padded'; readonly parameter: string }
  | { readonly kind: 'unknown-parameter' }
  | { readonly kind: 'repeated'; readonly parameter: string; readonly first: 'right' | 'wrong' }
  | { readonly kind: 'raw-body'; readonly body: string; readonly contentType: string | null }
  | { readonly kind: 'content-type'; readonly contentType: string | null }
  | { readonly kind: 'large-body'; readonly bytes: number }
  /** `+`, `/` and `=` of the ciphertext stand in the query as they are. */
  | { readonly kind: 'raw-ciphertext' }
  /** The ciphertext of the request before is sent again. */
  | { readonly kind: 'replay' };

/** One request of a case, as a difference from the baseline: what is left out here is as in the plain success request. */
export interface Stimulus extends Expectation {
  readonly without?: readonly string[];
  readonly password?: PasswordForm;
  readonly partner?: 'unknown';
  readonly spelling?: Spelling;
  readonly twist?: Twist;
}

/**
 * When a case runs, in this order: what may lock a partner comes late, and what is never judged comes last.
 * `form`: a plain password, which is refused for its form. `login`: a wrong one. `guess`: observed, with another kind of wrong one.
 */
export type Phase = 'plain' | 'exclusive' | 'form' | 'login' | 'observed' | 'guess';

/** One test purpose: its requests and what each answer is to show. */
export interface TestCase {
  /** `<variant>.<condition>.<what varies>`. */
  readonly id: string;
  readonly variant: string;
  readonly condition: ConditionName;
  readonly title: string;
  /** Tells observed cases, which never have a verdict, from judged ones. */
  readonly kind: 'judged' | 'observed';
  readonly stimuli: readonly Stimulus[];
  readonly aims: readonly Aim[];
  /** Requirements that every answer is held against. */
  readonly standing: readonly Standing[];
  /** Whether the profile says how to bring the condition about. */
  readonly provisioned: boolean;
  /** The condition's set-up changes the target for everybody: the case runs alone. */
  readonly exclusive: boolean;
  readonly phase: Phase;
}
