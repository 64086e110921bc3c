import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { OutputOptions } from 'rolldown';
import { materialsOf } from './materials.ts';
import type { Material } from './materials.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

const client = 'report/html/client';

/** Style sheets and scripts of pages, as paths below `src` and `dist`. */
export const clientFiles: readonly string[] = readdirSync(join(root, 'src', client))
  .filter((name) => /\.(css|js)$/.test(name))
  .map((name) => `${client}/${name}`);

/** Bundles modules of `src` with the packages that they use, except vitest. Returns these packages. */
export async function bundle(
  entries: readonly string[],
  target: string,
  output: OutputOptions,
): Promise<readonly Material[]> {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [name, join(root, 'src', `${name}.ts`)])),
    external: [/^vitest(\/|$)/],
    platform: 'node',
    transform: { target },
  });
  const written = await build.write(output);
  await build.close();
  return materialsOf(written.output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : [])));
}
