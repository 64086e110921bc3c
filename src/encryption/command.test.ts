import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCommand } from './command.ts';
import { createEncryptor } from './create-encryptor.ts';

const folder = mkdtempSync(join(tmpdir(), 'sbp-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

const limits = { time: 10_000, output: 1000 };

function program(...command: [string, ...string[]]) {
  return createCommand({ scheme: 'command', command, folder, template: '{password}' }, limits);
}

function script(name: string, ...lines: readonly string[]): `./${string}` {
  const file = join(folder, name);
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o755);
  return `./${name}`;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const runsIn = (count: string): number => readFileSync(join(folder, count), 'utf8').length / 2;

const shell = (script: string, ...values: readonly string[]) => program('/bin/sh', '-c', script, ...values);

describe('a command', () => {
  it.each(['secret', 'Пароль "$HOME" `id` \\ 🔐', 'line\nbreak\n', ''])(
    'gets the password %j on standard input',
    async (password) => {
      const encrypt = shell('printf "<"; cat; printf ">"');
      expect(await encrypt(password, password)).toBe(`<${password}>`);
    },
  );

  it.each([
    ['text\\n', 'text'],
    ['text\\r\\n', 'text'],
    ['text\\n\\n', 'text\n'],
    [' text \\r', ' text \r'],
    ['\\357\\273\\277text', '\uFEFFtext'],
  ])('that prints %j yields %j', async (printed, text) => {
    expect(await shell(`printf '${printed}'`)('p', 'p')).toBe(text);
  });

  it('runs without a shell', async () => {
    expect(await program('/bin/echo', '$HOME', '; id')('p', 'p')).toBe('$HOME ; id');
  });

  it('runs in the folder of the profile', async () => {
    const encrypt = script('encrypt.sh', 'basename "$(pwd -P)"');
    expect(await program(encrypt)('p', 'p')).toBe(folder.split('/').at(-1));
  });

  it('may leave a long input unread', async () => {
    expect(await shell('exec 0<&-; echo text')('x'.repeat(1_000_000), 'x')).toBe('text');
  });

  it('gets what the template says', async () => {
    const settings = { scheme: 'command', command: ['cat'], folder, template: '{uuid}:{password}' } as const;
    const encryptor = await createEncryptor(settings, { now: () => new Date(0), uuid: () => 'id' });
    expect(await encryptor.encrypt('secret')).toBe('id:secret');
  });

  it.each([
    ['fails', shell('cat >/dev/null; exit 3'), 'command-failed', 'ended with exit code 3,'],
    ['is killed', shell('kill -9 $$'), 'command-failed', 'was ended by SIGKILL,'],
    ['prints nothing', shell('true'), 'command-output-empty', 'printed nothing'],
    ['prints an empty line', shell('echo'), 'command-output-empty', 'printed nothing'],
    ['prints bytes', shell("printf '\\377'"), 'command-output-not-text', 'not UTF-8'],
    [
      'prints without an end',
      shell('while :; do echo 123456789; done'),
      'command-output-too-long',
      '1000 bytes',
    ],
    ['does not exist', program('./none'), 'command-not-startable', '"none" cannot be started (ENOENT)'],
    ['is no program', program('/'), 'command-not-startable', 'EACCES'],
    [
      'has a zero byte',
      program('echo', 'secret-argument\0'),
      'command-not-startable',
      'ERR_INVALID_ARG_VALUE',
    ],
  ])('that %s is one message', async (_name, encrypt, code, found) => {
    const message = expect.stringContaining(found);
    await expect(encrypt('password', 'password')).rejects.toMatchObject({ fault: 'profile', code, message });
  });

  it('is killed at the time limit, even where its child holds the pipes open', async () => {
    const command = [script('slow.sh', 'echo $$ > pid', 'sleep 3 &', 'exec sleep 3')] as const;
    const settings = { scheme: 'command', command, folder, template: '{password}' } as const;
    const started = performance.now();
    const failure = createCommand(settings, { ...limits, time: 300 })('p', 'p');
    await expect(failure).rejects.toMatchObject({ code: 'command-timed-out' });
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(performance.now() - started).toBeLessThan(2500);
  });

  it.each([
    ['fails', 'exit 3'],
    ['takes too long', 'exec sleep 5'],
    ['is killed', 'kill -9 $$'],
  ])('that %s once is run once more, with the password again', async (_name, failing) => {
    const count = `${randomUUID()}.count`;
    const name = script(
      `${count}.sh`,
      `echo x >>${count}`,
      `[ $(wc -l <${count}) = 1 ] && ${failing}`,
      'cat',
    );
    const command = [name] as const;
    const settings = { scheme: 'command', command, folder, template: '{password}' } as const;
    const encrypt = createCommand(settings, { ...limits, time: 700 });
    expect(await encrypt('password', 'password')).toBe('password');
    expect(runsIn(count)).toBe(2);
  });

  it('that keeps failing is run twice for the first password and once for every other, until it works', async () => {
    const count = `${randomUUID()}.count`;
    const encrypt = program(script(`${count}.sh`, `echo x >>${count}`, 'exec ./state.sh'));
    script('state.sh', 'exit 3');
    for (const runs of [2, 3, 4]) {
      await expect(encrypt('p', 'p')).rejects.toMatchObject({ code: 'command-failed' });
      expect(runsIn(count)).toBe(runs);
    }
    script('state.sh', 'cat');
    expect(await encrypt('p', 'p')).toBe('p');
    script('state.sh', 'exit 3');
    await expect(encrypt('p', 'p')).rejects.toMatchObject({ code: 'command-failed' });
    expect(runsIn(count)).toBe(7);
  });

  it.each(['true', "printf '\\377'", 'while :; do echo 123456789; done'])(
    'that answers wrongly (%s) is not run again',
    async (answer) => {
      const count = `${randomUUID()}.count`;
      const encrypt = shell(`echo x >>${count}; ${answer}`);
      await expect(encrypt('p', 'p')).rejects.toMatchObject({ fault: 'profile' });
      expect(runsIn(count)).toBe(1);
    },
  );

  it('is quoted by the first line of its complaint', async () => {
    const encrypt = script('fail.sh', 'echo "no such key" >&2', 'echo more >&2', 'exit 1');
    const failure = program(encrypt)('password', 'password');
    await expect(failure).rejects.toThrow('ended with exit code 1 and said "no such key", expected');
  });

  it.each([
    'cat >&2',
    'echo "bad: $(cat)" >&2',
    'base64 >&2',
    'od -An -tx1 | tr -d " \\n" >&2',
    'head -c 9 >&2',
    'echo "$0" >&2',
  ])('that complains by %s is not quoted', async (script) => {
    const failure = shell(`${script}; exit 1`, 'hidden-argument')('at noon|Sesame-Пароль', 'Sesame-Пароль');
    await expect(failure).rejects.toThrow('ended with exit code 1, expected');
  });
});
