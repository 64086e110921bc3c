import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../wording/message.ts';
import { describe, expect, it } from 'vitest';
import type { Provision } from '../target/target.ts';
import { idsOf, runAgainst, targetAt } from './small-run.test-support.ts';
import type { Changes, Manner, Ran } from './small-run.test-support.ts';
import { withService } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';

const request = (url: string) => ({ kind: 'request', method: 'POST', url, headers: {}, body: null }) as const;

/** Switches the whole service off and on again. */
const switched = ({ url }: SmallService): Provision => ({
  setup: request(`${url}/down`),
  teardown: request(`${url}/up`),
});

interface World extends Changes {
  readonly answer?: (call: Call, service: SmallService) => Reply | Promise<Reply>;
  readonly unavailable?: (service: SmallService) => Provision;
}

/** A run against a service that is put out of order for the condition `unavailable`. */
function run(
  world: World = {},
  manner: Manner = {},
): Promise<Ran & Pick<SmallService, 'calls' | 'switches'>> {
  const { answer = () => 'documented', unavailable = switched, ...changes } = world;
  return withService(answer, async (service) => {
    const conditions = { ...changes.conditions, unavailable: unavailable(service) };
    const target = targetAt(service.url, { variants: ['a'], ...changes, conditions });
    const ran = await runAgainst(target, manner);
    return { ...ran, calls: [...service.calls], switches: [...service.switches] };
  });
}

const warnings = ({ events }: Ran): readonly string[] =>
  events.flatMap((event) => (event.kind === 'warning' ? [say(event.words, 'en')] : []));

const only = { cases: ['a.unavailable'] };

describe.concurrent('a condition that is set up', () => {
  it('is judged by what the target answers while it holds', async () => {
    const { results, switches } = await run();
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'pass')).toHaveLength(25);
    expect(switches.map(({ to }) => to)).toEqual(['/down', '/up']);
  });

  it('has its text compared with those of other conditions', async () => {
    const text = 'User did not pass authorization. Service temporarily unavailable';
    const answer = ({ kind }: Call): Reply =>
      kind === 'unauthorized' || kind === 'unavailable'
        ? { status: kind === 'unavailable' ? 500 : 403, body: JSON.stringify({ description_status: text }) }
        : 'documented';
    const { results, switches } = await run({ answer }, { cases: ['a.texts.compared'] });
    const found = results.cases.flatMap(({ checks }) => checks).filter(({ verdict }) => verdict === 'review');
    expect([...new Set(found.map(({ requirement }) => requirement))]).toEqual([
      'a.unavailable.meaning',
      'a.unauthorized.meaning',
    ]);
    expect(switches.map(({ to }) => to)).toEqual(['/down', '/up']);
  });

  it('has the target for itself: no other request is open while it holds, in either variant', async () => {
    const slow = async (): Promise<Reply> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return 'documented';
    };
    const { results, calls, switches } = await run({ answer: slow, variants: ['a', 'b'] });
    expect(switches.map(({ to }) => to)).toEqual(['/down', '/up', '/down', '/up']);
    expect(switches.map(({ open }) => open)).toEqual([1, 1, 1, 1]);
    const [from, to, from2, to2] = switches.map(({ at }) => at) as [number, number, number, number];
    const meanwhile = calls.filter(({ at }) => (at > from && at < to) || (at > from2 && at < to2));
    expect(meanwhile.map(({ kind, open }) => `${kind} ${open}`)).toEqual(['unavailable 1', 'unavailable 1']);
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  it.each([
    ['a page of a gateway', { status: 502, body: '<html></html>' }],
    ['a 503', { status: 503, body: '{"description_status":"later"}' }],
    ['a reset connection', 'reset'],
  ] as const)('fails by %s in place of the 500, and is torn down all the same', async (_what, reply) => {
    const answer = (call: Call): Reply => (call.kind === 'unavailable' ? reply : 'documented');
    const { results, switches } = await run({ answer, limits: { retries: 1 } }, only);
    expect(idsOf(results, 'fail')).toContain('a.unavailable.status');
    expect(switches.map(({ to }) => to)).toEqual(['/down', '/up']);
  });

  it('is torn down after a time-out', async () => {
    const answer = (call: Call): Reply => (call.kind === 'unavailable' ? 'silent' : 'documented');
    const { results, switches } = await run({ answer, limits: { retries: 0, timeout: 500 } }, only);
    expect(switches.map(({ to }) => to)).toEqual(['/down', '/up']);
    expect(idsOf(results, 'fail')).toContain('a.unavailable.status');
  });

  it('is torn down if the run is aborted while it holds, and fails nothing', async () => {
    const abort = new AbortController();
    const answer = (call: Call): Reply => {
      if (call.kind !== 'unavailable') return 'documented';
      abort.abort();
      return 'silent';
    };
    const { results, switches } = await run({ answer }, { ...only, signal: abort.signal });
    expect(switches.map(({ to }) => to)).toEqual(['/down', '/up']);
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(results.interrupted).toBe(true);
    expect(results.cases[0]).toMatchObject({ verdict: 'inconclusive', reason: 'not-selected' });
  });

  it('is not set up where the target does not work before', async () => {
    let isBroken = false;
    const answer = (): Reply => (isBroken ? { status: 503 } : 'documented');
    const onEvent = (event: { kind: string }): void => {
      if (event.kind === 'case-started') isBroken = true;
    };
    const { results, switches } = await run({ answer, limits: { retries: 0 } }, { ...only, onEvent });
    expect(switches).toEqual([]);
    expect(idsOf(results, 'target-unavailable')).toContain('a.unavailable.status');
  });
});

describe.concurrent('a set-up that fails', () => {
  it.each([
    ['a command', () => ({ setup: { kind: 'command', command: 'exit 3' } as const }), 'exit code 3'],
    ['a request', ({ url }: SmallService) => ({ setup: request(`${url}/nowhere`) }), 'answered 404'],
  ] as const)('makes its requirements inconclusive and says why: %s', async (_what, setup, why) => {
    const world = { unavailable: (service: SmallService) => ({ ...switched(service), ...setup(service) }) };
    const { results, switches, calls } = await run(world, only);
    expect(
      results.requirements.filter(({ reason }) => reason === 'setup-failed').map(({ id }) => id),
    ).toEqual(['a.unavailable.status', 'a.unavailable.meaning']);
    expect(results.cases[0]?.note).toContain(why);
    expect(switches.map(({ to }) => to)).toEqual(['/up']);
    expect(calls.filter(({ kind }) => kind === 'unavailable')).toEqual([]);
  });
});

/** Brings the service back, and says that it could not. */
const failing = (url: string, remark: string) =>
  ({ kind: 'command', command: `curl -s ${url}/up; exit 9 # ${remark}` }) as const;

describe.concurrent('a teardown that fails', () => {
  it('is warned of, with what a person has to repeat by hand', async () => {
    const ran = await run(
      {
        unavailable: ({ url }) => ({
          setup: request(`${url}/down`),
          teardown: failing(url, 'bring it back'),
        }),
        limits: { retries: 0 },
      },
      only,
    );
    expect(warnings(ran)).toHaveLength(1);
    expect(warnings(ran)[0]).toMatch(/exit code 9.*curl -s .*; exit 9 # bring it back/);
  });

  it('shows no secret of the profile in that warning', async () => {
    const secret = 'hush-hush-token';
    await withService(
      () => 'documented',
      async ({ url }) => {
        const unavailable = { setup: request(`${url}/down`), teardown: failing(url, secret) };
        const target = targetAt(url, {
          variants: ['a'],
          conditions: { unavailable },
          limits: { retries: 0 },
        });
        const ran = await runAgainst({ ...target, secrets: [{ setting: 'headers.X', value: secret }] }, only);
        expect(warnings(ran)[0]).toContain('exit 9');
        expect(warnings(ran)[0]).not.toContain(secret);
      },
    );
  });
});

describe.concurrent('a condition that holds late', () => {
  const late =
    (needed: number) =>
    (call: Call): Reply =>
      call.kind === 'unavailable' && call.indexOfKind < needed
        ? { status: 200, body: '{"banks":[]}' }
        : 'documented';

  it('is asked for until it holds', async () => {
    const unavailable = (service: SmallService) => ({
      ...switched(service),
      until: { status: 500, within: 5000 },
    });
    const { results, calls } = await run({ answer: late(2), unavailable }, only);
    expect(idsOf(results, 'pass')).toEqual(expect.arrayContaining(['a.unavailable.status']));
    expect(calls.filter(({ kind }) => kind === 'unavailable')).toHaveLength(3);
  });

  it('is set-up-failed where it does not hold in time, and torn down', async () => {
    const unavailable = (service: SmallService) => ({
      ...switched(service),
      until: { status: 500, within: 250 },
    });
    const { results, switches } = await run({ answer: late(1000), unavailable }, only);
    expect(idsOf(results, 'setup-failed')).toContain('a.unavailable.status');
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(switches.map(({ to }) => to)).toEqual(['/down', '/up']);
  });
});

describe.concurrent('a condition without a way to create it', () => {
  it('is not provisioned, and the note names what to provide', async () => {
    const { results } = await run({ unavailable: () => ({}) }, only);
    expect(results.cases[0]).toMatchObject({ verdict: 'inconclusive', reason: 'not-provisioned' });
    expect(results.cases[0]?.note).toContain('conditions.unavailable');
  });
});

describe.concurrent('a command as set-up', () => {
  it('runs before and after the request of its case, in this order', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sbp-setup-'));
    const log = join(folder, 'log');
    const note = (word: string) => ({ kind: 'command', command: `echo ${word} >> '${log}'` }) as const;
    const seen: string[] = [];
    try {
      await run(
        {
          answer: async (call): Promise<Reply> => {
            if (call.kind === 'unavailable') seen.push(await readFile(log, 'utf8'));
            return 'documented';
          },
          unavailable: () => ({
            headers: { 'X-Fault': 'yes' },
            setup: note('down'),
            teardown: note('up'),
          }),
        },
        only,
      );
      expect(seen).toEqual(['down\n']);
      expect(await readFile(log, 'utf8')).toBe('down\nup\n');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
