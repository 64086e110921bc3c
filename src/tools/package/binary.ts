import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle, clientFiles, root } from './bundle.ts';
import { billOf, licenseText } from './materials.ts';

const run = promisify(execFile);

export const processors = ['x64', 'arm64'] as const;
export type Processor = (typeof processors)[number];

/** Version of Node in the single executable, and digests of its packages in the registry. */
const runtime = {
  version: '26.10.0',
  integrity: {
    x64: 'OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
    arm64: 'idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
} as const;

/** Files of the package that the program reads. */
const contents = [
  'package.json',
  'fixtures/banks/banks.json',
  ...['target', 'results', 'comparison', 'policy'].map((name) => `docs/schemas/${name}.schema.json`),
  ...['service.key', 'service.pem', 'loopback.key', 'loopback.pem'].map((name) => `fixtures/keys/${name}`),
];

/** Builds the executable, with licences and bill of materials next to it. Reproducible. Returns its path. */
export async function buildBinary(processor: Processor, folder: string): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), 'sbp-binary-'));
  try {
    // A bundle that is not minified would keep names, but needs a fifth more memory.
    const whole = { dir: work, codeSplitting: false, minify: true } as const;
    const target = `node${runtime.version}`;
    const materials = await bundle(['cli/main'], target, { ...whole, format: 'esm' });
    await bundle(['cli/selftest-thread'], target, { ...whole, format: 'cjs' });
    const name = `sbp-banks-conformance-linux-${processor}`;
    const built = join(work, name);
    const assets = Object.fromEntries(contents.map((path) => [path, join(root, path)]));
    const pages = Object.fromEntries(clientFiles.map((file) => [`dist/${file}`, join(root, 'src', file)]));
    const configuration = {
      // This path becomes part of the file, so it is relative.
      main: 'cli/main.js',
      mainFormat: 'module',
      output: built,
      executable: await stripped(await fetchRuntime(processor, work), processor),
      disableExperimentalSEAWarning: true,
      // The code cache differs in every build.
      useCodeCache: false,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      execArgvExtension: 'none',
      assets: { ...assets, ...pages, 'dist/cli/selftest-thread.js': join(work, 'cli/selftest-thread.js') },
    };
    await writeFile(join(work, 'sea.json'), JSON.stringify(configuration));
    await run(await fetchRuntime(hostProcessor(), work), ['--build-sea', 'sea.json'], { cwd: work });
    await chmod(built, 0o755);
    await mkdir(folder, { recursive: true });
    await copyFile(built, join(folder, name));
    const license = await readFile(join(work, `node-${processor}`, 'package', 'LICENSE'), 'utf8');
    const node = {
      name: 'node',
      version: runtime.version,
      description: 'Node.js',
      spdx: 'MIT',
      license: license.trim(),
    };
    await writeFile(join(folder, 'licenses.txt'), licenseText([...materials, node]));
    await writeFile(join(folder, 'bom.cdx.json'), await billOf(root, materials, [node]));
    return join(folder, name);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The processor of this machine. Throws if the executable cannot be built here. */
export function hostProcessor(): Processor {
  const found = processors.find((one) => one === process.arch && process.platform === 'linux');
  if (found !== undefined) return found;
  throw new Error(
    `found ${process.platform} on ${process.arch}, expected Linux on ${processors.join(' or ')}`,
  );
}

/** Downloads the runtime from the registry and checks its digest. */
async function fetchRuntime(processor: Processor, work: string): Promise<string> {
  const folder = join(work, `node-${processor}`);
  const program = join(folder, 'package', 'bin', 'node');
  if ((await readdir(work)).includes(`node-${processor}`)) return program;
  await mkdir(folder);
  const named = `node-linux-${processor}@${runtime.version}`;
  await run('npm', ['pack', named, '--pack-destination', folder, '--silent'], { cwd: work });
  const [tarball = ''] = await readdir(folder);
  const digest = createHash('sha512')
    .update(await readFile(join(folder, tarball)))
    .digest('base64');
  if (digest !== runtime.integrity[processor])
    throw new Error(`${named}: found another digest than expected`);
  await run('tar', ['-xzf', join(folder, tarball), '-C', folder]);
  return program;
}

/** Removes symbols, a fifth of the size, if the tool for that processor is installed. */
async function stripped(program: string, processor: Processor): Promise<string> {
  const tool =
    processor === hostProcessor()
      ? 'strip'
      : `${processor === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu-strip`;
  try {
    await run(tool, ['-o', `${program}.stripped`, program]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    process.stderr.write(`! found no ${tool} (binutils): the file is a fifth larger\n`);
    return program;
  }
  await rename(`${program}.stripped`, program);
  return program;
}
