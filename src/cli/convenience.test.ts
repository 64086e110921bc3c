import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askIn, fakeTerminal, inFolder } from './fake-terminal.test-support.ts';
import { createGuard, program } from './program.ts';
import { deviating, onSite } from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';

const quick = ['--format', 'json', '--quiet'];
const onlyMissing: Answer = (call) => deviating(call);
const worse: Answer = ({ kind, ...call }) =>
  kind === 'unencrypted' ? { status: 400, body: '{}' } : deviating({ kind, ...call });

describe('`run --last-failed`', () => {
  it('runs the cases that failed before, and keeps the reports that they stand in', async () => {
    await onSite(
      async ({ ask, run, results, service }) => {
        expect((await run(...quick, '--case', 'a.missing.*')).code).toBe(1);
        const before = await results();
        const failed = before.cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
        const sent = service.calls.length;
        expect((await ask('run', '--target', 'target.yaml', ...quick, '--last-failed')).code).toBe(1);
        const again = await results('reports/selection');
        expect(again.cases.map(({ id }) => id).toSorted()).toEqual(failed.toSorted());
        expect(service.calls.length).toBeGreaterThan(sent);
        expect(await results()).toEqual(before);
      },
      { answer: onlyMissing },
    );
  });

  it('is an error where nothing failed, or where there are no results', async () => {
    await onSite(async ({ ask, run, service }) => {
      const words = ['run', '--target', 'target.yaml', '--last-failed'];
      expect((await ask(...words)).err).toContain('reports/results.json: found no such file');
      await run(...quick, '--case', 'a.success', '--out', 'reports');
      const sent = service.calls.length;
      const { code, err } = await ask(...words);
      expect([code, err, service.calls.length]).toEqual([
        2,
        expect.stringContaining('--last-failed: reports/results.json: found no case that failed'),
        sent,
      ]);
    });
  });
});

describe('a selection', () => {
  it.each([
    [['--case', 'a.success'], 'reports/selection'],
    [['--requirement', 'a.success.status'], 'reports/selection'],
    [['--case', 'a.success', '--out', 'mine'], 'mine'],
    [['--variant', 'a', '--case', '*'], 'reports/selection'],
  ])('of %j is written to %s', async (options, out) => {
    await onSite(async ({ ask, results }) => {
      await ask('run', '--target', 'target.yaml', ...quick, ...options);
      expect((await results(out)).cases.length).toBeGreaterThan(0);
      await expect(results('reports')).rejects.toThrow('ENOENT');
    });
  });
});

describe('`run --against`', () => {
  /** The exit code of a run of a service that answers so, against results of one that broke what is missing. */
  const against = async (answer: Answer, ...options: readonly string[]) => {
    let earlier = '';
    await onSite(
      async ({ run, folder }) => {
        await run(...quick);
        earlier = await readFile(join(folder, 'reports/results.json'), 'utf8');
      },
      { answer: onlyMissing },
    );
    return onSite(
      async ({ run, folder }) => {
        await mkdir(join(folder, 'earlier'));
        await writeFile(join(folder, 'earlier/results.json'), earlier);
        return run('--format', 'json', '--against', 'earlier', ...options);
      },
      { answer },
    );
  };

  it('exits with 1 only for what got worse, and names it', async () => {
    const same = await against(onlyMissing);
    expect(same.code).toBe(0);
    const changed = await against(worse);
    expect(changed.code).toBe(1);
    expect(changed.out).toMatch(/WORSE[^]*a\.unencrypted\.partnerPassword\.status/i);
    const strict = await against(onlyMissing, '--complete');
    expect(strict.code).toBe(3);
  });

  it('is an error where there are no such results, and nothing is sent', async () => {
    await onSite(async ({ ask, service }) => {
      const { code, err } = await ask('run', '--target', 'target.yaml', '--against', 'no.json');
      expect([code, err, service.calls]).toEqual([
        2,
        expect.stringContaining('no.json: found no such file'),
        [],
      ]);
    });
  });
});

describe('`run --wait`', () => {
  it('begins when the target accepts connections', async () => {
    await onSite(async ({ run, service, folder }) => {
      await service.stop();
      setTimeout(() => void service.start(), 400);
      const { code, err } = await run(...quick, '--wait', '20', '--case', 'a.success', '--out', folder);
      expect([code, err]).toEqual([0, expect.not.stringContaining('accepted no connection')]);
    });
  });

  it('ends after that many seconds, and the run says why nothing could be tested', async () => {
    await onSite(
      async ({ run }) => {
        const began = performance.now();
        const { code, err } = await run(...quick, '--wait', '1', '--retries', '0');
        expect([code, err]).toEqual([
          3,
          expect.stringContaining('! 127.0.0.1, port 9 accepted no connection within 1 s\n'),
        ]);
        expect(performance.now() - began).toBeLessThan(8000);
      },
      { profile: () => ({ baseUrl: 'http://127.0.0.1:9' }) },
    );
  });
});

describe('`run --open`', () => {
  it.runIf(process.platform === 'linux').each([
    ['a terminal', true, 'report.html'],
    ['a log', false, ''],
  ])('at %s opens the report: %s', async (_title, isLive, opened) => {
    await inFolder(async (folder) => {
      const file = join(folder, 'opened');
      await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${file}'\n`);
      await chmod(join(folder, 'xdg-open'), 0o755);
      const { terminal } = fakeTerminal({ isLive });
      const env = { PATH: `${folder}:/bin:/usr/bin` };
      const { signal } = new AbortController();
      const invocation = { env, cwd: folder, terminal, signal, guard: createGuard() };
      const words = ['run', '--reference', '--case', 'a.success', '--quiet', '--out', 'out', '--open'];
      expect(await program(words, invocation)).toBe(0);
      const read = (): Promise<string> => readFile(file, 'utf8').catch(() => '');
      if (isLive) await expect.poll(read, { timeout: 5000 }).not.toBe('');
      expect((await read()).split('/').at(-1)).toBe(opened);
    });
  });
});

it('several targets take none of the options that are about one run', async () => {
  for (const option of ['--last-failed', '--open', '--against x']) {
    const words = ['run', '--target', 'a.yaml', '--target', 'b.yaml', ...option.split(' ')];
    expect((await askIn({}, ...words)).code).toBe(2);
  }
});
