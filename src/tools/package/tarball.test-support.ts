import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execute } from '../../cli/child.test-support.ts';
import { packageFolder } from '../../base/package.ts';

const packed =
  'package.json tsconfig.json tsconfig.build.json LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ' +
  '.env.example src docs fixtures/banks fixtures/keys fixtures/targets';

/**
 * Builds and packs a copy of this package, so that the checkout stays unchanged. Returns the path of the
 * tarball.
 */
export async function pack(folder: string): Promise<string> {
  const copy = join(folder, 'checkout');
  for (const name of packed.split(' '))
    await cp(join(packageFolder, name), join(copy, name), { recursive: true });
  await symlink(join(packageFolder, 'node_modules'), join(copy, 'node_modules'));
  const { code, said } = await execute('npm', ['pack', '--pack-destination', folder], copy);
  const name = (await readdir(folder)).find((each) => each.endsWith('.tgz'));
  if (code !== 0 || name === undefined) throw new Error(`npm pack: ${said}`);
  return join(folder, name);
}

/** A new project with these packages installed; null if npm cannot get them. */
export async function install(folder: string, packages: readonly string[]): Promise<string | null> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "name": "own", "version": "1.0.0", "type": "module" }\n');
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1'];
  const { code } = await execute('npm', ['install', ...options, ...packages], folder);
  return code === 0 ? folder : null;
}

/** A copy of the project with the vitest of this package. */
export async function besideVitest(project: string, folder: string): Promise<string> {
  await cp(project, folder, { recursive: true });
  await mkdir(join(folder, 'node_modules', '@vitest'), { recursive: true });
  for (const name of ['vitest', '@vitest/ui']) {
    await symlink(join(packageFolder, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}
