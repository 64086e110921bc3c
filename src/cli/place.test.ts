import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
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
const quick = ['--case', 'a.success', '--format', 'json,html,junit,markdown'];
const namesIn = async (folder: string): Promise<readonly string[]> => (await readdir(folder)).toSorted();

/** A folder with the reports of a passed run, and a profile that is wrong from then on. */
async function openBroken({ out = 'reports', other = {} }: { out?: string; other?: object } = {}) {
  const site = await openSite();
  expect((await site.run(...quick, '--out', out, '--quiet')).code).toBe(0);
  for (const [name, text] of Object.entries(other))
    await writeFile(join(site.folder, out, name), String(text));
  const right = await readFile(site.target, 'utf8');
  await writeFile(site.target, right.replace('partnerName: 1042', 'partnerName: ${NOT_SET}'));
  return { ...site, out: join(site.folder, out), right };
}

describe('a run', () => {
  it('whose profile is wrong leaves no report of an earlier run, in whatever format', async () => {
    const { run, out } = await openBroken();
    expect(await namesIn(out)).toEqual(files);
    const { code, err } = await run('--format', 'json');
    expect([code, await namesIn(out), err]).toEqual([2, [], expect.not.stringContaining('earlier')]);
  });

  it('deletes nothing else: no file of another program or name', async () => {
    const foreign = '<testsuites name="of another tool"/>';
    const { run, out } = await openBroken({
      other: { 'junit.xml': foreign, 'mine.txt': 'sbp-banks-conformance' },
    });
    await run();
    expect(await namesIn(out)).toEqual(['junit.xml', 'mine.txt']);
    expect(await readFile(join(out, 'junit.xml'), 'utf8')).toBe(foreign);
  });

  it('deletes nothing before its options are read, and nothing where it only shows requests', async () => {
    const { run, out } = await openBroken();
    expect((await run('--dry-run')).code).toBe(2);
    expect(await run('--quiet', '--verbose')).toMatchObject(refusedWith('options-exclude-each-other'));
    expect(await run('--formt', 'json')).toMatchObject(refusedWith('unknown-option'));
    expect(await namesIn(out)).toEqual(files);
  });

  it('of a selection deletes those of a selection alone', async () => {
    const { ask, out, target, right } = await openBroken();
    const broken = await readFile(target, 'utf8');
    await writeFile(target, right);
    await ask('run', '--target', target, ...quick);
    expect(await namesIn(join(out, 'selection'))).toEqual(files);
    await writeFile(target, broken);
    expect((await ask('run', '--target', target, ...quick)).code).toBe(2);
    expect([await namesIn(join(out, 'selection')), await namesIn(out)]).toEqual([
      [],
      [...files, 'selection'].toSorted(),
    ]);
  });

  it('stops where another run is writing, and touches nothing there; one that has died is none', async () => {
    const { run, out, target, right, service } = await openBroken();
    await writeFile(target, right);
    const before = service.calls.length;
    const busy = join(out, '.running');
    const written = (pid: number, host = hostname()): Promise<void> =>
      writeFile(busy, JSON.stringify({ pid, host }));
    for (const one of [written(process.pid), written(1, 'another-container')]) {
      await one;
      expect(await run()).toMatchObject(refusedWith('folder-in-use'));
    }
    expect([await namesIn(out), service.calls.length]).toEqual([['.running', ...files], before]);
    await utimes(busy, new Date(), new Date(Date.now() - 60_000));
    expect((await run(...quick, '--out', 'reports')).code).toBe(0);
    await written(2 ** 22 + 1);
    expect((await run(...quick, '--out', 'reports')).code).toBe(0);
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
  expectWarnings(/^! interrupted/, /^! the teardown of .* has not ended/, /^! ended at once/);
  const child = startRun(folder, target, []);
  await expect.poll(() => service.isUnavailable()).toBe(true);
  child.signal('SIGINT');
  await expect.poll(child.said).toContain('a second interrupt');
  child.signal('SIGINT');
  const { code, err } = await child.ended;
  expect([code, await namesIn(join(folder, 'reports'))]).toEqual([130, []]);
  expect(err).toContain('ended at once');
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
    expect(lines.filter((line) => line.includes('so failures are not marked'))).toEqual([
      expect.stringMatching(why),
    ]);
    expect([again, out]).toEqual([code, expect.not.stringMatching(/\(new\)|\(known\)/)]);
  });

  it('of a run against named results are those', async () => {
    const { run } = await openSite({ answer: deviating });
    await run(...missing);
    const { out } = await run(...missing, '--out', 'other', '--against', 'reports');
    expect(out).toContain('(known)');
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
    expect([code, await namesIn(out), said]).toEqual([1, [], expect.stringMatching(/NOT_SET|Error: no/)]);
  });
});

it('a run whose reports cannot all be written leaves none of an earlier run beside its own', async () => {
  const { run, out, target, right } = await openBroken();
  await writeFile(target, right);
  await rm(join(out, 'report.html'));
  // A report file cannot replace a folder.
  await mkdir(join(out, 'report.html', 'x'), { recursive: true });
  const before = await readFile(join(out, 'results.json'), 'utf8');
  const { code, err } = await run(...quick, '--out', 'reports');
  expect([code, err]).toEqual([3, expect.stringContaining('could not be written')]);
  expect(await namesIn(out)).toEqual(['report.html', 'results.json']);
  expect(await readFile(join(out, 'results.json'), 'utf8')).not.toBe(before);
});
