import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Every version of Node must be able to load this file, to say which version is needed.
const sea = process.getBuiltinModule?.('node:sea');

/** True in the single executable file, which contains the files of the package. */
export const isOneFile = sea?.isSea() === true;

/** Folder of this package, wherever it is installed; in the executable, a name for its contents. */
export const packageFolder = isOneFile
  ? join(process.execPath, 'contents')
  : folderWith('package.json', dirname(fileURLToPath(import.meta.url)));

/** The nearest parent folder that holds the file: sources and bundles are at different depths. */
function folderWith(file: string, from: string): string {
  return existsSync(join(from, file)) || dirname(from) === from ? from : folderWith(file, dirname(from));
}

/** A file inside the executable; null for other paths, and in a checkout or an installed package. */
export function contained(path: string): Buffer | null {
  if (sea === undefined || !isOneFile || !path.startsWith(packageFolder)) return null;
  return Buffer.from(sea.getRawAsset(path.slice(packageFolder.length + 1).replaceAll('\\', '/')));
}

const textOf = (file: string): string => (contained(file) ?? readFileSync(file)).toString('utf8');

/** package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
}

export function readManifest(): Manifest {
  return JSON.parse(textOf(join(packageFolder, 'package.json'))) as Manifest;
}

export function readSuite(): Pick<Manifest, 'name' | 'version'> {
  const { name, version } = readManifest();
  return { name, version };
}

const isSource = !isOneFile && import.meta.url.endsWith('.ts');

/** Text of a style sheet or script of the pages. In the package it has the same path as in the source. */
export const clientText = (name: string): string =>
  textOf(join(packageFolder, isSource ? 'src' : 'dist', 'report', 'html', 'client', name));

/**
 * Path of a thread's module: its source in a checkout, else its bundle. In the executable, the text of the
 * module, to be evaluated.
 */
export function threadModule(name: string): { readonly source: string; readonly isText: boolean } {
  const file = join(packageFolder, isSource ? 'src' : 'dist', `${name}.${isSource ? 'ts' : 'js'}`);
  const text = contained(file);
  return { source: text?.toString('utf8') ?? file, isText: text !== null };
}

/** How reports and messages call the program. */
export const program = 'npx sbp-banks-conformance';

/** The folder that relative paths start from: the caller's, even if npm runs the script in the project's. */
export function callerFolder(cwd: string, env: Readonly<Record<string, string | undefined>>): string {
  const isScript =
    ['cli', 'conformance'].includes(env['npm_lifecycle_event'] ?? '') &&
    env['npm_package_json'] === join(packageFolder, 'package.json') &&
    cwd === dirname(env['npm_package_json']);
  return isScript ? (env['INIT_CWD'] ?? cwd) : cwd;
}
