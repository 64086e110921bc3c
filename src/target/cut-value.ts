import { join } from 'node:path';
import { settingNames } from './environment.ts';
import type { Environment } from './environment.ts';
import { findFile, readText } from './file.ts';

/** A line of `.env` with a `#` right behind a character of its value; one behind a space begins a comment that is meant. */
const cutLine = /^[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t])[ \t]*([^#\r\n]*[^#\s])#/gm;

/** What to say of variables whose unquoted value in `.env` ends at a `#` that stands within it, for the reader of `.env` takes what follows for a comment; of those that describe a target, or that a profile refers to. No value is told. */
export async function cutWarnings(
  cwd: string,
  env: Environment,
  used: readonly string[],
): Promise<readonly string[]> {
  const path = join(cwd, '.env');
  const size = await findFile(path);
  // A pipe, of size 0, may be read only once.
  if (size.kind !== 'read' || size.content === 0) return [];
  const file = await readText(path);
  if (file.kind !== 'read') return [];
  const cut = [...file.content.matchAll(cutLine)].flatMap(([, name = '', value]) =>
    // What the environment has of another source, or from between quotes, is whole.
    env[name] === value && [...settingNames, ...used].includes(name) ? [name] : [],
  );
  return [...new Set(cut)].map(
    (name) => `.env: ${name} ends in front of a #; if that is a part of the value, write ${name}='…'`,
  );
}
