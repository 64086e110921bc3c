import type { ConditionName } from '../spec/specification.ts';

/** Texts such as a service may write; the specification fixes what they say, not how. `{parameter}` is replaced by the name. */
export const exampleTexts = {
  missing: 'Required parameter {parameter} is missing. Repeat the request with correct data.',
  unencrypted: 'Parameter {parameter} is expected in encrypted form.',
  unauthorized: 'User did not pass authorization, access to the resource is restricted.',
  'partner-blocked': 'Access to the system is blocked for the partner. Contact your manager.',
  'ip-blocked': 'Access from your IP address is blocked. Contact your manager.',
  'reward-unavailable': 'This kind of reward is not available to the partner. Contact your manager.',
  unavailable: 'The service is temporarily unavailable. Repeat the operation later.',
} as const satisfies Record<Exclude<ConditionName, 'success'>, string>;

/** One bank of a successful answer; the name and the BIC are made up. */
export const exampleBank = { name: 'Example Bank', bic: '044525000' } as const;

/** A value for each role of a parameter; a ciphertext is shortened. */
export const exampleValues = {
  partner: { string: '1042', int: 1042 },
  password: { string: 'VGhpcyBpcyBhIGNpcGhlcnRleHQ=', int: 0 },
  flag: { string: 'true', int: 1 },
} as const;
