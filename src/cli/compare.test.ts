import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../base/json-text.ts';
import type { Results } from '../results/results.ts';
import { ask, openFolder } from './fake-terminal.test-support.ts';

const golden = new URL('../../fixtures/golden/results.json', import.meta.url);
const results = JSON.parse(await readFile(golden, 'utf8')) as Results;
const [first, ...others] = results.requirements;

/** Makes runs in these folders in `runs`; `worse` has a failure. */
async function openRuns(...names: readonly string[]): Promise<string> {
  const folder = await openFolder();
  for (const name of names) {
    const own = join(folder, 'runs', name);
    await mkdir(own, { recursive: true });
    const requirements = name === 'worse' ? [{ ...first, verdict: 'fail' }, ...others] : results.requirements;
    const target = { ...results.target, name };
    await writeFile(join(own, 'results.json'), jsonText({ ...results, target, requirements }));
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

it('a pipe is no results file, and is not waited for', async () => {
  const folder = await openRuns('one');
  await mkdir(join(folder, 'runs', 'pipe'));
  execFileSync('mkfifo', [join(folder, 'runs', 'pipe', 'results.json')]);
  const pipe = 'runs/pipe/results.json';
  for (const words of [
    ['report', pipe],
    ['compare', 'runs/one', pipe],
  ]) {
    const { code, err } = await ask(folder, ...words);
    expect([code, err]).toEqual([2, expect.stringContaining('found a pipe, expected a results file')]);
  }
});
