// This package: its folder, name and version, the node it needs, and how to call it.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Every version of Node must be able to load this file, to say which version is needed.

/** Folder of this package, wherever it is installed: sources and bundles are at different depths. */
export const packageFolder = folderWith('package.json', dirname(fileURLToPath(import.meta.url)));

function folderWith(file: string, from: string): string {
  return existsSync(join(from, file)) || dirname(from) === from ? from : folderWith(file, dirname(from));
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
}

export const readManifest = (): Manifest =>
  JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as Manifest;

export function readSuite(): Pick<Manifest, 'name' | 'version'> {
  const { name, version } = readManifest();
  return { name, version };
}

/** Text of a file beside the source of a room. In the package it has the same path as in the source. */
export function clientText(name: string, room = 'report'): string {
  const top = import.meta.url.endsWith('.ts') ? 'src' : 'dist';
  return readFileSync(join(packageFolder, top, room, name), 'utf8');
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

/** What is wrong with the running Node and what to do, a line each; null if it is new enough. */
export function findOldNode(): readonly [problem: string, hint: string] | null {
  const needed = readManifest().engines.node.replace('>=', '');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = needed.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null;
  return [
    `found Node.js ${process.versions.node}, expected ${needed} or newer`,
    'npm install --save-dev node@24 puts one beside this package, for npx and npm scripts',
  ];
}
