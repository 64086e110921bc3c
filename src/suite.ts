import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of this package, wherever it is installed. */
export const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** Name and version as the package states them. */
export function readSuite(): { readonly name: string; readonly version: string } {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(text) as { readonly name: string; readonly version: string };
  return { name, version };
}

const isSource = import.meta.url.endsWith('.ts');

/** Path of a module that is started by its path, `cli/main` for example: its source in a checkout, its bundle in the package. */
export const moduleFile = (name: string): string =>
  join(packageFolder, isSource ? 'src' : 'dist', `${name}.${isSource ? 'ts' : 'js'}`);

/** How a shell calls the program: from the sources of a checkout, or from the package. */
export const program = isSource ? 'npm run -s cli --' : 'npx sbp-banks-conformance';
