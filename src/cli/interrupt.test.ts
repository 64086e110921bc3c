import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply, SmallService } from '../execution/small-service.test-support.ts';
import { isAlive, leftBehind, startRun } from './child.test-support.ts';
import type { Child } from './child.test-support.ts';
import { inFolder } from './fake-terminal.test-support.ts';
import { writeProfile } from './small-profile.test-support.ts';

const only = ['--case', 'a.unavailable', '--format', 'json'];
const timeout = 40_000;

interface World {
  readonly service: SmallService;
  readonly folder: string;
  readonly run: Child;
}

/** A run of the program in which `unavailable` is set up; the target never answers while it is. */
async function interrupting(
  conditionOf: (url: string) => object,
  work: (world: World) => Promise<void>,
  { answer = silentWhileDown, options = only } = {},
): Promise<void> {
  await withService(answer, (service) =>
    inFolder(async (folder) => {
      const unavailable = conditionOf(service.url);
      const target = await writeProfile(folder, service.url, {
        variants: { a: {} },
        conditions: { unavailable },
      });
      await work({ service, folder, run: startRun(folder, target, options) });
    }),
  );
}

const silentWhileDown = ({ kind }: Call): Reply => (kind === 'unavailable' ? 'silent' : 'documented');
const stillWorking = ({ kind }: Call): Reply =>
  kind === 'unavailable' ? { status: 200, body: '{"banks":[]}' } : 'documented';

const requests = (url: string) => ({
  setup: { request: { method: 'POST', url: `${url}/down` } },
  teardown: { request: { method: 'POST', url: `${url}/up` } },
});
const commands = (url: string) => ({
  setup: { command: `curl -s -X POST ${url}/down` },
  teardown: { command: `curl -s -X POST ${url}/up` },
});

const soon = { timeout: 15_000, interval: 20 };

async function isHolding({ calls }: SmallService, count = 1): Promise<void> {
  const asked = (): number => calls.filter(({ kind }) => kind === 'unavailable').length;
  await expect.poll(asked, soon).toBeGreaterThanOrEqual(count);
}

async function pidIn(folder: string): Promise<number> {
  const read = async (): Promise<number> =>
    Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'));
  await expect.poll(read, soon).toBeGreaterThan(0);
  return read();
}

/** What has to be true after an interrupt: all is undone, and the run is recorded as far as it came. */
async function expectOrder({ service, folder, run }: World, code: number): Promise<void> {
  const { code: exited, said } = await run.ended;
  expect(exited).toBe(code);
  expect(said).toContain('a second interrupt ends at once');
  expect(service.switches.at(-1)?.to).toBe('/up');
  expect(service.isUnavailable()).toBe(false);
  const { results, names } = await leftBehind(folder);
  expect(names).toEqual(['results.json']);
  expect(results).toMatchObject({ interrupted: true, verdict: 'incomplete' });
  expect(results?.cases.map(({ reason }) => reason)).toEqual(['not-selected']);
}

describe('an interrupt while a condition is set up', { timeout }, () => {
  it.each([
    ['SIGINT', 130, 'commands', commands],
    ['SIGTERM', 143, 'requests', requests],
    ['SIGHUP', 129, 'commands', commands],
  ] as const)('tears it down and leaves results: %s, exit code %i, by %s', async (name, code, _by, how) => {
    await interrupting(how, async (world) => {
      await isHolding(world.service);
      world.run.signal(name);
      await expectOrder(world, code);
      expect((await world.run.ended).code).toBe(code);
    });
  });

  it('ends the polls of `until`', async () => {
    const polled = (url: string) => ({ ...requests(url), until: { status: 500, within: 60_000 } });
    await interrupting(
      polled,
      async (world) => {
        await isHolding(world.service, 3);
        world.run.signal('SIGINT');
        await expectOrder(world, 130);
        expect((await world.run.ended).after).toBeLessThan(5000);
      },
      { answer: stillWorking },
    );
  });

  it('ends a set-up that hangs, with everything that it has started', async () => {
    const hanging = (url: string) => ({
      ...commands(url),
      setup: { command: `curl -s -X POST ${url}/down; sleep 300 & echo $! > pid; wait` },
    });
    await interrupting(hanging, async (world) => {
      const pid = await pidIn(world.folder);
      world.run.signal('SIGTERM');
      await expectOrder(world, 143);
      expect(await isAlive(pid)).toBe(false);
    });
  });
});

describe('a second interrupt', { timeout }, () => {
  it('ends at once, ends a teardown that hangs, and names the command to repeat', async () => {
    const hanging = (url: string) => ({
      ...requests(url),
      teardown: { command: 'sleep 300 & echo $! > pid; wait' },
    });
    await interrupting(hanging, async ({ service, folder, run }) => {
      await isHolding(service);
      run.signal('SIGINT');
      const pid = await pidIn(folder);
      run.signal('SIGINT');
      const { code, said, after } = await run.ended;
      expect(code).toBe(130);
      expect(after).toBeLessThan(2000);
      expect(said).toMatch(/teardown of a\.unavailable.*by hand: sleep 300 & echo/);
      expect(said).toContain('were not written');
      await expect.poll(() => isAlive(pid), soon).toBe(false);
      expect((await leftBehind(folder)).names).toEqual([]);
    });
  });

  it('names a request so that a shell repeats it, without its secrets', async () => {
    const hanging = (url: string) => ({
      setup: { request: { method: 'POST', url: `${url}/down` } },
      teardown: {
        request: {
          method: 'PUT',
          url: `${url}/partner/sbp/banks`,
          headers: { 'X-Admin': 'admin-token-4711' },
          body: '{"up":true}',
        },
      },
    });
    const answer = ({ method, kind }: Call): Reply =>
      method === 'PUT' || kind === 'unavailable' ? 'silent' : 'documented';
    await interrupting(
      hanging,
      async ({ service, run }) => {
        await isHolding(service);
        run.signal('SIGTERM');
        await expect.poll(() => service.calls.some(({ method }) => method === 'PUT'), soon).toBe(true);
        run.signal('SIGTERM');
        const { code, said } = await run.ended;
        expect(code).toBe(143);
        expect(said).toMatch(
          /by hand: curl .*-X PUT -H 'X-Admin: <secret>'.*'\{"up":true\}'.*\/partner\/sbp/,
        );
        expect(said).not.toContain('admin-token');
      },
      { answer },
    );
  });

  it('names nothing where nothing was set up', async () => {
    const answer = (): Reply => 'silent';
    await interrupting(
      requests,
      async ({ service, run }) => {
        await expect.poll(() => service.calls.length, soon).toBeGreaterThan(0);
        run.signal('SIGINT');
        run.signal('SIGINT');
        const { code, said } = await run.ended;
        expect(code).toBe(130);
        expect(said).not.toContain('by hand');
      },
      { answer },
    );
  });
});

describe('a teardown that fails', { timeout }, () => {
  it.each([[[]], [['--quiet']]])('is the last thing that is said, and a root cause: %j', async (more) => {
    const failing = (url: string) => ({
      ...requests(url),
      teardown: { command: `curl -s -X POST ${url}/up; exit 9 # mend it` },
    });
    await interrupting(
      failing,
      async ({ run, folder }) => {
        const { said } = await run.ended;
        const [last = ''] = said.trimEnd().split('\n').slice(-1);
        expect(last).toMatch(
          /^! teardown failed \(exit code 9\).*by hand: curl -s .*\/up; exit 9 # mend it$/,
        );
        const { results } = await leftBehind(folder);
        expect(results?.rootCauses.map(({ message }) => `! ${message}`)).toEqual([last]);
      },
      { answer: () => 'documented', options: [...only, ...more] },
    );
  });
});
