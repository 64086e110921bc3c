import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { rmSync, symlinkSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withService } from '../execution/small-service.test-support.ts';
import type { Reply } from '../execution/small-service.test-support.ts';
import { call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import { run } from './run.ts';
import { writeProfile } from './small-profile.test-support.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
const shell = promisify(execFile);
const documented = (): Reply => 'documented';

/** Runs the program by a shell, `$run` standing for it, and gives what it prints. */
async function inShell(script: string, folder: string): Promise<string> {
  const run = `'${process.execPath}' '${program}' run --target target.yaml --out reports`;
  const { stdout } = await shell('bash', ['-c', script.replaceAll('$run', run)], { cwd: folder });
  return stdout;
}

describe('an output that nobody takes', () => {
  it.each([
    ['{ $run; echo "$?" > code; } 2>&1 | true', '0'],
    ['{ $run 2>&1; echo "$?" > code; } | head -n 1', '0'],
    ['$run > /dev/full; echo "$?" > code', '3'],
  ])('leaves reports and an exit code: %s', async (script, code) => {
    await withService(documented, ({ url }) =>
      inFolder(async (folder) => {
        await writeProfile(folder, url, { variants: { a: {} } });
        await inShell(script, folder);
        expect(await filesOf(join(folder, 'reports'))).toHaveProperty(['results.json']);
        expect((await readFile(join(folder, 'code'), 'utf8')).trim()).toBe(code);
      }),
    );
  });
});

describe('the folder of the reports', () => {
  it.each(['/proc/nothing/reports', '/dev/null/reports', 'target.yaml'])(
    'is tried out before anything is sent: %s',
    async (out) => {
      await withService(documented, ({ url, calls }) =>
        inFolder(async (folder) => {
          const target = await writeProfile(folder, url);
          const asked = call(run, ['--target', target, '--out', out], { cwd: folder });
          await expect(asked).rejects.toMatchObject({ name: 'UserError', code: 'report-not-written' });
          expect(calls).toEqual([]);
        }),
      );
    },
  );

  it('that is lost during the run costs no summary, and makes 3 of 0', async () => {
    await inFolder(async (folder) => {
      const out = join(folder, 'reports');
      const losing = (): Reply => {
        rmSync(out, { recursive: true, force: true });
        symlinkSync('/dev/null', out);
        return 'documented';
      };
      await withService(losing, async ({ url }) => {
        const target = await writeProfile(folder, url, { variants: { a: {} } });
        const ran = await call(run, ['--target', target, '--out', out]);
        expect(ran.code).toBe(3);
        expect(ran.out).toContain('VARIANT A');
        expect(ran.err).toContain('report-not-written');
      });
    });
  });

  it('holds no trace of the trial', async () => {
    await withService(documented, ({ url }) =>
      inFolder(async (folder) => {
        const target = await writeProfile(folder, url, { variants: { a: {} } });
        const out = join(folder, 'deep', 'er');
        await call(run, ['--target', target, '--out', out, '--quiet', '--format', 'json']);
        expect(await readdir(out)).toEqual(['results.json']);
      }),
    );
  });
});

it('a stale waiver is told even where the run is to be quiet', async () => {
  await withService(documented, ({ url }) =>
    inFolder(async (folder) => {
      const waiver = { requirement: 'a.success.status', reason: 'x', owner: 'y', until: '2999-01-01' };
      const target = await writeProfile(folder, url, { variants: { a: {} }, waivers: [waiver] });
      const ran = await call(run, ['--target', target, '--out', join(folder, 'out'), '--quiet']);
      expect(ran).toMatchObject({ code: 1, out: '' });
      expect(ran.err).toMatch(/^! waiver of a\.success\.status: stale/m);
    }),
  );
});

it('a key that cannot encrypt is told with the file of the profile', async () => {
  await withService(documented, ({ url, calls }) =>
    inFolder(async (folder) => {
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      await writeFile(join(folder, 'ec.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
      const encryption = { scheme: 'rsa-oaep', key: 'ec.pem' };
      const target = await writeProfile(folder, url, { encryption });
      await expect(call(run, ['--target', target], { cwd: folder })).rejects.toThrow(
        `${target}: encryption.key: found a key of type ec`,
      );
      expect(calls).toEqual([]);
    }),
  );
});

it('a second interrupt ends the program at once, with what is left undone', async () => {
  await withService(
    ({ kind }) => (kind === 'unavailable' ? 'silent' : 'documented'),
    ({ url, switches }) =>
      inFolder(async (folder) => {
        const setup = { request: { method: 'POST', url: `${url}/down` } };
        const unavailable = { setup, teardown: { command: 'sleep 3 # mend' } };
        const target = await writeProfile(folder, url, { variants: { a: {} }, conditions: { unavailable } });
        const args = [program, 'run', '--target', target, '--out', folder, '--case', 'a.unavailable'];
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
        let said = '';
        child.stderr.on('data', (chunk) => (said += String(chunk)));
        const ended = new Promise((resolve) => child.once('close', resolve));
        await expect.poll(() => switches.length, { timeout: 8000, interval: 20 }).toBe(1);
        child.kill('SIGINT');
        await new Promise((resolve) => setTimeout(resolve, 150));
        child.kill('SIGINT');
        expect(await ended).toBe(130);
        expect(said).toMatch(/teardown of a\.unavailable.*by hand: sleep 3 # mend/);
      }),
  );
});

describe('words that people try', () => {
  it.each([
    [['run', '-h'], /^Usage: .* run \[options\]/],
    [['help', 'run'], /^Usage: .* run \[options\]/],
    [['-v'], /^\d+\.\d+\.\d+\n$/],
    [['help'], /<command> \[options\]/],
  ])('%j is understood', async (args, answer) => {
    const { stdout } = await shell(process.execPath, [program, ...args]);
    expect(stdout).toMatch(answer);
  });
});
