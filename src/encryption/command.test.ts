import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { isAlive, startRun } from '../cli/child.test-support.ts';
import { writeProfile } from '../cli/small-profile.test-support.ts';
import { encryptByCommand } from './command.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'sbp-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

function program(command: readonly [string, ...string[]], time = 10_000) {
  const services = { now: () => new Date(0), uuid: () => 'id' };
  const settings = { scheme: 'command', command, folder, template: '{password}' } as const;
  return encryptByCommand(settings, services, { time, output: 1000 });
}

const shell = (script: string) => program(['/bin/sh', '-c', script]);

function script(name: string, lines: readonly string[], where = folder): `./${string}` {
  const file = join(where, name);
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o755);
  return `./${name}`;
}

describe('a command', () => {
  it.each(['secret', 'Пароль "$HOME" `id` \\ 🔐', 'line\nbreak\n', ''])(
    'gets the password %j on standard input',
    async (password) => {
      expect(await shell('printf "<"; cat; printf ">"')(password)).toBe(`<${password}>`);
    },
  );

  it.each([
    ['text\\n', 'text'],
    ['text\\r\\n', 'text'],
    ['text\\n\\n', 'text\n'],
    [' text \\r', ' text \r'],
    ['\\357\\273\\277text', '\uFEFFtext'],
  ])('that prints %j yields %j', async (printed, text) => {
    expect(await shell(`printf '${printed}'`)('p')).toBe(text);
  });

  it('runs without a shell, in the folder of the profile, and may leave its input unread', async () => {
    expect(await program(['/bin/echo', '$HOME', '; id'])('p')).toBe('$HOME ; id');
    expect(await program([script('where.sh', ['pwd -P'])])('p')).toContain(basename(folder));
    expect(await shell('exec 0<&-; echo text')('x'.repeat(1_000_000))).toBe('text');
  });

  it.each([
    ['fails', shell('cat >/dev/null; exit 3'), 'command-failed', 'exited with code 3,'],
    ['is killed', shell('kill -9 $$'), 'command-failed', 'was ended by SIGKILL,'],
    ['prints nothing', shell('true'), 'command-output-empty', 'printed nothing'],
    ['prints an empty line', shell('echo'), 'command-output-empty', 'printed nothing'],
    ['prints bytes', shell("printf '\\377'"), 'command-output-not-text', 'not UTF-8'],
    ['prints too much', shell('while :; do echo 12345; done'), 'command-output-too-long', '1000 bytes'],
    ['does not exist', program(['./none']), 'command-not-startable', '"none" cannot be started (ENOENT)'],
    ['is no program', program(['/']), 'command-not-startable', 'EACCES'],
    ['has a zero byte', program(['echo', 'argument\0']), 'command-not-startable', 'ERR_INVALID_ARG_VALUE'],
  ])('that %s is one message', async (_name, encrypt, code, found) => {
    const message = expect.stringContaining(found);
    await expect(encrypt('password')).rejects.toMatchObject({ fault: 'profile', code, message });
  });

  it('that complains, however long, is not quoted', async () => {
    const encrypt = shell('cat >&2; head -c 1000000 /dev/zero >&2; exit 1');
    await expect(encrypt('Sesame-Пароль')).rejects.toThrow('exited with code 1, expected');
  });
});

/** Ids of processes that a program wrote to a file. */
const pidsIn = (file: string): readonly number[] =>
  readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split(/\s+/).map(Number).filter(Boolean);

const hanging = ['sleep 60 &', 'echo $$ $! >>pids', 'wait'];

const patience = { timeout: 60_000 } as const;

/** Waits until all processes that a program in that folder started have ended. */
const allEnded = async (folder: string): Promise<void> => {
  const pids = pidsIn(join(folder, 'pids'));
  expect(pids.length).toBeGreaterThanOrEqual(2);
  for (const pid of pids) await vi.waitFor(async () => expect(await isAlive(pid)).toBe(false), patience);
};

it('a command that hangs is killed with all that it has started at the time limit', async () => {
  const encrypt = program([script('timed.sh', hanging)], 400);
  await expect(encrypt('p')).rejects.toMatchObject({ code: 'command-timed-out' });
  await allEnded(folder);
});

describe('a command that hangs', () => {
  it.each([
    ['is interrupted', hanging, 130],
    ['cannot encrypt for another variant', ['while [ ! -s pids ]; do sleep 0.05; done'], 2],
  ])('is left behind by no run that %s', async (_name, other, code) => {
    const runFolder = mkdtempSync(join(folder, 'run-'));
    const variants = {
      a: { encryption: { scheme: 'command', command: [script('other.sh', other, runFolder)] } },
      b: { bankCode: 'acme' },
    };
    const encryption = { scheme: 'command', command: [script('hang.sh', hanging, runFolder)] };
    const profile = await writeProfile(runFolder, 'http://127.0.0.1:9', { variants, encryption });
    const run = startRun(runFolder, profile, []);
    await vi.waitFor(
      () => expect(pidsIn(join(runFolder, 'pids')).length).toBeGreaterThanOrEqual(2),
      patience,
    );
    if (code === 130) {
      expectWarnings(/^! interrupted/);
      run.signal('SIGINT');
    }
    expect((await run.ended).code).toBe(code);
    await allEnded(runFolder);
  });
});

describe('a command is run again', () => {
  const runsIn = (count: string): number => readFileSync(join(folder, count), 'utf8').length / 2;

  it.each(['exit 3', 'exec sleep 5', 'kill -9 $$'])(
    'once after %s, with the password again',
    async (failing) => {
      const count = randomUUID();
      const failOnce = `[ $(wc -l <${count}) = 1 ] && ${failing}`;
      const encrypt = program([script(`${count}.sh`, [`echo x >>${count}`, failOnce, 'cat'])], 700);
      expect(await encrypt('password')).toBe('password');
      expect(runsIn(count)).toBe(2);
    },
  );

  it('for the first password that it keeps failing on, and for no other until it works', async () => {
    const count = randomUUID();
    const encrypt = program([script(`${count}.sh`, [`echo x >>${count}`, 'exec ./state.sh'])]);
    script('state.sh', ['exit 3']);
    for (const runs of [2, 3, 4]) {
      await expect(encrypt('p')).rejects.toMatchObject({ code: 'command-failed' });
      expect(runsIn(count)).toBe(runs);
    }
    script('state.sh', ['cat']);
    expect(await encrypt('p')).toBe('p');
    script('state.sh', ['exit 3']);
    await expect(encrypt('p')).rejects.toMatchObject({ code: 'command-failed' });
    expect(runsIn(count)).toBe(7);
  });
});
