import { conditionOf, encryptedParameters } from '../spec/specification.ts';
import type { ConditionName, Variant } from '../spec/specification.ts';
import { message, say } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import type { Difference, Stimulus } from './test-case.ts';

/** A difference from the baseline with its name. */
export interface Named extends Difference {
  readonly words: Message;
}

/** The plain success request. */
export const baseline: Named = { words: message('request-baseline'), condition: 'success' };

/** A request that lacks these parameters. */
export const lacking = (names: readonly string[]): Named => ({
  words: message('request-lacks', { names }),
  condition: 'missing',
  without: names,
});

/** The request of a condition by which it can be told from the others, in the simplest way. */
export function plainest(variant: Variant, condition: ConditionName): Named {
  switch (condition) {
    case 'success':
      return baseline;
    case 'missing':
      return lacking(variant.parameters.slice(-1).map(({ name }) => name));
    case 'unencrypted': {
      const names = encryptedParameters(variant).map(({ name }) => name);
      return { words: message('request-plain', { names }), condition, password: 'plain' };
    }
    case 'unauthorized':
      return { words: message('request-unknown-partner'), condition, partner: 'unknown' };
    case 'partner-blocked':
    case 'ip-blocked':
    case 'reward-unavailable':
    case 'unavailable':
      return { words: message(`request-${condition}`), condition };
  }
}

/** A request whose answer the specification states. */
export function judged(variant: Variant, difference: Named): Stimulus {
  return {
    ...difference,
    label: say(difference.words, 'en'),
    status: conditionOf(variant, difference.condition).status,
    credentials: credentialsOf(variant, difference),
    onOperation: true,
    onPath: true,
  };
}

/** A request on whose answer the specification is silent. */
export function observed(variant: Variant, difference: Named): Stimulus {
  const { twist } = difference;
  return {
    ...difference,
    label: say(difference.words, 'en'),
    status: null,
    credentials: credentialsOf(variant, difference),
    onOperation: twist?.kind !== 'path' && twist?.kind !== 'method',
    onPath: twist?.kind !== 'path',
  };
}

/** Whether the request carries a valid partner name and a valid, encrypted password; `open` where the specification does not say. */
function credentialsOf(variant: Variant, difference: Difference): Stimulus['credentials'] {
  const { without = [], partner, password = 'encrypted', twist } = difference;
  const isLacking = variant.parameters.some(({ name, role }) => role !== 'flag' && without.includes(name));
  // A service may trim blanks.
  if (password === 'surrounded') return 'open';
  if (password === 'case-swapped') return 'nearly';
  if (isLacking || partner !== undefined || password !== 'encrypted') return 'invalid';
  switch (twist?.kind) {
    case undefined:
      return 'valid';
    case 'value': {
      const role = variant.parameters.find(({ name }) => name === twist.parameter)?.role;
      // A number in place of the partner's name is observed only; whatever else stands there is no partner, nor a password.
      return role === 'flag' || (role === 'partner' && typeof twist.value === 'number') ? 'open' : 'invalid';
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

/** What kind of request it is in whichever variant: how it differs from the baseline, not what it is called or what is expected of it. */
export const kindOf = ({ condition, without, password, partner, spelling, twist }: Difference): string =>
  JSON.stringify([condition, without, password, partner, spelling, twist]);

/** What tells a request from the others of a run: its variant and its kind. */
export const requestKey = (variant: string, difference: Difference): string =>
  `${variant} ${kindOf(difference)}`;

/** Whether a target may take the right password for a wrong one: its ciphertext was seen before or is written raw, or the flag beside it has another value. */
export function mayBeMisread({ twist }: Difference, { parameters }: Variant): boolean {
  if (twist === undefined) return false;
  if (twist.kind === 'replay' || twist.kind === 'raw-ciphertext') return true;
  return (
    'parameter' in twist && parameters.some(({ name, role }) => name === twist.parameter && role === 'flag')
  );
}
