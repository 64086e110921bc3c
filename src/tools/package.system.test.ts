// The package as its users get it: packed from a copy of this checkout, installed into empty projects, and used there.

import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packageFolder, readManifest } from '../base/package.ts';
import { execute, toolOf } from '../cli/child.test-support.ts';
import type { Ended } from '../cli/child.test-support.ts';
import { need } from '../cli/integration/tools.test-support.ts';
import { testPartners } from '../reference/profile.ts';
import { fencedBlocks } from './markdown.test-support.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 360_000 });

type Context = Parameters<typeof need>[0];

let work = '';
let tarball = '';
/** A project with the package and the examples of docs/vitest.md; null if npm cannot install. */
let project: string | null = null;
const runtimes = ['20', '22.19.0'] as const;
let nodes: string | null = null;

const sources =
  'package.json tsconfig.json tsconfig.build.json LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ' +
  '.env.example src suites docs fixtures/banks fixtures/keys fixtures/targets';

async function pack(): Promise<string> {
  const copy = join(work, 'checkout');
  for (const name of sources.split(' '))
    await cp(join(packageFolder, name), join(copy, name), { recursive: true });
  await symlink(join(packageFolder, 'node_modules'), join(copy, 'node_modules'));
  expect(await execute('npm', ['pack', '--pack-destination', work], copy)).toMatchObject({ code: 0 });
  return join(work, (await readdir(work)).find((name) => name.endsWith('.tgz')) ?? '');
}

async function install(name: string, ...packages: readonly string[]): Promise<string | null> {
  const folder = join(work, name);
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "name": "own", "version": "1.0.0", "type": "module" }\n');
  const options = '--prefer-offline --no-audit --no-fund --ignore-scripts --fetch-retries=1'.split(' ');
  const { code } = await execute('npm', ['install', ...options, ...packages], folder);
  return code === 0 ? folder : null;
}

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'sbp-package-'));
  const named = runtimes.map((one) => `node-${one}@npm:node-${process.platform}-${process.arch}@${one}`);
  const asked = install('runtimes', ...named);
  tarball = await pack();
  project = await install('project', tarball);
  nodes = await asked;
  const blocks = fencedBlocks(await readFile(join(packageFolder, 'docs', 'vitest.md'), 'utf8'));
  const examples = blocks.flatMap(({ text }) => {
    const [, name] = /^\/\/ (\S+\.js)\n/.exec(text) ?? [];
    return name === undefined ? [] : [[name, text] as const];
  });
  for (const [name, text] of [...examples, ['service.js', service] as const])
    if (project !== null) await writeFile(join(project, name), text);
});
afterAll(() => rm(work, { recursive: true, force: true }));

const service = `import { startReference } from 'sbp-banks-conformance';
export const startService = () => startReference({ defects: process.env.DEFECT ? [process.env.DEFECT] : [] });
`;

function installed(folder: string | null, context: Context): string {
  need(context, folder !== null, 'a registry or a cache that npm can install from');
  return folder ?? '';
}

const program = 'node_modules/sbp-banks-conformance/dist/cli/main.js';
const byNode = (folder: string, words: readonly string[], env = {}): Promise<Ended> =>
  execute(process.execPath, words, folder, env);

it('the tarball holds what is run, described and licensed, and nothing else', async () => {
  const { said } = await execute('tar', ['-tzf', tarball], work);
  const names = said.trim().split('\n');
  const kinds = names.map((name) =>
    name
      .replace(/^package\//, '')
      .replace(/^dist\/.*?(\.d\.ts|\.js)$/, 'dist/*$1')
      .replace(/^docs\/.*\.(?:md|svg|ya?ml|json)$/, 'docs/*'),
  );
  const fixtures = 'banks/banks.json keys/README.md keys/loopback.key keys/loopback.pem keys/service.key';
  const top = '.env.example CHANGELOG.md CONTRIBUTING.md LICENSE README.md SECURITY.md package.json';
  const dist = 'dist/*.js dist/*.d.ts dist/cli/template.yaml dist/report/page.css docs/*';
  const more = [...fixtures.split(' '), 'keys/service.pem', 'targets/staging.yaml'];
  const expected = [...top.split(' '), ...dist.split(' '), ...more.map((name) => `fixtures/${name}`)];
  expect([...new Set(kinds)].toSorted()).toEqual(expected.toSorted());
});

it('is what publint and are-the-types-wrong want a package of ES modules to be', async () => {
  const { messages } = await publint({
    pack: { tarball: Uint8Array.from(await readFile(tarball)).buffer },
    strict: true,
  });
  expect(messages).toEqual([]);
  const attw = toolOf('@arethetypeswrong/cli', 'dist', 'index.js');
  expect(await byNode(work, [attw, '--profile', 'esm-only', tarball])).toMatchObject({ code: 0 });
});

describe('installed', () => {
  it('runs, certifies and verifies', async (context) => {
    const folder = installed(project, context);
    for (const [tool, line] of [
      ['openssl', 'genpkey -algorithm ed25519 -out signer.key'],
      ['openssl', 'pkey -in signer.key -pubout -out signer.pem'],
      ['npx', '--no-install sbp-banks-conformance run'],
      ['npx', '--no-install sbp-banks-conformance init'],
      ['npx', '--no-install sbp-banks-conformance certify reports --reference --key signer.key --out signed'],
      ['npx', '--no-install sbp-banks-conformance verify signed --key signer.pem'],
    ] as const) {
      const { code, said } = await execute(tool, line.split(' '), folder);
      expect([line, code, code === 0 ? '' : said]).toEqual([line, 0, '']);
    }
    expect(await readFile(join(folder, 'reports', 'report.html'), 'utf8')).toContain('<style>');
  });

  it.for(runtimes)('on Node %s it runs, or says what it needs', async (version, context) => {
    const folder = installed(project, context);
    const node = join(installed(nodes, context), 'node_modules', `node-${version}`, 'bin', 'node');
    const run = await execute(node, [program, 'run', '--quiet', '--out', `on-${version}`], folder);
    const code =
      "import('sbp-banks-conformance').then(() => 'loaded', (error) => error.message).then(console.log)";
    const { said } = await execute(node, ['-e', code], folder);
    const need = `expected ${readManifest().engines.node.replace('>=', '')} or newer`;
    if (version === '20') {
      expect(run).toMatchObject({ code: 2, said: expect.stringContaining(need) });
      expect(said).toContain(need);
    } else expect([run.code, said]).toEqual([0, 'loaded\n']);
  });

  it('gives its schemas, and types that a strict project accepts', async (context) => {
    const folder = installed(project, context);
    await linkVitest(folder);
    const source = [
      "import { runConformance, renderReport, verify, type Results, type TargetProfile } from 'sbp-banks-conformance';",
      "import { conformance } from 'sbp-banks-conformance/vitest';",
      "const profile: TargetProfile = { baseUrl: 'http://localhost', variants: { a: {} } };",
      "export const results: Promise<Results> = runConformance(profile, { variants: ['a'] });",
      "export const html: Promise<string> = results.then((found) => renderReport(found, 'html'));",
      "await conformance(profile, { out: 'reports' });",
      "export const { kind } = await verify('certificate', { key: 'key.pem' });",
      '// @ts-expect-error an unknown format is found by the compiler',
      "export const wrong = results.then((found) => renderReport(found, 'pdf'));",
      '// @ts-expect-error and so is a misspelt setting',
      "export const misspelt: TargetProfile = { baseURL: 'http://localhost' };",
    ];
    await writeFile(join(folder, 'user.mts'), source.join('\n'));
    const options =
      '--noEmit --strict --module nodenext --target es2024 --types node --exactOptionalPropertyTypes';
    const types = ['--typeRoots', join(packageFolder, 'node_modules', '@types'), '--skipLibCheck'];
    const tsc = [toolOf('typescript', 'bin', 'tsc'), ...options.split(' '), ...types, 'user.mts'];
    expect(await byNode(folder, tsc)).toMatchObject({ code: 0, said: '' });
    const schema = "console.log(import.meta.resolve('sbp-banks-conformance/schemas/target.schema.json'))";
    const { said } = await byNode(folder, ['--input-type=module', '-e', schema]);
    const text = await readFile(fileURLToPath(said.trim()), 'utf8');
    expect(JSON.parse(text)).toHaveProperty('properties.baseUrl');
  });

  it.for([
    ['a conforming service', {}, 0],
    ['one that refuses with the wrong status', { DEFECT: 'a-missing-flag-400' }, 1],
  ] as const)(
    'vitest and node:test of the page say of %s what the command line says',
    async ([, env, code], context) => {
      const folder = installed(project, context);
      await linkVitest(folder);
      const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'banks.test.js'];
      const node = ['--test', '--test-reporter=tap', 'banks.node-test.js'];
      const [first, second] = await Promise.all([byNode(folder, vitest, env), byNode(folder, node, env)]);
      expect([first.code, second.code]).toEqual([code, code]);
      for (const { said } of [first, second]) {
        expect(said).not.toContain(testPartners.valid.password);
        if (code === 1) expect(said).toContain('a.missing.useAuthByCert.status: A: 400 instead of 422');
      }
    },
  );
});

/** That of this checkout: the package is tested, not the registry. */
async function linkVitest(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules', '@vitest'), { recursive: true });
  for (const name of ['vitest', '@vitest/ui'])
    await symlink(join(packageFolder, 'node_modules', name), join(folder, 'node_modules', name)).catch(
      () => undefined,
    );
}
