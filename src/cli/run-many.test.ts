import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusal } from '../run/small-run.test-support.ts';
import type { SmallService } from '../run/small-service.test-support.ts';
import type { Results } from '../results/results.ts';
import { startRun } from './child.test-support.ts';
import { askIn, openFolder, refusedWith, resultsIn } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';
import { nameFolders } from './run-many.ts';
import {
  deviating,
  documented,
  openService,
  silentWhileDown,
  switchedBy,
  writeProfile,
} from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

/** Services with these answers, each with a profile for variant A in `targets/<name>.yaml`. */
async function open(
  answers: Readonly<Record<string, Answer>>,
  changesOf: (name: string, url: string) => object = () => ({}),
) {
  const folder = await openFolder();
  await mkdir(join(folder, 'targets'));
  const profile = (name: string): string => join(folder, 'targets', `${name}.yaml`);
  const services: Record<string, SmallService> = {};
  for (const [name, answer] of Object.entries(answers)) {
    const service = await openService(answer);
    services[name] = service;
    const changes = { name, variants: { a: {} }, ...changesOf(name, service.url) };
    await rename(await writeProfile(folder, service.url, changes), profile(name));
  }
  return {
    folder,
    services,
    profile,
    /** Runs all targets of the folder, or the named ones, with reports in `reports`. */
    run: (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Outcome> => {
      const all = args.includes('--target') ? [] : ['--target', 'targets/*.yaml'];
      const out = args.includes('--out') ? [] : ['--out', 'reports'];
      return askIn({ cwd: folder, env }, 'run', ...all, ...out, '--retries', '0', ...args);
    },
    results: (own: string): Promise<Results> => resultsIn(join(folder, 'reports', own)),
  };
}

const sentTo = (services: Readonly<Record<string, SmallService>>) =>
  Object.values(services).flatMap(({ calls }) => calls);
const few = ['--case', '*.success', '--format', 'json'];

describe('a run of several targets', () => {
  it('runs every target as a run of its own does, into a folder of its own, with a line for each', async () => {
    const { folder, profile, run, results } = await open({ bad: deviating, good: documented });
    const cases = ['--case', '*.missing.*', '--format', 'json,html'];
    const { code, out } = await run(cases);
    const alone = await run(['--target', profile('bad'), '--out', 'reports/alone', '--quiet', ...cases]);
    expect([code, alone.code]).toEqual([1, 1]);
    const verdicts = async (name: string) =>
      (await results(name)).requirements.map(({ id, verdict }) => [id, verdict]);
    expect(await verdicts('bad')).toEqual(await verdicts('alone'));
    expect(await readdir(join(folder, 'reports', 'bad'))).toContain('report.html');
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^\[1\/2\] bad: ✗ 8 failed.* · reports\/bad\/report\.html · exit code 1$/),
      expect.stringMatching(/^\[2\/2\] good: ✓ \d+ passed · reports\/good\/report\.html · exit code 0$/),
    ]);
  });

  it('names each target in its tests, so that a reader who joins the files loses none, nor does a later `report`', async () => {
    const { folder, run } = await open({ north: documented, south: deviating });
    const testsOf = async (...path: readonly string[]): Promise<readonly string[]> => {
      const text = await readFile(join(folder, ...path, 'junit.xml'), 'utf8');
      return [...text.matchAll(/<testcase classname="([^"]*)" name="([^":]*)/g)].map(
        ([, of, name]) => `${of} ${name}`,
      );
    };
    const cases = ['--case', '*.missing.*', '--format', 'json,junit', '--quiet'];
    await run(cases);
    await run(['--target', 'targets/nor*.yaml', '--out', 'alone', ...cases]);
    const [north, south] = [await testsOf('reports', 'north'), await testsOf('reports', 'south')];
    expect(new Set([...north, ...south]).size).toBe(north.length + south.length);
    expect(south).toContain('sbp-banks-conformance.south.a.missing a.missing.partnerName');
    // With a single target, ids do not contain its name.
    expect(await testsOf('alone', 'north')).toEqual(north.map((id) => id.replace('.north.', '.')));
    const again = [
      'report',
      'reports/south/results.json',
      '--format',
      'junit',
      '--out',
      'again',
      '--rejudge',
    ];
    await askIn({ cwd: folder }, ...again);
    expect(await testsOf('again')).toEqual(south);
  });

  it('takes targets that are named one by one, and is quiet except about what is wrong and what to check', async () => {
    const { folder, profile, run } = await open({
      doubtful: ({ kind }) => (kind === 'success' ? refusal(403) : 'documented'),
      good: documented,
      other: documented,
    });
    const named = ['doubtful', 'good'].flatMap((name) => ['--target', profile(name)]);
    const { code, out, err } = await run([...named, '--quiet', ...few]);
    expect(err).toMatch(/^doubtful: ! credentials\.partnerPassword is in the profile as plain text/);
    expect((await readdir(join(folder, 'reports'))).toSorted()).toEqual(['doubtful', 'good']);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(
        /^\[1\/2\] doubtful: ✗ .*check partner.* · exit code 1\n2 targets, exit codes: 1 with 0, 1 with 1 · reports\n$/,
      ),
    ]);
  });

  it('prints a line of JSON for each, and what is for people beside it; nothing for GitHub Actions', async () => {
    const { folder, run } = await open({ one: documented, other: deviating });
    const env = { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: join(folder, 'outputs') };
    const { out, err } = await run(['--json', '--case', '*.missing.*'], env);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { target: { name: 'one' }, verdict: 'incomplete', exitCode: 0, folder: 'reports/one' },
      { target: { name: 'other' }, verdict: 'nonconforming', exitCode: 1, folder: 'reports/other' },
    ]);
    expect(err).toMatch(/^\[2\/2\] other: exit code 1$/m);
    const left = [`${out}${err}`.includes('::error'), await readdir(folder)];
    expect(left).toEqual([false, ['reports', 'targets']]);
  });

  it.each([
    [[], 'ab'],
    [['--jobs', '2'], 'ba'],
  ])('with %j ends in the order %s: one after the other, or side by side', async (more, order) => {
    const { run } = await open({ a: () => 'silent', b: documented }, () => ({
      limits: { timeout: 400, retries: 0 },
    }));
    const { code, out } = await run([...more, ...few]);
    expect(code).toBe(3);
    expect([...out.matchAll(/^\[\d\/2\] (\w): /gm)].map(([, name]) => name).join('')).toBe(order);
  });
});

describe('a target that cannot be run', () => {
  it('stops with one message before anything is sent, together with the others that cannot', async () => {
    const site = await open({ good: documented, one: documented, two: documented });
    const { profile, run, services, folder } = site;
    const text = await readFile(profile('one'), 'utf8');
    for (const [wrong, named] of [
      [text.replace('baseUrl', 'baseURL'), 'baseURL'],
      [text.replace(/key: .*/, 'key: other.yaml'), 'key'],
      [`${text}production: ['127']\n`, 'production'],
      [`${text}reviews: none.yaml\n`, 'none.yaml'],
    ] as const) {
      await writeFile(profile('one'), wrong);
      expect((await run()).err).toMatch(new RegExp(`one[^]*${named}`));
    }
    for (const name of ['one', 'two']) await writeFile(profile(name), `name: ${name}\n`);
    expect((await run()).err).toMatch(/2 of 3 profiles are wrong:[^]*one\.yaml[^]*two\.yaml/);
    expect([sentTo(services), await readdir(folder)]).toEqual([[], ['targets']]);
  });

  it.each([
    ['--dry-run', 'options-exclude-each-other'],
    ['--base-url http://127.0.0.1:1', 'options-exclude-each-other'],
    ['--jobs 0', 'wrong-option-value'],
    ['--target nothing/*.yaml', 'no-targets'],
    ['--out targets/one.yaml', 'report-not-written'],
  ])('nor be run with %s: %s', async (more, code) => {
    const { run, services } = await open({ one: documented, two: documented });
    expect(await run(more.split(' '))).toMatchObject(refusedWith(code));
    expect(sentTo(services)).toEqual([]);
  });
});

it('an interrupt tears down at every target, and a second one names what is left undone at each', async () => {
  const { folder, profile, services, results } = await open(
    { one: silentWhileDown, two: silentWhileDown, three: silentWhileDown },
    (name, url) => ({
      limits: { timeout: 60_000, failedLogins: 100 },
      conditions: { unavailable: switchedBy(url, name === 'two' ? { command: 'sleep 300' } : undefined) },
    }),
  );
  const options = ['--case', 'a.unavailable', '--jobs', '2', '--format', 'json'];
  const all = ['two', 'three'].flatMap((name) => ['--target', profile(name)]);
  expectWarnings(/^! interrupted/, /^! the teardown of a\.unavailable has not ended/, /^! ended at once/);
  const child = startRun(folder, profile('one'), [...all, ...options]);
  const areDown = () => ['one', 'two'].every((name) => services[name]?.isUnavailable());
  await expect.poll(areDown).toBe(true);
  child.signal('SIGINT');
  await expect.poll(() => services['one']?.isUnavailable()).toBe(false);
  await expect.poll(() => results('one').catch(() => null)).toMatchObject({ interrupted: true });
  child.signal('SIGINT');
  const { code, err } = await child.ended;
  expect(code).toBe(130);
  expect(err.split('a second interrupt ends at once')).toHaveLength(2);
  expect(err.match(/by hand: .*/g)).toEqual(['by hand: sleep 300']);
});

describe('the name of a folder', () => {
  const baseUrl = 'http://host.test:81';
  const named = (name: string, source: string | null = null) => ({ name, source, baseUrl });

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
