import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { jsonText } from '../report/machine/json.ts';
import type { Results } from '../result/results.ts';
import { call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import { matrix } from './matrix.ts';

const golden = new URL('../../fixtures/golden/results.json', import.meta.url);

/** Runs in folders of those names below `runs`, each with a report but for the last. */
async function withRuns(names: readonly string[], work: (folder: string) => Promise<void>): Promise<void> {
  const results = JSON.parse(await readFile(golden, 'utf8')) as Results;
  await inFolder(async (folder) => {
    for (const name of names) {
      const own = join(folder, 'runs', name);
      await mkdir(own, { recursive: true });
      const target = { ...results.target, name };
      await writeFile(join(own, 'results.json'), jsonText({ ...results, target }));
      if (name !== names.at(-1)) await writeFile(join(own, 'report.html'), '<!doctype html>');
    }
    await work(folder);
  });
}

const pageOf = (folder: string, file = 'matrix.html'): Promise<string> =>
  readFile(join(folder, file), 'utf8');

/** Names and addresses in the heads of the columns. */
const headsOf = (page: string): readonly (string | undefined)[] =>
  [...page.matchAll(/<div class="name">\s*(?:<a href="([^"]*)">|<span>)([^<]*)</g)].map(
    ([, href, name]) => `${name} ${href ?? '-'}`,
  );

describe('matrix', () => {
  test('draws files, folders of runs and folders that hold them, each with the link to its report', () =>
    withRuns(['one', 'two words', 'x'], async (folder) => {
      const expected = ['one runs/one/report.html', 'two words runs/two%20words/report.html', 'x -'];
      for (const words of [['runs'], ['runs/one', 'runs/two words/results.json', 'runs/x']]) {
        const { code, out } = await call(matrix, words, { cwd: folder });
        expect([code, out]).toEqual([0, 'Matrix of 3 runs:\n  matrix.html\n']);
        expect(headsOf(await pageOf(folder))).toEqual(expected);
      }
    }));

  test('keeps the order of the words, and draws a run twice where it is named twice', () =>
    withRuns(['one', 'two'], async (folder) => {
      await call(matrix, ['runs/two', 'runs/one', 'runs/two'], { cwd: folder });
      expect(headsOf(await pageOf(folder)).map((head) => head?.split(' ')[0])).toEqual(['two', 'one', 'two']);
    }));

  test('links relatively to where the page lies', () =>
    withRuns(['one', 'two'], async (folder) => {
      await mkdir(join(folder, 'pages'));
      const { out } = await call(matrix, ['runs', '--out', 'pages/m.html'], { cwd: folder });
      expect(out).toContain('pages/m.html');
      expect(headsOf(await pageOf(folder, 'pages/m.html'))[0]).toBe('one ../runs/one/report.html');
      await cp(join(folder, 'pages'), join(folder, 'runs', 'pages'), { recursive: true });
      expect(Object.keys(await filesOf(join(folder, 'pages')))).toEqual(['m.html']);
    }));

  test('speaks the language of the first results, or the one that is asked for', () =>
    withRuns(['one', 'two'], async (folder) => {
      await call(matrix, ['runs'], { cwd: folder });
      expect(await pageOf(folder)).toContain('<html lang="en">');
      await call(matrix, ['runs', '--language', 'ru'], { cwd: folder });
      expect(await pageOf(folder)).toContain('<html lang="ru">');
    }));

  test.for([
    [[], 'missing-argument', 'found no results file'],
    [['nothing.json'], 'results-not-found', 'nothing.json'],
    [['runs/one', 'runs/none'], 'results-not-found', 'runs/none'],
    [['empty'], 'results-not-found', 'empty'],
    [['broken.json'], 'results-not-json', 'broken.json'],
    [['runs', '--language', 'de'], 'unknown-language', '"de"'],
    [['runs', '--out', 'none/such/m.html'], 'report-not-written', 'none/such'],
  ] as const)('%j is one message, and nothing is written', ([args, code, named]) =>
    withRuns(['one', 'two'], async (folder) => {
      await mkdir(join(folder, 'empty'));
      await writeFile(join(folder, 'broken.json'), 'no');
      const error: unknown = await call(matrix, args, { cwd: folder }).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(UserError);
      expect(error).toMatchObject({ code, message: expect.stringContaining(named) as string });
      await expect(pageOf(folder)).rejects.toMatchObject({ code: 'ENOENT' });
    }),
  );
});
