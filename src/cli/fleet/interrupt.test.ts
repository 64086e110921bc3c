import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startRun } from '../child.test-support.ts';
import { besideFleet, resultsOf } from './fleet.test-support.ts';
import type { Answer, FleetSite } from './fleet.test-support.ts';

const silentWhileDown: Answer = ({ kind }) => (kind === 'unavailable' ? 'silent' : 'documented');
const soon = { timeout: 15_000, interval: 20 };

type Teardown = (name: string, url: string) => object;
const byRequest: Teardown = (_name, url) => ({ request: { method: 'POST', url: `${url}/up` } });
const hanging: Teardown = (name) => ({ command: `touch tearing-${name}; sleep 300` });

/** A fleet of three in which `unavailable` is set up and the targets never answer while it is; two have their turn at once. */
const interrupting = (work: (site: FleetSite) => Promise<void>, teardown = byRequest): Promise<void> =>
  besideFleet({ one: silentWhileDown, two: silentWhileDown, three: silentWhileDown }, work, (name, url) => ({
    variants: { a: {} },
    limits: { timeout: 60_000, failedLogins: 100 },
    conditions: {
      unavailable: {
        setup: { request: { method: 'POST', url: `${url}/down` } },
        teardown: teardown(name, url),
      },
    },
  }));

function start({ folder, profile }: FleetSite) {
  const others = ['two', 'three'].flatMap((name) => ['--target', profile(name)]);
  const options = ['--jobs', '2', '--case', 'a.unavailable', '--format', 'json'];
  return startRun(folder, profile('one'), [...others, ...options]);
}

async function isDown({ services }: FleetSite, name: string): Promise<void> {
  await expect.poll(() => services[name]?.isUnavailable(), soon).toBe(true);
}

describe('an interrupt of a fleet', { timeout: 40_000 }, () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s tears down at every target, leaves results and ends with %i', async (signal, code) => {
    await interrupting(async (site) => {
      const run = start(site);
      await Promise.all([isDown(site, 'one'), isDown(site, 'two')]);
      run.signal(signal);
      const { code: exited, said, after } = await run.ended;
      expect(exited).toBe(code);
      expect(after).toBeLessThan(10_000);
      expect(said.split('a second interrupt ends at once')).toHaveLength(2);
      for (const { switches, isUnavailable } of Object.values(site.services)) {
        expect(isUnavailable()).toBe(false);
        expect(switches.at(-1)?.to ?? '/up').toBe('/up');
      }
      for (const name of ['one', 'two']) {
        expect(await resultsOf(site.folder, name)).toMatchObject({
          interrupted: true,
          verdict: 'incomplete',
        });
      }
    });
  });

  it('that is repeated ends at once and names what is left undone at each target', async () => {
    await interrupting(async (site) => {
      const run = start(site);
      await Promise.all([isDown(site, 'one'), isDown(site, 'two')]);
      run.signal('SIGINT');
      const tearing = async (): Promise<readonly string[]> =>
        (await readdir(join(site.folder, 'targets'))).filter((name) => name.startsWith('tearing-'));
      await expect.poll(tearing, soon).toEqual(['tearing-one', 'tearing-two']);
      run.signal('SIGINT');
      const { code, said, after } = await run.ended;
      expect([code, after < 5000]).toEqual([130, true]);
      expect(said.match(/by hand: touch tearing-(?:one|two); sleep 300/g)).toHaveLength(2);
    }, hanging);
  });
});
