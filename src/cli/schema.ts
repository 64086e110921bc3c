import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { UserError } from '../base/errors.ts';
import { packageFolder, program } from '../base/package.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';

/** The published schemas, by their names on the command line. */
const names = { profile: 'target', results: 'results' } as const;

const fileOf = (name: keyof typeof names): string =>
  join(packageFolder, 'docs', 'schemas', `${names[name]}.schema.json`);

export async function schema(given: Given, { terminal }: Invocation): Promise<number> {
  const [word = ''] = given.words;
  const name = Object.keys(names).find((one): one is keyof typeof names => one === word);
  if (name === undefined) {
    const message = `schema: found ${JSON.stringify(word)}, expected one of ${Object.keys(names).join(', ')}`;
    throw new UserError('usage', 'unknown-schema', message, `${program} schema profile, for example`);
  }
  terminal.write(readFileSync(fileOf(name), 'utf8'));
  return 0;
}

/** The first line of a profile in this folder, with which editors find the schema. */
export function schemaLine(folder: string): string {
  const path = relative(folder, fileOf('profile')).split(sep).join('/');
  return `# yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}`;
}
