import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// Every version of Node must be able to load this file, to say which version is needed.

/** Folder of this package, wherever it is installed. */
export const packageFolder = folderWith('package.json', dirname(fileURLToPath(import.meta.url)));

/** The nearest parent folder that holds the file: sources and bundles are at different depths. */
function folderWith(file: string, from: string): string {
  return existsSync(join(from, file)) || dirname(from) === from ? from : folderWith(file, dirname(from));
}

/** package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as Manifest;
}

export function readSuite(): Pick<Manifest, 'name' | 'version'> {
  const { name, version } = readManifest();
  return { name, version };
}

const isSource = import.meta.url.endsWith('.ts');

/** Text of a style sheet or script of the pages. In the package it has the same path as in the source. */
export const clientText = (name: string): string =>
  readFileSync(join(packageFolder, isSource ? 'src' : 'dist', 'report', 'html', 'client', name), 'utf8');

/** Path of a thread's module: its source in a checkout, else its bundle. */
export const threadModule = (name: string): string =>
  join(packageFolder, isSource ? 'src' : 'dist', `${name}.${isSource ? 'ts' : 'js'}`);

/** The call in a checkout, and the call of an installed package. */
const [inCheckout, ofPackage] = ['npm run -s cli --', 'npx sbp-banks-conformance'];

/** How to call the program in a folder. The npm script exists only in a checkout. */
export function programFor(folder: string): string {
  return isSource && isWithin(realOf(folder), realOf(packageFolder)) ? inCheckout : ofPackage;
}

/** The call in a record. It must not depend on where the suite is installed, because records are published. */
export const programOfRecord = ofPackage;

export const programCalls: readonly string[] = [inCheckout, ofPackage];

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
