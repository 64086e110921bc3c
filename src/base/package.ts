import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// Loaded by every version of Node, so that it can say which it needs.
const sea = process.getBuiltinModule?.('node:sea');

/** The suite is one executable file, which contains the files of the package. */
export const isOneFile = sea?.isSea() === true;

/** Folder of this package, wherever it is installed; in the executable file, a name for its contents. */
export const packageFolder = isOneFile
  ? join(process.execPath, 'contents')
  : folderWith('package.json', dirname(fileURLToPath(import.meta.url)));

/** The nearest folder upwards that holds the file: sources and bundles lie at different depths. */
function folderWith(file: string, from: string): string {
  return existsSync(join(from, file)) || dirname(from) === from ? from : folderWith(file, dirname(from));
}

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

/**
 * Path of the module of a thread: its source in a checkout, else its bundle. In the executable file, the text
 * of the module, to be evaluated.
 */
export function threadModule(name: string): { readonly source: string; readonly isText: boolean } {
  const file = join(packageFolder, isSource ? 'src' : 'dist', `${name}.${isSource ? 'ts' : 'js'}`);
  const text = contained(file);
  return { source: text?.toString('utf8') ?? file, isText: text !== null };
}

/** How a shell calls the program in a checkout, and wherever the package is installed. */
const [inCheckout, ofPackage] = ['npm run -s cli --', 'npx sbp-banks-conformance'];

/** How somebody in that folder calls the program: only in a checkout is there a script of that name. */
export function programFor(folder: string): string {
  if (isOneFile) return process.argv0;
  return isSource && isWithin(realOf(folder), realOf(packageFolder)) ? inCheckout : ofPackage;
}

/** How a record calls it, which anybody may read. */
export const programOfRecord = isOneFile ? process.argv0 : ofPackage;

/** Every way to call it. */
export const programCalls: readonly string[] = [inCheckout, ofPackage, programOfRecord];

/** The folder that relative paths start from: the caller's, even if npm runs the script in the project's. */
export function callerFolder(cwd: string, env: Readonly<Record<string, string | undefined>>): string {
  const isScript =
    ['cli', 'conformance'].includes(env['npm_lifecycle_event'] ?? '') &&
    env['npm_package_json'] === join(packageFolder, 'package.json') &&
    cwd === dirname(env['npm_package_json']);
  return isScript ? (env['INIT_CWD'] ?? cwd) : cwd;
}

/** How the person at the terminal calls it. */
export const program = programFor(callerFolder(process.cwd(), process.env));

/** Without links, as far as it exists. */
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
