import { conditionOf, encryptedParameters } from '../spec/look-up.ts';
import type { ConditionName, Variant } from '../spec/specification.ts';
import type { PasswordForm, Spelling, Stimulus, Twist } from './test-case.ts';

/** What differs from the baseline. */
export interface Difference {
  readonly label: string;
  readonly condition: ConditionName;
  readonly without?: readonly string[];
  readonly password?: PasswordForm;
  readonly partner?: 'unknown';
  readonly spelling?: Spelling;
  readonly twist?: Twist;
}

/** The plain success request. */
export const baseline: Difference = { label: 'baseline', condition: 'success' };

/** The request of a condition by which it can be told from the others, in the simplest way. */
export function plainest(variant: Variant, condition: ConditionName): Difference {
  switch (condition) {
    case 'success':
      return baseline;
    case 'missing': {
      const last = variant.parameters.map((parameter) => parameter.name).slice(-1);
      return { label: `without ${last.join()}`, condition, without: last };
    }
    case 'unencrypted':
      return {
        label: `plain ${encryptedParameters(variant)
          .map((parameter) => parameter.name)
          .join()}`,
        condition,
        password: 'plain',
      };
    case 'unauthorized':
      return { label: 'unknown partner', condition, partner: 'unknown' };
    case 'partner-blocked':
    case 'ip-blocked':
    case 'reward-unavailable':
    case 'unavailable':
      return { label: condition, condition };
  }
}

/** A request whose answer the specification states. */
export function judged(variant: Variant, difference: Difference): Stimulus {
  return {
    ...difference,
    status: conditionOf(variant, difference.condition).status,
    credentials: credentialsOf(variant, difference),
    onOperation: true,
  };
}

/** A request on whose answer the specification is silent. */
export function observed(variant: Variant, difference: Difference): Stimulus {
  const { twist } = difference;
  return {
    ...difference,
    status: null,
    credentials: credentialsOf(variant, difference),
    onOperation: twist?.kind !== 'path' && twist?.kind !== 'method',
  };
}

function credentialsOf(variant: Variant, difference: Difference): Stimulus['credentials'] {
  const roles = variant.parameters
    .filter((parameter) => difference.without?.includes(parameter.name))
    .map((parameter) => parameter.role);
  if (roles.includes('partner') || roles.includes('password')) return 'invalid';
  if (difference.partner === 'unknown') return 'invalid';
  switch (difference.password ?? 'encrypted') {
    case 'plain':
    case 'wrong':
    case 'empty':
    case 'base64':
    case 'hex':
    case 'undecryptable':
      return 'invalid';
    case 'encrypted':
      return twistedCredentials(variant, difference.twist);
  }
}

function twistedCredentials(variant: Variant, twist: Twist | undefined): Stimulus['credentials'] {
  if (twist === undefined) return 'valid';
  switch (twist.kind) {
    case 'value': {
      const role = variant.parameters.find((parameter) => parameter.name === twist.parameter)?.role;
      // A number in place of the partner's name is observed only; whatever else stands there is no partner.
      return role === 'flag' || typeof twist.value === 'number' ? 'open' : 'invalid';
    }
    case 'raw-body':
      return variant.carrier === 'json-body' ? 'invalid' : 'open';
    case 'method':
    case 'path':
    case 'place':
    case 'padded':
    case 'unknown-parameter':
    case 'repeated':
    case 'content-type':
    case 'large-body':
    case 'raw-ciphertext':
    case 'replay':
      return 'open';
  }
}
