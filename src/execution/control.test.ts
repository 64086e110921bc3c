import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  both,
  idsOf,
  page,
  refusal,
  runAgainst,
  runWith,
  targetAt,
  wrongPassword,
} from './small-run.test-support.ts';
import type { Answer } from './small-run.test-support.ts';
import { partner, withService } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';

const is = (call: Call, ...kinds: readonly Call['kind'][]): boolean => kinds.includes(call.kind);
/** Answers so where the condition holds, and as documented otherwise. */
const where =
  (isHit: (call: Call) => boolean, reply: Reply): Answer =>
  (call) =>
    isHit(call) ? reply : 'documented';
const now = { 'Retry-After': '0' };
const later = { status: 500, body: '{"description_status":"Temporarily unavailable, try later"}' };
const aspects = (id: string): readonly string[] =>
  ['status', 'names', 'meaning'].map((one) => `${id}.${one}`);

it('finds nothing wrong with a service that answers as documented', async () => {
  const { results } = await runWith('documented', both);
  expect([...idsOf(results, 'fail'), ...idsOf(results, 'review')]).toEqual([]);
  const open = ['b.ip-blocked', 'b.reward-unavailable'].flatMap((id) => [`${id}.status`, `${id}.meaning`]);
  expect(idsOf(results, 'inconclusive')).toEqual(open);
  expect(idsOf(results, 'not-provisioned')).toEqual(open);
  expect(idsOf(results, 'pass')).toHaveLength(51);
});

describe.concurrent('one kind of request that fails beside a good control', () => {
  const without = aspects('a.missing.useAuthByCert');
  const cases = ['a.missing.useAuthByCert', 'a.success'];
  const only = (reply: Reply): Answer =>
    where((call) => is(call, 'missing') && !('useAuthByCert' in call.params), reply);

  it.each([
    ['a reset connection', 'reset', without],
    ['a page of a gateway', page, [...without, 'a.error.body']],
    ['a documented 500', later, [without[0], without[1], without[2]]],
  ] as const)('fails by %s', async (_what, reply, failing) => {
    const { results } = await runWith(only(reply), {}, { cases });
    expect(new Set(idsOf(results, 'fail'))).toEqual(new Set(failing));
    expect(idsOf(results, 'pass')).toContain('a.success.status');
  });

  it('fails by silence, within the time of retries and three more requests', async () => {
    const limits = { timeout: 300, retries: 1 };
    const { results, took } = await runWith(only('silent'), { limits }, { cases: cases.slice(0, 1) });
    expect(took).toBeLessThan((limits.retries + 3) * limits.timeout + 4000);
    expect(idsOf(results, 'fail')).toEqual(without);
  });

  it('names the control and keeps its exchange, so that the verdict can be followed', async () => {
    const { results } = await runWith(only('reset'), {}, { cases });
    const [found] = results.cases.filter(({ id }) => id === cases[0]);
    const ids = found?.trials[0]?.controls.map(({ id }) => id) ?? [];
    // By turns two and one, before and after each of two further attempts.
    expect(ids).toHaveLength(5);
    expect(found?.controls).toEqual(expect.arrayContaining(ids));
    expect(results.controls.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  it.each([
    [0, 1],
    [1, 2],
    [4, 5],
  ])('is tried once, and again as often as the profile says: %i', async (retries, times) => {
    const { calls } = await runWith(only('reset'), { limits: { retries } }, { cases: cases.slice(0, 1) });
    expect(calls.filter((call) => is(call, 'missing'))).toHaveLength(times);
  });
});

describe.concurrent('a passing disturbance fails nothing', () => {
  it.each<[string, Reply]>([
    ['a reset', 'reset'],
    ['a 503', { status: 503, headers: now }],
    ['a 429', { status: 429, headers: now }],
    ['a page of a gateway', page],
    ['a 500', later],
  ])('and is recorded: %s', async (_what, reply) => {
    const isHit = (call: Call): boolean => call.indexOfKind === 0 && !is(call, 'unavailable');
    const { results } = await runWith(where(isHit, reply));
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'pass')).toHaveLength(25);
    const recorded = [...results.controls, ...results.cases.flatMap(({ exchanges }) => exchanges)];
    const status = typeof reply === 'string' ? undefined : reply.status;
    expect(recorded.some(({ response }) => response?.status === status)).toBe(true);
  });

  it('and is waited out for as long as Retry-After asks', async () => {
    const isFirst = (call: Call): boolean => is(call, 'missing') && call.indexOfKind === 0;
    const busy = { status: 503, headers: { 'Retry-After': '1' } };
    const cases = ['a.missing.partnerName'];
    const { calls, results } = await runWith(where(isFirst, busy), {}, { cases });
    const [first, second] = calls.filter(({ kind }) => kind === 'missing');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  const few = ['a.success', 'a.missing.*', 'a.unencrypted.*'];
  it.each([
    ['one in seven is reset', where(({ index }) => index % 7 === 3, 'reset'), 3, []],
    ['every second one is lost', where(({ index }) => index % 2 === 1, page), 2, few],
    ['every second one, with one repeat', where(({ index }) => index % 2 === 1, page), 1, few],
    ['every second one, without repeats', where(({ index }) => index % 2 === 1, page), 0, few],
    ['every third one', where(({ index }) => index % 3 === 2, page), 2, few],
    ['every third one, without repeats', where(({ index }) => index % 3 === 2, page), 0, few],
  ] as const)('that keeps step: %s', { timeout: 120_000 }, async (_what, answer, retries, cases) => {
    const { results } = await runWith(answer, { limits: { retries, concurrency: 1 } }, { cases });
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'pass')).toContain('a.success.status');
  });

  it('of what is answered rightly; what is wrong besides fails all the same', async () => {
    const answer: Answer = ({ index, kind, params }) => {
      if (kind === 'missing' && !('partnerName' in params)) return 'reset';
      return index % 20 === 19 ? page : 'documented';
    };
    const { results } = await runWith(answer, {}, { cases: few });
    expect(idsOf(results, 'fail')).toContain('a.missing.partnerName.status');
    expect(idsOf(results, 'fail')).not.toContain('a.missing.useAuthByCert.status');
  });

  it('where half of everything is reset', async () => {
    let seed = 7;
    const answer = (): Reply => ((seed = (seed * 16_807) % 2_147_483_647) % 2 === 0 ? 'reset' : 'documented');
    const limits = { retries: 4 };
    const { results } = await runWith(answer, { limits }, { cases: ['a.missing.*', 'a.success'] });
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  it('where everything is an HTML 404 for a second, as during a deployment', async () => {
    let from = 0;
    const { results } = await runWith(({ index }) => {
      if (index === 30) from = performance.now();
      return index >= 30 && performance.now() - from < 1000 ? { ...page, status: 404 } : 'documented';
    });
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'pass')).toHaveLength(25);
  });

  it.each([
    ['an HTML 404', { ...page, status: 404 }, 2],
    ['a 502', page, 3],
  ] as const)('where the target comes up while it is tried: %s', async (_what, reply, count) => {
    const limits = { failedLogins: 3 };
    const { results } = await runWith(
      where(({ index }) => index < count, reply),
      { limits },
    );
    expect(idsOf(results, 'pass')).toHaveLength(25);
  });
});

describe.concurrent('a target that is out of order', () => {
  it.each<[string, Reply, string]>([
    ['resets every connection', 'reset', 'target-unavailable'],
    ['answers 503 to everything', { status: 503 }, 'target-unavailable'],
    ['answers 429 to everything', { status: 429, headers: now }, 'rate-limited'],
  ])('is inconclusive, its cause said once, where it %s', async (_what, reply, reason) => {
    const { results, calls } = await runWith(reply, { ...both, limits: { retries: 1 } });
    expect([...idsOf(results, 'pass'), ...idsOf(results, 'fail')]).toEqual([]);
    const judged = results.cases.filter(({ verdict }) => verdict !== null);
    expect(new Set(judged.map((found) => found.reason))).toEqual(new Set([reason, 'not-provisioned']));
    expect(results.rootCauses).toHaveLength(1);
    expect(calls.length).toBeLessThan(40);
  });

  it('is given up soon where it is not there at all', async () => {
    const url = await withService(
      () => 'documented',
      (service) => Promise.resolve(service.url),
    );
    const { results } = await runAgainst(targetAt(url, { limits: { retries: 1 } }));
    expect([...idsOf(results, 'pass'), ...idsOf(results, 'fail')]).toEqual([]);
    expect(results.rootCauses.map(({ variant }) => variant)).toEqual([null]);
    expect(results.rootCauses[0]?.message).toContain('ECONNREFUSED');
  });

  it('fails nothing if it is stopped in the middle of the run', async () => {
    const { results } = await runWith(
      async ({ index }, service): Promise<Reply> => {
        if (index === 8) await service.stop();
        return 'documented';
      },
      { limits: { retries: 1, concurrency: 4 } },
    );
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'target-unavailable').length).toBeGreaterThan(0);
    expect(idsOf(results, 'pass').length).toBeGreaterThan(0);
    expect(results.rootCauses).toHaveLength(1);
  });

  it('is judged in full where it restarts for 1.5 s in the middle of the run', async () => {
    const restart = async (service: SmallService): Promise<void> => {
      await service.stop();
      await sleep(1500);
      await service.start();
    };
    let restarted: Promise<void> = Promise.resolve();
    const answer: Answer = ({ index }, service) => {
      if (index === 20) restarted = restart(service);
      return 'documented';
    };
    const { results } = await runWith(answer, { limits: { concurrency: 4 } }, { random: () => 0 });
    await restarted;
    expect([...idsOf(results, 'fail'), ...idsOf(results, 'inconclusive')]).toEqual([]);
    expect(idsOf(results, 'pass')).toHaveLength(25);
  });
});

describe.concurrent('a gateway that bans or limits the caller', () => {
  const busy = { status: 429, body: '{"description_status":"too many"}', headers: now };

  it('with 429 after one failed login is a limit', async () => {
    const answer = where((call) => is(call, 'unauthorized') && call.indexOfKind > 0, busy);
    const { results } = await runWith(
      answer,
      { limits: { concurrency: 1 } },
      { cases: ['a.unauthorized.*'] },
    );
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(results.cases.filter(({ reason }) => reason === 'rate-limited')).toHaveLength(1);
  });

  it('with 429 for every failed login is the service, which fails', async () => {
    const cases = ['a.unauthorized.unknown-partner'];
    const { results } = await runWith(
      where((call) => is(call, 'unauthorized'), busy),
      {},
      { cases },
    );
    expect(idsOf(results, 'fail')).toContain('a.unauthorized.status');
  });

  it(
    'with 429 for every login but the first two is not taken for the service',
    { timeout: 60_000 },
    async () => {
      let logins = 0;
      const isLimited = (call: Call): boolean => is(call, 'unauthorized', 'unencrypted') && (logins += 1) > 2;
      const cases = ['a.success', 'a.observed.password.*', 'a.unauthorized.*'];
      const { results } = await runWith(
        where(isLimited, { ...busy, body: '<html>slow down</html>' }),
        {},
        { cases },
      );
      expect(idsOf(results, 'fail')).toEqual([]);
    },
  );

  it('is not taken for the service where it refuses what is only observed', async () => {
    let isBanned = false;
    const isRefused = (call: Call): boolean =>
      (isBanned ||= is(call, 'missing') && call.params['partnerName'] === '');
    const cases = ['a.success', 'a.observed.value.partnerName.empty'];
    const { results } = await runWith(
      where(isRefused, { status: 403, body: '<html>banned</html>' }),
      {},
      { cases },
    );
    expect(idsOf(results, 'fail')).toEqual([]);
  });
});

describe.concurrent('a baseline that fails', () => {
  const isGood = (call: Call): boolean => is(call, 'success');

  it.each<[string, Reply, readonly string[]]>([
    ['is reset', 'reset', ['a.success.status']],
    ['meets a page of a gateway', page, ['a.error.body', 'a.success.status']],
    ['is redirected', { status: 307, headers: { Location: '/login' } }, ['a.success.status']],
    [
      'is cut off',
      { status: 200, body: '{"banks":[', headers: { 'Content-Length': '99' } },
      ['a.success.status'],
    ],
  ])('while refusals are documented fails where it %s', async (_what, reply, failing) => {
    const limits = { retries: 1, timeout: 300 };
    const cases = ['a.success', 'a.missing.*', 'a.un*'];
    const { results } = await runWith(where(isGood, reply), { limits }, { cases });
    expect(idsOf(results, 'fail').toSorted()).toEqual([...failing]);
    expect(idsOf(results, 'pass')).toEqual([]);
    expect(idsOf(results, 'control-failed')).toContain('a.missing.partnerName.status');
  });

  it('hides no other fault: what is wrong besides still fails, one request at a time', async () => {
    const wrong = {
      status: 400,
      body: '{"description_status":"partnerPassword is expected in encrypted form"}',
    };
    const { results } = await runWith(
      (call) => (isGood(call) ? page : is(call, 'unencrypted') ? wrong : 'documented'),
      { limits: { retries: 0, concurrency: 1 } },
    );
    const status = 'a.unencrypted.partnerPassword.status';
    expect(idsOf(results, 'fail').toSorted()).toEqual(['a.error.body', 'a.success.status', status]);
  });

  it('is no failure where it answers 500 with the documented body', async () => {
    const { results } = await runWith(where(isGood, later), { limits: { retries: 1 } });
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'target-unavailable')).toContain('a.success.status');
  });

  it('fails where the profile has a wrong password; what looks right is control-failed, what is wrong still fails', async () => {
    const answer = where((call) => is(call, 'unavailable'), { status: 503, body: '{}' });
    const { results } = await runWith(answer, wrongPassword);
    const failed = idsOf(results, 'fail');
    expect(failed).toEqual(expect.arrayContaining(['a.success.status', 'a.unavailable.status']));
    expect(failed).not.toContain('a.missing.partnerName.status');
    expect(idsOf(results, 'pass')).toEqual([]);
    expect(idsOf(results, 'control-failed')).toEqual(
      expect.arrayContaining(['a.missing.partnerName.status', 'a.unauthorized.status', 'a.request.body']),
    );
    expect(results.rootCauses).toHaveLength(1);
    expect(results.rootCauses[0]?.message).toContain('403');
  });
});

describe.concurrent('with three failed logins, as by default', () => {
  const limits = { failedLogins: 3 } as const;
  const isEscaped = (call: Call): boolean => is(call, 'success') && call.body.includes('\\u');
  const isAnotherOrder = (call: Call): boolean =>
    is(call, 'success') && !/^\s*\{\s*"partnerName"/.test(call.body);

  it.each([
    ['escapes', isEscaped, 1],
    ['escapes', isEscaped, 4],
    ['escapes', isEscaped, 8],
    ['another order', isAnotherOrder, 8],
  ])('a spelling that is refused for ever fails: %s, %#', async (_what, isHit, concurrency) => {
    const { results } = await runWith(where(isHit, refusal(403)), { limits: { ...limits, concurrency } });
    expect(idsOf(results, 'fail')).toEqual(['a.request.body']);
    expect(results.failedLogins).toBeLessThanOrEqual(3);
  });

  it('a spelling that is refused once leaves nothing open', async () => {
    let hits = 0;
    const { results } = await runWith(
      where((call) => isEscaped(call) && hits++ === 0, refusal(403)),
      { limits },
    );
    expect(idsOf(results, 'pass')).toHaveLength(25);
  });

  it.each([401, 403, 404, 422, 423])(
    'refusals show nothing where the partner is locked by then, with %i',
    async (status) => {
      let isLocked = false;
      const answer: Answer = (call) => {
        const isPartner = call.params['partnerName'] === partner.name;
        if (isLocked && isPartner && call.password !== null) return refusal(status);
        isLocked ||= is(call, 'unauthorized') && isPartner;
        return 'documented';
      };
      const { results } = await runWith(answer, { limits });
      expect(idsOf(results, 'fail')).toEqual([]);
      expect(idsOf(results, 'control-failed')).toContain('a.unauthorized.status');
    },
  );
});
