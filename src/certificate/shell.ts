import { failureOf, runChild } from '../base/child.ts';
import { mostBytes } from './certificate.ts';

/** Long enough for a person who touches a key or types at the terminal. */
const limits = { time: 300_000, output: mostBytes.small, complaint: 4000 };
const mostSaid = 1000;

/** Runs a user's shell command with this input. Resolves with its output, or with the reason why it failed. */
export async function runInShell(
  command: string,
  input: Uint8Array,
  place: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Buffer | string> {
  const { ending, output, complaint } = await runChild({
    command,
    input,
    limits,
    keepsTerminal: true,
    ...place,
  });
  const failure = failureOf(ending);
  if (failure === null) return output;
  const why = complaint.toString('utf8').trim().slice(0, mostSaid);
  if (ending.kind === 'exited') return `the command failed (${ending.code}): ${why}`;
  const ended = `the command ${failure}`;
  return why === '' ? ended : `${ended}: ${why}`;
}
