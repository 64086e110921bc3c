import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { inFolder } from '../cli/fake-terminal.test-support.ts';
import { writeProfile } from '../cli/small-profile.test-support.ts';
import { partner, withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply, SmallService } from '../execution/small-service.test-support.ts';
import type { Results } from '../result/results.ts';
import { requireNode } from './conformance.ts';
import { startVitest } from './vitest.test-support.ts';
import type { VitestChild } from './vitest.test-support.ts';

const entry = new URL('../vitest.ts', import.meta.url).href;
const soon = { timeout: 30_000, interval: 20 };

/** A project of vitest whose one test file calls `conformance`. */
interface Project {
  readonly service: SmallService;
  readonly file: string;
  readonly start: (...args: readonly string[]) => VitestChild;
  /** The Results that the latest run has left. */
  readonly results: () => Promise<Results>;
}

/** Does the work beside a project that is aimed at a service, for variant A alone. */
function inProject(
  work: (project: Project) => Promise<void>,
  answer: (call: Call) => Reply = () => 'documented',
  more: (url: string) => object = () => ({}),
): Promise<void> {
  return withService(answer, (service) =>
    inFolder(async (folder) => {
      await writeProfile(folder, service.url, { variants: { a: {} }, ...more(service.url) });
      const file = join(folder, 'banks.test.js');
      const call = "conformance('target.yaml', { out: 'reports', formats: ['json'] });";
      await writeFile(file, `import { conformance } from '${entry}';\n${call}\n`);
      // As from an installed package, Node itself loads the suite.
      const external = 'export default { test: { server: { deps: { external: [/\\/src\\//] } } } };';
      await writeFile(join(folder, 'vitest.config.js'), external);
      const results = async (): Promise<Results> =>
        JSON.parse(await readFile(join(folder, 'reports', 'results.json'), 'utf8')) as Results;
      const start = (...args: readonly string[]): VitestChild =>
        startVitest([...args, '--root', folder], folder);
      await work({ service, file, start, results });
    }),
  );
}

const idsOf = ({ cases }: Results): readonly string[] => cases.map(({ id }) => id);

describe('a run of vitest', { timeout: 60_000 }, () => {
  it('carries out the cases that a filter leaves, and asks nothing else', async () => {
    await inProject(async ({ service, start, results }) => {
      const child = start('run', '-t', 'a.missing.partner\\w+:');
      expect(await child.ended).toBe(0);
      expect(child.said()).toMatch(/Tests {2}2 passed \| \d+ skipped/);
      expect(idsOf(await results())).toEqual(['a.missing.partnerName', 'a.missing.partnerPassword']);
      expect(new Set(service.calls.map(({ kind }) => kind))).toEqual(new Set(['success', 'missing']));
    });
  });

  it('shows every case as it is where the results cannot be taken, and only the last test is red', async () => {
    await inProject(async ({ file, start }) => {
      const refusing = "{ onResults() { throw new Error('no place for results'); } }";
      await writeFile(
        file,
        `import { conformance } from '${entry}';\nconformance('target.yaml', ${refusing});\n`,
      );
      const child = start('run', '-t', 'a.missing.partner\\w+:|could be judged');
      expect(await child.ended).toBe(1);
      expect(child.said()).toMatch(/Tests {2}1 failed \| 2 passed/);
      expect(child.said()).toContain('no place for results');
    });
  });

  it('stops a target that starts too late', async () => {
    await inProject(async ({ service, file, start }) => {
      const late = `async () => { await new Promise((done) => setTimeout(done, 60));
        return { target: 'target.yaml', close: () => fetch('${service.url}/down', { method: 'POST' }) }; }`;
      const calls = `conformance(${late}, { startTimeout: 20 });\nconformance('target.yaml', { title: 'next' });`;
      await writeFile(file, `import { conformance } from '${entry}';\n${calls}\n`);
      const child = start('run', '-t', 'a.missing');
      expect(await child.ended).toBe(1);
      expect(child.said()).toContain('did not finish within 20 ms');
      expect(service.switches.map(({ to }) => to)).toEqual(['/down']);
    });
  });

  it('masks a secret that the profile repeats elsewhere', async () => {
    const terms = { reason: partner.password, owner: 'x', until: '2999-01-01' };
    const waiver = { requirement: 'a.success.status', ...terms };
    await inProject(
      async ({ start, results }) => {
        const child = start('run', '-t', 'a.missing.partnerName');
        expect(await child.ended).toBe(0);
        expect(child.said()).not.toContain(partner.password);
        expect((await results()).waivers).toMatchObject([{ reason: '***' }]);
      },
      undefined,
      () => ({ waivers: [waiver] }),
    );
  });
});

describe('vitest in watch mode', { timeout: 90_000 }, () => {
  it('runs the chosen cases again as a new run, and keeps to the limit of failed logins over all of them', async () => {
    await inProject(
      async ({ service, file, start, results }) => {
        const child = start('--watch', '-t', 'a.unauthorized.wrong-password');
        const rounds = (): number => child.said().split('Waiting for file changes').length - 1;
        const logins = (): number => service.calls.filter(({ kind }) => kind === 'unauthorized').length;
        for (const round of [1, 2, 3, 4]) {
          await expect.poll(rounds, soon).toBe(round);
          expect([round, logins(), (await results()).failedLogins]).toEqual([
            round,
            Math.min(round, 2),
            round > 2 ? 0 : 1,
          ]);
          if (round < 4) await appendFile(file, '// changed\n');
        }
        child.signal('SIGTERM', 'vitest');
        await child.ended;
      },
      undefined,
      () => ({ conditions: {}, limits: { failedLogins: 2, retries: 0 } }),
    );
  });
});

describe('an interrupt of vitest while a condition is set up', { timeout: 60_000 }, () => {
  const silentWhileDown = ({ kind }: Call): Reply => (kind === 'unavailable' ? 'silent' : 'documented');
  const switched = (url: string) => ({
    conditions: {
      unavailable: {
        setup: { request: { method: 'POST', url: `${url}/down` } },
        teardown: { command: `sleep 1; curl -s -X POST ${url}/up` },
      },
    },
  });

  it.each([
    ['SIGINT', 'group'],
    ['SIGTERM', 'vitest'],
  ] as const)('tears it down and leaves the reports: %s to %s', async (signal, whom) => {
    await inProject(
      async ({ service, start, results }) => {
        const child = start('run');
        await expect.poll(() => service.calls.some(({ kind }) => kind === 'unavailable'), soon).toBe(true);
        child.signal(signal, whom);
        await child.ended;
        await expect.poll(() => service.isUnavailable(), soon).toBe(false);
        expect(service.switches.map(({ to }) => to)).toEqual(['/down', '/up']);
        await expect.poll(() => results().catch(() => null), soon).toMatchObject({ interrupted: true });
      },
      silentWhileDown,
      switched,
    );
  });
});

it('tests run in Node itself, or not at all', () => {
  expect(() => requireNode({ list: process.argv, hasWindow: false })).not.toThrow();
  expect(() => requireNode({ list: runInNewContext('[]'), hasWindow: false })).toThrow(/VM context/);
  expect(() => requireNode({ list: process.argv, hasWindow: true })).toThrow(/environment of a browser/);
});
