// Programs that sign, or check a signature and its chain: the way to CMS, GOST and hardware keys.

import { join } from 'node:path';
import { runChild } from '../base/child.ts';
import { UserError } from '../base/errors.ts';
import { visible } from '../base/visible.ts';
import { fileNames } from './statement.ts';
import type { Checker } from './verify.ts';

/** Long enough for a person who touches a key or types at the terminal. */
const limits = { time: 300_000, output: 1024 ** 2, complaint: 4000 } as const;

async function run(command: string, input: Uint8Array, cwd: string, env: Readonly<Record<string, string>>) {
  const ended = await runChild({ command, input, cwd, env, limits, keepsTerminal: true });
  const complaint = visible(ended.complaint.toString('utf8').trim());
  const said = complaint === '' ? '' : `: ${complaint}`;
  return { output: ended.output, failure: ended.failure === null ? null : ended.failure + said };
}

/** A shell command that reads SHA256SUMS on standard input and prints any signature. */
export const signWith =
  (command: string, cwd: string) =>
  async (sums: Uint8Array): Promise<Uint8Array> => {
    const { output, failure } = await run(command, sums, cwd, {});
    const wrong = failure ?? (output.length === 0 ? 'printed nothing' : null);
    if (wrong === null) return output;
    const message = `--sign-with: the command ${wrong}`;
    throw new UserError('usage', 'not-signed', message, 'it has to print the signature; nothing was written');
  };

/**
 * A shell command that reads SHA256SUMS on standard input and exits with 0 if the signature is right. The paths
 * of both stand in the variables CONTENT and SIGNATURE.
 */
export const verifyWith =
  (command: string, cwd: string, folder: string): Checker =>
  async (sums) => {
    const { sums: content, signature } = fileNames;
    const env = { CONTENT: join(folder, content), SIGNATURE: join(folder, signature) };
    const { failure } = await run(command, sums, cwd, env);
    return failure === null || `the command of --verify-with ${failure}`;
  };
