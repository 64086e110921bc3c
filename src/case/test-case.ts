import type { Aspect, Requirement } from '../spec/requirement.ts';
import { conditionOf, encryptedParameters, findCondition, needsProvisioning } from '../spec/specification.ts';
import type { ConditionName, Variant } from '../spec/specification.ts';
import { message } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { wrongPasswordKind } from './wrong-password.ts';
import type { WrongPassword, WrongPasswordKind } from './wrong-password.ts';

/** What is sent as the password. `encrypted`: the right one. `right`: the right one of the guessed partner. */
export type PasswordForm =
  | 'encrypted'
  | 'right'
  | 'plain'
  | 'empty'
  | 'blank'
  | 'base64'
  | 'base64url'
  | 'hex'
  | 'undecryptable'
  | WrongPassword;

/** A name that is not the partner's: made up, or nearly the known one. */
export type WrongPartner =
  | 'unknown'
  /** A digit more. */
  | 'longer'
  /** Followed by letters, which a lenient number parser ignores. */
  | 'lettered'
  /** The same number written otherwise. */
  | 'leading-zero'
  | 'decimal';

/** Ways to write the same JSON object (RFC 8259) or query (RFC 3986). Observed only: `raw`, unescaped `+/=`. */
export const spellings = [
  'usual',
  /** The first one is last. */
  'rotated',
  /** The last one is first. */
  'rotated-back',
  'spaced',
  'escaped',
  'rich-ciphertext',
  'encoded',
  'encoded-lower-case',
  'raw',
] as const;
export type Spelling = Exclude<(typeof spellings)[number], 'raw'>;

/** A value in place of a parameter's own. */
export type Literal =
  | null
  | boolean
  | number
  | string
  | readonly string[]
  | Readonly<{ [name: string]: never }>;

/** Changes that only observations make, where the specification is silent. */
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
  /** `+`, `/` and `=` of the ciphertext are in the query as they are. */
  | { readonly kind: 'raw-ciphertext' }
  /** The ciphertext of the baseline is sent again. */
  | { readonly kind: 'replay' }
  /** The cookie that the target has set with its answer to the baseline is sent. */
  | { readonly kind: 'cookie' }
  /** A header says that the request was forwarded for another address. */
  | { readonly kind: 'forwarded' };

/** What differs from the plain success request, the baseline. */
export interface Difference {
  readonly condition: ConditionName;
  readonly without?: readonly string[];
  readonly password?: PasswordForm;
  readonly partner?: WrongPartner;
  readonly spelling?: Spelling;
  readonly twist?: Twist;
}

/**
 * What a request may cost a real partner if the service counts failed logins.
 * `none`: no real partner, or no password. `right`: the profile's own credentials, a risk until accepted once.
 * `wrong`: an invalid password, or the right one in a shape that may be misread.
 */
export type Risk = 'none' | 'right' | 'wrong';

/**
 * Whether a request carries a valid partner name and a valid, encrypted password.
 * `nearly`: a service may accept the wrong password or name on purpose. `open`: the specification does not say.
 */
type Validity = 'valid' | 'invalid' | 'nearly' | 'open';

/** A kind of password that must not obtain the list, and what is shown if it does. */
export interface Guess extends Pick<WrongPasswordKind, 'accepted'> {
  readonly kind: string;
}

/** One request of a case: how it differs from the baseline and what its answer is expected to be. */
export interface Stimulus extends Named {
  /** The documented status; null where the specification is silent. */
  readonly status: number | null;
  readonly credentials: Validity;
  /** It is a request with the variant's method on the operation's path. */
  readonly onOperation: boolean;
  /** It is sent to the operation's path, with any method. */
  readonly onPath: boolean;
  readonly risk: Risk;
}

/** Every kind of check on one answer, with the aspect of the requirement. `verdict/judge.ts` judges them. */
export const aimKinds = {
  'success-status': 'status',
  'success-body': 'body',
  'success-record': 'record',
  /** A request that only spells the baseline in another way obtains a list too. */
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
export type AimKind = keyof typeof aimKinds;

/** One check on one requirement, from the answer to one request. */
export interface Aim {
  readonly kind: AimKind;
  readonly requirement: string;
  /** Id of the request within its variant. */
  readonly request: string;
  /** The text has to name one of these; empty: none needed. */
  readonly parameters: readonly string[];
}

/** A requirement that is checked with every answer of a case. */
export type Standing = { readonly requirement: string } & (
  | /** Of a documented success only. */ { readonly kind: 'success-body' }
  | /** Of a list that is not empty only. */ { readonly kind: 'success-record' }
  | { readonly kind: 'error-body' }
  | { readonly kind: 'unused-status'; readonly status: number }
  | { readonly kind: 'authorization-enforced' }
);

/** One test purpose: its requests and the expected answers. */
export interface TestCase {
  /** `<variant>.<condition>.<what varies>`. */
  readonly id: string;
  readonly variant: string;
  readonly condition: ConditionName;
  /** What a judged case shows, or what an observed case asks. */
  readonly title: Message;
  /** Observed cases never have a verdict of their own. */
  readonly kind: 'judged' | 'observed';
  readonly stimuli: readonly Stimulus[];
  readonly aims: readonly Aim[];
  /** Requirements that are checked with every answer. */
  readonly standing: readonly Standing[];
  /** Whether the profile says how to create the condition. */
  readonly provisioned: boolean;
  /** Conditions whose set-up changes the target for everybody: their requests run alone. */
  readonly exclusive: readonly ConditionName[];
  /** The kind of password that it tries; null: it is about something else. */
  readonly guess: Guess | null;
}

/** The ids of all requirements that the case checks if its requests are answered. */
export function requirementsOf({ aims, standing }: TestCase): readonly Requirement['id'][] {
  return [...new Set([...aims, ...standing].map(({ requirement }) => requirement))];
}

/** A difference from the baseline with its name. */
export interface Named extends Difference {
  /** Names the request within its variant. */
  readonly id: string;
  readonly words: Message;
  /** The kind of password that it tries, if the list must not be obtained with it. */
  readonly guess?: Guess;
}

/** The plain success request. */
export const baseline: Named = { id: 'success', words: message('request-baseline'), condition: 'success' };

/** The plain request of the partner whose passwords are guessed: it shows that the account is not locked. */
export const ownPartner: Named = {
  id: 'own-partner',
  words: message('request-own-partner'),
  condition: 'unauthorized',
  password: 'right',
};

/** A request that lacks these parameters. */
export const lacking = (names: readonly string[]): Named => ({
  id: `missing.${names.join('+')}`,
  words: message('request-lacks', { names }),
  condition: 'missing',
  without: names,
});

/** The simplest request of a condition that differs from those of the others. */
export function plainest(variant: Variant, condition: ConditionName): Named {
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

/** A request whose answer the specification states. */
export const judged = (variant: Variant, difference: Named): Stimulus => ({
  ...observed(variant, difference),
  status: conditionOf(variant, difference.condition).status,
});

/** A request on whose answer the specification is silent. */
export function observed(variant: Variant, difference: Named): Stimulus {
  const kind = difference.twist?.kind;
  const credentials = credentialsOf(variant, difference);
  return {
    ...difference,
    status: null,
    credentials,
    risk: riskOf(variant, difference, credentials),
    onOperation: kind !== 'path' && kind !== 'method',
    onPath: kind !== 'path',
  };
}

/** Whether the request has a valid partner name and a valid, encrypted password; `open`: not specified. */
function credentialsOf(variant: Variant, difference: Difference): Validity {
  const { without = [], partner, password = 'encrypted', twist } = difference;
  const isLacking = variant.parameters.some(({ name, role }) => role !== 'flag' && without.includes(name));
  if (wrongPasswordKind(password)?.accepted === 'review') return 'nearly';
  // A service may read the name as a number.
  if (partner === 'leading-zero' || partner === 'decimal') return 'nearly';
  if (password === 'right') return 'valid';
  if (isLacking || partner !== undefined || password !== 'encrypted') return 'invalid';
  // A variant that documents no block may not know any.
  if (twist === undefined) return findCondition(variant, difference.condition) === null ? 'open' : 'valid';
  if (twist.kind === 'raw-body') return variant.carrier === 'json-body' ? 'invalid' : 'open';
  if (twist.kind !== 'value') return 'open';
  const role = variant.parameters.find(({ name }) => name === twist.parameter)?.role;
  // A number as the partner's name is observed only. Any other value is no partner and no password.
  return role === 'flag' || (role === 'partner' && typeof twist.value === 'number') ? 'open' : 'invalid';
}

function riskOf(
  { carrier, parameters }: Variant,
  { without = [], partner, password = 'encrypted', twist }: Difference,
  credentials: Validity,
): Risk {
  const isSent = parameters.every(({ name, role }) => role === 'flag' || !without.includes(name));
  // Beside another body a query still carries the credentials.
  const isReplaced = twist?.kind === 'raw-body' && carrier === 'json-body';
  if (!isSent || partner !== undefined || isReplaced) return 'none';
  const changed = twist !== undefined && 'parameter' in twist ? twist.parameter : null;
  const role = parameters.find(({ name }) => name === changed)?.role;
  if (password !== 'encrypted' || role === 'password') return 'wrong';
  // Its ciphertext was seen before or is written raw, or the flag beside it has another value.
  if (twist?.kind === 'replay' || twist?.kind === 'raw-ciphertext' || role === 'flag') return 'wrong';
  return credentials === 'invalid' ? 'none' : 'right';
}

/** The profile's pattern for the text of an answer, its placeholder filled in; null if it has none. */
export function patternOf(
  { condition, without }: Difference,
  texts: Readonly<Partial<Record<string, string>>>,
  { parameters }: Variant,
): string | null {
  const encrypted = parameters.find((parameter) => parameter.encrypted)?.name;
  const about = condition === 'missing' ? without?.[0] : encrypted;
  return texts[condition]?.replaceAll('{parameter}', about ?? '') ?? null;
}
