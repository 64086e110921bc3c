import type { Reason } from '../verdict/verdict.ts';
import type { Results } from './results.ts';

/** Reasons that a user has chosen or accepted: they do not spoil a run. */
const accepted: readonly (Reason | null)[] = ['not-provisioned', 'vacuous', 'not-selected'];

/** The exit code of a run that came to its end: 0, 1 or 3; 1 goes before 3. */
export function exitCodeOf(results: Results, complete: boolean): 0 | 1 | 3 {
  const { requirements, waivers } = results;
  const failed = requirements.some(({ verdict, waived }) => verdict === 'fail' && !waived);
  if (failed || waivers.some(({ state }) => state === 'stale')) return 1;
  const open = requirements.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'review');
  const spoilt = open.some(({ verdict, reason }) => verdict === 'inconclusive' && !accepted.includes(reason));
  return spoilt || (complete && open.length > 0) ? 3 : 0;
}
