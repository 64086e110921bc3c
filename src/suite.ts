import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Loaded by every version of Node, to say which it needs.
const sea = process.getBuiltinModule?.('node:sea');

/** The suite is one executable file, which holds the files of the package in itself. */
export const isOneFile = sea?.isSea() === true;

/** Folder of this package, wherever it is installed; of the one file, a name that stands for what is in it. */
export const packageFolder = isOneFile
  ? join(process.execPath, 'contents')
  : fileURLToPath(new URL('..', import.meta.url));

/** The bytes of a file that the one file holds; null for any other path, and in a checkout or an installed package. */
export function contained(path: string): Buffer | null {
  if (sea === undefined || !isOneFile || !path.startsWith(packageFolder)) return null;
  return Buffer.from(sea.getRawAsset(path.slice(packageFolder.length + 1).replaceAll('\\', '/')));
}

/** The text of a file of the package. */
export const textOf = (file: string): string => (contained(file) ?? readFileSync(file)).toString('utf8');

/** What the package says of itself. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Reads it. */
export function readManifest(): Manifest {
  return JSON.parse(textOf(join(packageFolder, 'package.json'))) as Manifest;
}

/** Name and version as the package states them. */
export function readSuite(): Pick<Manifest, 'name' | 'version'> {
  const { name, version } = readManifest();
  return { name, version };
}

const isSource = !isOneFile && import.meta.url.endsWith('.ts');

/** A style sheet or script of pages, which the package keeps where the sources have it. */
export const clientText = (name: string): string =>
  textOf(join(packageFolder, isSource ? 'src' : 'dist', 'report', 'html', 'client', name));

/** Path of a module that is loaded by its path, `embedding/ui-suite` for example: its source in a checkout, its bundle in the package. */
export const moduleFile = (name: string): string =>
  join(packageFolder, isSource ? 'src' : 'dist', `${name}.${isSource ? 'ts' : 'js'}`);

/** The same for a thread: of the one file, the text of the module, which is to be evaluated. */
export function threadModule(name: string): { readonly source: string; readonly isText: boolean } {
  const file = moduleFile(name);
  const text = contained(file);
  return { source: text?.toString('utf8') ?? file, isText: text !== null };
}

/** How a shell calls the program: from the sources of a checkout, from the package, or the one file as it was called. */
export const program = isOneFile
  ? process.argv0
  : isSource
    ? 'npm run -s cli --'
    : 'npx sbp-banks-conformance';
