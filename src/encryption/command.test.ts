import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { encryptByCommand } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'sbp-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = (command: readonly [string, ...string[]], time = 10_000, signal?: AbortSignal) =>
  encryptByCommand({ scheme: 'command', command, template: '{password}' }, folder, signal, {
    time,
    output: 1000,
  });
const shell = (script: string) => program(['/bin/sh', '-c', script]);

function script(name: string, lines: readonly string[]): `./${string}` {
  writeFileSync(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(join(folder, name), 0o755);
  return `./${name}`;
}

const commandOf = (pid: string): string =>
  existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';

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
    ['fails', shell('cat >/dev/null; exit 3'), 'exited with code 3,'],
    ['is killed', shell('kill -9 $$'), 'was ended by SIGKILL,'],
    ['prints nothing', shell('true'), 'printed nothing'],
    ['prints an empty line', shell('echo'), 'printed nothing'],
    ['prints bytes', shell("printf '\\377'"), 'printed no UTF-8'],
    ['prints too much', shell('while :; do echo 12345; done'), '1000 bytes'],
    ['does not exist', program(['./none']), '"none" cannot be started (ENOENT)'],
    ['is no program', program(['/']), 'EACCES'],
    ['has a zero byte', program(['echo', 'argument\0']), 'ERR_INVALID_ARG_VALUE'],
    [
      'complains at length',
      shell('cat >&2; head -c 1000000 /dev/zero >&2; exit 1'),
      'exited with code 1, expected',
    ],
  ])('that %s is one message', async (_name, encrypt, found) => {
    const error: unknown = await encrypt('Sesame-Пароль').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'profile', code: 'command-failed' });
    expect(String(error)).toContain(found);
    expect(String(error)).not.toContain('Sesame');
  });

  it('that fails once is run again, with the password again', async () => {
    const lines = ['echo x >>runs', '[ $(wc -l <runs) = 1 ] && exit 3', 'cat'];
    expect(await program([script('once.sh', lines)])('password')).toBe('password');
    expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('x\nx\n');
  });

  it.concurrent.each([
    ['at the time limit', 2000, undefined],
    ['when the run is interrupted', 60_000, 2000],
  ])('that hangs is killed with all that it has started %s', async (_when, time, abortAfter) => {
    const name = `hang-${time}`;
    const hanging = ['sleep 60 &', `echo $$ $! >>${name}.pids`, 'wait'];
    const signal = abortAfter === undefined ? undefined : AbortSignal.timeout(abortAfter);
    await expect(program([script(name, hanging)], time, signal)('p')).rejects.toThrow(
      /did not end|interrupted/,
    );
    const pids = readFileSync(join(folder, `${name}.pids`), 'utf8')
      .split(/\s+/)
      .filter(Boolean);
    expect(pids.length).toBeGreaterThanOrEqual(2);
    // Of one that has ended nothing is left, or what nobody has asked for yet.
    for (const pid of pids) await vi.waitFor(() => expect(commandOf(pid)).toBe(''), 10_000);
  });
});
