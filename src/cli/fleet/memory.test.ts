import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { besideFleet, documented } from './fleet.test-support.ts';

const shell = promisify(execFile);
const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const count = 100;

test.skipIf(process.env['SBP_SLOW_TESTS'] !== '1')(
  'keeps no record of a target that has ended: a hundred run in the memory of a few',
  { timeout: 300_000 },
  () =>
    besideFleet({ one: documented }, async ({ folder, profile }) => {
      const text = await readFile(profile('one'), 'utf8');
      for (let index = 2; index <= count; index += 1) {
        await writeFile(profile(`other-${index}`), text.replace(/^name: .*/m, `name: other-${index}`));
      }
      const out = join(folder, 'reports');
      const args = ['run', '--targets', 'targets/*.yaml', '--jobs', '4', '--out', out, '--quiet'];
      await shell(process.execPath, ['--max-old-space-size=120', main, ...args], { cwd: folder });
      const { targets } = JSON.parse(await readFile(join(out, 'fleet.json'), 'utf8')) as {
        readonly targets: readonly { readonly exitCode: number | null }[];
      };
      expect(targets).toHaveLength(count);
      expect(new Set(targets.map(({ exitCode }) => exitCode))).toEqual(new Set([0]));
    }),
);
