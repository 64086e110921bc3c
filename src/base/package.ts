import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
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

export const textOf = (file: string): string => (contained(file) ?? readFileSync(file)).toString('utf8');

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
  textOf(join(packageFolder, isSource ? 'src' : 'dist', 'report', name));

/**
 * Path of a thread's module: its source in a checkout, else its bundle. In the executable, the text of the
 * module, to be evaluated.
 */
export function threadModule(name: string): { readonly source: string; readonly isText: boolean } {
  const file = join(packageFolder, isSource ? 'src' : 'dist', `${name}.${isSource ? 'ts' : 'js'}`);
  const text = contained(file);
  return { source: text?.toString('utf8') ?? file, isText: text !== null };
}

/** The call in a checkout, and the call of an installed package. */
const [inCheckout, ofPackage] = ['npm run -s cli --', 'npx sbp-banks-conformance'];

/** How to call the program in a folder. The npm script exists only in a checkout. */
export function programFor(folder: string): string {
  if (isOneFile) return process.argv0;
  return isSource && isWithin(realOf(folder), realOf(packageFolder)) ? inCheckout : ofPackage;
}

/** The call in a record. It must not depend on where the suite is installed, because records are published. */
export const programOfRecord = isOneFile ? process.argv0 : ofPackage;

export const programCalls: readonly string[] = [inCheckout, ofPackage, programOfRecord];

/** The folder that relative paths start from: the caller's, even if npm runs the script in the project's. */
export function callerFolder(cwd: string, env: Readonly<Record<string, string | undefined>>): string {
  const isScript =
    ['cli', 'conformance'].includes(env['npm_lifecycle_event'] ?? '') &&
    env['npm_package_json'] === join(packageFolder, 'package.json') &&
    cwd === dirname(env['npm_package_json']);
  return isScript ? (env['INIT_CWD'] ?? cwd) : cwd;
}

/** The call for the person at the terminal. */
export const program = programFor(callerFolder(process.cwd(), process.env));

/** Resolves links in the part of a path that exists. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realOf(dirname(path)), basename(path));
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
