import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runChild } from './child.ts';

const limits = { time: 10_000, output: 1000, complaint: 1000 };
const run = async (command: string, more: Partial<Parameters<typeof runChild>[0]> = {}) => {
  const { failure, output, complaint } = await runChild({ command, cwd: '/', limits, ...more });
  return { failure, output: output.toString(), complaint: complaint.toString() };
};

it.each([
  ['has no input', 'cat', {}, { failure: null, output: '' }],
  ['has bytes as input', 'cat', { input: Buffer.from('text') }, { output: 'text' }],
  ['has variables more', 'echo "$OWN$PWD"', { env: { OWN: 'own ' } }, { output: 'own /\n' }],
  ['complains', 'echo no >&2; exit 3', {}, { failure: 'exited with code 3', complaint: 'no\n' }],
  ['complains at length', 'yes | head -c 99999 >&2', {}, { failure: null }],
  ['leaves another behind', 'sleep 60 &', { limits: { time: 5000 } }, { failure: null }],
  ['takes too long', 'sleep 60', { limits: { time: 50 } }, { failure: 'did not end within 50 ms' }],
  [
    'takes too long at the terminal',
    'sleep 60',
    { limits: { time: 50 }, keepsTerminal: true },
    { failure: 'did not end within 50 ms' },
  ],
  [
    'cannot start',
    'true',
    { cwd: '/none' },
    { failure: expect.stringContaining('cannot be started (ENOENT)') as unknown },
  ],
  ['is no line', 'echo \0', {}, { failure: expect.stringContaining('ERR_INVALID_ARG_VALUE') as unknown }],
])('a line for the shell that %s', async (_name, command, more, expected) => {
  expect(await run(command, more)).toMatchObject(expected);
});

it.each([true, false])('asks a person at the terminal only where it keeps it: %s', async (keepsTerminal) => {
  const sessionOf = (stat: string): string | undefined => stat.split(') ')[1]?.split(' ')[3];
  const { output } = await run('cat /proc/self/stat', { keepsTerminal });
  const own = readFileSync('/proc/self/stat', 'utf8');
  expect(sessionOf(output) === sessionOf(own)).toBe(keepsTerminal);
});
