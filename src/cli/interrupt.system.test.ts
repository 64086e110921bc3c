import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { partner } from '../run/small-service.test-support.ts';
import type { SmallService } from '../run/small-service.test-support.ts';
import { execute, isAlive, startRun } from './child.test-support.ts';
import { filesOf } from './fake-terminal.test-support.ts';
import {
  documented,
  openSite,
  publicKey,
  silentWhileDown,
  switchedBy,
} from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

const only = ['--case', 'a.unavailable', '--format', 'json'];

/** Starts a run that sets up `unavailable`. By default the target does not answer during that. */
async function interrupting(
  conditionOf: (url: string) => object,
  { answer = silentWhileDown, options = only } = {},
) {
  const profile = (url: string) => ({ conditions: { unavailable: conditionOf(url) } });
  const site = await openSite({ answer, profile });
  return { ...site, child: startRun(site.folder, site.target, options) };
}
type World = Awaited<ReturnType<typeof interrupting>>;

const requests = (url: string) => switchedBy(url);
const commands = (url: string) => ({
  setup: { command: `curl -s -X POST ${url}/down` },
  teardown: { command: `curl -s -X POST ${url}/up` },
});

async function isHolding({ calls }: SmallService, count = 1): Promise<void> {
  const asked = (): number => calls.filter(({ kind }) => kind === 'unavailable').length;
  await expect.poll(asked).toBeGreaterThanOrEqual(count);
}

async function pidIn(folder: string): Promise<number> {
  const read = async (): Promise<number> =>
    Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'));
  await expect.poll(read).toBeGreaterThan(0);
  return read();
}

/**
 * Expects that set-ups are torn down and the results so far are written. Returns the exit code; null if it
 * hangs.
 */
async function endInOrder({ service, folder, child, results }: World): Promise<number | null> {
  const { code, err } = await child.ended;
  expect(service.switches.at(-1)?.to).toBe('/up');
  expect(err).toContain('a second interrupt ends at once');
  expect(Object.keys(await filesOf(join(folder, 'reports')))).toEqual(['results.json']);
  expect(await results()).toMatchObject({ verdict: 'incomplete', interrupted: true });
  return code;
}

describe('an interrupt while a condition is set up', () => {
  it.each([
    ['SIGINT', 130, 'commands', commands],
    ['SIGTERM', 143, 'requests', requests],
    ['SIGHUP', 129, 'commands', commands],
  ] as const)('tears it down and leaves results: %s, exit code %i, by %s', async (name, code, _by, how) => {
    expectWarnings(/^! interrupted/);
    const world = await interrupting(how);
    await isHolding(world.service);
    world.child.signal(name);
    expect(await endInOrder(world)).toBe(code);
  });

  it('ends the polls of `until`', async () => {
    const polled = (url: string) => ({ ...requests(url), until: { status: 500, within: 60_000 } });
    const answer: Answer = ({ kind }) =>
      kind === 'unavailable' ? { status: 200, body: '{"banks":[]}' } : 'documented';
    expectWarnings(/^! interrupted/);
    const world = await interrupting(polled, { answer });
    await isHolding(world.service, 3);
    world.child.signal('SIGINT');
    expect(await endInOrder(world)).toBe(130);
  });

  it('ends a set-up that hangs, with everything that it has started', async () => {
    const hanging = (url: string) => ({
      ...commands(url),
      setup: { command: `curl -s -X POST ${url}/down; sleep 300 & echo $! > pid; wait` },
    });
    expectWarnings(/^! interrupted/);
    const world = await interrupting(hanging);
    const pid = await pidIn(world.folder);
    world.child.signal('SIGTERM');
    expect(await endInOrder(world)).toBe(143);
    expect(await isAlive(pid)).toBe(false);
  });
});

describe('a second interrupt', () => {
  const atOnce = [/^! interrupted/, /^! the teardown of a\.unavailable has not ended/, /^! ended at once/];

  it('ends at once, ends a teardown that hangs, and names the command to repeat', async () => {
    const hanging = (url: string) => switchedBy(url, { command: 'sleep 300 & echo $! > pid; wait' });
    expectWarnings(...atOnce);
    const { service, folder, child } = await interrupting(hanging);
    await isHolding(service);
    child.signal('SIGINT');
    const pid = await pidIn(folder);
    child.signal('SIGINT');
    const { code, err } = await child.ended;
    expect(code).toBe(130);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(err).toMatch(/teardown of a\.unavailable .*by hand: sleep 300 & echo \$! > pid; wait/);
    expect(err).toContain('the reports of this run were not written');
  });

  it('names the curl command of a teardown by request, without its secrets', async () => {
    const sent = { headers: { 'X-Admin': 'admin-token-4711' }, body: '{"up":true}' };
    const hanging = (url: string) =>
      switchedBy(url, { request: { method: 'PUT', url: `${url}/partner/sbp/banks`, ...sent } });
    const answer: Answer = (call) => (call.method === 'PUT' ? 'silent' : silentWhileDown(call));
    expectWarnings(...atOnce);
    const { service, child } = await interrupting(hanging, { answer });
    await isHolding(service);
    child.signal('SIGTERM');
    await expect.poll(() => service.calls.some(({ method }) => method === 'PUT')).toBe(true);
    child.signal('SIGTERM');
    const { code, said } = await child.ended;
    expect(code).toBe(143);
    expect(said).toMatch(/by hand: curl .*-X PUT -H 'X-Admin: <secret>'.*'\{"up":true\}'.*\/partner\/sbp/);
    expect(said).not.toContain('admin-token');
  });

  it('does not wait for a secret from a pipe that nobody writes to', async () => {
    const { folder, target } = await openSite({ profile: { name: '${file:pipe}' } });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const child = startRun(folder, target, only);
    await sleep(1500);
    child.signal('SIGTERM', 'program');
    expect((await child.ended).code).toBe(143);
    const read = startRun(folder, target, only);
    await writeFile(join(folder, 'pipe'), 'piped');
    expect((await read.ended).code).toBe(0);
  });

  it('names nothing where nothing was set up', async () => {
    // The system may merge two signals of one kind, so there may be no second one.
    expectWarnings(/^! (?:interrupted|ended at once)/);
    const { service, child } = await interrupting(requests, { answer: () => 'silent' });
    await expect.poll(() => service.calls.length).toBeGreaterThan(0);
    child.signal('SIGINT');
    child.signal('SIGINT');
    const { code, said } = await child.ended;
    expect([code, said.includes('by hand')]).toEqual([130, false]);
  });
});

it.each([[[]], [['--quiet']]])(
  'a teardown that fails is the last thing that is said, and a root cause: %j',
  async (more) => {
    const failing = (url: string) =>
      switchedBy(url, { command: `curl -s -X POST ${url}/up; exit 9 # by hand` });
    expectWarnings(/^! teardown failed/);
    const { child, results } = await interrupting(failing, {
      answer: documented,
      options: [...only, ...more],
    });
    const [last = ''] = (await child.ended).err.trimEnd().split('\n').slice(-1);
    expect(last).toMatch(/^! teardown failed \(exit code 9\).*by hand: curl -s .*\/up; exit 9 # by hand$/);
    expect((await results()).rootCauses.map(({ message }) => `! ${message}`)).toEqual([last]);
  },
);

describe('an exception that nobody caught', () => {
  const sealed = (body: string): string => `
    import { constants, publicEncrypt } from 'node:crypto';
    import { readFileSync } from 'node:fs';
    const key = readFileSync(${JSON.stringify(publicKey)}, 'utf8');
    const settings = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    let isDone = false;
    export default (plain) => {
      if (!isDone) { isDone = true; ${body} }
      return publicEncrypt(settings, Buffer.from(plain)).toString('base64');
    };`;

  it.each([
    ['of a timer', 'setTimeout(() => { throw new Error(`cannot encrypt ${plain}\\n::error::x`); }, 1500)'],
    ['of a promise', 'setTimeout(() => { void Promise.reject(encodeURIComponent(plain)); }, 1500)'],
    ['again and again', 'setInterval(() => { throw { toString: () => `${plain}` }; }, 1500)'],
  ])('%s is masked, tears down and exits with code 3', async (_what, body) => {
    const encryption = { scheme: 'module', module: './late.mjs' };
    const profile = (url: string) => ({ conditions: { unavailable: requests(url) }, encryption });
    const { service, folder, target, results } = await openSite({ answer: silentWhileDown, profile });
    await writeFile(join(folder, 'late.mjs'), sealed(body));
    expectWarnings(/^! interrupted/);
    const { code, err } = await startRun(folder, target, only).ended;
    expect(err).toMatch(/^error: nobody caught this exception/m);
    expect(err).not.toMatch(/small\+service|small%2Bservice|^\s*::/m);
    expect(err.match(/uncaught-exception/g)).toHaveLength(1);
    expect([code, service.switches.map(({ to }) => to)]).toEqual([3, ['/down', '/up']]);
    expect(await results()).toMatchObject({ interrupted: true });
    const files = await filesOf(join(folder, 'reports'));
    for (const text of Object.values(files)) expect(text).not.toContain(partner.password);
  });
});

it.each([
  ['{ $run; echo "$?" > code; } 2>&1 | true', '0'],
  ['{ $run 2>&1; echo "$?" > code; } | head -n 1', '0'],
  ['$run > /dev/full; echo "$?" > code', '3'],
])('an output that nobody takes leaves reports and an exit code: %s', async (script, code) => {
  const { folder, results } = await openSite();
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const run = `'${process.execPath}' '${main}' run --target target.yaml`;
  await execute('bash', ['-c', script.replaceAll('$run', run)], folder);
  expect((await results()).verdict).not.toBe('nonconforming');
  expect((await readFile(join(folder, 'code'), 'utf8')).trim()).toBe(code);
});
