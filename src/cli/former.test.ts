import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startRun, startVitest } from './child.test-support.ts';
import { refusedWith } from './fake-terminal.test-support.ts';
import {
  deviating,
  documented,
  openSite,
  silentWhileDown,
  switchedBy,
} from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

const files = ['junit.xml', 'report.html', 'results.json', 'summary.md'];
const quick = ['--case', 'a.success'];
const namesIn = async (folder: string): Promise<readonly string[]> => (await readdir(folder)).toSorted();

const ofEarlier = /reports of an earlier run/;

/** A folder with the reports of a passed run, and a profile that is wrong from then on. */
async function openBroken({ out = 'reports', other = {} }: { out?: string; other?: object } = {}) {
  expectWarnings(ofEarlier);
  const site = await openSite();
  expect((await site.run(...quick, '--out', out, '--quiet')).code).toBe(0);
  for (const [name, text] of Object.entries(other))
    await writeFile(join(site.folder, out, name), String(text));
  const right = await readFile(site.target, 'utf8');
  await writeFile(site.target, right.replace('partnerName: 1042', 'partnerName: ${NOT_SET}'));
  return { ...site, out: join(site.folder, out), right };
}

describe('a run that ends with exit code 2', () => {
  it('removes every report of an earlier run that it would have replaced, and says so', async () => {
    const { run, out } = await openBroken();
    expect(await namesIn(out)).toEqual(files);
    const { code, err } = await run();
    expect([code, await namesIn(out)]).toEqual([2, []]);
    expect(err).toMatch(/^! reports: removed reports of an earlier run: results\.json/m);
    expect(await run()).toMatchObject({ err: expect.not.stringContaining('earlier run') as string });
  });

  it('removes nothing else: no file of another program or name, no format that it would not write', async () => {
    const foreign = '<testsuites name="of another tool"/>';
    const other = {
      'junit.xml': foreign,
      'mine.txt': 'sbp-banks-conformance',
    };
    const { run, out } = await openBroken({ other });
    await run('--format', 'json,junit');
    expect(await namesIn(out)).toEqual(
      [...files, 'mine.txt'].filter((name) => name !== 'results.json').toSorted(),
    );
    expect(await readFile(join(out, 'junit.xml'), 'utf8')).toBe(foreign);
  });

  it('of contradictory options or an unusable encryption does the same; one that only shows requests does not', async () => {
    const wrong = await openBroken();
    expect(await wrong.run('--dry-run')).toMatchObject({ code: 2 });
    expect(await namesIn(wrong.out)).toEqual(files);
    expect(await wrong.run('--quiet', '--verbose')).toMatchObject(refusedWith('options-exclude-each-other'));
    expect(await namesIn(wrong.out)).toEqual([]);
    const second = await openBroken();
    const encryption = 'encryption:\n  scheme: command\n  command: [does-not-exist]\n';
    await writeFile(second.target, second.right.replace(/encryption:\n(?: {2}.*\n)+/, encryption));
    expect((await second.run()).code).toBe(2);
    expect(await namesIn(second.out)).toEqual([]);
  });

  it('removes those of a selection only in the folder of selections', async () => {
    const { ask, run, out, target, right, folder } = await openBroken();
    const broken = await readFile(target, 'utf8');
    await writeFile(target, right);
    await ask('run', '--target', target, ...quick);
    await writeFile(target, broken);
    expect((await ask('run', '--target', target, ...quick)).code).toBe(2);
    expect(await namesIn(join(folder, 'reports', 'selection'))).toEqual([]);
    expect(await namesIn(out)).toEqual([...files, 'selection'].toSorted());
    expect((await run()).code).toBe(2);
  });

  it('keeps a certificate, and says that its reports are of an earlier run', async () => {
    const second = await openBroken({ other: { SHA256SUMS: '' } });
    const { err: said } = await second.run();
    expect(await namesIn(second.out)).toEqual(['SHA256SUMS', ...files]);
    expect(said).toMatch(/^! reports: still holds reports of an earlier run: results\.json, /m);
  });

  it('says so where its options cannot be read', async () => {
    const { ask, out } = await openBroken({ out: 'public' });
    const { code, err } = await ask('run', '--out', 'public', '--formt', 'json');
    expect([code, await namesIn(out)]).toEqual([2, files]);
    expect(err).toMatch(/^! public: .*earlier run$/m);
    expect((await ask('certify', '--out=public', '--formt', 'json')).err).toMatch(
      /^! public: .*earlier run$/m,
    );
    expect((await ask('run', '--formt', 'json')).err).not.toContain('earlier run');
  });

  it('of `certify` or `report` says so and removes nothing', async () => {
    const { ask, out, folder } = await openBroken();
    const { err } = await ask(
      'certify',
      '--out',
      'reports',
      '--cert',
      'none.pem',
      '--key',
      'none.key',
      '--reference',
    );
    expect(err).toMatch(/^! reports: .*earlier run$/m);
    await mkdir(join(folder, 'other'));
    const { err: said } = await ask('report', 'other/results.json', '--out', 'reports');
    expect(said).toMatch(/^! reports: .*earlier run$/m);
    expect(await namesIn(out)).toEqual(files);
  });
});

it('a second interrupt leaves no report of an earlier run', async () => {
  const { folder, target, service, run } = await openSite({
    answer: silentWhileDown,
    profile: (url: string) => ({
      conditions: { unavailable: switchedBy(url, { command: 'sleep 300' }) },
      limits: { timeout: 60_000, failedLogins: 100 },
    }),
  });
  expect((await run(...quick, '--quiet')).code).toBe(0);
  expectWarnings(ofEarlier, /^! interrupted/, /^! the teardown of .* has not ended/, /^! ended at once/);
  const child = startRun(folder, target, []);
  await expect.poll(() => service.isUnavailable()).toBe(true);
  child.signal('SIGINT');
  await expect.poll(child.said).toContain('a second interrupt');
  child.signal('SIGINT');
  const { code, err } = await child.ended;
  expect([code, await namesIn(join(folder, 'reports'))]).toEqual([130, []]);
  expect(err).toContain('removed reports of an earlier run');
});

describe('results of an earlier run in the folder of the reports', () => {
  const missing = '--case a.success --case a.missing.partnerName'.split(' ');

  it('tell new failures from known ones, and what is fixed; a selection is compared with the whole run', async () => {
    let answer: Answer = documented;
    const { run, folder } = await openSite({ answer: (call) => answer(call) });
    const first = await run();
    answer = deviating;
    const second = await run();
    const third = await run('--last-failed');
    answer = documented;
    const fourth = await run();
    const marked = [first, second, third, fourth].map(({ out }) =>
      [...out.matchAll(/\(new\)|\(known\)|FIXED SINCE/g)].map(([mark]) => mark),
    );
    expect(marked.map((marks) => [...new Set(marks)])).toEqual([[], ['(new)'], ['(known)'], ['FIXED SINCE']]);
    const [page, summary] = ['report.html', 'summary.md'].map((name) =>
      readFile(join(folder, 'reports', name), 'utf8'),
    );
    expect(await page).toContain('Fixed since 20');
    expect(await summary).toContain('Fixed since 20');
    expect(await readFile(join(folder, 'reports', 'results.json'), 'utf8')).not.toMatch(/"(?:since|marks)"/);
  });

  it.each([
    ['is cut off', (text: string) => text.slice(0, 999), /found JSON that ends in the middle/],
    ['is no results file', () => '{}', /found an empty object/],
    ['is of another target', (text: string) => text.replace('few banks', 'no banks'), /of another name/],
    ['is of other rules', (text: string) => text.replace(/"rules": \d+/, '"rules": 1'), /other rules/],
  ])('cost one line and nothing else where the file %s', async (_, change, why) => {
    expectWarnings(/so failures are not marked/);
    const { run, folder } = await openSite({ answer: deviating });
    const file = join(folder, 'reports', 'results.json');
    const { code } = await run(...missing);
    await writeFile(file, change(await readFile(file, 'utf8')));
    const { code: again, out, err } = await run(...missing);
    const lines = err.replaceAll('\n  ', ' ').split('\n');
    expect(lines.filter((line) => line.startsWith('! reports/results.json'))).toEqual([
      expect.stringMatching(why),
    ]);
    expect([again, out]).toEqual([code, expect.not.stringMatching(/\(new\)|\(known\)/)]);
  });
});

describe('`conformance` with a folder for reports', () => {
  it.each([
    ['a wrong profile', "'target.yaml'"],
    ['a target that does not start', "() => { throw new Error('no'); }"],
  ])('leaves none of an earlier run after %s', async (_why, target) => {
    const { folder, out } = await openBroken();
    const entry = new URL('../vitest.ts', import.meta.url).href;
    const call = `conformance(${target}, { out: 'reports', formats: ['json', 'junit'], folder: '${folder}' });`;
    await writeFile(join(folder, 'banks.test.js'), `import { conformance } from '${entry}';\n${call}\n`);
    const external = 'export default { test: { server: { deps: { external: [/\\/src\\//] } } } };';
    await writeFile(join(folder, 'vitest.config.js'), external);
    const { code, said } = await startVitest(['run', '--root', folder], folder).ended;
    const kept = files.filter((name) => !['results.json', 'junit.xml'].includes(name));
    expect([code, await namesIn(out)]).toEqual([1, kept]);
    expect(said).toContain('removed reports of an earlier run: results.json, junit.xml');
  });
});

it('a run whose reports cannot all be written leaves none of an earlier run beside its own', async () => {
  const { run, out, target, right } = await openBroken();
  await writeFile(target, right);
  await rm(join(out, 'report.html'));
  // A report file cannot replace a folder.
  await mkdir(join(out, 'report.html', 'x'), { recursive: true });
  const before = await readFile(join(out, 'results.json'), 'utf8');
  const { code, err } = await run(...quick);
  expect([code, err]).toEqual([3, expect.stringContaining('could not be written')]);
  expect(await namesIn(out)).toEqual(['report.html', 'results.json']);
  expect(await readFile(join(out, 'results.json'), 'utf8')).not.toBe(before);
});
