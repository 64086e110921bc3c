import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formats, isFormatName, writeReports } from './format.ts';
import { renderJson } from './machine/json.ts';
import { sampleResults } from './made-results.test-data.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('each wanted format is written under its name into a folder that is made, an older report replaced', async () => {
  const names = Object.keys(formats).filter(isFormatName);
  const own = join(folder, 'deep', 'er');
  await writeReports(sampleResults(), own, ['json']);
  await writeFile(join(own, 'results.json'), 'x'.repeat(1_000_000));
  const paths = await writeReports(sampleResults(), own, names);
  const files = names.map((name) => formats[name].file);
  expect(paths).toEqual(files.map((file) => join(own, file)));
  expect((await readdir(own)).toSorted()).toEqual(files.toSorted());
  expect(await readFile(join(own, 'results.json'), 'utf8')).toBe(renderJson(sampleResults()));
  expect(isFormatName('toString')).toBe(false);
});

test('a report that cannot be put in place leaves no draft behind, and the error says what to do', async () => {
  await mkdir(join(folder, 'results.json', 'in the way'), { recursive: true });
  await expect(writeReports(sampleResults(), folder, ['json'])).rejects.toMatchObject({
    code: 'report-not-written',
    hint: expect.stringContaining('--out'),
  });
  expect(await readdir(folder)).toEqual(['results.json']);
});
