import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formats } from '../report/format.ts';
import { isFormatName, writeReports } from './write-reports.ts';
import { renderJson } from '../report/machine/json.ts';
import { sampleResults } from '../report/made-results.test-data.ts';

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

test('a file system that writes only texts and bytes, as that of Yarn Plug’n’Play, gets nothing else', async () => {
  const patch = `
    const [fs, promises] = [require('node:fs'), require('node:fs/promises')];
    const byCallback = (name) => (...args) =>
      new Promise((resolve, reject) => fs[name](...args, (error) => (error ? reject(error) : resolve())));
    for (const name of ['writeFile', 'appendFile']) promises[name] = byCallback(name);
    require('node:module').syncBuiltinESMExports();`;
  const call = `
    import { sampleResults } from ${JSON.stringify(new URL('../report/made-results.test-data.ts', import.meta.url).href)};
    import { formats } from ${JSON.stringify(new URL('../report/format.ts', import.meta.url).href)};
    import { writeReports } from ${JSON.stringify(new URL('write-reports.ts', import.meta.url).href)};
    await writeReports(sampleResults(), process.argv[2], Object.keys(formats));`;
  await writeFile(join(folder, 'patch.cjs'), patch);
  await writeFile(join(folder, 'call.mjs'), call);
  const out = join(folder, 'out');
  execFileSync(process.execPath, ['--require', join(folder, 'patch.cjs'), join(folder, 'call.mjs'), out]);
  expect(await readFile(join(out, 'results.json'), 'utf8')).toBe(renderJson(sampleResults()));
  expect((await readdir(out)).length).toBe(Object.keys(formats).length);
});

test('a report that cannot be put in place leaves no draft behind, and the error says what to do', async () => {
  await mkdir(join(folder, 'results.json', 'in the way'), { recursive: true });
  await expect(writeReports(sampleResults(), folder, ['json'])).rejects.toMatchObject({
    code: 'report-not-written',
    hint: expect.stringContaining('--out'),
  });
  expect(await readdir(folder)).toEqual(['results.json']);
});
