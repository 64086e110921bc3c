import type { CaseResult } from '../result/results.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Wording } from './wording/wording.ts';

/** Conditions that the profile may give other credentials for. */
const conditionsWithCredentials: readonly string[] = [
  'partner-blocked',
  'ip-blocked',
  'reward-unavailable',
  'unavailable',
];

const wrongPasswords: readonly string[] = ['request-wrong-password', 'request-blocked-wrong-password'];

/** Which password stands encrypted behind the placeholder of a curl command; null for the usual one, or where there is none. */
export function passwordNote(
  { condition }: Pick<CaseResult, 'condition'>,
  { curl, words: request }: Pick<Evidence, 'curl' | 'words'>,
  words: Wording,
): string | null {
  if (!curl.includes('<ciphertext>') || request.code === 'request-baseline') return null;
  if (wrongPasswords.includes(request.code)) return words.wrongPassword;
  return conditionsWithCredentials.includes(condition) ? words.conditionPassword(condition) : null;
}
