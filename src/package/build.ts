import { spawnSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reachableDeclarations } from './declaration.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

await rm(dist, { recursive: true, force: true });
if (compile()) await prune();
else process.exitCode = 1;

function compile(): boolean {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const args = [join(typescript, 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json')];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

/** Declarations that no entry of the package leads to describe nothing that can be imported. */
async function prune(): Promise<void> {
  const entries = ['index.d.ts', 'vitest.d.ts'].map((name) => join(dist, name));
  const kept = await reachableDeclarations(entries);
  const files = await readdir(dist, { recursive: true });
  const declarations = files.filter((name) => name.endsWith('.d.ts')).map((name) => join(dist, name));
  for (const file of declarations) if (!kept.has(file)) await rm(file);
}
