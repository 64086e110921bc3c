import { glob, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../../errors.ts';

/** Paths of the profiles that are named and that the patterns match, as they are written, each file once: the named first, then those of each pattern in the order of their names. Rejects with a UserError for a pattern that matches no file. */
export async function findTargets(
  named: readonly string[],
  patterns: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const found = [...named];
  for (const pattern of patterns) found.push(...(await matchesOf(pattern, cwd)));
  const byPath = new Map(found.toReversed().map((path) => [resolve(cwd, path), path]));
  return found.filter((path) => byPath.get(resolve(cwd, path)) === path && byPath.delete(resolve(cwd, path)));
}

async function matchesOf(pattern: string, cwd: string): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const path of glob(pattern, { cwd })) {
    const isFile = await stat(resolve(cwd, path)).then(
      (entry) => entry.isFile(),
      () => false,
    );
    if (isFile) files.push(path);
  }
  if (files.length > 0) return files.toSorted();
  throw new UserError(
    'usage',
    'no-targets',
    `--targets ${JSON.stringify(pattern)}: found no file, expected one profile at least`,
    'a pattern is relative to the current folder, * stands for anything but a slash, ** for any folders; nothing was sent',
  );
}
