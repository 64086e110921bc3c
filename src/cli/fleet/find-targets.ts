import { glob, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../../errors.ts';

const isPattern = (text: string): boolean => /[*?[{]/.test(text);

/** Whether values of `--target` speak of more than one target: a pattern does, whatever it matches. */
export const namesSeveral = (values: readonly string[]): boolean =>
  values.length > 1 || values.some(isPattern);

/** Paths of the profiles that are named or that patterns match, as they are written, each file once; those of a pattern in the order of their names. Rejects with a UserError for a pattern that matches no file. */
export async function findTargets(values: readonly string[], cwd: string): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for (const value of values) {
    for (const path of await pathsOf(value, cwd)) {
      const full = resolve(cwd, path);
      if (!found.has(full)) found.set(full, path);
    }
  }
  return [...found.values()];
}

async function pathsOf(value: string, cwd: string): Promise<readonly string[]> {
  if (!isPattern(value) || (await isFile(resolve(cwd, value)))) return [value];
  const files: string[] = [];
  for await (const path of glob(value, { cwd })) {
    if (await isFile(resolve(cwd, path))) files.push(path);
  }
  if (files.length > 0) return files.toSorted();
  throw new UserError(
    'usage',
    'no-targets',
    `--target ${JSON.stringify(value)}: found no file, expected one profile at least`,
    'a pattern is relative to the current folder, * stands for anything but a slash, ** for any folders; nothing was sent',
  );
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
