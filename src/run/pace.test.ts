import { describe, expect, it } from 'vitest';
import { both, idsOf, page, runWith, where } from './small-run.test-support.ts';
import type { Answer } from './small-run.test-support.ts';
import type { Call, Reply } from './small-service.test-support.ts';

const busy: Reply = { status: 429, body: '{"description_status":"too many requests"}' };
const nginx: Reply = { ...page, status: 503 };
/** Allows `rate` requests a second, and `burst` at once. Sends no `Retry-After`. */
function bucket(rate: number, refusal: Reply, burst = 1): Answer {
  let [tokens, since] = [burst, 0];
  return ({ at }) => {
    tokens = Math.min(burst, tokens + ((at - since) / 1000) * rate);
    since = at;
    if (tokens < 1) return refusal;
    tokens -= 1;
    return 'documented';
  };
}

/** Allows `most` requests in each window of seconds. Refused ones count as well. */
function windows(most: number, seconds: number): Answer {
  let [since, count] = [0, 0];
  return ({ at }) => {
    if (at - since > seconds * 1000) [since, count] = [at, 0];
    count += 1;
    return count > most ? busy : 'documented';
  };
}

/** Requests that meet a rate limiter of logins. */
const brief = { cases: ['a.success', 'a.missing.*', 'a.un*', 'a.observed.password.*'] };

/** Number of refused requests, and of all. */
const refusedOf = (calls: readonly Call[], isHit: (index: number) => boolean): number =>
  calls.filter(({ index }) => isHit(index)).length;

describe('a rate limiter', () => {
  it.each<[string, Answer, rates: readonly number[]]>([
    ['of 5 requests a second that answers 429', bucket(5, busy), [5, 2]],
    ['of 5 requests a second that answers with a page and 503', bucket(5, nginx), [5, 2]],
    ['of 10 requests a second', bucket(10, busy), [10, 5]],
    ['of 2 requests a second', bucket(2, busy), [2, 1]],
    ['of 1 request a second that answers with a page and 503', bucket(1, nginx), [1, 0.5]],
    ['of 2 requests a second with a burst of ten', bucket(2, busy, 10), [2, 1]],
    ['of windows, 40 requests in 8 seconds', windows(40, 8), [10, 5, 2, 1]],
  ])('%s leaves nothing open', async (_what, answer, rates) => {
    const { results } = await runWith(answer, { ...both, limits: { failedLogins: 3, retries: 4 } });
    const open = idsOf(results, 'inconclusive').filter((id) => !/^b\.(ip-blocked|reward)/.test(id));
    expect([...idsOf(results, 'fail'), ...open]).toEqual([]);
    expect(results.failedLogins).toBeLessThanOrEqual(3);
    expect(rates).toContain(results.pace?.rate);
    expect(results.pace?.refused).toBeGreaterThan(0);
  });

  it('that asks for ten minutes ends each step at once, and is the reason', async () => {
    const reply: Reply = { ...busy, headers: { 'Retry-After': '600' } };
    const { results, calls, took } = await runWith(where(({ index }) => index >= 10, reply));
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'rate-limited').length).toBeGreaterThan(0);
    expect(results.rootCauses[0]?.message).toContain('Retry-After 600');
    expect([took < 5000, calls.length < 45]).toEqual([true, true]);
  });
});

describe('what looks like a rate limiter and is none', () => {
  it('is a service that refuses one kind of request so: it fails, and the former pace returns', async () => {
    const isHit = ({ kind, params }: Call): boolean => kind === 'missing' && !('useAuthByCert' in params);
    const { results } = await runWith(where(isHit, busy), { limits: { retries: 4 } });
    expect(idsOf(results, 'fail')).toContain('a.missing.useAuthByCert.status');
    expect(idsOf(results, 'rate-limited')).toEqual([]);
    expect(results.pace).toBeNull();
  });

  it.each([
    ['second', 503, 1],
    ['second', 502, 1],
    ['second, from the first on,', 502, 0],
  ])(
    'is a dead backend of two: every %s request is answered %i, and nobody is blamed',
    async (_which, status, odd) => {
      const isHit = (index: number): boolean => index % 2 === odd;
      const answer = where(({ index }) => isHit(index), { ...page, status });
      const limits = { failedLogins: 3, retries: 4 };
      const { results, calls } = await runWith(answer, { ...both, limits });
      expect(idsOf(results, 'fail')).toEqual([]);
      expect(idsOf(results, 'pass')).toEqual(
        expect.arrayContaining(['a.success.status', 'b.success.status']),
      );
      expect(results.pace).toBeNull();
      expect(refusedOf(calls, isHit)).toBeGreaterThan(20);
    },
  );

  it('takes no place among failed logins where it is one, and takes them where it is the service', async () => {
    let until = 0;
    const slow = (call: Call): Reply => {
      if (call.kind !== 'unauthorized' || call.at > until) {
        if (call.kind === 'success') until = call.at + 300;
        return 'documented';
      }
      return busy;
    };
    const limited = await runWith(slow, { limits: { failedLogins: 3 } }, brief);
    expect(idsOf(limited.results, 'fail')).toEqual([]);
    const isWrong = ({ kind }: Call): boolean => kind === 'unauthorized';
    const { results, calls } = await runWith(where(isWrong, busy), { limits: { failedLogins: 3 } }, brief);
    const wrong = calls.filter((call) => isWrong(call) && call.params['partnerName'] === '1042');
    expect([wrong.length, results.failedLogins]).toEqual([3, 3]);
  });
});
