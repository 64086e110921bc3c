import { readManifest } from './package.ts';

// Every version of Node must be able to load this file and what it imports.

/** What is wrong with the running Node and what to do, a line each; null if it is new enough. */
export function findOldNode(): readonly [problem: string, hint: string] | null {
  const needed = readManifest().engines.node.replace('>=', '');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = needed.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null;
  return [
    `found Node.js ${process.versions.node}, expected ${needed} or newer`,
    `npm install --save-dev node@24 puts one beside this package, for npx and npm scripts (node-version)`,
  ];
}
