import { exec } from 'node:child_process';
import { mostBytes } from './certificate.ts';

/** Milliseconds for a program: a person may have to touch a key. */
const patience = 300_000;
/** Characters of what it says that are shown. */
const mostSaid = 1000;

/** Gives a command of the user to the shell, with this on standard input; resolves with what it prints, or with why it failed. */
export function runInShell(
  command: string,
  input: Uint8Array,
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Buffer | string> {
  return new Promise((done) => {
    const limits = { cwd, encoding: 'buffer', maxBuffer: mostBytes.small, timeout: patience } as const;
    const child = exec(command, { ...limits, env: { ...process.env, ...env } }, (error, output, said) => {
      const why = said.toString('utf8').trim().slice(0, mostSaid);
      done(error === null ? output : `the command failed (${error.code}): ${why}`);
    });
    // A program that does not read its input says why by itself.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
