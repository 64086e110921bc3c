import { describe, expect, it } from 'vitest';
import { idsOf, runAgainst, targetAt } from './small-run.test-support.ts';
import type { Changes, Ran } from './small-run.test-support.ts';
import { withService } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';

type Answer = (call: Call, service: SmallService) => Reply | Promise<Reply>;

function runWith(answer: Answer, changes: Changes = {}, cases: readonly string[] = []): Promise<Ran> {
  return withService(answer, ({ url }) =>
    runAgainst(targetAt(url, { variants: ['a'], ...changes }), { cases }),
  );
}

const page: Reply = {
  status: 502,
  body: '<html>Bad Gateway</html>',
  headers: { 'Content-Type': 'text/html' },
};
const missing = ['a.success', 'a.missing.*', 'a.unencrypted.*'];

describe.concurrent('a conforming service behind a gateway that loses answers regularly', () => {
  it.each([
    ['every second one', 2, 2],
    ['every second one, with one repeat', 2, 1],
    ['every second one, without repeats', 2, 0],
    ['every third one', 3, 2],
    ['every third one, without repeats', 3, 0],
  ])('fails nothing: %s', { timeout: 120_000 }, async (_what, one, retries) => {
    const answer: Answer = ({ index }) => (index % one === one - 1 ? page : 'documented');
    const { results } = await runWith(answer, { limits: { retries, concurrency: 1 } }, missing);
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'pass')).toContain('a.success.status');
  });

  it('fails for what it answers wrongly all the same', { timeout: 120_000 }, async () => {
    const answer: Answer = ({ index, kind, params }) => {
      if (kind === 'missing' && !('partnerName' in params)) return 'reset';
      return index % 20 === 19 ? page : 'documented';
    };
    const { results } = await runWith(answer, {}, missing);
    expect(idsOf(results, 'fail')).toContain('a.missing.partnerName.status');
    expect(idsOf(results, 'fail')).not.toContain('a.missing.useAuthByCert.status');
  });
});

describe.concurrent('an answer that is lost while the target is set up', () => {
  const changesFor = (
    url: string,
    until?: { readonly status: number; readonly within: number },
  ): Changes => ({
    limits: { retries: 0, timeout: 300 },
    conditions: {
      unavailable: {
        setup: { kind: 'request', method: 'POST', url: `${url}/down`, headers: {}, body: null },
        teardown: { kind: 'request', method: 'POST', url: `${url}/up`, headers: {}, body: null },
        ...(until === undefined ? {} : { until }),
      },
    },
  });

  it.each([
    ['the only one', 'reset', undefined],
    ['a page of a gateway', page, undefined],
    ['the last before the deadline', 'silent', { status: 500, within: 100 }],
  ] as const)('fails nothing: %s', async (_what, reply, until) => {
    let asked = 0;
    const answer: Answer = (_call, service) =>
      service.isUnavailable() && (asked += 1) === 1 ? reply : 'documented';
    const { results } = await withService(answer, ({ url }) =>
      runAgainst(targetAt(url, { variants: ['a'], ...changesFor(url, until) }), { cases: ['a.unavailable'] }),
    );
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'pass')).toContain('a.unavailable.status');
  });

  it('again and again is the target’s own', async () => {
    const answer: Answer = (_call, service) => (service.isUnavailable() ? 'silent' : 'documented');
    const { results } = await withService(answer, ({ url }) =>
      runAgainst(targetAt(url, { variants: ['a'], ...changesFor(url, { status: 500, within: 100 }) }), {
        cases: ['a.unavailable'],
      }),
    );
    expect(idsOf(results, 'fail')).toContain('a.unavailable.status');
  });
});

describe.concurrent('a gateway that bans or limits the caller', () => {
  const cases = ['a.success', 'a.observed.password.*', 'a.unauthorized.*'];

  it('is not taken for the service where it refuses what is only observed', async () => {
    let isBanned = false;
    const answer: Answer = ({ kind, params }) => {
      if (kind === 'missing' && params['partnerName'] === '') isBanned = true;
      return isBanned ? { status: 403, body: '<html>banned</html>' } : 'documented';
    };
    const { results } = await runWith(answer, {}, ['a.success', 'a.observed.value.partnerName.empty']);
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  it('with 429 for every login but the first is not taken for the service', { timeout: 60_000 }, async () => {
    let logins = 0;
    const answer: Answer = ({ kind }) =>
      ['unauthorized', 'unencrypted'].includes(kind) && (logins += 1) > 2
        ? { status: 429, body: '<html>slow down</html>', headers: { 'Retry-After': '0' } }
        : 'documented';
    const { results } = await runWith(answer, {}, cases);
    expect(idsOf(results, 'fail')).toEqual([]);
  });
});
