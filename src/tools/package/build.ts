import { spawnSync } from 'node:child_process';
import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundle, clientFiles, root } from './bundle.ts';
import { billOf, licenseText } from './materials.ts';

const dist = join(root, 'dist');
/** Modules that are started or imported by their own path; `require-node`, so that it is evaluated alone. */
const entries = ['index', 'vitest', 'cli/main', 'base/require-node'] as const;

await rm(dist, { recursive: true, force: true });
await bundleAll();
if (declare()) await prune();
else process.exitCode = 1;

/** Bundles everything, so that a start opens few files. Licences and bill of materials list the contents. */
async function bundleAll(): Promise<void> {
  // Each file is as deep as its source, so that relative paths stay valid.
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

/** Removes declarations that no entry of the package needs. */
async function prune(): Promise<void> {
  const kept = await reachableDeclarations(['index.d.ts', 'vitest.d.ts'].map((name) => join(dist, name)));
  const files = await readdir(dist, { recursive: true });
  const declarations = files.filter((name) => name.endsWith('.d.ts')).map((name) => join(dist, name));
  for (const file of declarations) if (!kept.has(file)) await rm(file);
}

/** These declaration files and all that they import, without other packages. */
async function reachableDeclarations(entries: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    queue.push(...importsOf(await readFile(file, 'utf8'), file));
  }
  return found;
}

/** The files that a declaration file imports. Imports keep the extension of their sources. */
function importsOf(text: string, file: string): readonly string[] {
  return [...text.matchAll(/(?:from |import\(|import )['"](\.[^'"]+)\.[jt]s['"]/g)].map((match) =>
    join(dirname(file), `${match[1]}.d.ts`),
  );
}
