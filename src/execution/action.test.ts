import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHttpClient } from '../http/client.ts';
import type { Action } from '../target/target.ts';
import { act, actionInWords, byHand } from './action.ts';
import { targetAt } from './small-run.test-support.ts';
import { withService } from './small-service.test-support.ts';

const client = createHttpClient({ timeout: 500, maxBody: 1000 });
const idle = new AbortController().signal;
let folder = '';

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'sbp-action-')));
});
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true, force: true });
});

const target = (url = 'http://localhost') => ({ ...targetAt(url), folder });

const run = (command: string, signal = idle): Promise<string | null> =>
  act({ kind: 'command', command }, target(), client, signal);

describe('a command', () => {
  it('is run by the shell in the folder of the profile', async () => {
    expect(await run('pwd > where.txt && test 1 = 1')).toBeNull();
    expect((await readFile(join(folder, 'where.txt'), 'utf8')).trim()).toBe(folder);
  });

  it('fails with its exit code, or with what there is no program for', async () => {
    expect(await run('exit 7')).toBe('exit code 7');
    expect(await run('no-such-program-anywhere 2>&1')).toBe('exit code 127');
    expect(await run('kill -TERM $$')).toBe('ended by SIGTERM');
  });

  it('fails in words that hold none of its output', async () => {
    expect(await run('echo secret-output; echo secret-error >&2; exit 1')).not.toMatch(/secret/);
  });

  it('ends with everything it has started when the run is aborted', async () => {
    const abort = new AbortController();
    const start = performance.now();
    const ended = run('sleep 30 & echo $! > child.txt; wait', abort.signal);
    setTimeout(() => abort.abort(), 150);
    expect(await ended).toBe('ended by SIGKILL');
    expect(performance.now() - start).toBeLessThan(5000);
    const child = Number(await readFile(join(folder, 'child.txt'), 'utf8'));
    await expect.poll(() => isAlive(child), { timeout: 2000 }).toBe(false);
  });

  it('does not start where the run is aborted already', async () => {
    const abort = new AbortController();
    abort.abort();
    expect(await run('touch started.txt', abort.signal)).toBe('the run was interrupted');
    await expect(readFile(join(folder, 'started.txt'))).rejects.toThrow('ENOENT');
  });

  it('is ended after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const ended = run('sleep 100');
      await vi.advanceTimersByTimeAsync(59_999);
      const early = await Promise.race([ended, new Promise((resolve) => setImmediate(resolve, 'running'))]);
      expect(early).toBe('running');
      await vi.advanceTimersByTimeAsync(1);
      expect(await ended).toBe('ended by SIGKILL');
    } finally {
      vi.useRealTimers();
    }
  });
});

/** Whether a process runs; one that nobody has waited for counts as ended. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'Z');
  return !/\) Z |^Z$/.test(stat);
}

describe('a request', () => {
  const action = (url: string, more: Partial<Extract<Action, { kind: 'request' }>> = {}): Action => ({
    kind: 'request',
    method: 'PUT',
    url,
    headers: { 'X-Switch': 'down' },
    body: '{"down":true}',
    ...more,
  });

  it('is sent with method, headers and body as the profile says', async () => {
    await withService(
      () => ({ status: 204 }),
      async ({ url, calls }) => {
        expect(await act(action(`${url}/switch?x=1`), target(url), client, idle)).toBeNull();
        const [call] = calls;
        expect([call?.method, call?.url, call?.body]).toEqual(['PUT', '/switch?x=1', '{"down":true}']);
        expect(call?.headers['x-switch']).toBe('down');
      },
    );
  });

  it.each([302, 400, 404, 500])('fails where it is answered %i', async (status) => {
    await withService(
      () => ({ status }),
      async ({ url }) => {
        expect(await act(action(`${url}/x`), target(url), client, idle)).toBe(
          `answered ${status}, expected 2xx`,
        );
      },
    );
  });

  it('fails where there is no answer in time', async () => {
    await withService(
      () => 'silent',
      async ({ url }) => {
        expect(await act(action(`${url}/x`), target(url), client, idle)).toMatch(/500 ms/);
      },
    );
  });
});

it('is told in words by which a person can repeat it', () => {
  expect(actionInWords({ kind: 'command', command: 'make up' })).toBe('make up');
  const request = { kind: 'request', method: 'PUT', url: 'http://h/x', headers: {}, body: null } as const;
  expect(actionInWords(request)).toBe('PUT http://h/x');
});

it('is told by hand as a line for the shell, without its secrets', () => {
  const mask = (text: string): string => text.replaceAll('hush', '<secret>');
  expect(byHand({ kind: 'command', command: 'make up TOKEN=hush' }, target(), mask)).toBe(
    'make up TOKEN=<secret>',
  );
  const headers = { 'X-Admin': 'hush' };
  const request = { kind: 'request', method: 'PUT', url: 'http://h/x?t=hush', headers, body: '{"t":"hush"}' };
  const line = byHand(request as Action, target(), mask);
  expect(line).toMatch(
    /^curl .*-X PUT -H 'X-Admin: <secret>' .*'\{"t":"<secret>"\}' 'http:\/\/h\/x\?t=<secret>'$/,
  );
});
