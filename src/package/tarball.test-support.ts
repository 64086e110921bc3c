import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { packageFolder } from '../suite.ts';

/** Exit code and output of a program. */
export interface Ended {
  readonly code: number | null;
  /** Standard output and error, without colours. */
  readonly said: string;
}

/** Where npm keeps its settings and its cache: without them it may not find the registry. */
const settings = /^npm_config_(?:globalconfig|userconfig|cache|registry|cafile)$/;
const ofOuterRun = /^(?:VITEST|SBP_|NODE_OPTIONS|NODE_PATH|npm_|TEST$|CI$|INIT_CWD|FORCE_COLOR)/;

/** Variables of a user's shell: without those by which the outer run of vitest or npm would reach the inner one. */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => settings.test(name) || !ofOuterRun.test(name));
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  return {
    ...Object.fromEntries(kept),
    PATH: path,
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
    ...more,
  };
}

/** Runs a program to its end, three minutes at most; never rejects for what it does. */
export function execute(
  program: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: cleanEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 180_000,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}

const packed = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  '.env.example',
  'src',
  'docs',
  'fixtures/banks',
  'fixtures/keys',
  'fixtures/targets',
];

/** Builds and packs a copy of this package, so that no build in the checkout is touched; gives the path of the tarball. */
export async function pack(folder: string): Promise<string> {
  const copy = join(folder, 'checkout');
  for (const name of packed) await cp(join(packageFolder, name), join(copy, name), { recursive: true });
  await symlink(join(packageFolder, 'node_modules'), join(copy, 'node_modules'));
  const { code, said } = await execute('npm', ['pack', '--pack-destination', folder], copy);
  const name = (await readdir(folder)).find((each) => each.endsWith('.tgz'));
  if (code !== 0 || name === undefined) throw new Error(`npm pack: ${said}`);
  return join(folder, name);
}

/** A project of somebody else with these packages installed; null where npm cannot get them. */
export async function install(folder: string, packages: readonly string[]): Promise<string | null> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "name": "own", "version": "1.0.0", "type": "module" }\n');
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1'];
  const { code } = await execute('npm', ['install', ...options, ...packages], folder);
  return code === 0 ? folder : null;
}

/** The same project with the vitest of this package beside. */
export async function besideVitest(project: string, folder: string): Promise<string> {
  await cp(project, folder, { recursive: true });
  await mkdir(join(folder, 'node_modules', '@vitest'), { recursive: true });
  for (const name of ['vitest', '@vitest/ui']) {
    await symlink(join(packageFolder, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}

/** A new empty folder, and how it is removed. */
export async function temporaryFolder(): Promise<{
  readonly folder: string;
  readonly remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-package-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
