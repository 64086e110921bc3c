import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Results } from '../../result/results.ts';
import { partner } from '../../execution/small-service.test-support.ts';
import { call } from '../fake-terminal.test-support.ts';
import { run } from '../run.ts';
import { besideFleet, deviating, documented, readFleet, runAll, silent } from './fleet.test-support.ts';

const verdictsOf = async (folder: string): Promise<Readonly<Record<string, unknown>>> => {
  const { targets } = await readFleet(folder);
  return Object.fromEntries(targets.map(({ name, verdict, exitCode }) => [name, [verdict, exitCode]]));
};

const resultsOf = async (folder: string, name: string): Promise<Results> =>
  JSON.parse(await readFile(join(folder, 'reports', name, 'results.json'), 'utf8')) as Results;

describe('a fleet', { timeout: 60_000 }, () => {
  it('runs every target as a run of its own does, into a folder of its own', async () => {
    await besideFleet({ good: documented, bad: deviating }, async (site) => {
      const { folder, profile } = site;
      const { code, out, err } = await runAll(site);
      expect(code).toBe(1);
      expect(await verdictsOf(folder)).toEqual({ good: ['incomplete', 0], bad: ['nonconforming', 1] });
      for (const name of ['good', 'bad']) {
        const args = ['--target', profile(name), '--out', 'alone', '--retries', '0', '--quiet'];
        const { code: alone } = await call(run, args, { cwd: folder });
        const { targets } = await readFleet(folder);
        expect(alone).toBe(targets.find((one) => one.name === name)?.exitCode);
        const text = await readFile(join(folder, 'alone', 'results.json'), 'utf8');
        const { requirements } = JSON.parse(text) as Results;
        const own = await resultsOf(folder, name);
        expect(own.requirements.map(({ id, verdict }) => [id, verdict])).toEqual(
          requirements.map(({ id, verdict }) => [id, verdict]),
        );
        expect(own.cases.some(({ exchanges }) => exchanges.length > 0)).toBe(true);
        expect((await readdir(join(folder, 'reports', name))).toSorted()).toEqual(
          (await readdir(join(folder, 'alone'))).toSorted(),
        );
      }
      expect(err).toMatch(/^\[1\/2\] /m);
      expect(err).toMatch(/^\[2\/2\] /m);
      expect(out).toContain('2 targets, 0 conforming, 1 nonconforming, 1 incomplete; exit code 1');
      expect(out).toContain('reports/fleet.json');
      const page = await readFile(join(folder, 'reports', 'matrix.html'), 'utf8');
      expect(page).toContain('href="good/report.html"');
      expect(page).toContain('href="bad/report.html"');
      expect(out.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
    });
  });

  it('takes targets that are named one by one', async () => {
    await besideFleet({ one: documented, other: documented }, async ({ folder, profile }) => {
      const args = ['--target', profile('one'), '--target', profile('other'), '--out', 'reports', '--quiet'];
      const { code, out } = await call(run, [...args, '--case', '*.success'], { cwd: folder });
      expect([code, out]).toEqual([0, '']);
      expect(Object.keys(await verdictsOf(folder))).toEqual(['one', 'other']);
    });
  });

  it('prints one line of JSON for a program, and what is for people beside it', async () => {
    await besideFleet({ one: documented, other: deviating }, async (site) => {
      const { out, err } = await runAll(site, ['--json', '--case', '*.missing.*']);
      expect(out.trimEnd().split('\n')).toHaveLength(1);
      expect(JSON.parse(out)).toEqual(await readFleet(site.folder));
      expect(err).toContain('FLEET');
    });
  });
});

describe('a target that hangs on every request', { timeout: 60_000 }, () => {
  const limits = { timeout: 2000, failedLogins: 100 };

  it.each([
    ['beside four others', 'hangs', ['a', 'b', 'c', 'd'], []],
    ['first of two slots', 'a-hangs', ['b', 'c', 'd', 'e'], ['--jobs', '2']],
  ])('delays nobody: %s', async (_what, hanging, others, more) => {
    const answers = Object.fromEntries(
      [hanging, ...others].map((name) => [name, name === hanging ? silent : documented]),
    );
    await besideFleet(
      answers,
      async (site) => {
        const start = Date.now();
        const { code, err } = await runAll(site, [
          ...more,
          '--format',
          'json',
          '--case',
          '*.success',
          '--case',
          '*.missing.*',
        ]);
        const written = async (name: string): Promise<number> =>
          (await stat(join(site.folder, 'reports', name, 'results.json'))).mtimeMs - start;
        const times = await Promise.all(others.map(written));
        expect(Math.max(...times)).toBeLessThan((await written(hanging)) / 2);
        expect(err).toMatch(new RegExp(`\\[5/5\\] . ${hanging}: incomplete`));
        expect(code).toBe(3);
      },
      () => ({ limits }),
    );
  });

  it('takes no slot for long, even where more of them hang than there are slots', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'z'];
    const answers = Object.fromEntries(names.map((name) => [name, name === 'z' ? documented : silent]));
    await besideFleet(
      answers,
      async (site) => {
        const { err } = await runAll(site, ['--jobs', '2', '--format', 'json', '--case', 'a.success']);
        const lines = err.split('\n').filter((line) => line.startsWith('['));
        expect(lines[0]).toMatch(/^\[1\/6\] . z: /);
      },
      () => ({ limits: { ...limits, timeout: 2500 } }),
    );
  });
});

describe('a target that cannot be run', { timeout: 60_000 }, () => {
  it('stops no other one: its folder cannot be made', async () => {
    await besideFleet({ good: documented, stuck: documented, bad: deviating }, async (site) => {
      const { folder } = site;
      await mkdir(join(folder, 'reports'));
      await writeFile(join(folder, 'reports', 'stuck'), 'a file in the way');
      const { code, err } = await runAll(site);
      expect(code).toBe(1);
      expect(await verdictsOf(folder)).toEqual({
        good: ['incomplete', 0],
        stuck: [null, 3],
        bad: ['nonconforming', 1],
      });
      expect(err).toMatch(/! stuck: not run, The reports could not be written/);
      const { targets } = await readFleet(folder);
      expect(targets.find(({ name }) => name === 'stuck')?.problem).toContain('report-not-written');
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

describe('wrong usage of a fleet', () => {
  it.each([
    [['--shard', '1/2'], 'options-exclude-each-other'],
    [['--dry-run'], 'options-exclude-each-other'],
    [['--ui'], 'options-exclude-each-other'],
    [['--base-url', 'http://127.0.0.1:1'], 'options-exclude-each-other'],
    [['--jobs', '0'], 'wrong-option-value'],
    [['--format', 'pdf'], 'unknown-format'],
    [['--targets', 'nothing/*.yaml'], 'no-targets'],
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

describe('a fleet of which one target', { timeout: 60_000 }, () => {
  it('has a secret in its reports ends in 4 and deletes what holds it, at this one alone', async () => {
    const waivers = [
      {
        requirement: 'a.success.status',
        reason: `see ${partner.password}`,
        owner: 'team',
        until: '2999-01-01',
      },
    ];
    await besideFleet(
      { leaky: documented, tight: documented },
      async (site) => {
        const { code, out, err } = await runAll(site, ['--case', '*.success']);
        expect(code).toBe(4);
        expect(await verdictsOf(site.folder)).toMatchObject({
          leaky: [expect.anything(), 4],
          tight: [expect.anything(), 0],
        });
        expect(`${out}${err}`).not.toContain(partner.password);
        expect(await readdir(join(site.folder, 'reports', 'leaky'))).not.toContain('results.json');
        expect(await readdir(join(site.folder, 'reports', 'tight'))).toContain('results.json');
      },
      (name) => (name === 'leaky' ? { waivers } : {}),
    );
  });

  it('is called by a secret ends in 4 without the file that names it', async () => {
    await besideFleet(
      { one: documented, other: documented },
      async (site) => {
        const { code, err } = await runAll(site, ['--case', '*.success', '--quiet']);
        expect(code).toBe(4);
        expect(err).toContain('fleet.json held a secret');
        expect(await readdir(join(site.folder, 'reports'))).not.toContain('fleet.json');
      },
      (name) => (name === 'other' ? { name: `see ${partner.password}` } : {}),
    );
  });
});
