import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withService } from '../execution/small-service.test-support.ts';
import { catalogue } from './catalogue.test-data.ts';
import { call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import { mock } from './mock.ts';
import { requirements } from './requirements.ts';
import { run } from './run.ts';
import { writeProfile } from './small-profile.test-support.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

describe('wrong usage of `run`', () => {
  it.each([
    ['an unknown option', ['--taget', 'x.yaml'], 'unknown-option', 'did you mean --target?'],
    ['an unknown variant', ['--variant', 'c'], /./, '"c"'],
    ['an unknown format', ['--format', 'json,htlm'], 'unknown-format', 'did you mean html?'],
    ['an empty selection', ['--case', 'a.nothing.*'], 'empty-selection', '--case a.nothing.*'],
    ['a requirement that there is not', ['--requirement', 'a.x'], 'empty-selection', '--requirement a.x'],
    ['a word too many', ['fast'], 'unexpected-argument', '"fast"'],
    ['no number', ['--timeout', 'soon'], 'wrong-option-value', '"soon"'],
    ['a concurrency of nothing', ['--concurrency', '0'], 'wrong-option-value', '"0"'],
    ['an option without its value', ['--case', '--quiet'], 'wrong-option-value', '--case'],
    ['an option twice', ['--rate', '1', '--rate', '2'], 'repeated-option', '--rate'],
  ] as const)('by %s is one message, and nothing is sent or written', async (_what, args, code, named) => {
    await withService(
      () => 'documented',
      ({ url, calls }) =>
        inFolder(async (folder) => {
          const target = await writeProfile(folder, url);
          const out = join(folder, 'reports');
          const asked = call(run, ['--target', target, '--out', out, ...args], { cwd: folder });
          const error: unknown = await asked.catch((caught: unknown) => caught);
          const expected = code instanceof RegExp ? expect.stringMatching(code) : code;
          expect(error).toMatchObject({ name: 'UserError', fault: 'usage', code: expected });
          expect(String(error)).toContain(named);
          expect(String(error)).not.toContain('\n');
          expect(calls).toEqual([]);
          expect(await filesOf(out)).toEqual({});
        }),
    );
  });

  it('is not a rate of less than one request a second', async () => {
    await inFolder(async (folder) => {
      const target = await writeProfile(folder, 'http://127.0.0.1:9');
      const ran = await call(run, ['--target', target, '--rate', '0.5', '--dry-run'], { cwd: folder });
      expect(ran.code).toBe(0);
    });
  });

  it('by a profile that is not there names the file', async () => {
    const error = call(run, ['--target', '/nowhere/target.yaml']);
    await expect(error).rejects.toThrow('/nowhere/target.yaml');
  });
});

describe('the program', () => {
  const start = (args: readonly string[]) =>
    spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', timeout: 15_000 });

  it('answers an unknown command with one message on standard error, and exit code 2', () => {
    const { status, stdout, stderr } = start(['rnu']);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^error: unknown command "rnu".*; did you mean run\?\n {2}.*\(unknown-command\)\n$/,
    );
  });

  it('answers a wrong option likewise, without a stack', () => {
    const { status, stdout, stderr } = start(['run', '--taget', 'x']);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('did you mean --target?');
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('`requirements`', () => {
  it('lists exactly the catalogue that follows from the specification, each with cases and checks', async () => {
    const { code, out } = await call(requirements, ['--json']);
    const rows = JSON.parse(out) as readonly {
      readonly id: string;
      readonly cases: readonly string[];
      readonly checks: readonly string[];
      readonly section: string;
    }[];
    expect(code).toBe(0);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(catalogue.toSorted());
    expect(rows.filter(({ cases, checks }) => cases.length === 0 || checks.length === 0)).toEqual([]);
    expect(rows.filter(({ section }) => !/^[24-7][\d., ]*$/.test(section))).toEqual([]);
  });
});

describe('`mock`', () => {
  it('serves until it is stopped, and writes a profile by which `run` finds it conforming', async () => {
    const stop = new AbortController();
    await inFolder(async (folder) => {
      const target = join(folder, 'mock.yaml');
      const out = join(folder, 'reports');
      const serving = call(mock, ['--write-target', 'mock.yaml'], { cwd: folder, signal: stop.signal });
      await expect
        .poll(async () => Object.keys(await filesOf(folder)), { timeout: 3000 })
        .toContain('mock.yaml');
      const ran = await call(run, ['--target', target, '--out', out, '--format', 'json', '--complete'], {
        cwd: folder,
      });
      stop.abort();
      expect(ran.code).toBe(0);
      expect(ran.out).toContain('CONFORMING');
      expect((await serving).out).toContain('mock.yaml');
      expect((await serving).code).toBe(0);
      await expect(
        call(run, ['--target', target, '--out', out, '--retries', '0', '--quiet']),
      ).resolves.toMatchObject({ code: 3 });
    });
  });

  it.each([
    [['--defect', 'a-bic-numbr'], 'a-bic-number'],
    [['--language', 'de'], 'ru or en'],
    [['--port', '70000'], '65535'],
    [['--banks', '/nowhere.json'], '/nowhere.json'],
  ] as const)('refuses %j and says what it expects', async (args, named) => {
    const error = await call(mock, args).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ fault: 'usage' });
    expect(`${String(error)} ${String((error as { readonly hint: string }).hint)}`).toContain(named);
  });
});
