import { spawnSync } from 'node:child_process';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { reachableDeclarations } from './api-report.ts';
import { bundle, clientFiles, root } from './bundle.ts';
import { billOf, licenseText } from './materials.ts';

const dist = join(root, 'dist');
/** What is started or imported by its own path; everything else is bundled into what these load. */
const entries = ['index', 'vitest', 'cli/main', 'cli/selftest-thread', 'embedding/ui-suite'] as const;

await rm(dist, { recursive: true, force: true });
await bundleAll();
if (declare()) await prune();
else process.exitCode = 1;

/** Everything is bundled, so that a start opens a few files; licences and the bill of materials say what of others is in it. */
async function bundleAll(): Promise<void> {
  // Each file is as deep as its source, so that it finds what it reads beside it.
  const output = { dir: dist, format: 'esm', chunkFileNames: '[name]-[hash].js' } as const;
  const materials = await bundle(entries, 'node22.19', output);
  for (const file of clientFiles) await cp(join(root, 'src', file), join(dist, file));
  await writeFile(join(dist, 'licenses.txt'), licenseText(materials));
  await writeFile(join(dist, 'bom.cdx.json'), await billOf(root, materials));
}

function declare(): boolean {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const args = [join(typescript, 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json')];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

/** Declarations that no entry of the package leads to describe nothing that can be imported. */
async function prune(): Promise<void> {
  const kept = await reachableDeclarations(['index.d.ts', 'vitest.d.ts'].map((name) => join(dist, name)));
  const files = await readdir(dist, { recursive: true });
  const declarations = files.filter((name) => name.endsWith('.d.ts')).map((name) => join(dist, name));
  for (const file of declarations) if (!kept.has(file)) await rm(file);
}
