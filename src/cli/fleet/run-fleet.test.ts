import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partner } from '../../execution/small-service.test-support.ts';
import type { Results } from '../../result/results.ts';
import { call } from '../fake-terminal.test-support.ts';
import { run } from '../run.ts';
import { besideFleet, deviating, documented, resultsOf, runAll, silent } from './fleet.test-support.ts';
import { writeLeakyReviews } from '../small-profile.test-support.ts';

const few = ['--case', '*.success', '--format', 'json'];

describe('a run of several targets', { timeout: 60_000 }, () => {
  it('runs every target as a run of its own does, into a folder of its own, with a line for each', async () => {
    await besideFleet({ bad: deviating, good: documented }, async (site) => {
      const { folder, profile } = site;
      const { code, out } = await runAll(site);
      expect(code).toBe(1);
      for (const name of ['good', 'bad']) {
        const args = ['--target', profile(name), '--out', 'alone', '--retries', '0', '--quiet'];
        const { code: alone } = await call(run, args, { cwd: folder });
        expect(alone).toBe(name === 'bad' ? 1 : 0);
        const text = await readFile(join(folder, 'alone', 'results.json'), 'utf8');
        const { requirements } = JSON.parse(text) as Results;
        const own = await resultsOf(folder, name);
        expect(own.requirements.map(({ id, verdict }) => [id, verdict])).toEqual(
          requirements.map(({ id, verdict }) => [id, verdict]),
        );
        expect((await readdir(join(folder, 'reports', name))).toSorted()).toEqual(
          (await readdir(join(folder, 'alone'))).toSorted(),
        );
      }
      expect(out.trimEnd().split('\n')).toEqual([
        expect.stringMatching(
          /^\[1\/2\] ✗ bad: nonconforming, \d+ requests, [\d.]+ s, exit code 1, reports\/bad$/,
        ),
        expect.stringMatching(
          /^\[2\/2\] – good: incomplete, a full, b core, .*, exit code 0, reports\/good$/,
        ),
      ]);
    });
  });

  it('takes targets that are named one by one, and says nothing where it has to be quiet', async () => {
    await besideFleet({ one: documented, other: documented }, async ({ folder, profile }) => {
      const args = ['--target', profile('one'), '--target', profile('other'), '--out', 'reports', '--quiet'];
      const { code, out, err } = await call(run, [...args, ...few], { cwd: folder });
      expect([code, out]).toEqual([0, '']);
      expect(err).toMatch(/^one: ! credentials\.partnerPassword stands in the profile as plain text/);
      expect((await readdir(join(folder, 'reports'))).toSorted()).toEqual(['one', 'other']);
    });
  });

  it('prints a line of JSON for each, and what is for people beside it', async () => {
    await besideFleet({ one: documented, other: deviating }, async (site) => {
      const { out, err } = await runAll(site, ['--json', '--case', '*.missing.*']);
      const lines = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(lines).toMatchObject([
        { target: { name: 'one' }, verdict: 'incomplete', exitCode: 0, folder: 'reports/one' },
        { target: { name: 'other' }, verdict: 'nonconforming', exitCode: 1, folder: 'reports/other' },
      ]);
      expect(err).toMatch(/^\[2\/2\] ✗ other: nonconforming/m);
    });
  });

  it('writes no annotations and no outputs of a step, which speak of one target', async () => {
    await besideFleet({ one: deviating, other: documented }, async (site) => {
      const env = { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: join(site.folder, 'outputs') };
      const { out, err } = await runAll(site, few, { env });
      expect(`${out}${err}`).not.toContain('::');
      expect(await readdir(site.folder)).not.toContain('outputs');
    });
  });

  it.each([
    ['one after the other', [], ['a', 'b']],
    ['side by side where that is asked for', ['--jobs', '2'], ['b', 'a']],
  ])('runs them %s', async (_what, more, order) => {
    await besideFleet(
      { a: silent, b: documented },
      async (site) => {
        const { code, out } = await runAll(site, [...more, ...few]);
        expect(code).toBe(3);
        expect([...out.matchAll(/^\[\d\/2\] . (\w): /gm)].map(([, name]) => name)).toEqual(order);
      },
      () => ({ limits: { timeout: 2000 } }),
    );
  });
});

describe('a target that cannot be run', { timeout: 60_000 }, () => {
  it('stops no other one: its folder cannot be made', async () => {
    await besideFleet({ bad: deviating, good: documented, stuck: documented }, async (site) => {
      await mkdir(join(site.folder, 'reports'));
      await writeFile(join(site.folder, 'reports', 'stuck'), 'a file in the way');
      const { code, err } = await runAll(site, ['--quiet']);
      expect(code).toBe(1);
      expect((await resultsOf(site.folder, 'good')).verdict).toBe('incomplete');
      expect(err).toMatch(
        /^\[3\/3\] ! stuck: not run, The reports could not be written.*report-not-written/m,
      );
      expect(site.services['stuck']?.calls).toEqual([]);
    });
  });

  it.each([
    ['an unknown key', (text: string) => text.replace('baseUrl', 'baseURL'), 'baseURL'],
    [
      'a variant that is not claimed',
      (text: string) => text.replace(/ {2}b:\n {4}bankCode: acme\n/, ''),
      '--variant',
    ],
    ['a key that is none', (text: string) => text.replace(/key: .*/, 'key: other.yaml'), 'key'],
    ['a production address', (text: string) => `${text}production: ['127']\n`, 'production'],
    ['a reviews file that is not there', (text: string) => `${text}reviews: none.yaml\n`, 'none.yaml'],
  ])('because of %s ends with one message before anything is sent', async (_what, change, named) => {
    await besideFleet({ good: documented, wrong: documented }, async (site) => {
      const file = site.profile('wrong');
      await writeFile(file, change(await readFile(file, 'utf8')));
      const error: unknown = await runAll(site, ['--variant', 'b']).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: 'UserError' });
      expect(String(error)).toContain('wrong');
      expect(String(error)).toContain(named);
      expect(Object.values(site.services).flatMap(({ calls }) => calls)).toEqual([]);
      await expect(readdir(join(site.folder, 'reports'))).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });

  it('is named together with the others that cannot', async () => {
    await besideFleet({ good: documented, one: documented, two: documented }, async (site) => {
      for (const name of ['one', 'two']) await writeFile(site.profile(name), `name: ${name}\n`);
      await expect(runAll(site)).rejects.toMatchObject({
        code: 'profiles-invalid',
        message: expect.stringMatching(/2 of 3 profiles are wrong:[^]*one\.yaml[^]*two\.yaml/) as string,
      });
    });
  });
});

describe('wrong usage with several targets', () => {
  it.each([
    [['--dry-run'], 'options-exclude-each-other'],
    [['--ui'], 'options-exclude-each-other'],
    [['--base-url', 'http://127.0.0.1:1'], 'options-exclude-each-other'],
    [['--jobs', '0'], 'wrong-option-value'],
    [['--format', 'pdf'], 'unknown-format'],
    [['--target', 'nothing/*.yaml'], 'no-targets'],
    [['--targets', 'targets/*.yaml'], 'unknown-option'],
  ])('by %j is refused, and nothing is sent', async (more, code) => {
    await besideFleet({ one: documented }, async (site) => {
      await expect(runAll(site, more)).rejects.toMatchObject({ code });
      expect(site.services['one']?.calls).toEqual([]);
    });
  });

  it('by a number of targets at once where there is one target is refused', async () => {
    await besideFleet({ one: documented }, async ({ folder, profile }) => {
      const asked = call(run, ['--target', profile('one'), '--jobs', '2'], { cwd: folder });
      await expect(asked).rejects.toMatchObject({ code: 'jobs-of-one-target' });
    });
  });

  it('by a folder that cannot be written to is refused', async () => {
    await besideFleet({ one: documented }, async (site) => {
      await writeFile(join(site.folder, 'reports'), 'a file in the way');
      await expect(runAll(site)).rejects.toMatchObject({ code: 'report-not-written' });
      expect(site.services['one']?.calls).toEqual([]);
    });
  });
});

describe('several targets of which one', { timeout: 60_000 }, () => {
  it('has a secret in its reports end in 4, and what holds it is deleted, at this one alone', async () => {
    await besideFleet(
      { leaky: documented, tight: documented },
      async (site) => {
        await writeLeakyReviews(site.folder, partner.password);
        const { code, out, err } = await runAll(site, ['--case', '*.success']);
        expect(code).toBe(4);
        expect(out).toMatch(/ leaky: .*, exit code 4, /);
        expect(out).toMatch(/ tight: .*, exit code 0, /);
        expect(`${out}${err}`).not.toContain(partner.password);
        expect(await readdir(join(site.folder, 'reports', 'leaky'))).not.toContain('results.json');
        expect(await readdir(join(site.folder, 'reports', 'tight'))).toContain('results.json');
      },
      (name) => (name === 'leaky' ? { reviews: '../reviews.yaml' } : {}),
    );
  });

  it('is called by its secret is not called so', async () => {
    await besideFleet(
      { one: documented, other: documented },
      async (site) => {
        const { code, out, err } = await runAll(site, few);
        expect(code).toBe(0);
        expect(out).toMatch(/ see (\*\*\*|<password>): /);
        const folders = await readdir(join(site.folder, 'reports'));
        expect(`${out}${err}${folders.join('')}`).not.toContain(partner.password);
      },
      (name) => (name === 'other' ? { name: `see ${partner.password}` } : {}),
    );
  });
});
