import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, TestRunner } from 'vitest';
import type { Results } from '../results/results.ts';
import type { Invocation } from './invocation.ts';
import { createGuard, program } from './program.ts';
import type { Terminal } from './terminal.ts';
import { requireExpected } from '../results/warning.test-support.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export const ask = (folder: string, ...words: readonly string[]): Promise<Outcome> =>
  askIn({ cwd: folder }, ...words);

/** Same as `ask`, with a changed invocation. */
export async function askIn(given: Partial<Invocation>, ...words: readonly string[]): Promise<Outcome> {
  const { terminal, out, err } = fakeTerminal();
  const { signal } = new AbortController();
  const usual = { env: {}, cwd: tmpdir(), signal, guard: createGuard(), terminal };
  const code = await program(words, { ...usual, ...given });
  requireExpected(err());
  return { code, out: out(), err: err() };
}

/** The outcome of a wrong command line or profile. */
export const refusedWith = (code: string): object => ({
  code: 2,
  err: expect.stringContaining(`(${code})`) as string,
});

/** A terminal of 80 columns that is not interactive, and what was written to it. */
export function fakeTerminal(traits: Partial<Terminal> = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal: Terminal = {
    write: (text) => void out.push(text),
    writeError: (text) => void err.push(text),
    width: 80,
    color: false,
    isErrorColored: false,
    isTerminal: false,
    isLive: false,
    ...traits,
  };
  return { terminal, out: () => out.join(''), err: () => err.join('') };
}

/**
 * The value that `open` passes to its callback. It stays open until the test ends. Rejects in a concurrent
 * test.
 */
export async function untilEnd<Value>(
  open: (work: (value: Value) => Promise<void>) => Promise<void>,
): Promise<Value> {
  if (TestRunner.getCurrentTest()?.concurrent === true) throw new RangeError('a concurrent test');
  return new Promise((resolve, reject) => {
    const end = Promise.withResolvers<void>();
    const closed = open((value) => {
      resolve(value);
      return end.promise;
    }).catch(reject);
    onTestFinished(() => {
      end.resolve();
      return closed;
    });
  });
}

/** A new empty folder, deleted after the test. */
export const openFolder = (): Promise<string> => untilEnd(inFolder);

/** Runs `work` with a new empty folder and deletes it afterwards. */
export async function inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-cli-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function filesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder).catch(() => []);
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** The results that a run wrote to a folder. */
export const resultsIn = async (folder: string): Promise<Results> =>
  JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;

/** The rows of a table of `fixtures/cli`, split into parts. */
export const rowsOf = (name: string): readonly (readonly string[])[] =>
  readFileSync(new URL(`../../fixtures/cli/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' => '));
