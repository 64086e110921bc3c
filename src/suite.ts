import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Loaded by every version of Node, so that it can say which it needs.
const sea = process.getBuiltinModule?.('node:sea');

/** The suite is one executable file, which contains the files of the package. */
export const isOneFile = sea?.isSea() === true;

/** Folder of this package, wherever it is installed; in the executable file, a name for its contents. */
export const packageFolder = isOneFile
  ? join(process.execPath, 'contents')
  : fileURLToPath(new URL('..', import.meta.url));

/** A file inside the executable; null for another path, and in a checkout or an installed package. */
export function contained(path: string): Buffer | null {
  if (sea === undefined || !isOneFile || !path.startsWith(packageFolder)) return null;
  return Buffer.from(sea.getRawAsset(path.slice(packageFolder.length + 1).replaceAll('\\', '/')));
}

/** The text of a file of the package. */
export const textOf = (file: string): string => (contained(file) ?? readFileSync(file)).toString('utf8');

/** The statements of the package about itself. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Reads them. */
export function readManifest(): Manifest {
  return JSON.parse(textOf(join(packageFolder, 'package.json'))) as Manifest;
}

/** Name and version as the package states them. */
export function readSuite(): Pick<Manifest, 'name' | 'version'> {
  const { name, version } = readManifest();
  return { name, version };
}

const isSource = !isOneFile && import.meta.url.endsWith('.ts');

/** A style sheet or script of pages; its path in the package is that of the source. */
export const clientText = (name: string): string =>
  textOf(join(packageFolder, isSource ? 'src' : 'dist', 'report', 'html', 'client', name));

/** Path of a module such as `embedding/ui-suite`: its source in a checkout, else its bundle. */
export const moduleFile = (name: string): string =>
  join(packageFolder, isSource ? 'src' : 'dist', `${name}.${isSource ? 'ts' : 'js'}`);

/** The same for a thread; in the executable file, the text of the module, to be evaluated. */
export function threadModule(name: string): { readonly source: string; readonly isText: boolean } {
  const file = moduleFile(name);
  const text = contained(file);
  return { source: text?.toString('utf8') ?? file, isText: text !== null };
}

/** How a shell calls the program: from a checkout, from the package, or as the executable file. */
export const program = isOneFile
  ? process.argv0
  : isSource
    ? 'npm run -s cli --'
    : 'npx sbp-banks-conformance';
