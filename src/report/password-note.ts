import type { CaseResult } from '../result/results.ts';
import { baselineLabel } from '../verdict/settle.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Wording } from './wording/wording.ts';

/** Conditions that the profile may give other credentials for. */
const conditionsWithCredentials: readonly string[] = [
  'partner-blocked',
  'ip-blocked',
  'reward-unavailable',
  'unavailable',
];

/** Which password stands encrypted behind the placeholder of a curl command; null for the usual one, or where there is none. */
export function passwordNote(
  { condition }: Pick<CaseResult, 'condition'>,
  { curl, label }: Pick<Evidence, 'curl' | 'label'>,
  words: Wording,
): string | null {
  if (!curl.includes('<ciphertext>') || label === baselineLabel) return null;
  if (/\bwrong password$/.test(label)) return words.wrongPassword;
  return conditionsWithCredentials.includes(condition) ? words.conditionPassword(condition) : null;
}
