import { describe, expect, test } from 'vitest';
import { findDiffering, judge } from '../result/judge.ts';
import { recordOf } from '../result/record.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/specification.ts';
import { broken, nasty } from './hostile-attacks.test-support.ts';
import type { Misdeed } from './hostile-attacks.test-support.ts';
import { findSpoiled } from './hostile-report.test-data.ts';
import { startHostile } from './hostile-server.test-support.ts';
import type { Prey } from './hostile-server.test-support.ts';
import { idsOf, runAgainst, targetAt } from './small-run.test-support.ts';

const limits = { timeout: 400, retries: 1, concurrency: 16, maxBody: 1_000_000 };
/** A few requests show what the service does to good and to bad ones; each bad one without an answer is confirmed alone. */
const few = ['a.success', 'a.missing.partnerName', 'a.unauthorized.unknown-partner', 'a.unavailable'];
/** Requirements that only good requests are judged by. */
const ofGood = /\.(success|request)\.|no-401$/;

const trials = [...broken, ...nasty].flatMap((misdeed) =>
  misdeed.preys.map((prey): [string, Misdeed, Prey] => [`${misdeed.name} for ${prey}`, misdeed, prey]),
);

async function suffer({ attack, onConnect = false, answer }: Misdeed, prey: Prey): Promise<Ordeal> {
  const server = await startHostile({ prey, attack, onConnect });
  try {
    const start = performance.now();
    const target = targetAt(server.url, { variants: ['a'], limits });
    const { results } = await runAgainst(target, {
      cases: answer !== undefined && prey === 'bad' ? [] : few,
    });
    return { results, elapsed: performance.now() - start };
  } finally {
    await server.close();
  }
}

interface Ordeal {
  readonly results: Results;
  readonly elapsed: number;
}

/** Requirements that must not pass where those requests are answered like that. */
function wronglyPassed(results: Results, { answer }: Misdeed, prey: Prey): readonly string[] {
  const passed = idsOf(results, 'pass');
  if (prey === 'unknown-partner') return passed.filter((id) => id.startsWith('a.unauthorized.'));
  if (prey === 'good' && answer?.status === 200) return passed.filter((id) => id === 'a.success.body');
  const allowed = answer === undefined ? [] : seenIn(answer);
  return passed.filter((id) => !allowed.includes(id) && !(prey === 'bad' && ofGood.test(id)));
}

/** What holds by a whole answer of that kind, to whatever request. */
function seenIn({ status, showsList, isErrorBody }: NonNullable<Misdeed['answer']>): readonly string[] {
  return [
    ...(status === 200 ? ['a.success.status', 'a.request.body', 'a.status.no-401'] : []),
    ...(showsList === true ? [] : ['a.authorization.enforced']),
    ...(isErrorBody === true ? ['a.error.body'] : []),
  ];
}

describe.concurrent('a target that misbehaves', () => {
  test.each(trials)('by %s is survived', async (_name, misdeed, prey) => {
    const { results, elapsed } = await suffer(misdeed, prey);
    const exchanges = [...results.controls, ...results.cases.flatMap((one) => one.exchanges)];
    expect(wronglyPassed(results, misdeed, prey)).toEqual([]);
    expect(idsOf(results, 'suite-error')).toEqual([]);
    expect(exchanges.length).toBeGreaterThan(0);
    expect(elapsed).toBeLessThan(results.requests * (limits.retries + 3) * limits.timeout);
    expect(Math.max(...exchanges.map(({ durationMs }) => durationMs))).toBeLessThan(limits.timeout + 3000);
    expect(findSpoiled(results)).toEqual([]);
    const read = JSON.parse(JSON.stringify(results)) as Results;
    expect(findDiffering(results, judge(recordOf(read), specification, [], []))).toEqual([]);
  });
});
