import { exitCodeOf } from '../result/exit-code.ts';
import { outcomeOf } from '../result/outcome.ts';
import type { Results } from '../result/results.ts';
import { visible } from '../report/visible.ts';

/** Why a run that shows no failure is no good news either, in some lines; null where it is. What failed is told by its own case. */
export function unjudged(results: Results, complete: boolean): string | null {
  const stale = results.waivers
    .filter(({ state }) => state === 'stale')
    .map(({ requirement }) => requirement);
  if (stale.length > 0) {
    return `stale waivers, whose requirements pass or are unknown: ${stale.map(visible).join(', ')}`;
  }
  if (exitCodeOf(results, complete) !== 3) return null;
  const open = results.requirements
    .filter((found) => ['inconclusive', 'review'].includes(outcomeOf(found)))
    .filter(({ reason }) => complete || !harmless.includes(reason ?? ''));
  return [
    `${open.length} requirements could not be judged`,
    ...results.rootCauses.map(({ message, hint }) => `${visible(message)}; ${visible(hint)}`),
    ...open.map(({ id, verdict, reason }) => `${id}: ${verdict}${reason === null ? '' : ` (${reason})`}`),
  ].join('\n');
}

const harmless: readonly string[] = ['not-provisioned', 'vacuous', 'not-selected'];
