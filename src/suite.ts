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

/** How a shell calls the program: from the sources of a checkout, or from the package. */
export const program = import.meta.url.endsWith('.ts') ? 'npm run -s cli --' : 'npx sbp-banks-conformance';
