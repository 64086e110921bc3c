import { expect, it } from 'vitest';
import { readTarget } from '../api/options.ts';
import { withBuiltIn } from '../api/built-in.ts';
import { casesOf, runTarget } from '../api/run-target.ts';
import type { ConformanceEvent } from '../api/run-target.ts';
import { requireCodes } from '../results/warning.test-support.ts';
import { roundTrips } from '../tools/bench/schedule.ts';
import type { Span } from '../tools/bench/schedule.ts';

it.each([
  'a-missing-400',
  'unauthorized-statuses-swapped',
  'b-blocked-ip-allowed',
  'b-reward-unavailable-422',
])('%s is shown within a fifth of the round trips of a run', async (defect) => {
  await withBuiltIn({ defects: [defect], latencyMs: 100 }, async ({ profile }) => {
    const loaded = await readTarget(profile, { env: {} });
    const target = { ...loaded, limits: { ...loaded.limits, failedLogins: 3 } };
    const spans: Span[] = [];
    let early: number | null = null;
    const onEvent = (event: ConformanceEvent): void => {
      if (event.kind === 'exchanged') {
        const start = Date.parse(event.exchange.startedAt);
        spans.push({ start, end: start + event.exchange.durationMs });
      }
      if (event.kind === 'case-ended' && event.result.verdict === 'fail') early ??= roundTrips(spans);
    };
    const repetition = { times: 1, seed: 1 };
    requireCodes(await runTarget({ target, cases: casesOf(target), repetition, onEvent }));
    expect(early).not.toBeNull();
    expect(early).toBeLessThanOrEqual(roundTrips(spans) / 5);
  });
});
