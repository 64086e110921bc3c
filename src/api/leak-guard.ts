import { closeSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Redactor } from '../client/masking.ts';
import type { Secret } from '../client/secret-spelling.ts';
import { shownFile } from '../base/path.ts';

/** Exit code of a run that wrote a secret to its output. */
export const leakExitCode = 4;

/** Everything a run has written or is about to write. */
export interface Outputs {
  readonly files: readonly string[];
  readonly terminal: string;
  /** Texts not written yet. They are dropped if they contain a secret. */
  readonly drafts?: readonly string[];
  /** The data that the output was rendered from. */
  readonly data?: unknown;
}

/**
 * Searches all output for secrets and deletes files that contain one. Returns a line per leak, without secrets.
 */
export async function stopLeaks(
  { files, terminal, drafts = [], data }: Outputs,
  redactor: Redactor,
  cwd: string,
): Promise<readonly string[]> {
  const leaks: string[] = [];
  const search = (text: Iterable<string>, say: (settings: string) => string): boolean => {
    const settings = new Set(secretsIn(text, redactor, data).map(({ setting }) => setting));
    if (settings.size > 0) leaks.push(say(`a secret of the profile (${[...settings].join(', ')})`));
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
  return leaks;
}

/** Same as `stopLeaks`, and prints the lines to the terminal. Returns true if there was a leak. */
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

/** Reads a file in parts of 1 MB. Yields nothing if the file cannot be read. */
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
    // A folder can be opened but not read.
  } finally {
    closeSync(file);
  }
}

/**
 * A secret that is an ordinary word can occur in any fixed text, so it counts only if `data` contains it too.
 */
function secretsIn(text: Iterable<string>, redactor: Redactor, data: unknown): readonly Secret[] {
  const secrets = redactor.find([...text].join(''));
  if (data === undefined || secrets.every((secret) => !isWord(secret))) return secrets;
  const held = findInData(data, redactor);
  return secrets.filter((secret) => held.includes(secret) || !isWord(secret));
}

const isWord = ({ text }: Secret): boolean => /^[\p{L}\p{N}]+(?:[-_./: ][\p{L}\p{N}]+)*$/u.test(text);

/** Finds secrets of eight characters or more in the values of data. Names of members are ignored. */
export const findInData = (data: unknown, redactor: Redactor): readonly Secret[] =>
  redactor.find(textsOf(data));

function textsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsOf).join('\n') : '';
}

/** Returns the text, masked if it contains a secret. */
export const safeText = (text: string, redactor: Redactor): string =>
  redactor.find(text).length > 0 ? redactor.mask(text) : text;
