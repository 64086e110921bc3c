/** What a run costs the service and the disk, in counts that hold on any machine; no seconds. */
import { beforeAll, expect, it } from 'vitest';
import { renderReport, runConformance, startReference } from '../src/api/api.ts';
import { exchangesById } from '../src/results/results.ts';
import type { Results } from '../src/results/results.ts';

/** Start and end of one exchange, in ms. */
type Span = readonly [start: number, end: number];

/** The longest chain of exchanges of which each began after the one before had ended. */
function roundTrips(spans: readonly Span[]): number {
  let [count, until] = [0, -Infinity];
  for (const [start, end] of spans.toSorted(([, left], [, right]) => left - right))
    if (start >= until) [count, until] = [count + 1, end];
  return count;
}

it('counts the longest chain', () => {
  const spanAt = (start: number, end: number): Span => [start, end];
  const [long, first, second, third] = [spanAt(0, 100), spanAt(0, 10), spanAt(10, 30), spanAt(40, 50)];
  expect([[], [first], [first, long], [first, second]].map(roundTrips)).toEqual([0, 1, 1, 2]);
  expect(roundTrips([long, third, second, first])).toBe(3);
});

/** Slow answers: what goes side by side then overlaps by far more than the clock's millisecond. */
const latencyMs = 100;

let results: Results;

beforeAll(async () => {
  const { profile, close } = await startReference({ latencyMs });
  try {
    results = await runConformance({ ...profile, limits: { ...profile.limits, failedLogins: 3 } });
  } finally {
    await close();
  }
});

it('a run with the default limit of failed logins stays within its requests and round trips', () => {
  const exchanges = [...exchangesById(results).values()];
  const spans = exchanges.map(({ startedAt, durationMs }): Span => {
    const start = Date.parse(startedAt);
    return [start, start + durationMs];
  });
  expect(results).toMatchObject({ verdict: 'conforming', failedLogins: 3, requests: exchanges.length });
  expect(exchanges.length).toBeLessThanOrEqual(147);
  expect(roundTrips(spans)).toBeLessThanOrEqual(34);
});

it.for([
  ['json', 1_400_000],
  ['html', 830_000],
] as const)('its %s stays within %d bytes', async ([format, most]) => {
  expect(Buffer.byteLength(await renderReport(results, format))).toBeLessThanOrEqual(most);
});
