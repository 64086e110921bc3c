import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLeapingClock } from './leaping-clock.ts';
import type { Clock } from './pace.ts';
import { both, idsOf, runWith, where } from './small-run.test-support.ts';
import type { Answer, Manner, Seen } from './small-run.test-support.ts';
import type { Call, Reply } from './small-service.test-support.ts';

const limits = { timeout: 1000, retries: 2 } as const;
/** Longest time for one request: its retries, two controls and the last try, each up to the time-out. */
const bound = (limits.retries + 3) * limits.timeout;
/** Backoff and pauses. */
const spare = 2500;
/** A target that is down is waited for this long, however many requests wait: a restart leaves nothing open. */
const recovery = 15_000;

const few: Manner = { cases: ['a.missing.partnerName'] };
const all: Manner = { cases: ['a.missing.*'] };
const names = ['partnerName', 'partnerPassword', 'useAuthByCert'];
const aspectsOf = (name: string): readonly string[] =>
  ['status', 'names', 'meaning'].map((aspect) => `a.missing.${name}.${aspect}`);
const own = aspectsOf('partnerName');
const isMissing = ({ kind }: Call): boolean => kind === 'missing';
/** Milliseconds: its pauses, and each request that hangs until the time-out, without the machine's own. */
const longestOf = ({ calls, took }: Seen, fault: Reply, isHit: (call: Call) => boolean): number =>
  took + (fault === 'silent' || fault === 'dripping' ? calls.filter(isHit).length * limits.timeout : 0);
/** Refuses connections from that request on, for this many milliseconds or for good. */
const stopAt =
  (first: number, again: number | null, clock: Clock = createLeapingClock()): Answer =>
  async ({ index }, service): Promise<Reply> => {
    if (index === first) {
      await service.stop();
      if (again !== null) void clock.pause(again, AbortSignal.timeout(60_000)).then(service.start);
    }
    return 'documented';
  };

describe.concurrent.each<Reply>(['silent', 'dripping', 'reset', 'ended'])('a target that is %s', (fault) => {
  it('to every request ends the run within the bound, and fails nothing', async () => {
    const seen = await runWith(fault, { limits }, few);
    const { results } = seen;
    expect(longestOf(seen, fault, () => true)).toBeLessThan(bound + spare);
    expect([...idsOf(results, 'fail'), ...idsOf(results, 'pass')]).toEqual([]);
    expect(idsOf(results, 'target-unavailable')).toEqual(expect.arrayContaining([...own]));
  });

  it('to one kind of request fails within the bound', async () => {
    const seen = await runWith(where(isMissing, fault), { limits }, few);
    const { results, calls } = seen;
    expect(longestOf(seen, fault, isMissing)).toBeLessThan(bound + spare);
    expect(idsOf(results, 'fail')).toEqual(expect.arrayContaining([...own]));
    expect(calls.filter(isMissing)).toHaveLength(1 + limits.retries);
  });

  it('from some moment on ends the case within the bound, and fails nothing', async () => {
    const isHit = ({ index }: Call): boolean => index > 0;
    const seen = await runWith(where(isHit, fault), { limits }, few);
    const { results } = seen;
    expect(longestOf(seen, fault, isHit)).toBeLessThan(bound + recovery + spare);
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(results.cases[0]).toMatchObject({ verdict: 'inconclusive', reason: 'target-unavailable' });
  });
});

describe.concurrent('a target that', () => {
  it('restarts on its port fails nothing', async () => {
    const clock = createLeapingClock();
    const { results } = await runWith(stopAt(1, 1200, clock), { limits }, { ...few, clock });
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(results.cases[0]?.verdict).toBe('pass');
  });

  it('is stopped in the middle of a whole run is waited for, and fails nothing', async () => {
    const { results } = await runWith(stopAt(8, null), { limits: { retries: 1, concurrency: 4 } });
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'target-unavailable').length).toBeGreaterThan(0);
    expect(idsOf(results, 'pass').length).toBeGreaterThan(0);
    expect(results.rootCauses).toHaveLength(1);
  });
});

describe.concurrent('a target that hangs on every request of a kind', () => {
  const several = ['status', 'names'].map((aspect) => `a.missing.several.${aspect}`);

  it('fails them all', async () => {
    const seen = await runWith(where(isMissing, 'silent'), { limits }, all);
    const { results, calls } = seen;
    expect(idsOf(results, 'fail').toSorted()).toEqual([...names.flatMap(aspectsOf), ...several].toSorted());
    expect(longestOf(seen, 'silent', isMissing)).toBeLessThan(40 * limits.timeout);
    expect(Math.max(...calls.filter(({ kind }) => kind === 'success').map(({ open }) => open))).toBe(1);
    for (const { controls } of results.cases.flatMap(({ trials }) => trials)) {
      expect(controls.filter(({ good }) => good).length).toBeGreaterThan(1);
    }
  });

  it.each(names)(
    'is judged by each request alone if it does not allow several refusals at once: without %s',
    async (name) => {
      const hangs = ({ params }: Call): boolean => names.every((one) => one in params === (one !== name));
      const isHeldUp = (call: Call): boolean => isMissing(call) && (hangs(call) || call.open > 1);
      const { results } = await runWith(where(isHeldUp, 'silent'), { limits }, all);
      expect(idsOf(results, 'fail').toSorted()).toEqual(aspectsOf(name).toSorted());
    },
  );

  it('fails no other if its plain answers suffer from their number too', async () => {
    const hangs = ({ params }: Call): boolean => 'partnerName' in params && 'partnerPassword' in params;
    const isHeldUp = (call: Call): boolean =>
      (call.open > 1 && call.index > 1) || (isMissing(call) && hangs(call));
    const { results } = await runWith(where(isHeldUp, 'silent'), { limits }, all);
    const others = idsOf(results, 'fail').filter((id) => !id.startsWith('a.missing.useAuthByCert.'));
    expect(others).toEqual([]);
  });

  it('ends where failed logins are in doubt as well', async () => {
    const lacksFlag = ({ params }: Call): boolean =>
      Object.keys(params).length === 2 && !('useAuthByCert' in params);
    const answer: Answer = async (call) => {
      if (isMissing(call) && call.variant === 'a' && lacksFlag(call)) return 'silent';
      if (call.kind !== 'unencrypted') return 'documented';
      await sleep(50);
      return 'reset';
    };
    const { results } = await runWith(answer, { ...both, limits: { timeout: 500, failedLogins: 1 } });
    expect(idsOf(results, 'pass')).toContain('a.success.status');
  });
});
