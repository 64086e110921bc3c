// Encryption by a program that reads the password from standard input and prints the ciphertext.

import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { runChild } from '../base/child.ts';
import { UserError } from '../base/errors.ts';
import type { CommandSettings } from './settings.ts';

const usualLimits = { time: 10_000, output: 1_048_576 };

/**
 * Without a shell, in the profile's folder; one trailing line break of the output is dropped. Standard error is
 * never read: it may hold the password. A program that fails is run a second time: a key server may be busy.
 */
export function encryptByCommand(
  { command }: CommandSettings,
  folder: string,
  signal?: AbortSignal,
  limits = usualLimits,
): (plain: string) => Promise<string> {
  const run = (input: string) => runChild({ command, cwd: folder, input, limits, signal });
  return async (plain) => {
    const first = await run(plain);
    const { failure, output } = first.failure === null || signal?.aborted === true ? first : await run(plain);
    const text = output.toString('utf8').replace(/\r?\n$/, '');
    const wrong = failure ?? (isUtf8(output) ? (text === '' ? 'printed nothing' : null) : 'printed no UTF-8');
    if (wrong === null) return text;
    const message = `encryption.command: ${JSON.stringify(basename(command[0]))} ${wrong}, expected the ciphertext on standard output and exit code 0`;
    const hint = 'run it by hand with a password on standard input';
    throw new UserError('profile', 'command-failed', message, hint);
  };
}
