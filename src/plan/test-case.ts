import type { Aspect, Requirement } from '../operation/requirement.ts';
import {
  conditionOf,
  encryptedParameters,
  findCondition,
  needsProvisioning,
} from '../operation/specification.ts';
import type { ConditionName, Variant } from '../operation/specification.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { isOnOperation, isOnPath, riskOf as riskOfMutation, validityOf } from './mutation.ts';
import type { Mutation } from './mutation.ts';
import { formOf } from './password-form.ts';
import type { PasswordForm, WrongPasswordKind } from './password-form.ts';
import type { Risk, Validity } from './risk.ts';
import type { Spelling } from './write-parts.ts';

/** A partner name that does not exist: made up, or similar to the known one. */
export type WrongPartner =
  | 'unknown'
  /** With one more digit. */
  | 'longer'
  /** With six digits in front, a number that nobody has. */
  | 'preceded'
  /** Followed by letters, which a lenient number parser ignores. */
  | 'lettered'
  /** More by 2^32, which 32 bits cut off. */
  | 'wrapped'
  /** The same number in another notation. */
  | 'leading-zero'
  | 'decimal'
  /** Without its last character. It may be another partner's name. */
  | 'shortened'
  /** Matches every name where names are compared by LIKE. */
  | 'wildcard';

/** A request, by how it differs from the plain success request, the baseline. */
export interface Difference {
  /** Names the request within its variant. */
  readonly id: string;
  readonly words: Message;
  readonly condition: ConditionName;
  readonly without?: readonly string[];
  readonly password?: PasswordForm;
  readonly partner?: WrongPartner;
  readonly spelling?: Spelling;
  readonly mutation?: Mutation;
  /** The kind of password that it tries, if that must not obtain the list. */
  readonly guess?: Guess;
  /**
   * Requests of one form are alike to a service, in each variant: if it takes one for no failed login, it takes
   * none for one. Default: the id.
   */
  readonly form?: string;
}

/** A kind of password that must not obtain the list, and the result if it does. */
export interface Guess extends Pick<WrongPasswordKind, 'accepted'> {
  readonly kind: string;
}

/** One request of a case: its difference, the expected answer, and what it may cost. */
export interface TestRequest extends Difference {
  /** The documented status; null if the specification is silent. */
  readonly status: number | null;
  readonly credentials: Validity;
  /** Sent to the operation's path with the variant's method. */
  readonly onOperation: boolean;
  /** Sent to the operation's path with any method. */
  readonly onPath: boolean;
  readonly risk: Risk;
}

/** Kinds of checks on every answer to valid credentials, in the order of their requirements. */
export const kindsOfSuccess = ['success-status', 'success-body', 'success-record'] as const;
export type KindOfSuccess = (typeof kindsOfSuccess)[number];

/** Every kind of check on one answer, with the aspect of its requirement. `judge/judge.ts` judges them. */
export const assertionKinds = {
  'success-status': 'status',
  'success-body': 'body',
  'success-record': 'record',
  /** The list, although the baseline is spelled in another way. */
  'same-success': 'spelling',
  status: 'status',
  /** The text names at least one of the parameters. */
  names: 'names',
  meaning: 'meaning',
  /** The text differs from those of the case's other requests, each of which lacks another parameter. */
  'own-names': 'names',
  /** The text differs from those of the case's other requests, whose conditions have other meanings. */
  'own-meaning': 'meaning',
} as const satisfies Readonly<Record<string, Aspect | 'spelling'>>;
export type AssertionKind = keyof typeof assertionKinds;

/** One check on one requirement, made on the answer to one request. */
export interface Assertion {
  readonly kind: AssertionKind;
  readonly requirement: string;
  /** Id of the request within its variant. */
  readonly request: string;
  /** The text must name one of these; if empty, it need not name any. */
  readonly parameters: readonly string[];
}

/** A requirement that is checked on every answer of a case. */
export type Invariant = { readonly requirement: string } & (
  | /** Of a documented success only. */ { readonly kind: Exclude<KindOfSuccess, 'success-status'> }
  | { readonly kind: 'error-body' }
  | { readonly kind: 'unused-status'; readonly status: number }
  | { readonly kind: 'authorization-enforced' }
);

/** One test purpose with its requests and the expected answers. */
export interface TestCase {
  /** `<variant>.<condition>.<what varies>`. */
  readonly id: string;
  readonly variant: string;
  readonly condition: ConditionName;
  /** What a judged case shows, or what an observed case asks. */
  readonly title: Message;
  /** Observed cases have no verdict of their own. */
  readonly kind: 'judged' | 'observed';
  readonly testRequests: readonly TestRequest[];
  readonly assertions: readonly Assertion[];
  readonly invariants: readonly Invariant[];
  /** True if the profile says how to create the condition. */
  readonly provisioned: boolean;
  /** Conditions whose set-up changes the target for every client. Their requests are sent alone. */
  readonly exclusive: readonly ConditionName[];
  /** The kind of password that the case tries; null if it is about something else. */
  readonly guess: Guess | null;
}

/** Ids of all requirements that the case checks if its requests are answered. */
export function requirementsOf({ assertions, invariants }: TestCase): readonly Requirement['id'][] {
  return [...new Set([...assertions, ...invariants].map(({ requirement }) => requirement))];
}

/** The plain success request. */
export const baseline: Difference = {
  id: 'success',
  words: message('request-baseline'),
  condition: 'success',
};

/** The plain request of the partner whose passwords are guessed. It shows that the account is not locked. */
export const ownPartner: Difference = {
  id: 'own-partner',
  words: message('request-own-partner'),
  condition: 'unauthorized',
  password: 'right',
};

export const lacking = (names: readonly string[]): Difference => ({
  id: `missing.${names.join('+')}`,
  words: message('request-lacks', { names }),
  condition: 'missing',
  without: names,
});

/** The simplest request that creates a condition and no other one. */
export function plainest(variant: Variant, condition: ConditionName): Difference {
  if (needsProvisioning(condition)) {
    return { id: condition, words: message(`request-${condition}`), condition };
  }
  switch (condition) {
    case 'success':
      return baseline;
    case 'missing':
      return lacking(variant.parameters.slice(-1).map(({ name }) => name));
    case 'unencrypted': {
      const names = encryptedParameters(variant).map(({ name }) => name);
      const id = `${condition}.${names.join('+')}`;
      return { id, words: message('request-plain', { names }), condition, password: 'plain' };
    }
    case 'unauthorized':
      return {
        id: 'unauthorized.unknown-partner',
        words: message('request-unknown-partner'),
        condition,
        partner: 'unknown',
      };
  }
}

export const judged = (variant: Variant, difference: Difference): TestRequest => ({
  ...observed(variant, difference),
  status: conditionOf(variant, difference.condition).status,
});

/** A request for which the specification states no answer. */
export const observed = (variant: Variant, difference: Difference): TestRequest => ({
  ...difference,
  status: null,
  credentials: credentialsOf(variant, difference),
  risk: riskOf(variant, difference),
  onOperation: isOnOperation(difference.mutation),
  onPath: isOnPath(difference.mutation),
});

/** Whether the request has a valid partner name and a valid, encrypted password; `open`: not specified. */
function credentialsOf(variant: Variant, difference: Difference): Validity {
  const { without = [], partner, password = 'encrypted', mutation } = difference;
  const { validity } = formOf(password);
  const isLacking = variant.parameters.some(({ name, role }) => role !== 'flag' && without.includes(name));
  // A service may read the name as a number.
  if (validity === 'nearly' || partner === 'leading-zero' || partner === 'decimal') return 'nearly';
  if (password === 'right') return 'valid';
  if (isLacking || partner !== undefined || validity === 'invalid') return 'invalid';
  if (mutation !== undefined) return validityOf(mutation, variant);
  // A variant that does not document a block may not support one.
  return findCondition(variant, difference.condition) === null ? 'open' : 'valid';
}

/** Names that a service may read as the partner's number, or that another partner may have. */
const realNames: readonly (WrongPartner | undefined)[] = [undefined, 'leading-zero', 'decimal', 'shortened'];

function riskOf(
  variant: Variant,
  { without = [], partner, password = 'encrypted', spelling, mutation }: Difference,
): Risk {
  const isSent = variant.parameters.every(({ name, role }) => role === 'flag' || !without.includes(name));
  const mutated = mutation === undefined ? 'right' : riskOfMutation(mutation, variant);
  if (!isSent || mutated === 'none' || !realNames.includes(partner)) return 'none';
  const { risk } = formOf(password);
  if (risk !== 'right') return risk;
  const isUsual = partner === undefined && spelling === undefined && without.length === 0;
  return isUsual ? mutated : 'misreadable';
}
