import { findCondition } from '../spec/specification.ts';
import type { Variant } from '../spec/specification.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Cause } from './cause.ts';

/** What a documented refusal of the plain request says of the profile; null where the answer is none. */
export function refusalCause(variant: Variant, { response, facts }: Evidence): Cause | null {
  if (response === null) return null;
  const { status } = response;
  const text = facts?.kind === 'json' ? facts.text : null;
  if (status === findCondition(variant, 'unauthorized')?.status) {
    return {
      found: `answered ${status}: the partner's name and password are refused`,
      mend: 'check credentials.partnerPassword, then credentials.partnerName and encryption.key',
    };
  }
  if (status === 403) {
    const mend = 'access of this partner or of this address is blocked: ask the assigned manager';
    return { found: 'answered 403', mend };
  }
  if (status !== 422) return null;
  const lacking = variant.parameters.find(({ name }) => text?.naming[name] === 'named')?.name;
  if (text?.meanings.includes('correct-data') === true && lacking !== undefined) {
    return {
      found: `answered 422: the target does not see ${lacking}, which was sent`,
      mend: `check what credentials.${lacking} holds, and that no gateway on the way takes parameters away`,
    };
  }
  return {
    found: 'answered 422: the target does not take the password for encrypted',
    mend: 'check encryption (scheme, hash, mgf1, encoding, key): is the key the present one of this service?',
  };
}
