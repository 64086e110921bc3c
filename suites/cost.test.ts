// What a run costs the service, in counts that hold on any machine, and how large its reports are.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { withBuiltIn } from '../src/api/built-in.ts';
import { readTarget } from '../src/api/options.ts';
import { runTarget } from '../src/api/run-target.ts';
import { formats } from '../src/report/formats.ts';

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

// Slow answers: what goes side by side then overlaps by far more than the clock's millisecond.
const latencyMs = 100;

it.concurrent.for([
  { failedLogins: 3, requests: 185, trips: 100 },
  { failedLogins: 100, requests: 235, trips: 130 },
])('a run of at most $failedLogins failed logins', async ({ failedLogins, requests, trips }) => {
  await withBuiltIn({ latencyMs }, async ({ profile, reference }) => {
    const target = await readTarget({ ...profile, limits: { ...profile.limits, failedLogins } });
    const results = await runTarget({ target });
    const spans = results.record.exchanges.map(({ startedAt, durationMs }): Span => {
      const start = Date.parse(startedAt);
      return [start, start + durationMs];
    });
    expect(results.verdict).toBe('conforming');
    expect(results.failedLogins).toBeLessThanOrEqual(failedLogins);
    expect(results.requests).toBe(reference.requests());
    expect(results.requests).toBeLessThanOrEqual(requests);
    expect(roundTrips(spans)).toBeLessThanOrEqual(trips);
    const sizeOf = (name: keyof typeof formats): number => Buffer.byteLength(formats[name].render(results));
    expect(sizeOf('json')).toBeLessThan(600_000);
    expect(sizeOf('html')).toBeLessThan(350_000);
    expect(sizeOf('markdown')).toBeLessThan(8000);
  });
});

it('a run takes less than 200 MB of memory', async () => {
  await withBuiltIn({}, async ({ profile }) => {
    const folder = mkdtempSync(join(tmpdir(), 'sbp-cost-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'target.yaml'), JSON.stringify(profile));
    const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
    const tell = 'process.on("exit", () => console.error(process.resourceUsage().maxRSS))';
    const args = [
      '--import',
      `data:text/javascript,${tell}`,
      main,
      'run',
      '--target',
      'target.yaml',
      '--quiet',
    ];
    const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    // Kilobytes.
    expect(Number(stderr.trim().split('\n').at(-1))).toBeLessThan(200_000);
  });
});
