import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageFolder } from '../base/package.ts';
import { expectWarnings, requireCodes, requireExpected } from './warning.test-support.ts';

it('a warning that no test expects fails it, whoever warns', () => {
  const said =
    'x\n! the teardown has failed:\n  exit code 1\ny\n(node:7) MaxListenersExceededWarning: leak\n';
  expect(() => requireExpected(said)).toThrow(
    'the teardown has failed:\n  exit code 1\n(node:7) MaxListeners',
  );
  expectWarnings(/teardown/, /MaxListeners/);
  expect(requireExpected(said)).toBeUndefined();
  expect(() => requireExpected('! another')).toThrow('another');
});

it('a warning in the record of a run fails its test', () => {
  const warnings = [{ code: 'conflict', params: {} }];
  expect(() => requireCodes({ warnings })).toThrow('warnings of the run');
  expect(requireCodes({ warnings }, ['conflict'])).toEqual({ warnings });
});

it('every run of a test goes through what looks at its warnings', async () => {
  const folder = join(packageFolder, 'src');
  const names = await readdir(folder, { recursive: true });
  const tests = names.filter((name) => name.endsWith('.test.ts') && !name.endsWith('warning.test.ts'));
  const direct =
    /(?<!requireCodes\(await )\b(?:await runConformance|runTarget|recordRun)\(|from '[^']*\/cli\/program\.ts'/;
  const found = tests.map(async (name) =>
    direct.test(await readFile(join(folder, name), 'utf8')) ? [name] : [],
  );
  expect((await Promise.all(found)).flat()).toEqual([]);
});
