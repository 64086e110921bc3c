// Signals, teardowns, exceptions of foreign code, and outputs that nobody takes: the program as a process.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packageFolder } from '../base/package.ts';
import { testPartners } from '../reference/profile.ts';
import { execute, isAlive, startRun } from './child.test-support.ts';
import { filesOf, openSite, resultsIn } from './fake-terminal.test-support.ts';

const only = ['--case', 'a.unavailable', '--format', 'json'];
const { valid } = testPartners;

/** A condition whose set-up lasts as long as `hold`, and notes its steps in a file. */
const notes = (hold: string, teardown = 'echo down >> steps') => ({
  setup: { command: `echo up >> steps; ${hold}` },
  teardown: { command: teardown },
  headers: { 'X-Fault': 'unavailable' },
  // Never reached, so that the condition is asked for again and again.
  until: { status: 418, within: 60_000 },
});

async function interrupting(unavailable: object, options: readonly string[] = only) {
  const site = await openSite({}, { conditions: { unavailable } });
  return { ...site, child: startRun(site.folder, join(site.folder, 'target.yaml'), options) };
}
type World = Awaited<ReturnType<typeof interrupting>>;

const stepsIn = async (folder: string): Promise<string> =>
  readFile(join(folder, 'steps'), 'utf8').catch(() => '');
async function isUp({ folder }: World): Promise<void> {
  await expect.poll(() => stepsIn(folder)).toContain('up');
}

async function pidIn(folder: string): Promise<number> {
  const read = async (): Promise<number> =>
    Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'));
  await expect.poll(read).toBeGreaterThan(0);
  return read();
}

const reportsOf = ({ folder }: World): string => join(folder, 'reports/selection');

/** Expects that all is torn down and the results so far are written. Resolves with the exit code. */
async function endInOrder(world: World): Promise<number | null> {
  const { code, err } = await world.child.ended;
  expect(await stepsIn(world.folder)).toMatch(/down\n$/);
  expect(err).toContain('again ends at once');
  expect(await filesOf(reportsOf(world))).toEqual(['results.json']);
  expect(await resultsIn(reportsOf(world))).toMatchObject({ interrupted: true });
  return code;
}

describe('an interrupt while a condition is set up', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('tears it down and leaves results: %s, exit code %i', async (name, code) => {
    const world = await interrupting(notes(':'));
    await isUp(world);
    world.child.signal(name);
    expect(await endInOrder(world)).toBe(code);
  });

  it('ends a set-up that hangs, with everything that it has started', async () => {
    const world = await interrupting(notes('sleep 300 & echo $! > pid; wait'));
    const pid = await pidIn(world.folder);
    world.child.signal('SIGTERM');
    expect(await endInOrder(world)).toBe(143);
    expect(await isAlive(pid)).toBe(false);
  });
});

describe('a second interrupt', () => {
  it('ends at once, with what to type by hand, and leaves no report of an earlier run', async () => {
    const hanging = `echo busy >> steps; sleep 300 # ${valid.password}`;
    const world = await interrupting(notes(':', hanging));
    await isUp(world);
    world.child.signal('SIGINT');
    await expect.poll(() => stepsIn(world.folder)).toContain('busy');
    world.child.signal('SIGINT');
    const { code, err } = await world.child.ended;
    expect(code).toBe(130);
    expect(err).toMatch(/teardown of a\.unavailable has not ended; by hand: echo busy >> steps; sleep 300/);
    expect(err).not.toContain(valid.password);
    expect((await filesOf(reportsOf(world))).filter((name) => name !== '.running')).toEqual([]);
  });
});

describe('an exception that nobody caught', () => {
  const sealed = (body: string): string => `
    import { constants, publicEncrypt } from 'node:crypto';
    import { readFileSync } from 'node:fs';
    const key = readFileSync(${JSON.stringify(join(packageFolder, 'fixtures/keys/short.pem'))}, 'utf8');
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
    const { folder } = await openSite({}, { conditions: { unavailable: notes(':') }, encryption });
    await writeFile(join(folder, 'late.mjs'), sealed(body));
    const { code, err } = await startRun(folder, 'target.yaml', only).ended;
    expect(err).toMatch(/^error: nobody caught this exception/m);
    expect(err).not.toMatch(/test-only|^\s*::/m);
    expect(err.match(/uncaught-exception/g)).toHaveLength(1);
    expect([code, await stepsIn(folder)]).toEqual([3, 'up\ndown\n']);
  });
});

it.each([
  ['{ $run; echo "$?" > code; } 2>&1 | true', '0'],
  ['{ $run 2>&1; echo "$?" > code; } | head -n 1', '0'],
  ['$run > /dev/full; echo "$?" > code', '3'],
])('an output that nobody takes leaves reports and an exit code: %s', async (script, code) => {
  const { folder } = await openSite();
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const run = `'${process.execPath}' '${main}' run --target target.yaml --harmless`;
  await execute('bash', ['-c', script.replaceAll('$run', run)], folder);
  expect((await resultsIn(join(folder, 'reports'))).verdict).not.toBe('nonconforming');
  expect((await readFile(join(folder, 'code'), 'utf8')).trim()).toBe(code);
});
