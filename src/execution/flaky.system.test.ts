import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Results } from '../result/results.ts';
import { createRandom } from './plan.ts';
import { both, page, runWith } from './small-run.test-support.ts';
import type { Answer } from './small-run.test-support.ts';

const runs = 20;
const atOnce = 5;
/** Shares of requests that go wrong, and the longest delay in milliseconds. */
const weather = { reset: 0.05, refuse: 0.05, delay: 200 } as const;

/** A run of the whole suite against a conforming service behind bad weather. */
async function runThroughWeather(seed: number, failedLogins: number): Promise<Results> {
  const random = createRandom(seed);
  let hits = 0;
  const answer: Answer = async () => {
    await sleep(random() * weather.delay);
    const fate = random();
    if (fate >= weather.reset + weather.refuse) return 'documented';
    hits += 1;
    return fate < weather.reset ? 'reset' : { ...page, status: 503 };
  };
  const limits = { failedLogins, retries: 4, concurrency: 8 };
  const { results } = await runWith(answer, { ...both, limits }, { random: createRandom(seed) });
  expect(hits).toBeGreaterThan(0);
  return results;
}

describe.skipIf(process.env['SBP_SLOW_TESTS'] !== '1')('a conforming service behind a bad line', () => {
  test.each([100, 3])('fails in no run with %i failed logins', { timeout: 600_000 }, async (failedLogins) => {
    const queue = Array.from({ length: runs }, (_, index) => index + 1).values();
    const all: Results[] = [];
    const worker = async (): Promise<void> => {
      for (const seed of queue) all.push(await runThroughWeather(seed, failedLogins));
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    const judged = all.flatMap(({ requirements }) => requirements);
    const missed = (sought: string): readonly string[] =>
      judged.filter(({ verdict }) => verdict === sought).map(({ id, reason }) => `${id}: ${reason}`);
    expect([...missed('fail'), ...missed('review')]).toEqual([]);
    // What the profile does not provision, or was not tried at a limit of failed logins, is no matter of the line.
    const byLine = missed('inconclusive').filter((miss) => !/not-(selected|provisioned)$/.test(miss));
    expect(byLine.slice(Math.floor(judged.length * 0.02))).toEqual([]);
  });
});
