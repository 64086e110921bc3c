import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startVitest } from '../cli/child.test-support.ts';
import type { Child } from '../cli/child.test-support.ts';
import { openSite, silentWhileDown, switchedBy } from '../cli/small-profile.test-support.ts';
import type { SiteOptions } from '../cli/small-profile.test-support.ts';
import { partner } from '../run/small-service.test-support.ts';

const entry = new URL('../vitest.ts', import.meta.url).href;

const calling = () => "conformance('target.yaml', { out: 'reports', formats: ['json'] });";

/** A vitest project whose only test file calls `conformance` for variant A. */
async function openProject({
  calls = calling,
  ...options
}: { calls?: (url: string) => string } & SiteOptions = {}) {
  const site = await openSite(options);
  const { folder, service } = site;
  const file = join(folder, 'banks.test.js');
  await writeFile(file, `import { conformance } from '${entry}';\n${calls(service.url)}\n`);
  // Node itself loads the suite, as from an installed package.
  const external = 'export default { test: { server: { deps: { external: [/\\/src\\//] } } } };';
  await writeFile(join(folder, 'vitest.config.js'), external);
  const start = (...args: readonly string[]): Child => startVitest([...args, '--root', folder], folder);
  return { ...site, file, start };
}

describe('a run of vitest', () => {
  it('carries out the cases that a filter leaves, asks nothing else, and masks a secret that the profile repeats', async () => {
    const terms = { reason: partner.password, owner: 'x', until: '2999-01-01' };
    const waiver = { requirement: 'a.success.status', ...terms };
    const { service, start, results } = await openProject({ profile: { waivers: [waiver] } });
    const { code, said } = await start('run', '-t', 'a.missing.partner\\w+:').ended;
    expect([code, said]).toEqual([0, expect.stringMatching(/Tests {2}2 passed \| \d+ skipped/)]);
    const { cases, waivers } = await results();
    expect(cases.map(({ id }) => id)).toEqual(['a.missing.partnerName', 'a.missing.partnerPassword']);
    expect(new Set(service.calls.map(({ kind }) => kind))).toEqual(new Set(['success', 'missing']));
    expect([waivers, said.includes(partner.password)]).toMatchObject([[{ reason: '***' }], false]);
  });

  it('stops a target that starts too late; where the results cannot be taken only the last test is red', async () => {
    // The second run must not read results before the first has stopped.
    const calls = (url: string) => `
      const { promise: isStopped, resolve: stopped } = Promise.withResolvers();
      const stop = () => fetch('${url}/stop', { method: 'DELETE' }).then(stopped);
      const late = async () => {
        await new Promise((done) => setTimeout(done, 100));
        return { target: 'target.yaml', close: stop };
      };
      conformance(late, { startTimeout: 20 });
      const onResults = async () => { await isStopped; throw new Error('no place for results'); };
      conformance('target.yaml', { title: 'next', onResults });`;
    const { service, start } = await openProject({ calls });
    const filter = 'a.missing.partner\\w+:|could be judged';
    const { code, said } = await start('run', '-t', filter).ended;
    const stopped = service.calls.filter(({ url }) => url === '/stop');
    expect([code, stopped]).toEqual([1, [expect.objectContaining({ method: 'DELETE' })]]);
    expect(said).toContain('did not finish within 20 ms');
    expect(said).toContain('no place for results');
    expect(said).toMatch(/Tests {2}1 failed \| 2 passed/);
  });

  it('in watch mode runs the chosen cases again as a new run, with a limit of failed logins of its own', async () => {
    const { service, file, start, results } = await openProject({
      profile: { conditions: {}, limits: { failedLogins: 1, retries: 0 } },
    });
    const child = start('--watch', '-t', 'a.unauthorized.wrong-password');
    const rounds = (): number => child.said().split('Waiting for file changes').length - 1;
    const logins = (): number => service.calls.filter(({ kind }) => kind === 'unauthorized').length;
    for (const round of [1, 2]) {
      await expect.poll(rounds).toBe(round);
      expect([logins(), (await results()).failedLogins]).toEqual([round, 1]);
      if (round !== 2) await appendFile(file, '// changed\n');
    }
    child.signal('SIGTERM');
    await child.ended;
  });

  it('tears down a condition and leaves the reports after SIGINT to the group, and after SIGTERM to vitest', async () => {
    const profile = (url: string) => {
      const teardown = { command: `sleep 0.5; curl -s -X POST ${url}/up` };
      return { conditions: { unavailable: switchedBy(url, teardown) } };
    };
    const interrupt = async (...how: Parameters<Child['signal']>): Promise<void> => {
      const { service, start, results } = await openProject({ answer: silentWhileDown, profile });
      const child = start('run');
      await expect.poll(() => service.calls.some(({ kind }) => kind === 'unavailable')).toBe(true);
      child.signal(...how);
      await child.ended;
      await expect.poll(() => service.isUnavailable()).toBe(false);
      expect(service.switches.map(({ to }) => to)).toEqual(['/down', '/up']);
      await expect.poll(() => results().catch(() => null)).toMatchObject({ interrupted: true });
    };
    await Promise.all([interrupt('SIGINT', 'group'), interrupt('SIGTERM', 'program')]);
  });
});
