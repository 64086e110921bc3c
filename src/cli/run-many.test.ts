import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partner, withService } from '../execution/small-service.test-support.ts';
import type { SmallService } from '../execution/small-service.test-support.ts';
import type { Results } from '../result/results.ts';
import { startRun } from './child.test-support.ts';
import type { Invocation } from './command.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';
import { nameFolders } from './run-many.ts';
import { deviating, documented, writeLeakyReviews, writeProfile } from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';

/** A folder with a profile for each service, `targets/<name>.yaml`. */
interface Site {
  readonly folder: string;
  readonly services: Readonly<Record<string, SmallService>>;
  readonly profile: (name: string) => string;
  /** Runs all targets of the folder into `reports`. */
  readonly runAll: (more?: readonly string[], given?: Partial<Invocation>) => Promise<Outcome>;
  readonly results: (name: string) => Promise<Results>;
}

/** Does the work beside services that answer so, each with a profile that is called as it is. */
function beside(
  answers: Readonly<Record<string, Answer>>,
  work: (site: Site) => Promise<void>,
  changesOf: (name: string, url: string) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<void> {
  return inFolder(async (folder) => {
    await mkdir(join(folder, 'targets'));
    const profile = (name: string): string => join(folder, 'targets', `${name}.yaml`);
    const start = async (names: readonly string[], services: Site['services']): Promise<void> => {
      const [name, ...others] = names;
      if (name !== undefined) {
        return withService(answers[name] ?? documented, async (service) => {
          const file = await writeProfile(folder, service.url, { name, ...changesOf(name, service.url) });
          await rename(file, profile(name));
          return start(others, { ...services, [name]: service });
        });
      }
      const all = ['--target', 'targets/*.yaml', '--retries', '0'];
      return work({
        folder,
        services,
        profile,
        runAll: (more = [], given = {}) =>
          call('run', [...all, ...(more.includes('--out') ? [] : ['--out', 'reports']), ...more], {
            cwd: folder,
            ...given,
          }),
        results: async (own) =>
          JSON.parse(await readFile(join(folder, 'reports', own, 'results.json'), 'utf8')) as Results,
      });
    };
    return start(Object.keys(answers), {});
  });
}

const few = ['--case', '*.success', '--format', 'json'];
const timeout = 60_000;

describe('a run of several targets', { timeout }, () => {
  it('runs every target as a run of its own does, into a folder of its own, with a line for each', async () => {
    await beside({ bad: deviating, good: documented }, async ({ folder, profile, runAll, results }) => {
      const only = ['--variant', 'a'];
      const { code, out } = await runAll(only);
      expect(code).toBe(1);
      const args = ['--target', profile('bad'), '--out', 'reports/alone', '--quiet', ...only];
      expect((await call('run', args, { cwd: folder })).code).toBe(1);
      const verdicts = async (name: string) =>
        (await results(name)).requirements.map(({ id, verdict }) => [id, verdict]);
      expect(await verdicts('bad')).toEqual(await verdicts('alone'));
      expect(await readdir(join(folder, 'reports', 'bad'))).toContain('report.html');
      expect(out.trimEnd().split('\n')).toEqual([
        expect.stringMatching(
          /^\[1\/2\] ✗ bad: nonconforming, \d+ requests, [\d.]+ s, exit code 1, reports\/bad$/,
        ),
        expect.stringMatching(/^\[2\/2\] ✓ good: conforming, a full, .*, exit code 0, reports\/good$/),
      ]);
    });
  });

  it('takes targets that are named one by one, and is quiet where that is asked for', async () => {
    await beside({ one: documented, other: documented }, async ({ folder, profile }) => {
      const named = ['one', 'other'].flatMap((name) => ['--target', profile(name)]);
      const { code, out, err } = await call('run', [...named, '--quiet', '--out', 'reports', ...few], {
        cwd: folder,
      });
      expect([code, out]).toEqual([0, '']);
      expect(err).toMatch(/^one: ! credentials\.partnerPassword is in the profile as plain text/);
      expect((await readdir(join(folder, 'reports'))).toSorted()).toEqual(['one', 'other']);
    });
  });

  it('prints a line of JSON for each, and what is for people beside it; nothing for GitHub Actions', async () => {
    await beside({ one: documented, other: deviating }, async ({ folder, runAll }) => {
      const env = { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: join(folder, 'outputs') };
      const { out, err } = await runAll(['--json', '--case', '*.missing.*'], { env });
      const said = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(said).toMatchObject([
        { target: { name: 'one' }, verdict: 'incomplete', exitCode: 0, folder: 'reports/one' },
        { target: { name: 'other' }, verdict: 'nonconforming', exitCode: 1, folder: 'reports/other' },
      ]);
      expect(err).toMatch(/^\[2\/2\] ✗ other: nonconforming/m);
      const left = [`${out}${err}`.includes('::error'), await readdir(folder)];
      expect(left).toEqual([false, ['reports', 'targets']]);
    });
  });

  it('runs them one after the other, or side by side where that is asked for', async () => {
    const limits = () => ({ limits: { timeout: 300, retries: 0 }, variants: { a: {} } });
    await beside(
      { a: () => 'silent', b: documented },
      async ({ runAll }) => {
        for (const [more, order] of [
          [[], 'ab'],
          [['--jobs', '2'], 'ba'],
        ] as const) {
          const { code, out } = await runAll([...more, ...few]);
          expect(code).toBe(3);
          expect([...out.matchAll(/^\[\d\/2\] . (\w): /gm)].map(([, name]) => name).join('')).toBe(order);
        }
      },
      limits,
    );
  });

  it('keeps its targets apart where one leaks a secret, has no folder, or is called by a secret', async () => {
    await beside(
      { leaky: documented, stuck: documented, tight: documented },
      async ({ folder, runAll, services }) => {
        await writeLeakyReviews(folder, partner.password);
        await mkdir(join(folder, 'reports'));
        await writeFile(join(folder, 'reports', 'stuck'), 'a file in the way');
        const { code, out, err } = await runAll(['--case', '*.success']);
        expect([code, services['stuck']?.calls]).toEqual([4, []]);
        expect(out).toMatch(
          / leaky: .*, exit code 4, .*\n.* stuck: not run, The reports could not be written.*\n.* see (?:\*\*\*|<password>): .*, exit code 0, /,
        );
        expect(await readdir(join(folder, 'reports', 'leaky'))).not.toContain('results.json');
        const folders = await readdir(join(folder, 'reports'));
        expect(`${out}${err}${folders.join('')}`).not.toContain(partner.password);
      },
      (name) =>
        ({ leaky: { reviews: '../reviews.yaml' }, tight: { name: `see ${partner.password}` } })[name] ?? {},
    );
  });
});

describe('a target that cannot be run', { timeout }, () => {
  it.each([
    ['an unknown key', (text: string) => text.replace('baseUrl', 'baseURL'), 'baseURL'],
    ['a key that is none', (text: string) => text.replace(/key: .*/, 'key: other.yaml'), 'key'],
    ['a production address', (text: string) => `${text}production: ['127']\n`, 'production'],
    ['reviews that are not there', (text: string) => `${text}reviews: none.yaml\n`, 'none.yaml'],
  ])('because of %s stops with one message before anything is sent', async (_what, change, named) => {
    await beside({ good: documented, wrong: documented }, async ({ profile, runAll, services, folder }) => {
      await writeFile(profile('wrong'), change(await readFile(profile('wrong'), 'utf8')));
      const error: unknown = await runAll().catch((caught: unknown) => caught);
      expect(String(error)).toMatch(new RegExp(`wrong[^]*${named}`));
      expect(Object.values(services).flatMap(({ calls }) => calls)).toEqual([]);
      expect(await readdir(folder)).not.toContain('reports');
    });
  });

  it('is named together with the others that cannot, and options of one run are refused', async () => {
    await beside(
      { good: documented, one: documented, two: documented },
      async ({ profile, runAll, services }) => {
        for (const [more, code] of [
          ['--dry-run', 'options-exclude-each-other'],
          ['--ui', 'options-exclude-each-other'],
          ['--last-failed', 'options-exclude-each-other'],
          ['--open', 'options-exclude-each-other'],
          ['--against x', 'options-exclude-each-other'],
          ['--base-url http://127.0.0.1:1', 'options-exclude-each-other'],
          ['--jobs 0', 'wrong-option-value'],
          ['--target nothing/*.yaml', 'no-targets'],
          ['--out targets/one.yaml', 'report-not-written'],
        ] as const) {
          await expect(runAll(more.split(' '))).rejects.toMatchObject({ code });
        }
        expect(Object.values(services).flatMap(({ calls }) => calls)).toEqual([]);
        for (const name of ['one', 'two']) await writeFile(profile(name), `name: ${name}\n`);
        const message = expect.stringMatching(
          /2 of 3 profiles are wrong:[^]*one\.yaml[^]*two\.yaml/,
        ) as string;
        await expect(runAll()).rejects.toMatchObject({ code: 'profiles-invalid', message });
      },
    );
  });
});

describe('an interrupt of several targets', { timeout }, () => {
  const silentWhileDown: Answer = ({ kind }) => (kind === 'unavailable' ? 'silent' : 'documented');

  it('tears down at every target, and a second one names what is left undone at each', async () => {
    await beside(
      { one: silentWhileDown, two: silentWhileDown, three: silentWhileDown },
      async ({ folder, profile, services, results }) => {
        const options = ['--case', 'a.unavailable', '--jobs', '2', '--format', 'json'];
        const all = ['two', 'three'].flatMap((name) => ['--target', profile(name)]);
        const child = startRun(folder, profile('one'), [...all, ...options]);
        const areDown = () => ['one', 'two'].every((name) => services[name]?.isUnavailable());
        await expect.poll(areDown, { timeout: 15_000, interval: 20 }).toBe(true);
        child.signal('SIGINT');
        const isTorn = () => services['one']?.isUnavailable() === false;
        await expect.poll(isTorn, { timeout: 15_000, interval: 20 }).toBe(true);
        await expect.poll(() => results('one').catch(() => null)).toMatchObject({ interrupted: true });
        child.signal('SIGINT');
        const { code, said } = await child.ended;
        expect(code).toBe(130);
        expect(said.split('a second interrupt ends at once')).toHaveLength(2);
        expect(said.match(/by hand: .*/g)).toEqual(['by hand: sleep 300']);
      },
      (name, url) => ({
        variants: { a: {} },
        limits: { timeout: 60_000, failedLogins: 100 },
        conditions: {
          unavailable: {
            setup: { request: { method: 'POST', url: `${url}/down` } },
            teardown:
              name === 'two' ? { command: 'sleep 300' } : { request: { method: 'POST', url: `${url}/up` } },
          },
        },
      }),
    );
  });
});

describe('the name of a folder', () => {
  const named = (name: string, source: string | null = null) => ({
    name,
    source,
    baseUrl: 'http://host.test:81',
  });

  it.each([
    ['Staging (new) / b', 'Staging-new-b'],
    ['Банк «Пример»', 'Банк-Пример'],
    ['../../etc/passwd', 'etc-passwd'],
    ['..', 'target'],
    ['a\u0000\u202eb\nc', 'a-b-c'],
    ['.hidden', 'hidden'],
    ['nul.txt', 'target-nul.txt'],
    ['x'.repeat(300), 'x'.repeat(60)],
  ])('made of %j is safe: %s', (name, expected) => {
    expect(nameFolders([named(name)])).toEqual([expected]);
  });

  it('comes from the file where the profile has none, and is no other one’s', () => {
    const host = named('host.test:81', 'targets/acme-2.yaml');
    expect(nameFolders([host, { ...host, source: '/x/other.yml' }])).toEqual(['acme-2', 'other']);
    const names = ['A', 'a', 'A-2', 'a', 'B'].map((name) => named(name));
    expect(nameFolders(names)).toEqual(['A', 'a-2', 'A-2-2', 'a-3', 'B']);
  });
});
