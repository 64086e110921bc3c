// Builds `dist`: the programs bundled by rolldown, declarations by tsc. The packages that are used stay dependencies.

import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { packageFolder as root } from '../base/package.ts';

const dist = join(root, 'dist');
/** `base/*` by themselves, so that an older Node, which loads nothing else, says what it needs. */
const entries = ['index', 'vitest', 'cli/main', 'base/package', 'base/require-node'];
const assets = ['report/page.css', 'report/page.js', 'cli/template.yaml'];

await rm(dist, { recursive: true, force: true });
const build = await rolldown({
  cwd: root,
  input: Object.fromEntries(entries.map((name) => [name, join(root, 'src', `${name}.ts`)])),
  external: /^[^./#]/,
  platform: 'node',
  transform: { target: 'node22.19' },
});
await build.write({ dir: dist, format: 'esm', chunkFileNames: '[name]-[hash].js' });
await build.close();
for (const file of assets) await cp(join(root, 'src', file), join(dist, file));
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const tsc = [join(typescript, 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json')];
process.exitCode = spawnSync(process.execPath, tsc, { stdio: 'inherit' }).status ?? 1;

// Who uses the package resolves neither our imports by name nor the endings of sources.
const types = join(dist, 'types');
for (const name of await readdir(types, { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue;
  const file = join(types, name);
  const banks = relative(dirname(file), join(types, 'suites', 'banks'));
  const text = await readFile(file, 'utf8');
  const written = text.replaceAll(
    /(['"])(#banks|\.\.?)\/([^'"]*)\.ts\1/g,
    (_, quote: string, start: string, path: string) =>
      `${quote}${start === '#banks' ? banks : start}/${path}.js${quote}`,
  );
  await writeFile(file, written);
}
