// Carries out commands in this process, in folders of their own, against the reference implementation.

import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { startBuiltIn } from '../api/built-in.ts';
import type { BuiltIn, BuiltInOptions } from '../api/built-in.ts';
import { packageFolder } from '../base/package.ts';
import type { Results } from '../results/results.ts';
import type { Invocation } from './invocation.ts';
import { carryOut } from './program.ts';
import type { Terminal } from './terminal.ts';

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
  const usual = { env: {}, cwd: tmpdir(), signal, masks: [], undone: new Map<string, string>(), terminal };
  const code = await carryOut(words, { ...usual, ...given });
  return { code, out: out(), err: err() };
}

/** The outcome of a wrong command line or profile. */
export const refusedWith = (code: string): object => ({
  code: 2,
  out: '',
  err: expect.stringContaining(`(${code})`) as string,
});

/** A terminal of 80 columns that is not interactive, and what was written to it. */
export function fakeTerminal(traits: Partial<Terminal> = {}) {
  const [out, err, all]: [string[], string[], string[]] = [[], [], []];
  const terminal: Terminal = {
    write: (text) => void (out.push(text), all.push(text)),
    writeError: (text) => void (err.push(text), all.push(text)),
    width: 80,
    color: false,
    isTerminal: false,
    isLive: false,
    ...traits,
  };
  return { terminal, out: () => out.join(''), err: () => err.join(''), all: () => all.join('') };
}

/** A new empty folder, deleted after the test. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `work` with a new empty folder and deletes it afterwards. */
export async function inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-cli-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder with `target.yaml` for the reference implementation, which is served until the test ends. */
export interface Site extends BuiltIn {
  readonly folder: string;
  readonly ask: (...words: readonly string[]) => Promise<Outcome>;
  /** Carries out `run` for the target, quietly. */
  readonly run: (...words: readonly string[]) => Promise<Outcome>;
}

/** `change`: members of the profile. */
export async function openSite(
  options: BuiltInOptions = {},
  change: object | ((url: string) => object | Promise<object>) = {},
): Promise<Site> {
  const builtIn = await startBuiltIn({ key: 'short', ...options });
  onTestFinished(() => builtIn.reference.close());
  const folder = await openFolder();
  const own: object = typeof change === 'function' ? await change(builtIn.reference.url) : change;
  await writeFile(join(folder, 'target.yaml'), stringify({ ...builtIn.profile, ...own }));
  return {
    ...builtIn,
    folder,
    ask: (...words) => ask(folder, ...words),
    run: (...words) => ask(folder, 'run', '--target', 'target.yaml', '--quiet', ...words),
  };
}

export const filesOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch((): string[] => [])).toSorted();

/** The results that a run wrote to a folder. */
export const resultsIn = async (folder: string): Promise<Results> =>
  JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;

export const tableOf = (name: string): string => join(packageFolder, 'fixtures/cli', `${name}.txt`);

/** The rows of a table of `fixtures/cli`, split into parts. */
export const rowsOf = (name: string): readonly (readonly string[])[] =>
  readFileSync(tableOf(name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' => '));
