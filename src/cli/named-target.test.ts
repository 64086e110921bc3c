import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { packageFolder } from '../suite.ts';
import { askIn, filesOf, inFolder } from './fake-terminal.test-support.ts';
import { callerFolder } from './program.ts';

const noService =
  'Tested the built-in reference implementation, not your service. Next: npm run -s cli -- init\n';
const idle = 'the target is named by --target, --base-url, SBP_TARGET or SBP_BASE_URL\n';
const quick = ['--case', 'a.success', '--format', 'json', '--quiet'];

describe('what names a target', () => {
  it.each([
    ['nothing', {}, [], ''],
    [
      'settings that name none',
      { SBP_PARTNER_PASSWORD: 'word', SBP_BANK_CODE: 'x' },
      [],
      `! SBP_BANK_CODE, SBP_PARTNER_PASSWORD have no effect: ${idle}`,
    ],
    [
      'a job of a CI server',
      { CI: 'true' },
      [],
      '! This run tests the built-in reference, not your service: no target is named. Name one by --target FILE, or say --reference.\n',
    ],
    ['a job that says --reference', { CI: 'true' }, ['--reference'], ''],
    [
      'SBP_TARGET beside --reference',
      { SBP_TARGET: 'no.yaml' },
      ['--reference'],
      '! SBP_TARGET has no effect on the built-in reference, which --reference asks for\n',
    ],
  ])('%s: the reference is run, and the last line says so', async (_title, env, options, warning) => {
    await inFolder(async (cwd) => {
      const { code, out, err } = await askIn({ cwd, env }, 'run', ...quick, ...options);
      const last = '✓ 1 passed · reports/selection/results.json\n';
      expect([code, out, err]).toEqual([0, last, `${warning}${noService}`]);
    });
  });

  it.each([
    [{ SBP_BASEURL: 'https://x.test' }, 'SBP_BASEURL: found an unknown variable', 'SBP_BASE_URL?'],
    [{ SBP_TARGT: 'x.yaml', SBP_PARTNER_NAME: '1' }, 'SBP_TARGT: found an unknown', 'SBP_TARGET?'],
    [{ SBP_BASE_URL: 'http://127.0.0.1:9' }, 'found nothing, expected', 'partner'],
  ])('%j is an error, and the reference is not run', async (env, ...says) => {
    const { code, out, err } = await askIn({ env }, 'run', ...quick);
    expect([code, out]).toEqual([2, '']);
    for (const part of says) expect(err).toContain(part);
  });

  it('`certify` refuses the reference that nobody asked for, whatever the settings', async () => {
    const words = 'certify --key k --cert c --out o'.split(' ');
    const { code, err } = await askIn({ env: { SBP_PARTNER_PASSWORD: 'word' } }, ...words);
    expect([code, err]).toEqual([2, expect.stringContaining('or say --reference to try it out')]);
  });
});

describe('relative paths', () => {
  it('are those of the caller, also in an npm script of a checkout', async () => {
    await inFolder(async (folder) => {
      const words = ['--prefix', packageFolder, 'run', '-s', 'cli', '--', 'init', '--out', 'mine.yaml'];
      const { stdout } = await promisify(execFile)('npm', words, { cwd: folder });
      expect(stdout).toContain('Then: npm run -s cli -- doctor --target mine.yaml\n');
      expect(Object.keys(await filesOf(folder))).toEqual(['mine.yaml']);
    });
  });

  it.each([
    ['a script of another package that calls the program', { npm_package_json: '/x/package.json' }],
    ['another script of the checkout', { npm_lifecycle_event: 'test' }],
  ])('are those of the working folder in %s', (_title, env) => {
    const own = join(packageFolder, 'package.json');
    const script = { npm_lifecycle_event: 'cli', npm_package_json: own, INIT_CWD: '/home/caller' };
    const cwd = dirname(own);
    expect([callerFolder(cwd, script), callerFolder(cwd, { ...script, ...env })]).toEqual([
      '/home/caller',
      cwd,
    ]);
    expect(callerFolder('/elsewhere', script)).toBe('/elsewhere');
  });
});
