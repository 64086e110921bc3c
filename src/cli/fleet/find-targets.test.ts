import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inFolder } from '../fake-terminal.test-support.ts';
import { findTargets } from './find-targets.ts';

const withFiles = (work: (folder: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    await mkdir(join(folder, 'targets', 'more', 'folder.yaml'), { recursive: true });
    for (const name of ['b.yaml', 'a.yaml', 'c.yml', 'more/d.yaml']) {
      await writeFile(join(folder, 'targets', name), '');
    }
    await work(folder);
  });

it.each([
  [['targets/*.yaml'], [], ['targets/a.yaml', 'targets/b.yaml']],
  [['targets/*.{yaml,yml}'], [], ['targets/a.yaml', 'targets/b.yaml', 'targets/c.yml']],
  [['targets/**/*.yaml'], [], ['targets/a.yaml', 'targets/b.yaml', 'targets/more/d.yaml']],
  [['targets/*.yml', 'targets/a*'], [], ['targets/c.yml', 'targets/a.yaml']],
  [['targets/*.yaml'], ['targets/b.yaml'], ['targets/b.yaml', 'targets/a.yaml']],
  [[], ['x.yaml', './x.yaml', 'y.yaml'], ['x.yaml', 'y.yaml']],
] as const)('the patterns %j, with %j named, find %j', async (patterns, named, expected) => {
  await withFiles(async (folder) => {
    expect(await findTargets(named, patterns, folder)).toEqual(expected);
    const full = patterns.map((pattern) => join(folder, pattern));
    const found = await findTargets(named, full, folder);
    expect(found.map((path) => path.replace(`${folder}/`, ''))).toEqual(expected);
  });
});

it('a pattern that matches no file is a mistake, whatever else is found', async () => {
  await withFiles(async (folder) => {
    const found = findTargets(['a.yaml'], ['targets/*.yaml', 'target/*.yaml'], folder);
    await expect(found).rejects.toMatchObject({
      code: 'no-targets',
      message: expect.stringContaining('"target/*.yaml"') as string,
    });
  });
});
