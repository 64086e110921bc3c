import type { Evidence } from '../verdict/evidence.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

/** Milliseconds that two clocks may differ without a warning. */
const tolerated = 60_000;

/** Compares the Date header of an answer (RFC 9110, section 6.6.1) with the clock of this machine. */
export function inspectClock({ response, startedAt, durationMs }: Evidence): Finding {
  const header = response?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '';
  const theirs = Date.parse(header);
  if (Number.isNaN(theirs)) return finding('good', 'clock: the target sends no Date header to compare with');
  const apart = theirs - (Date.parse(startedAt) + durationMs / 2);
  if (Math.abs(apart) <= tolerated) return finding('good', 'clock: the target’s agrees with this machine’s');
  const found = `clock: the target’s is ${lengthOf(Math.abs(apart))} ${apart < 0 ? 'behind' : 'ahead of'} this machine’s`;
  const mend = 'set the clocks right; a {timestamp} in encryption.template may be refused, certificates too';
  return finding('warning', found, [mend]);
}

/** A length of time in seconds or minutes. */
function lengthOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}
