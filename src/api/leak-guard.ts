import { closeSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Redactor } from '../client/masking.ts';
import type { Secret } from '../client/secret-spelling.ts';
import { shownFile } from '../base/path.ts';

/** Exit code of a run that has put out a secret. */
export const leakExitCode = 4;

/** What a run has put out. */
export interface Outputs {
  /** Paths of the reports. */
  readonly files: readonly string[];
  /** What was written to the terminal. */
  readonly terminal: string;
  /** What is still to be put out, unless it holds a secret. */
  readonly drafts?: readonly string[];
  /** The data behind all of it. */
  readonly data?: unknown;
}

/** Searches all output for secrets and deletes files that hold one. Gives a line per find, without secrets. */
export async function stopLeaks(
  { files, terminal, drafts = [], data }: Outputs,
  redactor: Redactor,
  cwd: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  const search = (text: Iterable<string>, say: (settings: string) => string): boolean => {
    const settings = new Set(secretsIn(text, redactor, data).map(({ setting }) => setting));
    if (settings.size > 0) found.push(say(`a secret of the profile (${[...settings].join(', ')})`));
    return settings.size > 0;
  };
  for (const file of new Set(files)) {
    const name = shownFile(relative(cwd, file));
    const isLeaking = search(partsOf(file), (secret) => `${name} held ${secret} and was deleted`);
    if (isLeaking) await rm(file, { force: true });
  }
  search([terminal], (secret) => `${secret} is in what was printed above: delete it from logs`);
  for (const text of drafts) {
    search([text], (secret) => `the summary of the step would have held ${secret} and was not written`);
  }
  return found;
}

/** The same for a command, which reports the finds on its terminal; whether there were any. */
export async function hasLeaked(
  outputs: Outputs,
  redactor: Redactor,
  {
    cwd,
    terminal,
  }: { readonly cwd: string; readonly terminal: { readonly writeError: (text: string) => void } },
): Promise<boolean> {
  const leaks = await stopLeaks(outputs, redactor, cwd);
  for (const leak of leaks) terminal.writeError(`error: ${leak} (secret-in-output)\n`);
  return leaks.length > 0;
}

/** The text of a file in parts of a megabyte; nothing if it cannot be read. */
function* partsOf(path: string): Generator<string> {
  const decoder = new StringDecoder('utf8');
  const part = Buffer.allocUnsafe(2 ** 20);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return;
  }
  try {
    for (let length = readSync(file, part); length > 0; length = readSync(file, part)) {
      yield decoder.write(part.subarray(0, length));
    }
  } catch {
    // It is a folder, which can be opened but not read.
  } finally {
    closeSync(file);
  }
}

/** A secret that is a plain word may occur in any fixed text: it counts only if the data holds it as well. */
function secretsIn(text: Iterable<string>, redactor: Redactor, data: unknown): readonly Secret[] {
  const found = redactor.findInParts(text);
  if (data === undefined || found.every((secret) => !isWord(secret))) return found;
  const held = findInData(data, redactor);
  return found.filter((secret) => held.includes(secret) || !isWord(secret));
}

const isWord = ({ text }: Secret): boolean => /^[\p{L}\p{N}]+(?:[-_./: ][\p{L}\p{N}]+)*$/u.test(text);

/** The secrets of eight characters or more in Results or other data, names of members excluded. */
export const findInData = (data: unknown, redactor: Redactor): readonly Secret[] =>
  redactor.find(textsOf(data));

function textsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsOf).join('\n') : '';
}

/** The same text, masked if it holds a secret. */
export const safeText = (text: string, redactor: Redactor): string =>
  redactor.find(text).length > 0 ? redactor.mask(text) : text;
