import type { Results } from '../result/results.ts';
import { allExchanges } from './check-trials.ts';

/** Milliseconds that two clocks, or a clock that is put right, may differ by. */
const slack = 60_000;

/** Times of a record that cannot have been, one sentence each. */
export function checkTimes(results: Results): readonly string[] {
  const { durationMs, failedLogins, requests, repeat } = results;
  const start = Date.parse(results.startedAt);
  const end = start + durationMs;
  if (!Number.isFinite(end) || durationMs < 0) return ['the run has no start, or a duration below nothing'];
  const outside = allExchanges(results).filter(({ startedAt, durationMs: own }) => {
    const at = Date.parse(startedAt);
    return !(own >= 0 && at >= start - slack && at + own <= end + slack);
  });
  const endless = results.cases.filter(
    (found) => found.durationMs < 0 || found.durationMs > durationMs * repeat + slack,
  );
  return [
    ...(outside.length === 0
      ? []
      : [`${outside.length} exchanges lie outside of the time of the run, ${outside[0]?.id} for one`]),
    ...(endless.length === 0 ? [] : [`case ${endless[0]?.id} took longer than the whole run`]),
    ...(failedLogins >= 0 && failedLogins <= requests ? [] : ['more logins failed than requests were sent']),
  ];
}
