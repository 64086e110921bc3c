import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { execute } from '../../cli/child.test-support.ts';
import type { Ended } from '../../cli/child.test-support.ts';
import { resultsIn } from '../../cli/fake-terminal.test-support.ts';
import { findTool, need } from '../../cli/integration/tools.test-support.ts';
import { packageFolder, readManifest } from '../../base/package.ts';
import { buildBinary, hostProcessor } from './binary.ts';
import { writeImageRoot } from './image-root.ts';

// Building takes long on a busy machine.
vi.setConfig({ testTimeout: 360_000, hookTimeout: 360_000 });

/** Built for a release, and tested before one. */
const isSlow = process.env['SBP_SLOW_TESTS'] === '1';
const account = 65_532;
const tools = ['strip', 'buildah', 'runc'].filter((name) => findTool(name) === null);
let work = '';
let binary = '';

beforeAll(async () => {
  if (!isSlow) return;
  work = await mkdtemp(join(tmpdir(), 'sbp-image-test-'));
  // Another account must be able to read its contents.
  await chmod(work, 0o755);
  if (tools.length === 0) binary = await buildBinary(hostProcessor(), join(work, 'build'));
});
afterAll(async () => {
  if (work !== '') await rm(work, { recursive: true, force: true });
});

const byBinary = (...args: readonly string[]): Promise<Ended> => execute(binary, args, work);

describe.runIf(isSlow)('the one file', () => {
  it('is the same when it is built again', async (context) => {
    need(context, tools.length === 0, tools.join(', '));
    const again = await buildBinary(hostProcessor(), join(work, 'again'));
    expect((await readFile(again)).equals(await readFile(binary))).toBe(true);
  });

  it('does what the package does, and names itself in its hints', async (context) => {
    need(context, tools.length === 0, tools.join(', '));
    const run = await byBinary('run', '--out', 'reports');
    expect(run).toMatchObject({ code: 0, said: expect.stringContaining('VARIANT B: CONFORMING') });
    expect(run.said).toContain(`${binary} init`);
    expect(run.said).not.toMatch(/npx|npm run/);
    expect((await resultsIn(join(work, 'reports'))).verdict).toBe('conforming');
    expect((await byBinary('--version')).said).toBe(`${readManifest().version}\n`);
    const signer = '--key authority/signer.key --cert authority/signer.pem';
    for (const words of [
      'certify --init-authority authority',
      `certify --reference ${signer} --out certified`,
      'verify certified --ca authority/root.pem',
      'report reports/results.json --language ru --out again',
      'explain a.success.status',
      'selftest --defect a-bic-number --defect a-missing-400',
    ]) {
      const { code } = await byBinary(...words.split(' '));
      expect([words, code]).toEqual([words, 0]);
    }
  });

  it('loads a module of the profile that encrypts', async (context) => {
    need(context, tools.length === 0, tools.join(', '));
    await writeFile(
      join(work, 'encrypt.mjs'),
      'await 0; export default (text) => Buffer.from(text).toString("hex");',
    );
    const profile = {
      baseUrl: 'http://127.0.0.1:1',
      variants: { a: {} },
      credentials: { partnerName: '1', partnerPassword: 'abc', useAuthByCert: 'true' },
      encryption: { scheme: 'module', module: './encrypt.mjs' },
    };
    await writeFile(join(work, 'module.yaml'), JSON.stringify(profile));
    expect(await byBinary('encrypt', '--target', 'module.yaml')).toMatchObject({ code: 0, said: '616263\n' });
  });
});

/** The configuration of an image (image-spec 1.1). */
interface Config {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly WorkingDir: string;
}

describe.runIf(isSlow)('the image', () => {
  /** Builds the image as in a checkout, with an engine that keeps its state in a separate folder. */
  async function build(): Promise<{ readonly rootfs: string; readonly config: Config }> {
    const buildah = async (...args: readonly string[]): Promise<string> => {
      const own = ['--storage-driver', 'vfs', '--root', join(work, 'engine'), '--runroot', join(work, 'run')];
      const ended = await execute(findTool('buildah') ?? 'buildah', [...own, ...args], work);
      expect(ended).toMatchObject({ code: 0 });
      return ended.said;
    };
    await writeImageRoot(binary, join(work, 'build', 'root'));
    for (const name of ['Dockerfile', '.dockerignore'])
      await copyFile(join(packageFolder, name), join(work, name));
    await buildah('bud', '--isolation', 'chroot', '--quiet', '--tag', 'localhost/suite', '.');
    await buildah('push', '--quiet', 'localhost/suite', `oci:${join(work, 'layout')}`);
    const described = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/suite')) as {
      readonly OCIv1: { readonly config: Config };
    };
    const container = (await buildah('from', 'localhost/suite')).trim();
    return { rootfs: (await buildah('mount', container)).trim(), config: described.OCIv1.config };
  }

  /** Runs the program as the image says: only loopback, no capabilities, one writable folder. */
  async function runInside(
    { rootfs, config }: Awaited<ReturnType<typeof build>>,
    reports: string,
    ...args: readonly string[]
  ): Promise<Ended> {
    const bundle = join(work, 'bundle');
    await mkdir(bundle, { recursive: true });
    const [uid = 0, gid = 0] = config.User.split(':').map(Number);
    const container = {
      ociVersion: '1.0.2',
      process: {
        terminal: false,
        user: { uid, gid },
        args: [...config.Entrypoint, ...args],
        env: config.Env,
        cwd: config.WorkingDir,
        capabilities: {},
        noNewPrivileges: true,
      },
      root: { path: rootfs, readonly: true },
      mounts: [
        { destination: '/proc', type: 'proc', source: 'proc' },
        { destination: '/dev', type: 'tmpfs', source: 'tmpfs' },
        { destination: '/tmp', type: 'tmpfs', source: 'tmpfs' },
        { destination: '/work', type: 'bind', source: reports, options: ['bind', 'rw'] },
      ],
      linux: { namespaces: ['pid', 'ipc', 'uts', 'mount', 'network'].map((type) => ({ type })) },
    };
    await writeFile(join(bundle, 'config.json'), JSON.stringify(container));
    return execute(findTool('runc') ?? 'runc', ['run', `sbp-image-test-${process.pid}`], bundle);
  }

  it('is built from the Dockerfile, and runs without rights, network and shell', async (context) => {
    need(context, tools.length === 0 && process.getuid?.() === 0, `root, ${tools.join(', ')}`);
    const image = await build();
    const blobs = join(work, 'layout', 'blobs', 'sha256');
    const sizes = (await readdir(blobs)).map(async (name) => (await stat(join(blobs, name))).size);
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(60e6);
    const reports = join(work, 'mounted');
    await mkdir(reports);
    await chown(reports, account, account);
    const run = await runInside(image, reports, 'run', '--out', 'reports');
    expect(run).toMatchObject({ code: 0, said: expect.stringContaining('VARIANT B: CONFORMING') });
    expect((await resultsIn(join(reports, 'reports'))).verdict).toBe('conforming');
    expect((await stat(join(reports, 'reports', 'report.html'))).uid).toBe(account);
    const signer = '--key authority/signer.key --cert authority/signer.pem';
    for (const words of [
      'certify --init-authority authority',
      `certify --reference ${signer} --out certified`,
      'verify certified --ca authority/root.pem',
    ]) {
      const { code } = await runInside(image, reports, ...words.split(' '));
      expect([words, code]).toEqual([words, 0]);
    }
  });
});
