import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of this package, wherever it is installed. */
export const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** Name and version as the package states them. */
export function readSuite(): { readonly name: string; readonly version: string } {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(text) as { readonly name: string; readonly version: string };
  return { name, version };
}
