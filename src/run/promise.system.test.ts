import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bind } from '../client/raw-server.test-support.ts';
import { wallClock } from './pace.ts';
import { both, runAgainst, runWith, switched, targetAt } from './small-run.test-support.ts';
import type { Changes } from './small-run.test-support.ts';
import { withService } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';

/** Runs `work` with a relay to a port. A new connection carries nothing for this many milliseconds. */
async function withSlowLine<Value>(
  to: number,
  delay: number,
  work: (url: string) => Promise<Value>,
): Promise<Value> {
  const server = net.createServer((near) => {
    near.pause();
    setTimeout(() => {
      const far = net.connect(to, '127.0.0.1').on('error', () => near.destroy());
      near.pipe(far).pipe(near);
      near.once('close', () => far.destroy());
    }, delay);
  });
  const { port, close } = await bind(server);
  try {
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    await close();
  }
}

/** Every kind of request of a run: baselines, cases, retries, controls, polls of `until`, set-ups. */
const cases = ['?.success', '?.missing.partner*', '?.un*'];

const switching = ({ url }: Pick<SmallService, 'url'>): Changes => ({
  ...both,
  conditions: { unavailable: { ...switched({ url }), until: { status: 500, within: 5000 } } },
});

/** Some requests fail at first, one kind always, and the outage begins late. */
function trouble({ kind, variant, indexOfKind, params }: Call): Reply {
  if (kind === 'missing' && variant === 'a' && !('partnerName' in params)) return 'reset';
  if (kind === 'unauthorized' && indexOfKind === 0) return { status: 503 };
  if (kind === 'unavailable' && indexOfKind < 3) return { status: 200, body: '{"banks":[]}' };
  return 'documented';
}

const arrivalsOf = ({ calls, switches }: Pick<SmallService, 'calls' | 'switches'>): readonly number[] =>
  [...calls, ...switches].map(({ at }) => at).toSorted((left, right) => left - right);

/** Maximum number of arrivals in any second, both ends included. */
const mostInASecond = (arrivals: readonly number[]): number =>
  Math.max(...arrivals.map((from) => arrivals.filter((at) => at >= from && at <= from + 1000).length));

describe.concurrent('a rate of 20 requests per second', () => {
  it.each([
    ['on a quick line', 0],
    ['on a line whose connections take 300 ms', 300],
  ])('holds for every second at the server, %s', async (_line, delay) => {
    await withService(trouble, (service) =>
      withSlowLine(service.port, delay, async (url) => {
        const limits = { rate: 20, concurrency: 8, retries: 1 };
        const { results } = await runAgainst(targetAt(url, { ...switching({ url }), limits }), {
          cases,
          clock: wallClock,
        });
        const arrivals = arrivalsOf(service);
        expect(arrivals.length).toBeGreaterThan(45);
        expect(service.switches.map(({ to }) => to)).toEqual(['/down', '/up', '/down', '/up']);
        expect(mostInASecond(arrivals)).toBeLessThanOrEqual(20);
        expect(results.cases.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(8);
      }),
    );
  });

  it('is made use of', async () => {
    const changes = { ...both, limits: { rate: 20 } };
    const { calls, took } = await runWith('documented', changes, { cases: ['?.missing.*', '?.observed.*'] });
    expect(calls.length / (took / 1000)).toBeGreaterThan(14);
  });
});

describe.concurrent('a concurrency of 3', () => {
  it('holds at the server, beside requests that hang, are reset or polled', async () => {
    const answer = async (call: Call): Promise<Reply> => {
      await sleep(5);
      return call.kind === 'missing' && 'useAuthByCert' in call.params ? 'silent' : trouble(call);
    };
    const limits = { concurrency: 3, timeout: 250, retries: 1 };
    const { calls, switches } = await runWith(answer, (service) => ({ ...switching(service), limits }), {
      cases,
    });
    expect(calls.length).toBeGreaterThan(45);
    expect(Math.max(...[...calls, ...switches].map(({ open }) => open))).toBeLessThanOrEqual(3);
    expect(switches.map(({ open }) => open)).toEqual([1, 1, 1, 1]);
  });

  it('is made use of', async () => {
    let open = 0;
    const full = Promise.withResolvers<void>();
    const answer = async ({ kind }: Call): Promise<Reply> => {
      if (kind !== 'missing') return 'documented';
      open += 1;
      if (open === 3) full.resolve();
      await Promise.race([full.promise, sleep(1500)]);
      return 'documented';
    };
    const { calls } = await runWith(answer, { limits: { concurrency: 3 } }, { cases: ['*.missing.*'] });
    expect(Math.max(...calls.map((one) => one.open))).toBe(3);
  });
});
