import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Provision } from '../target/target.ts';
import { runAgainst, targetAt } from './small-run.test-support.ts';
import { withSlowLine } from './slow-line.test-support.ts';
import { withService } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';

const request = (url: string) => ({ kind: 'request', method: 'POST', url, headers: {}, body: null }) as const;

/** Every kind of request that a run knows: baselines, cases, repeats, controls, polls of `until`, set-ups. */
const cases = ['?.success', '?.missing.partner*', '?.un*'];

const switched = (url: string): Provision => ({
  setup: request(`${url}/down`),
  teardown: request(`${url}/up`),
  until: { status: 500, within: 5000 },
});

/** Some requests go wrong at first, one kind always, and the outage holds late. */
function trouble({ kind, variant, indexOfKind, params }: Call): Reply {
  if (kind === 'missing' && variant === 'a' && !('partnerName' in params)) return 'reset';
  if (kind === 'unauthorized' && indexOfKind === 0) return { status: 503 };
  if (kind === 'unavailable' && indexOfKind < 3) return { status: 200, body: '{"banks":[]}' };
  return 'documented';
}

const arrivalsOf = ({ calls, switches }: SmallService): readonly number[] =>
  [...calls, ...switches].map(({ at }) => at).toSorted((left, right) => left - right);

/** The most arrivals in any second, both its ends included. */
const mostInASecond = (arrivals: readonly number[]): number =>
  Math.max(...arrivals.map((from) => arrivals.filter((at) => at >= from && at <= from + 1000).length));

describe.concurrent('a rate of 20 requests per second', () => {
  it.each([
    ['on a quick line', 0],
    ['on a line whose connections take 300 ms', 300],
  ])('holds for every second at the server, %s', { timeout: 60_000 }, async (_line, delay) => {
    await withService(trouble, (service) =>
      withSlowLine(service.port, delay, async (url) => {
        const limits = { rate: 20, concurrency: 8, retries: 1 };
        const ran = await runAgainst(targetAt(url, { limits, conditions: { unavailable: switched(url) } }), {
          cases,
        });
        const arrivals = arrivalsOf(service);
        expect(arrivals.length).toBeGreaterThan(45);
        expect(service.switches.map(({ to }) => to)).toEqual(['/down', '/up', '/down', '/up']);
        expect(mostInASecond(arrivals)).toBeLessThanOrEqual(20);
        expect(ran.results.cases.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(8);
      }),
    );
  });

  it('is made use of', async () => {
    await withService(
      () => 'documented',
      async (service) => {
        await runAgainst(targetAt(service.url, { limits: { rate: 20 } }), { cases: ['?.missing.*'] });
        const arrivals = arrivalsOf(service);
        const took = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
        expect(arrivals.length / (took / 1000)).toBeGreaterThan(14);
      },
    );
  });
});

describe.concurrent('a concurrency of 3', () => {
  it('holds at the server, beside requests that hang, are reset or polled', { timeout: 60_000 }, async () => {
    const answer = async (call: Call): Promise<Reply> => {
      await sleep(5);
      if (call.kind === 'missing' && 'useAuthByCert' in call.params) return 'silent';
      return trouble(call);
    };
    await withService(answer, async (service) => {
      const limits = { concurrency: 3, timeout: 250, retries: 1 };
      await runAgainst(
        targetAt(service.url, { limits, conditions: { unavailable: switched(service.url) } }),
        {
          cases,
        },
      );
      const open = [...service.calls, ...service.switches].map((one) => one.open);
      expect(service.calls.length).toBeGreaterThan(45);
      expect(Math.max(...open)).toBeLessThanOrEqual(3);
      expect(service.switches.map((one) => one.open)).toEqual([1, 1, 1, 1]);
    });
  });

  it('is made use of', async () => {
    let open = 0;
    let isFull: () => void = () => undefined;
    const full = new Promise<void>((resolve) => (isFull = resolve));
    const answer = async ({ kind }: Call): Promise<Reply> => {
      if (kind !== 'missing') return 'documented';
      open += 1;
      if (open === 3) isFull();
      await Promise.race([full, sleep(1500)]);
      return 'documented';
    };
    await withService(answer, async ({ url, calls }) => {
      await runAgainst(targetAt(url, { limits: { concurrency: 3 } }), { cases: ['*.missing.*'] });
      expect(Math.max(...calls.map((one) => one.open))).toBe(3);
    });
  });
});
