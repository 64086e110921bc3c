import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formats, isFormatName, writeReports } from './format.ts';
import type { FormatName } from './format.ts';
import { renderJson } from './machine/json.ts';
import { sampleResults } from './sample-results.test-data.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('each wanted format is written under its name into a folder that is made', async () => {
  const names = Object.keys(formats).filter(isFormatName);
  const paths = await writeReports(sampleResults(), join(folder, 'deep', 'er'), names);
  const files = names.map((name: FormatName) => formats[name].file);
  expect(paths).toEqual(files.map((file) => join(folder, 'deep', 'er', file)));
  expect((await readdir(join(folder, 'deep', 'er'))).toSorted()).toEqual(files.toSorted());
});

test('an older report is replaced as a whole', async () => {
  await writeFile(join(folder, 'results.json'), 'x'.repeat(1_000_000));
  await writeReports(sampleResults(), folder, ['json']);
  expect(await readFile(join(folder, 'results.json'), 'utf8')).toBe(renderJson(sampleResults()));
  expect(await readdir(folder)).toEqual(['results.json']);
});

test('a folder that cannot be made is an error that says what to do', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(writeReports(sampleResults(), join(file, 'in'), ['json'])).rejects.toMatchObject({
    code: 'report-not-written',
    hint: expect.stringContaining('--out'),
  });
});

test('a report that cannot be put in place leaves no draft behind', async () => {
  const { mkdir } = await import('node:fs/promises');
  await mkdir(join(folder, 'results.json', 'in the way'), { recursive: true });
  await expect(writeReports(sampleResults(), folder, ['json'])).rejects.toMatchObject({
    code: 'report-not-written',
  });
  expect(await readdir(folder)).toEqual(['results.json']);
});

test('only names of formats are taken for such', () => {
  expect(isFormatName('junit')).toBe(true);
  expect(isFormatName('toString')).toBe(false);
});
