import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { idsOf, runAgainst, targetAt } from './small-run.test-support.ts';
import type { Manner, Ran } from './small-run.test-support.ts';
import { withService } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';

const limits = { timeout: 400, retries: 2 } as const;
/** What a request of a case may take: its repeats, two controls and the last try, each up to the time-out. */
const bound = (limits.retries + 3) * limits.timeout;
/** Back-off and pauses, which the test takes at a tenth, and the machine's own time. */
const spare = 2500;
/** A target that has gone down is asked four times more, however many requests wait for it. */
const recovery = 4 * limits.timeout;

interface Measured extends Ran {
  readonly took: number;
  readonly calls: readonly Call[];
}

function measure(
  answer: (call: Call, service: SmallService) => Reply | Promise<Reply>,
  manner: Manner = { cases: ['a.missing.partnerName'] },
): Promise<Measured> {
  return withService(answer, async (service) => {
    const start = performance.now();
    const ran = await runAgainst(targetAt(service.url, { variants: ['a'], limits }), manner);
    return { ...ran, took: performance.now() - start, calls: [...service.calls] };
  });
}

const faults = ['silent', 'dripping', 'reset', 'ended'] as const satisfies readonly Reply[];
const aspects = ['status', 'names', 'meaning'].map((aspect) => `a.missing.partnerName.${aspect}`);

describe.concurrent.each(faults)('a target that is %s', (fault) => {
  it('to every request ends the run within the bound, and fails nothing', async () => {
    const { took, results } = await measure(() => fault);
    expect(took).toBeLessThan(bound + spare);
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'pass')).toEqual([]);
    expect(idsOf(results, 'target-unavailable')).toEqual(expect.arrayContaining(aspects));
  });

  it('to one kind of request fails within the bound', async () => {
    const { took, results, calls } = await measure(({ kind }) => (kind === 'missing' ? fault : 'documented'));
    expect(took).toBeLessThan(bound + spare);
    expect(results.cases[0]?.durationMs).toBeLessThan(bound + spare);
    expect(idsOf(results, 'fail')).toEqual(expect.arrayContaining(aspects));
    expect(calls.filter(({ kind }) => kind === 'missing')).toHaveLength(1 + limits.retries);
  });

  it('from some moment on ends the case within the bound, and fails nothing', async () => {
    const { took, results } = await measure(({ index }) => (index > 0 ? fault : 'documented'));
    expect(results.cases[0]?.durationMs).toBeLessThan(bound + spare);
    expect(took).toBeLessThan(bound + recovery + spare);
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(results.cases[0]).toMatchObject({ verdict: 'inconclusive', reason: 'target-unavailable' });
  });
});

describe.concurrent('a target that refuses connections', () => {
  const stopAt =
    (first: number, again: number | null) =>
    async ({ index }: Call, service: SmallService): Promise<Reply> => {
      if (index === first) {
        await service.stop();
        if (again !== null) void sleep(again).then(service.start);
      }
      return 'documented';
    };

  it('from some moment on ends the case within the bound, and fails nothing', async () => {
    const { took, results } = await measure(stopAt(1, null));
    expect(took).toBeLessThan(bound + recovery + spare);
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(results.cases[0]).toMatchObject({ verdict: 'inconclusive', reason: 'target-unavailable' });
  });

  it('while it restarts on its port fails nothing', async () => {
    const manner = { cases: ['a.missing.partnerName'], random: () => 0 };
    const { results } = await measure(stopAt(1, 1200), manner);
    expect(idsOf(results, 'fail')).toEqual([]);
  });
});

describe.concurrent('a target that hangs on every request of a kind', () => {
  const isMissing = ({ kind }: Call): boolean => kind === 'missing';
  const manner = { cases: ['a.missing.*'] };
  const judged = idsOfMissing();

  it('fails them all', { timeout: 60_000 }, async () => {
    const { results, calls, took } = await measure(
      (call) => (isMissing(call) ? 'silent' : 'documented'),
      manner,
    );
    expect(idsOf(results, 'fail').toSorted()).toEqual(judged);
    expect(took).toBeLessThan(16_000);
    expect(Math.max(...calls.filter(({ kind }) => kind === 'success').map(({ open }) => open))).toBe(1);
    for (const { trials } of results.cases) {
      for (const trial of trials) expect(trial.controls.filter(({ good }) => good).length).toBeGreaterThan(1);
    }
  });

  const names = ['partnerName', 'partnerPassword', 'useAuthByCert'];

  it.each(names)(
    'is judged by each request alone if it does not allow several refusals at once: without %s',
    { timeout: 60_000 },
    async (name) => {
      const hangs = ({ params }: Call): boolean => names.every((one) => one in params === (one !== name));
      const isHeldUp = (call: Call): boolean => isMissing(call) && (hangs(call) || call.open > 1);
      const { results } = await measure((call) => (isHeldUp(call) ? 'silent' : 'documented'), manner);
      const own = judged.filter((id) => id.startsWith(`a.missing.${name}.`));
      expect(idsOf(results, 'fail').toSorted()).toEqual(own);
    },
  );

  it('fails no other if its plain answers suffer from their number too', { timeout: 60_000 }, async () => {
    const hangs = ({ params }: Call): boolean => 'partnerName' in params && 'partnerPassword' in params;
    const { results } = await measure((call) => {
      if (call.open > 1 && call.index > 1) return 'silent';
      return isMissing(call) && hangs(call) ? 'silent' : 'documented';
    }, manner);
    const failed = idsOf(results, 'fail');
    expect(failed.filter((id) => !id.startsWith('a.missing.useAuthByCert.'))).toEqual([]);
  });
});

function idsOfMissing(): readonly string[] {
  const names = ['partnerName', 'partnerPassword', 'useAuthByCert'];
  return [
    ...names.flatMap((name) => ['status', 'names', 'meaning'].map((aspect) => `a.missing.${name}.${aspect}`)),
    ...['status', 'names'].map((aspect) => `a.missing.several.${aspect}`),
  ].toSorted();
}
