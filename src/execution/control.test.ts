import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { idsOf, runAgainst, settings, targetAt } from './small-run.test-support.ts';
import type { Changes, Manner, Ran } from './small-run.test-support.ts';
import { partner, withService } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';

type Answer = (call: Call, service: SmallService) => Reply | Promise<Reply>;

/** A run of A, if nothing else is said, against a service of that behaviour. */
function runWith(
  answer: Answer,
  changes: Changes = {},
  manner: Manner = {},
): Promise<Ran & { calls: readonly Call[] }> {
  return withService(answer, async (service) => {
    const ran = await runAgainst(targetAt(service.url, { variants: ['a'], ...changes }), manner);
    return { ...ran, calls: [...service.calls] };
  });
}

const is = (call: Call, kind: Call['kind'], variant: 'a' | 'b' = 'a'): boolean =>
  call.kind === kind && call.variant === variant;

const page = { status: 502, body: '<html>Bad Gateway</html>', headers: { 'Content-Type': 'text/html' } };

describe.concurrent('one kind of request that fails beside a good control', () => {
  const without = ['status', 'names', 'meaning'].map((aspect) => `a.missing.useAuthByCert.${aspect}`);
  const hasName = ({ params }: Call): boolean => 'partnerName' in params && 'partnerPassword' in params;
  const only =
    (reply: Reply): Answer =>
    (call) =>
      is(call, 'missing') && hasName(call) ? reply : 'documented';

  it.each([
    ['a reset connection', 'reset', without],
    ['a page of a gateway', page, [...without, 'a.error.body']],
    ['a documented 500', { status: 500, body: '{"description_status":"later"}' }, [without[0]]],
  ] as const)('fails by %s', async (_what, reply, failing) => {
    const { results } = await runWith(only(reply), {}, { cases: ['a.missing.useAuthByCert', 'a.success'] });
    const failed = idsOf(results, 'fail');
    expect(failed).toEqual(expect.arrayContaining([...failing]));
    expect(failed.filter((id) => !without.includes(id) && id !== 'a.error.body')).toEqual([]);
    expect(idsOf(results, 'pass')).toContain('a.success.status');
  });

  it('fails by silence, within the time of retries and three more requests', async () => {
    const start = performance.now();
    const limits = { timeout: 300, retries: 1 };
    const { results } = await runWith(only('silent'), { limits }, { cases: ['a.missing.useAuthByCert'] });
    expect(performance.now() - start).toBeLessThan((limits.retries + 3) * limits.timeout + 4000);
    expect(idsOf(results, 'fail')).toEqual(without);
  });

  it('names the control and keeps its exchange, so that the verdict can be followed', async () => {
    const { results } = await runWith(only('reset'), {}, { cases: ['a.missing.useAuthByCert'] });
    const [found] = results.cases;
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
    const limits = { retries };
    const { calls } = await runWith(only('reset'), { limits }, { cases: ['a.missing.useAuthByCert'] });
    expect(calls.filter((call) => call.kind === 'missing')).toHaveLength(times);
  });
});

describe.concurrent('a passing disturbance', () => {
  it.each([
    ['a reset', 'reset'],
    ['a 503', { status: 503, headers: { 'Retry-After': '0' } }],
    ['a 429', { status: 429, headers: { 'Retry-After': '0' } }],
    ['a page of a gateway', page],
    ['a 500', { status: 500, body: '{"description_status":"x"}' }],
  ] as const)('that is gone when repeated is recorded and fails nothing: %s', async (_what, reply) => {
    const isHit = (call: Call): boolean => call.indexOfKind === 0 && call.kind !== 'unavailable';
    const ran = await runWith((call) => (isHit(call) ? reply : 'documented'));
    expect(idsOf(ran.results, 'fail')).toEqual([]);
    expect(idsOf(ran.results, 'pass')).toHaveLength(25);
    const recorded = [...ran.results.controls, ...ran.results.cases.flatMap(({ exchanges }) => exchanges)];
    const status = typeof reply === 'string' ? undefined : reply.status;
    expect(recorded.some(({ response }) => response?.status === status)).toBe(true);
  });

  it('is waited out for as long as Retry-After asks', async () => {
    const isFirst = (call: Call): boolean => is(call, 'missing') && call.indexOfKind === 0;
    const busy = { status: 503, headers: { 'Retry-After': '1' } };
    const cases = ['a.missing.partnerName'];
    const { calls, results } = await runWith((call) => (isFirst(call) ? busy : 'documented'), {}, { cases });
    const [first, second] = calls.filter(({ kind }) => kind === 'missing');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  it('of one request in seven fails nothing', async () => {
    const { results } = await runWith(({ index }) => (index % 7 === 3 ? 'reset' : 'documented'), {
      variants: ['a', 'b'],
      limits: { retries: 3 },
    });
    expect(idsOf(results, 'fail')).toEqual([]);
  });
});

describe.concurrent('a target that is out of order', () => {
  it('is no failure where everything is an HTML 404 for a second, as during a deployment', async () => {
    let from = 0;
    const { results } = await runWith((call) => {
      if (call.index === 30) from = performance.now();
      return call.index >= 30 && performance.now() - from < 1000 ? { ...page, status: 404 } : 'documented';
    });
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'pass')).toHaveLength(25);
  });

  it('is no failure where half of everything is reset', async () => {
    let seed = 7;
    const flaky = (): Reply => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % 2 === 0 ? 'reset' : 'documented';
    };
    const { results } = await runWith(
      flaky,
      { limits: { retries: 4 } },
      { cases: ['a.missing.*', 'a.success'] },
    );
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  it.each([
    ['resets every connection', 'reset', 'target-unavailable'],
    ['answers 503 to everything', { status: 503 }, 'target-unavailable'],
    ['answers 429 to everything', { status: 429, headers: { 'Retry-After': '0' } }, 'rate-limited'],
  ] as const)('is inconclusive, its cause said once, where it %s', async (_what, reply, reason) => {
    const ran = await runWith(() => reply, { variants: ['a', 'b'], limits: { retries: 1 } });
    expect(idsOf(ran.results, 'pass')).toEqual([]);
    expect(idsOf(ran.results, 'fail')).toEqual([]);
    const judged = ran.results.cases.filter(({ verdict }) => verdict !== null);
    expect(new Set(judged.map((found) => found.reason))).toEqual(new Set([reason, 'not-provisioned']));
    expect(ran.results.rootCauses).toHaveLength(1);
    expect(ran.calls.length).toBeLessThan(40);
  });

  it('is given up soon where it is not there at all', async () => {
    const url = await withService(
      () => 'documented',
      (service) => Promise.resolve(service.url),
    );
    const ran = await runAgainst(targetAt(url, { limits: { retries: 1 } }));
    expect(idsOf(ran.results, 'fail')).toEqual([]);
    expect(idsOf(ran.results, 'pass')).toEqual([]);
    expect(ran.results.rootCauses.map(({ variant }) => variant)).toEqual([null]);
    expect(ran.results.rootCauses[0]?.message).toContain('ECONNREFUSED');
  });

  it('fails nothing if it is stopped in the middle of the run', async () => {
    const ran = await runWith(
      async (call, service): Promise<Reply> => {
        if (call.index === 8) await service.stop();
        return 'documented';
      },
      { limits: { retries: 1, concurrency: 4 } },
    );
    expect(idsOf(ran.results, 'fail')).toEqual([]);
    expect(idsOf(ran.results, 'target-unavailable').length).toBeGreaterThan(0);
    expect(idsOf(ran.results, 'pass').length).toBeGreaterThan(0);
    expect(ran.results.rootCauses).toHaveLength(1);
  });

  it('is judged in full where it restarts for 1.5 s in the middle of the run', async () => {
    const restart = async (service: SmallService): Promise<void> => {
      await service.stop();
      await sleep(1500);
      await service.start();
    };
    let restarted: Promise<void> = Promise.resolve();
    const ran = await runWith(
      (call, service) => {
        if (call.index === 20) restarted = restart(service);
        return 'documented';
      },
      { limits: { concurrency: 4 } },
      { random: () => 0 },
    );
    await restarted;
    expect(idsOf(ran.results, 'fail')).toEqual([]);
    expect(idsOf(ran.results, 'inconclusive')).toEqual([]);
    expect(idsOf(ran.results, 'pass')).toHaveLength(25);
  });
});

describe.concurrent('a persistent 429 to failed logins', () => {
  const busy = { status: 429, body: '{"description_status":"too many"}', headers: { 'Retry-After': '0' } };

  it('is a limit where an earlier failed login was answered otherwise', async () => {
    const answer: Answer = (call) => (is(call, 'unauthorized') && call.indexOfKind > 0 ? busy : 'documented');
    const cases = ['a.unauthorized.*'];
    const ran = await runWith(answer, { limits: { concurrency: 1 } }, { cases });
    expect(idsOf(ran.results, 'fail')).toEqual([]);
    const limited = ran.results.cases.filter(({ reason }) => reason === 'rate-limited');
    expect(limited).toHaveLength(1);
  });

  it('is a failure where no failed login was ever answered otherwise', async () => {
    const answer: Answer = (call) => (is(call, 'unauthorized') ? busy : 'documented');
    const { results } = await runWith(answer, {}, { cases: ['a.unauthorized.unknown-partner'] });
    expect(idsOf(results, 'fail')).toContain('a.unauthorized.status');
  });
});

describe.concurrent('a baseline that fails', () => {
  it.each([
    ['is reset', 'reset', ['a.success.status']],
    ['meets a page of a gateway', page, ['a.error.body', 'a.success.status']],
    ['is redirected', { status: 307, headers: { Location: '/login' } }, ['a.success.status']],
    [
      'is cut off',
      { status: 200, body: '{"banks":[', headers: { 'Content-Length': '99' } },
      ['a.success.status'],
    ],
  ] as const)('while refusals are documented fails where it %s', async (_what, reply, failing) => {
    const ran = await runWith(
      (call) => (is(call, 'success') ? reply : 'documented'),
      { limits: { retries: 1, timeout: 300 } },
      { cases: ['a.success', 'a.missing.*', 'a.un*'] },
    );
    expect(idsOf(ran.results, 'fail').toSorted()).toEqual([...failing]);
    expect(idsOf(ran.results, 'pass')).toEqual([]);
    expect(ran.results.requirements.find(({ id }) => id === 'a.missing.partnerName.status')).toMatchObject({
      verdict: 'inconclusive',
      reason: 'control-failed',
    });
  });

  it('hides no other fault: what is wrong besides still fails, one request at a time', async () => {
    const wrong = {
      status: 400,
      body: '{"description_status":"partnerPassword is expected in encrypted form"}',
    };
    const ran = await runWith(
      (call) => (is(call, 'success') ? page : is(call, 'unencrypted') ? wrong : 'documented'),
      { limits: { retries: 0, concurrency: 1 } },
    );
    expect(idsOf(ran.results, 'fail').toSorted()).toEqual([
      'a.error.body',
      'a.success.status',
      'a.unencrypted.partnerPassword.status',
    ]);
  });

  it('is no failure where it answers 500 with the documented body', async () => {
    const later = { status: 500, body: '{"description_status":"Temporarily unavailable, try later"}' };
    const ran = await runWith((call) => (is(call, 'success') ? later : 'documented'), {
      limits: { retries: 1 },
    });
    expect(idsOf(ran.results, 'fail')).toEqual([]);
    expect(ran.results.requirements.find(({ id }) => id === 'a.success.status')).toMatchObject({
      verdict: 'inconclusive',
      reason: 'target-unavailable',
    });
  });

  it('fails where the profile has a wrong password; what looks right is control-failed, what is wrong still fails', async () => {
    const credentials = { ...settings.credentials, partnerPassword: 'not the password' };
    const ran = await runWith(
      (call) => (is(call, 'unavailable') ? { status: 503, body: '{}' } : 'documented'),
      { settings: { credentials } },
    );
    const failed = idsOf(ran.results, 'fail');
    expect(failed).toEqual(expect.arrayContaining(['a.success.status', 'a.unavailable.status']));
    expect(failed).not.toContain('a.missing.partnerName.status');
    expect(idsOf(ran.results, 'pass')).toEqual([]);
    expect(idsOf(ran.results, 'control-failed')).toEqual(
      expect.arrayContaining(['a.missing.partnerName.status', 'a.unauthorized.status', 'a.request.body']),
    );
    expect(ran.results.rootCauses).toHaveLength(1);
    expect(ran.results.rootCauses[0]?.message).toContain('403');
  });
});

describe.concurrent('with three failed logins, as by default', () => {
  const limits = { failedLogins: 3 } as const;
  const refusal = (status: number): Reply => ({
    status,
    body: '{"description_status":"User did not pass authorization, access to the resource is restricted"}',
  });
  const isEscaped = (call: Call): boolean => is(call, 'success') && call.body.includes('\\u');

  it.each([1, 4, 8])('a spelling that is refused for ever fails, %i at once', async (concurrency) => {
    const answer = (call: Call): Reply => (isEscaped(call) ? refusal(403) : 'documented');
    const { results } = await runWith(answer, { limits: { ...limits, concurrency } });
    expect(idsOf(results, 'fail')).toContain('a.request.body');
  });

  it('a spelling that is refused once leaves nothing open', async () => {
    let hits = 0;
    const answer = (call: Call): Reply => (isEscaped(call) && hits++ === 0 ? refusal(403) : 'documented');
    const { results } = await runWith(answer, { limits });
    expect(idsOf(results, 'pass')).toHaveLength(25);
  });

  it.each([401, 403, 404, 422, 423])(
    'refusals show nothing where the partner is locked by then, with %i',
    async (status) => {
      let isLocked = false;
      const answer = (call: Call): Reply => {
        const isReal = call.params['partnerName'] === partner.name;
        if (isLocked && isReal && call.password !== null) return refusal(status);
        isLocked ||= is(call, 'unauthorized') && isReal;
        return 'documented';
      };
      const { results } = await runWith(answer, { limits });
      expect(idsOf(results, 'fail')).toEqual([]);
      expect(idsOf(results, 'control-failed')).toContain('a.unauthorized.status');
    },
  );

  it.each([
    ['an HTML 404', { ...page, status: 404 }, 2],
    ['a 502', page, 3],
  ] as const)('a target that comes up while it is tried fails nothing: %s', async (_what, reply, count) => {
    const { results } = await runWith(({ index }) => (index < count ? reply : 'documented'), { limits });
    expect(idsOf(results, 'pass')).toHaveLength(25);
  });
});
