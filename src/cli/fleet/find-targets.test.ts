import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inFolder } from '../fake-terminal.test-support.ts';
import { findTargets, namesSeveral } from './find-targets.ts';

const withFiles = (work: (folder: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    await mkdir(join(folder, 'targets', 'more', 'folder.yaml'), { recursive: true });
    for (const name of ['b.yaml', 'a.yaml', 'c.yml', 'more/d.yaml']) {
      await writeFile(join(folder, 'targets', name), '');
    }
    await work(folder);
  });

it.each([
  [['targets/*.yaml'], ['targets/a.yaml', 'targets/b.yaml']],
  [['targets/*.{yaml,yml}'], ['targets/a.yaml', 'targets/b.yaml', 'targets/c.yml']],
  [['targets/**/*.yaml'], ['targets/a.yaml', 'targets/b.yaml', 'targets/more/d.yaml']],
  [
    ['targets/*.yml', 'targets/a*'],
    ['targets/c.yml', 'targets/a.yaml'],
  ],
  [
    ['targets/b.yaml', 'targets/*.yaml'],
    ['targets/b.yaml', 'targets/a.yaml'],
  ],
  [
    ['x.yaml', './x.yaml', 'y.yaml'],
    ['x.yaml', 'y.yaml'],
  ],
] as const)('%j find %j', async (values, expected) => {
  await withFiles(async (folder) => {
    expect(await findTargets(values, folder)).toEqual(expected);
    const full = values.map((value) => join(folder, value));
    const found = await findTargets(full, folder);
    expect(found.map((path) => path.replace(`${folder}/`, ''))).toEqual(expected);
  });
});

it('a pattern speaks of several targets, whatever it matches', () => {
  expect(namesSeveral(['targets/*.yaml'])).toBe(true);
  expect(namesSeveral(['a.yaml', 'b.yaml'])).toBe(true);
  expect([namesSeveral(['a.yaml']), namesSeveral([])]).toEqual([false, false]);
});

it('a pattern that matches no file is a mistake, whatever else is found', async () => {
  await withFiles(async (folder) => {
    await expect(findTargets(['targets/*.yaml', 'target/*.yaml'], folder)).rejects.toMatchObject({
      code: 'no-targets',
      message: expect.stringContaining('"target/*.yaml"') as string,
    });
  });
});
