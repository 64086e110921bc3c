// The folder of the reports: whose it is, and that nobody takes yesterday's reports for today's.

import { mkdirSync } from 'node:fs';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formats } from '../report/formats.ts';
import { filesOf, openSite, refusedWith, resultsIn } from './fake-terminal.test-support.ts';

const files = Object.values(formats)
  .map(({ file }) => file)
  .toSorted();
const quick = ['--variant', 'a', '--harmless'];

/** A folder with the reports of a passed run, and a profile that is wrong from then on. */
async function openBroken() {
  const site = await openSite();
  const out = join(site.folder, 'reports');
  expect((await site.run(...quick)).code).toBe(0);
  const file = join(site.folder, 'target.yaml');
  const right = await readFile(file, 'utf8');
  await writeFile(file, right.replace('useAuthByCert: "true"', 'useAuthByCert: ${NOT_SET}'));
  return { ...site, out, mend: () => writeFile(file, right) };
}

describe('a run', () => {
  it('whose profile is wrong leaves no report of an earlier run, and no file of anybody else is touched', async () => {
    const { run, out } = await openBroken();
    const foreign = '<testsuites name="of another tool"/>';
    expect(await filesOf(out)).toEqual(files);
    await writeFile(join(out, 'junit.xml'), foreign);
    await writeFile(join(out, 'mine.txt'), 'sbp-banks-conformance');
    expect(await run('--format', 'json')).toMatchObject({ code: 2, out: '' });
    expect(await filesOf(out)).toEqual(['junit.xml', 'mine.txt']);
    expect(await readFile(join(out, 'junit.xml'), 'utf8')).toBe(foreign);
  });

  it('deletes nothing before its options are read, and nothing where it only shows requests', async () => {
    const { run, out, ask } = await openBroken();
    expect((await ask('run', '--target', 'target.yaml', '--dry-run')).code).toBe(2);
    expect(await run('--verbose')).toMatchObject(refusedWith('conflicting-option'));
    expect(await run('--formt', 'json')).toMatchObject(refusedWith('unknown-option'));
    expect(await filesOf(out)).toEqual(files);
  });

  it('of a selection writes below, and deletes the reports of a selection alone', async () => {
    const { run, out, mend } = await openBroken();
    await mend();
    expect((await run('--case', 'a.success')).code).toBe(0);
    expect(await filesOf(join(out, 'selection'))).toEqual(files);
    await writeFile(join(out, '..', 'target.yaml'), '7');
    expect((await run('--case', 'a.success')).code).toBe(2);
    expect([await filesOf(join(out, 'selection')), await filesOf(out)]).toEqual([
      [],
      [...files, 'selection'].toSorted(),
    ]);
  });

  it('stops where another run is writing, and touches nothing there; one that has died is none', async () => {
    const { run, out, mend, reference } = await openBroken();
    await mend();
    const before = reference.requests();
    const busy = join(out, '.running');
    await writeFile(busy, '');
    expect(await run()).toMatchObject(refusedWith('folder-in-use'));
    expect([await filesOf(out), reference.requests()]).toEqual([['.running', ...files], before]);
    // One of a clock that is ahead is as dead as one of a minute ago.
    for (const away of [60_000, -60_000]) {
      await writeFile(busy, '');
      await utimes(busy, new Date(), new Date(Date.now() + away));
      expect((await run(...quick)).code).toBe(0);
      expect(await filesOf(out)).toEqual(files);
    }
  });

  it('whose reports cannot all be written exits with 3 and leaves none of an earlier run', async () => {
    let inTheWay = '';
    // A report file cannot replace a folder, which comes here while requests are sent.
    const onServed = () => inTheWay !== '' && mkdirSync(join(inTheWay, 'x'), { recursive: true });
    const { run, folder } = await openSite({ onServed });
    const out = join(folder, 'reports');
    expect((await run(...quick)).code).toBe(0);
    const { startedAt } = await resultsIn(out);
    inTheWay = join(out, 'report.html');
    const { code, err } = await run(...quick);
    expect([code, err]).toEqual([3, expect.stringContaining('(not-written)')]);
    expect(await filesOf(out)).toEqual(['report.html', 'results.json']);
    expect((await resultsIn(out)).startedAt).not.toBe(startedAt);
  });

  it('that finds a folder in the place of a report sends nothing', async () => {
    const { run, folder, reference } = await openSite();
    await mkdir(join(folder, 'reports', 'results.json'), { recursive: true });
    const { code, err } = await run(...quick);
    expect([code, reference.requests()]).toEqual([2, 0]);
    expect(err).toContain('found a folder with the name of a file');
  });
});

describe('results of an earlier run in the folder', () => {
  const own = ['run', '--target', 'target.yaml', '--case', 'a.success', '--case', 'b.success'];

  it('tell known failures; a selection is compared with the whole run, and repeats what failed', async () => {
    const { run, ask, folder } = await openSite({ defects: ['a-bic-number'] });
    expect((await run()).code).toBe(1);
    const { code, out } = await ask('run', '--target', 'target.yaml', '--last-failed');
    expect([code, out]).toEqual([1, expect.stringContaining('(known)')]);
    const { cases } = await resultsIn(join(folder, 'reports/selection'));
    expect(cases.map(({ id }) => id)).toContain('a.success');
    expect(cases.length).toBeLessThan(6);
  });

  it.each([
    ['is cut off', (text: string) => text.slice(0, 999), /found a file that is not JSON/],
    ['is no results file', () => '{}', /found other JSON/],
    ['is of another target', (text: string) => text.replaceAll('Reference impl', 'Other impl'), null],
  ])('cost one line at most where the file %s', async (_, change, why) => {
    const { ask, folder } = await openSite({ defects: ['a-bic-number'] });
    await mkdir(join(folder, 'reports'));
    await ask(...own);
    const written = await readFile(join(folder, 'reports/selection/results.json'), 'utf8');
    await writeFile(join(folder, 'reports/results.json'), change(written));
    const { code, out, err } = await ask(...own);
    expect([code, out]).toEqual([1, expect.not.stringMatching(/\(new\)|\(known\)/)]);
    const line = err.replaceAll('\n  ', ' ');
    if (why === null) expect(err).toBe('');
    else expect([line, line]).toEqual([expect.stringMatching(why), expect.stringContaining('not marked')]);
  });

  it('with nothing to repeat are the end of --last-failed', async () => {
    const { run } = await openSite();
    await run(...quick);
    expect(await run('--last-failed')).toMatchObject(refusedWith('empty-selection'));
  });
});
