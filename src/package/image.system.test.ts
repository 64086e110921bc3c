import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { execute } from '../cli/child.test-support.ts';
import type { Ended } from '../cli/child.test-support.ts';
import { resultsIn } from '../cli/fake-terminal.test-support.ts';
import { findTool, need } from '../cli/integration/tools.test-support.ts';
import { readManifest } from '../suite.ts';
import { buildBinary, hostProcessor } from './binary.ts';
import { buildImage } from './image.ts';

// Building takes long on a busy machine.
vi.setConfig({ testTimeout: 360_000, hookTimeout: 360_000 });

const account = 65_532;
const tools = ['strip', 'umoci', 'runc'].filter((name) => findTool(name) === null);
let work = '';
let binary = '';

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'sbp-image-test-'));
  // Another account has to reach what is in it.
  await chmod(work, 0o755);
  if (tools.length === 0) binary = await buildBinary(hostProcessor(), join(work, 'build'));
});
afterAll(() => rm(work, { recursive: true, force: true }));

const byBinary = (...args: readonly string[]): Promise<Ended> => execute(binary, args, work);

describe('the one file', () => {
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

describe('the image', () => {
  /** Runs the program in the unpacked image: only loopback, no capabilities, one writable folder. */
  async function runInside(reports: string, ...args: readonly string[]): Promise<Ended> {
    const bundle = join(work, 'bundle');
    const file = join(bundle, 'config.json');
    const config = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, unknown>>;
    const { process: own = {}, linux = {} } = config;
    const inside = {
      ...config,
      process: {
        ...own,
        terminal: false,
        args: ['/usr/bin/sbp-banks-conformance', ...args],
        capabilities: {},
        noNewPrivileges: true,
      },
      root: { path: 'rootfs', readonly: true },
      mounts: [
        { destination: '/proc', type: 'proc', source: 'proc' },
        { destination: '/dev', type: 'tmpfs', source: 'tmpfs' },
        { destination: '/tmp', type: 'tmpfs', source: 'tmpfs' },
        { destination: '/work', type: 'bind', source: reports, options: ['bind', 'rw'] },
      ],
      linux: {
        ...linux,
        namespaces: ['pid', 'ipc', 'uts', 'mount', 'network'].map((type) => ({ type })),
        uidMappings: [],
        gidMappings: [],
      },
    };
    await writeFile(file, JSON.stringify(inside));
    return execute(findTool('runc') ?? 'runc', ['run', `sbp-image-test-${process.pid}`], bundle);
  }

  it('has one layer below 60 MB, and runs without rights, network and shell', async (context) => {
    need(context, tools.length === 0 && process.getuid?.() === 0, `root, ${tools.join(', ')}`);
    const first = join(work, 'first');
    const { layerBytes } = await buildImage(binary, first);
    expect(layerBytes).toBeLessThan(60e6);
    const unpacked = ['unpack', '--image', `${first}:${readManifest().version}`, join(work, 'bundle')];
    expect(await execute(findTool('umoci') ?? 'umoci', unpacked, work)).toMatchObject({ code: 0 });
    const reports = join(work, 'mounted');
    await mkdir(reports);
    await chown(reports, account, account);
    const run = await runInside(reports, 'run', '--out', 'reports');
    expect(run).toMatchObject({ code: 0, said: expect.stringContaining('VARIANT B: CONFORMING') });
    expect((await resultsIn(join(reports, 'reports'))).verdict).toBe('conforming');
    expect((await stat(join(reports, 'reports', 'report.html'))).uid).toBe(account);
    const signer = '--key authority/signer.key --cert authority/signer.pem';
    for (const words of [
      'certify --init-authority authority',
      `certify --reference ${signer} --out certified`,
      'verify certified --ca authority/root.pem',
    ]) {
      const { code } = await runInside(reports, ...words.split(' '));
      expect([words, code]).toEqual([words, 0]);
    }
  });

  it.runIf(process.env['SBP_SLOW_TESTS'] === '1')('is the same when it is built again', async (context) => {
    need(context, tools.length === 0, tools.join(', '));
    const [one, other] = [join(work, 'one'), join(work, 'other')];
    await buildImage(binary, one);
    await buildImage(await buildBinary(hostProcessor(), join(work, 'again')), other);
    expect(await readFile(join(one, 'index.json'), 'utf8')).toBe(
      await readFile(join(other, 'index.json'), 'utf8'),
    );
  });
});
