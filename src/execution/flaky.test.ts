import { describe, expect, test } from 'vitest';
import { claimsOf, deriveCases } from '../case/plan.ts';
import { loadBuiltIn, startBuiltIn } from '../cli/built-in.ts';
import { judge } from '../result/judge.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/specification.ts';
import { seeded, startFlakyProxy } from './flaky-proxy.test-support.ts';
import { openRun } from './run.ts';
import { createTargetRedactor } from './target-redactor.ts';

const runs = 20;
const atOnce = 5;

/** A run of the whole suite against the reference behind bad weather; `failedLogins` null: the limit of its profile. */
async function runThroughWeather(seed: number, failedLogins: number | null): Promise<Results> {
  const { reference, profile } = await startBuiltIn();
  const proxy = await startFlakyProxy(reference.url, seeded(seed));
  const limits: Readonly<Record<string, unknown>> = Object(profile['limits']);
  const fitted = {
    ...profile,
    baseUrl: proxy.url,
    limits: failedLogins === null ? limits : { ...limits, failedLogins },
  };
  try {
    const target = await loadBuiltIn(fitted);
    const { signal } = new AbortController();
    const run = await openRun({
      spec: specification,
      target,
      product: 'suite-under-test/1.2.3',
      now: () => new Date(),
      random: seeded(seed),
      redactor: createTargetRedactor(target),
      signal,
      abandoned: signal,
      onEvent: () => undefined,
    });
    try {
      const claims = claimsOf(target, specification);
      const record = await run.record({
        suite: { name: 'suite-under-test', version: '1.2.3' },
        claims,
        thorough: false,
        cases: deriveCases(specification, claims, false),
        repetition: { times: 1, seed: null },
      });
      return judge(record, specification, [], []);
    } finally {
      await run.close();
      expect(proxy.counts().resets + proxy.counts().refusals).toBeGreaterThan(0);
    }
  } finally {
    await proxy.close();
    await reference.close();
  }
}

async function runAll(failedLogins: number | null): Promise<readonly Results[]> {
  const queue = Array.from({ length: runs }, (_, index) => index + 1).values();
  const all: Results[] = [];
  const worker = async (): Promise<void> => {
    for (const seed of queue) all.push(await runThroughWeather(seed, failedLogins));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return all;
}

/** What is not a pass, with the reason. */
function misses(all: readonly Results[], verdict: string): readonly string[] {
  return all.flatMap(({ requirements }) =>
    requirements.filter((one) => one.verdict === verdict).map(({ id, reason }) => `${id}: ${reason}`),
  );
}

describe.skipIf(process.env['SBP_SLOW_TESTS'] !== '1')('a conforming service behind a bad line', () => {
  test.each([
    ['the limits of the built-in profile', null],
    ['three failed logins', 3],
  ])('fails in no run with %s', { timeout: 600_000 }, async (_name, failedLogins) => {
    const all = await runAll(failedLogins);
    const judged = all.flatMap(({ requirements }) => requirements).length;
    const open = misses(all, 'inconclusive');
    expect(misses(all, 'fail')).toEqual([]);
    expect(misses(all, 'review')).toEqual([]);
    // At a limit of failed logins, what was not tried any more is no matter of the line.
    const byLine = open.filter((miss) => failedLogins === null || !miss.endsWith('not-selected'));
    expect(byLine.slice(Math.floor(judged * 0.02))).toEqual([]);
  });
});
