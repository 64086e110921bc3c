import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deviating, openSite } from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

const quick = ['--format', 'json', '--quiet'];

describe('a selection', () => {
  it.each([
    [['--case', 'a.success'], 'reports/selection'],
    [['--requirement', 'a.success.status'], 'reports/selection'],
    [['--case', 'a.success', '--out', 'mine'], 'mine'],
  ])('of %j is written to %s', async (options, out) => {
    const { ask, results } = await openSite();
    await ask('run', '--target', 'target.yaml', ...quick, ...options);
    expect((await results(out)).cases.length).toBeGreaterThan(0);
    await expect(results('reports')).rejects.toThrow('ENOENT');
  });

  it('says in its reports how many cases it has, and nothing about whole variants', async () => {
    const { run, folder } = await openSite();
    await run('--case', 'a.missing.*', '--format', 'html,markdown', '--out', 'part');
    const written = ['report.html', 'summary.md'].map((name) => readFile(join(folder, 'part', name), 'utf8'));
    for (const text of await Promise.all(written)) {
      expect(text).toContain('Selected cases: 8');
      expect(text).not.toMatch(
        /is not fully tested|requirements hold|Everything that is required was tested/,
      );
    }
  });

  it('of what failed before is run apart, and is an error where nothing failed or nothing was run', async () => {
    const { ask, run, results, service } = await openSite({ answer: deviating });
    const words = ['run', '--target', 'target.yaml', ...quick, '--last-failed'];
    expect((await ask(...words)).err).toContain('reports/results.json: found no such file');
    await run(...quick, '--case', 'a.success');
    const sent = service.calls.length;
    const none = expect.stringContaining('found no case in reports that failed') as string;
    expect(await ask(...words)).toMatchObject({ code: 2, err: none });
    expect(service.calls).toHaveLength(sent);
    expect((await run(...quick, '--case', 'a.missing.*', '--case', 'a.success')).code).toBe(1);
    const before = await results();
    const failed = before.cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect((await ask(...words)).code).toBe(1);
    const again = await results('reports/selection');
    expect(again.cases.map(({ id }) => id).toSorted()).toEqual(failed.toSorted());
    expect(await results()).toEqual(before);
  });

  it('of what failed takes texts under review too', async () => {
    const unread: Answer = ({ kind }) =>
      kind === 'unavailable' ? { status: 500, body: '{"description_status":"hm"}' } : 'documented';
    const { ask, run, results } = await openSite({ answer: unread });
    await run(...quick, '--case', 'a.unavailable', '--case', 'a.missing.*');
    expect((await ask('run', '--target', 'target.yaml', ...quick, '--last-failed')).code).toBe(0);
    expect((await results('reports/selection')).cases).toMatchObject([{ id: 'a.unavailable' }]);
  });
});

describe('`run --wait`', () => {
  it('begins when the answer is no longer a gateway’s', async () => {
    const { run, service } = await openSite({
      answer: ({ index }) => (index >= 3 ? 'documented' : { status: 503, body: '' }),
    });
    const { code, err } = await run(...quick, '--wait', '20', '--retries', '0', '--case', 'a.success');
    expect([code, err]).toEqual([0, expect.not.stringContaining('port')]);
    // No credentials are sent before the service answers.
    expect(service.calls.findIndex(({ password }) => password !== null)).toBeGreaterThan(1);
  });

  it('begins when the target accepts connections', async () => {
    const { run, service, folder } = await openSite();
    await service.stop();
    setTimeout(() => void service.start(), 400);
    const { code, err } = await run(...quick, '--wait', '20', '--case', 'a.success', '--out', folder);
    expect([code, err]).toEqual([0, expect.not.stringContaining('did not answer')]);
  });

  it('ends after that many seconds, and the run says why nothing could be tested', async () => {
    const { run, service } = await openSite();
    await service.stop();
    expectWarnings(/did not answer for 1 s/, /^! no usable answer from the target/);
    const { code, err } = await run(...quick, '--wait', '1', '--retries', '0', '--case', 'a.success');
    const said = `! 127.0.0.1, port ${service.port} did not answer for 1 s\n`;
    expect([code, err]).toEqual([3, expect.stringContaining(said)]);
  });
});
