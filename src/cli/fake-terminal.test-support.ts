import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, Invocation } from './invocation.ts';

/** What a command came to and what it wrote. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Calls a command as the program does, in a folder and with variables of its own; rejects as the command does. */
export async function call(
  command: Command,
  args: readonly string[],
  given: Partial<Invocation> = {},
): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await command({
    args,
    env: {},
    cwd: tmpdir(),
    signal: new AbortController().signal,
    terminal: {
      write: (text) => void out.push(text),
      writeError: (text) => void err.push(text),
      width: 80,
      color: false,
      isLive: false,
    },
    ...given,
  });
  return { code, out: out.join(''), err: err.join('') };
}

/** Does the work beside a new empty folder, which is gone afterwards. */
export async function inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-cli-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The texts of all files of a folder, by name. */
export async function filesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder).catch(() => []);
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}
