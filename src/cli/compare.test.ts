import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../base/json-text.ts';
import type { Results } from '../results/results.ts';
import { relativeLink } from './compare.ts';
import { ask, openFolder } from './fake-terminal.test-support.ts';

const golden = new URL('../../fixtures/golden/results.json', import.meta.url);
const results = JSON.parse(await readFile(golden, 'utf8')) as Results;
const [first, ...others] = results.requirements;

/** Makes runs in these folders in `runs`. All but the last have a page; `worse` has a failure. */
async function openRuns(...names: readonly string[]): Promise<string> {
  const folder = await openFolder();
  for (const name of names) {
    const own = join(folder, 'runs', name);
    await mkdir(own, { recursive: true });
    const requirements = name === 'worse' ? [{ ...first, verdict: 'fail' }, ...others] : results.requirements;
    const target = { ...results.target, name };
    await writeFile(join(own, 'results.json'), jsonText({ ...results, target, requirements }));
    if (name !== names.at(-1)) await writeFile(join(own, 'report.html'), '<!doctype html>');
  }
  return folder;
}

describe('`compare` says what changed, with code 1 where something got worse', () => {
  it.each([
    ['runs/old runs/worse', 1, /GOT WORSE: \d[\s\S]*a\.success\.status\n\s+before {2}pass\n\s+after {3}fail/],
    ['runs/worse runs/old', 0, /GOT BETTER/],
    ['runs/old runs/old/results.json', 0, /No difference/],
    ['runs/old runs/worse --format markdown', 1, /^# Comparison of two runs\n/],
    ['runs/old runs/worse --language ru', 1, /СТАЛО ХУЖЕ/],
    ['runs/old runs/worse --json --language ru', 1, /^\{[^]*"isWorse": true/],
  ])('%s', async (words, code, said) => {
    const folder = await openRuns('old', 'worse');
    const ran = await ask(folder, 'compare', ...words.split(' '));
    expect([ran.code, ran.out]).toEqual([code, expect.stringMatching(said)]);
  });

  it('also into a file', async () => {
    const folder = await openRuns('old', 'worse');
    const words = ['compare', 'runs/old', 'runs/worse', '--json'];
    const { out } = await ask(folder, ...words);
    expect(await ask(folder, ...words, '--out', 'c.json')).toMatchObject({
      code: 1,
      out: 'Something got worse. c.json\n',
    });
    expect(await readFile(join(folder, 'c.json'), 'utf8')).toBe(out);
    const lost = await ask(folder, ...words, '--out', 'none/such/c.json');
    expect([lost.code, lost.err]).toEqual([2, expect.stringContaining('report-not-written')]);
  });
});

describe('matrix', () => {
  /** Names and addresses in the column heads. */
  async function headsOf(folder: string, file = 'matrix.html'): Promise<readonly string[]> {
    const page = await readFile(join(folder, file), 'utf8');
    const heads = page.matchAll(/<div class="name">\s*(?:<a href="([^"]*)">|<span>)([^<]*)</g);
    return [...heads].map(([, href, name]) => `${name} ${href ?? '-'}`);
  }

  it('draws files, folders of runs and folders that hold them, each with the link to its report', async () => {
    const folder = await openRuns('one', 'two words', 'x');
    const expected = ['one runs/one/report.html', 'two words runs/two%20words/report.html', 'x -'];
    for (const words of [['runs'], ['runs/one', 'runs/two words/results.json', 'runs/x']]) {
      const out = 'Matrix of 3 runs:\n  matrix.html\n';
      expect(await ask(folder, 'matrix', ...words)).toMatchObject({ code: 0, out });
      expect(await headsOf(folder)).toEqual(expected);
    }
    await ask(folder, 'matrix', 'runs/x', 'runs/one', 'runs/x', '--language', 'ru');
    expect((await headsOf(folder)).map((head) => head.split(' ')[0])).toEqual(['x', 'one', 'x']);
    expect(await readFile(join(folder, 'matrix.html'), 'utf8')).toContain('<html lang="ru">');
    await mkdir(join(folder, 'pages'));
    expect((await ask(folder, 'matrix', 'runs', '--out', 'pages/m.html')).out).toContain('pages/m.html');
    expect((await headsOf(folder, 'pages/m.html'))[0]).toBe('one ../runs/one/report.html');
    for (const words of ['runs/one runs/none --out new.html', 'runs --out none/such/m.html']) {
      expect((await ask(folder, 'matrix', ...words.split(' '))).code).toBe(2);
    }
    await expect(headsOf(folder, 'new.html')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('waits for no pipe', async () => {
    const folder = await openRuns('one');
    await mkdir(join(folder, 'runs', 'pipe'));
    execFileSync('mkfifo', [join(folder, 'runs', 'pipe', 'results.json')]);
    const pipe = 'runs/pipe/results.json';
    for (const words of [
      ['matrix', pipe],
      ['report', pipe],
      ['compare', 'runs/one', pipe],
    ]) {
      const { code, err } = await ask(folder, ...words);
      expect([code, err]).toEqual([2, expect.stringContaining('found a pipe, expected a results file')]);
    }
    expect((await ask(folder, 'matrix', 'runs')).out).toContain('Matrix of 1 run:');
  });
});

it.each([
  ['/out', '/out/a b/report.html', 'a%20b/report.html'],
  ['/out/pages', '/out/x/report.html', '../x/report.html'],
  ['/out', '/out/<">#?/r.html', '%3C%22%3E%23%3F/r.html'],
])('from %s the address of %s is %s', (folder, file, address) => {
  expect(relativeLink(folder, file)).toBe(address);
});
