import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { withBuiltIn } from '../../api/built-in.ts';
import { cleanEnvironment, execute, start, toolOf } from '../../cli/child.test-support.ts';
import type { Ended } from '../../cli/child.test-support.ts';
import { resultsIn } from '../../cli/fake-terminal.test-support.ts';
import { need } from '../../cli/integration/tools.test-support.ts';
import { linksOf } from '../documentation/markdown.test-support.ts';
import { expectWarnings } from '../../results/warning.test-support.ts';
import { testPartners } from '../../reference/profile.ts';
import { packageFolder } from '../../base/package.ts';
import { besideVitest, install, pack } from './tarball.test-support.ts';

// Packing, installing and starting programs takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 360_000 });

const require = createRequire(import.meta.url);
type Context = Parameters<typeof need>[0];
const program = 'node_modules/sbp-banks-conformance/dist/cli/main.js';

const isSlow = process.env['SBP_SLOW_TESTS'] === '1';

let work = '';
let tarball = '';
/** Projects with the package installed, without and with vitest; null if npm cannot install it. */
let alone: string | null = null;
let beside: string | null = null;

const versions = ['20', '22.19.0', '26'] as const;
let runtimes: Promise<string | null> = Promise.resolve(null);
let managersIn: Promise<string | null> = Promise.resolve(null);

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'sbp-package-'));
  const names = versions.map((one) => `node-${one}@npm:node-${process.platform}-${process.arch}@${one}`);
  runtimes = install(join(work, 'runtimes'), names);
  if (isSlow) managersIn = install(join(work, 'managers'), ['@yarnpkg/cli-dist@4.18.1', 'pnpm@10']);
  tarball = await pack(work);
  alone = await install(join(work, 'alone'), [tarball]);
  beside = alone === null ? null : await besideVitest(alone, join(work, 'beside'));
});
afterAll(async () => {
  await Promise.all([runtimes, managersIn]);
  await rm(work, { recursive: true, force: true });
});

/** The folder of an installed project. Without one, the test is skipped, or fails if tools are required. */
function installed(folder: string | null, context: Context): string {
  need(context, folder !== null, 'a registry or a cache that npm can install from');
  return folder ?? '';
}

const byNode = (folder: string, args: readonly string[], env = {}): Promise<Ended> =>
  execute(process.execPath, args, folder, env);

async function nodeOf(version: (typeof versions)[number], context: Context): Promise<string> {
  return join(installed(await runtimes, context), 'node_modules', `node-${version}`, 'bin', 'node');
}

describe('the tarball', () => {
  const content = async (): Promise<readonly (readonly [name: string, size: number])[]> => {
    const { said } = await execute('tar', ['-tvzf', tarball], work);
    const lines = said.trim().split('\n');
    return lines.map((line) => {
      const columns = line.trim().split(/\s+/);
      return [columns.at(-1)?.replace(/^package\//, '') ?? '', Number(columns[2])];
    });
  };

  it('holds what is run, described and licensed, and nothing else', async () => {
    const names = (await content()).map(([name]) => name);
    const kinds = (name: string): string =>
      name
        .replace(/^dist\/.*(\.css|\.d\.ts|\.js)$/, 'dist/*$1')
        .replace(/^(docs\/schemas)\/.*\.schema\.json$/, '$1/*')
        .replace(/^docs\/(?:reference\/)?[\w.-]+\.md$/, 'docs/*.md');
    const top = '.env.example CHANGELOG.md CONTRIBUTING.md LICENSE README.md SECURITY.md package.json';
    const dist = 'dist/*.css dist/*.d.ts dist/*.js dist/bom.cdx.json dist/licenses.txt';
    const docs = 'docs/*.md docs/reference/openapi.yaml docs/schemas/*';
    const keys = 'README.md loopback.key loopback.pem service.key service.pem'.split(' ');
    const fixtures = ['banks/banks.json', 'targets/staging.yaml', ...keys.map((name) => `keys/${name}`)];
    const expected = [...`${top} ${dist} ${docs}`.split(' '), ...fixtures.map((name) => `fixtures/${name}`)];
    expect([...new Set(names.map(kinds))].toSorted()).toEqual(expected.toSorted());
    const foreign = /\.test|test-(data|support)|corpus|golden|dist\/tools/;
    expect(names.filter((name) => foreign.test(name))).toEqual([]);
  });

  it('holds what its pages link to', async () => {
    const names = (await content()).map(([name]) => name);
    const lost: string[] = [];
    for (const page of names.filter((name) => name.endsWith('.md'))) {
      for (const link of linksOf(await readFile(join(packageFolder, page), 'utf8'))) {
        const [path = ''] = link.split('#');
        const to = posix.join(posix.dirname(page), decodeURI(path));
        const isThere = names.some((name) => name === to || name.startsWith(`${to}/`));
        if (path !== '' && !isThere) lost.push(`${page}: ${path}`);
      }
    }
    expect(lost).toEqual([]);
  });

  it('is of the size that CONTRIBUTING states, to a tenth', async () => {
    const text = await readFile(join(packageFolder, 'CONTRIBUTING.md'), 'utf8');
    const [, packed, unpacked] = /tarball\shas about (\d+) kB \(([\d.]+) MB unpacked/.exec(text) ?? [];
    const size = (await content()).reduce((sum, [, each]) => sum + each, 0) / 1e6;
    const ratios = [(await stat(tarball)).size / 1000 / Number(packed), size / Number(unpacked)];
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.1);
  });

  it('is what publint and are-the-types-wrong want a package of ES modules to be', async () => {
    const packed = { tarball: Uint8Array.from(await readFile(tarball)).buffer };
    const { messages } = await publint({ pack: packed, strict: true });
    expect(messages).toEqual([]);
    const attw = join(dirname(require.resolve('@arethetypeswrong/cli/package.json')), 'dist', 'index.js');
    expect(await byNode(work, [attw, '--profile', 'esm-only', tarball])).toMatchObject({ code: 0 });
  });
});

describe('the image', () => {
  it('is what its Dockerfile says: pack, install in an empty folder, run', async (context) => {
    installed(alone, context);
    const text = await readFile(join(packageFolder, 'Dockerfile'), 'utf8');
    const suite = join(work, 'suite');
    const own = join(work, 'own');
    await mkdir(own);
    const steps = [...text.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, word = '', rest = '']) => [word, rest]);
    expect(steps.map(([word]) => word).join(' ')).toBe('FROM COPY RUN USER WORKDIR ENTRYPOINT');
    const [from, copied, line, , , entry] = steps.map(([, rest = '']) => rest.replaceAll('/suite', suite));
    expect(from).toBe(`node:${process.versions.node.split('.')[0]}-slim`);
    expect(copied).toBe(`sbp-banks-conformance-*.tgz ${suite}/`);
    await mkdir(suite);
    await cp(tarball, join(suite, basename(tarball)));
    const ran = await execute('sh', ['-c', line ?? ''], own, { npm_config_prefer_offline: 'true' });
    expect(ran).toMatchObject({ code: 0 });
    const [, ...words] = JSON.parse(entry ?? '') as readonly string[];
    const run = await byNode(own, [...words, 'run']);
    expect(run).toMatchObject({ code: 0, said: expect.stringContaining('VARIANT B: CONFORMING') });
    expect((await resultsIn(join(own, 'reports'))).verdict).toBe('conforming');
  });
});

describe('installed without vitest', () => {
  it('names what of others it holds, with licences', async (context) => {
    const folder = join(installed(alone, context), 'node_modules', 'sbp-banks-conformance', 'dist');
    const bom = JSON.parse(await readFile(join(folder, 'bom.cdx.json'), 'utf8')) as {
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    const names = bom.components.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['dotenv', 'jose', 'node-forge', 'undici', 'yaml', 'zod']);
    const licenses = await readFile(join(folder, 'licenses.txt'), 'utf8');
    for (const { name, version } of bom.components) expect(licenses).toContain(`${name} ${version}\n`);
    expect(JSON.stringify(bom)).not.toMatch(/timestamp|serialNumber/);
  });

  it('runs, certifies and verifies', async (context) => {
    const folder = installed(alone, context);
    const run = await execute('npx', ['--no-install', 'sbp-banks-conformance', 'run'], folder);
    expect(run).toMatchObject({ code: 0, said: expect.stringContaining('VARIANT B: CONFORMING') });
    expect((await resultsIn(join(folder, 'reports'))).verdict).toBe('conforming');
    const signer = '--key authority/signer.key --cert authority/signer.pem';
    for (const words of [
      'certify --init-authority authority',
      `certify --reference ${signer} --out certified`,
      'verify certified --ca authority/root.pem',
    ]) {
      const { code } = await byNode(folder, [program, ...words.split(' ')]);
      expect([words, code]).toEqual([words, 0]);
    }
  });

  it('says for the vitest entry what to install', async (context) => {
    const folder = installed(alone, context);
    const code =
      "import('sbp-banks-conformance/vitest').catch((error) => console.log(error.message, error.hint))";
    expect((await byNode(folder, ['-e', code])).said).toBe(
      'sbp-banks-conformance/vitest: found no vitest, expected version 5 beside this package npm install --save-dev vitest\n',
    );
  });

  it.for(['22.19.0', '26'] as const)('runs on Node %s', async (version, context) => {
    const folder = installed(alone, context);
    const other = await nodeOf(version, context);
    expect((await execute(other, ['--version'], work)).said).toContain(`v${version}`);
    const run = await execute(other, [program, 'run', '--quiet', '--out', `on-${version}`], folder);
    expect(run).toMatchObject({ code: 0, said: expect.stringContaining('built-in reference') });
  });

  it('says on Node 20 which version it needs', async (context) => {
    const folder = installed(alone, context);
    const old = await nodeOf('20', context);
    const ended = await execute(old, [program, 'run'], folder);
    const said = /^error: found Node\.js 20\.\S+, expected 22\.19 or newer\n.*node@24.*\(node-version\)\n$/;
    expect(ended).toMatchObject({ code: 2, said: expect.stringMatching(said) });
    for (const entry of ['sbp-banks-conformance', 'sbp-banks-conformance/vitest']) {
      const code = `import('${entry}').catch(({ message }) => console.log(message))`;
      expect((await execute(old, ['-e', code], folder)).said).toMatch(
        /^sbp-banks-conformance: found Node\.js 20\.\S+, expected 22\.19 or newer\n +npm install --save-dev node@24/,
      );
    }
  });

  it('gives its schemas, and types that a strict project accepts', async (context) => {
    const folder = installed(beside, context);
    const source = [
      "import { runConformance, renderReport, type Results, type TargetProfile } from 'sbp-banks-conformance';",
      "import { conformance } from 'sbp-banks-conformance/vitest';",
      "const profile: TargetProfile = { baseUrl: 'http://localhost', variants: { a: {} } };",
      'export const results: Promise<Results> = runConformance(profile, { variants: ["a"] });',
      "export const html: Promise<string> = results.then((found) => renderReport(found, 'html'));",
      'conformance(profile, { out: "reports" });',
      '// @ts-expect-error an unknown format is found by the compiler',
      "export const wrong = results.then((found) => renderReport(found, 'pdf'));",
    ];
    await writeFile(join(folder, 'user.mts'), source.join('\n'));
    const options = '--noEmit --strict --module nodenext --target es2024 --skipLibCheck --types node'.split(
      ' ',
    );
    const types = ['--typeRoots', join(packageFolder, 'node_modules', '@types')];
    const tsc = [toolOf('typescript', 'bin', 'tsc'), ...options, ...types, 'user.mts'];
    expect(await byNode(folder, tsc)).toMatchObject({ code: 0, said: '' });
    const schema = "console.log(import.meta.resolve('sbp-banks-conformance/schemas/target.schema.json'))";
    const { said } = await byNode(folder, ['--input-type=module', '-e', schema]);
    const text = await readFile(fileURLToPath(said.trim()), 'utf8');
    expect(JSON.parse(text)).toHaveProperty('properties.baseUrl');
  });
});

/** How a package manager installs a tarball into a project and runs its program. */
interface Manager {
  readonly name: string;
  /** Its program; null if it is in PATH. */
  readonly tool: string | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly add: (tarball: string) => readonly string[];
  readonly run: (words: readonly string[]) => readonly string[];
}

const pnp = 'nodeLinker: pnp\nenableGlobalCache: false\nenableTelemetry: false\n';
const managers: readonly Manager[] = [
  {
    name: "Yarn with Plug'n'Play",
    tool: '@yarnpkg/cli-dist/bin/yarn.js',
    settings: { '.yarnrc.yml': pnp, 'yarn.lock': '' },
    add: (file) => ['add', file],
    run: (words) => words,
  },
  {
    name: 'pnpm',
    tool: 'pnpm/bin/pnpm.cjs',
    settings: {},
    add: (file) => ['add', '--store-dir', 'store', file],
    run: (words) => ['exec', ...words],
  },
  {
    name: 'npm',
    tool: null,
    settings: {},
    add: (file) => ['install', '--prefer-offline', '--no-audit', '--no-fund', file],
    run: (words) => ['exec', '--offline', '--', ...words],
  },
];

describe('installed by a package manager', () => {
  it.for(managers)(
    '$name: runs against a service with a module of the project, judges again, certifies and verifies',
    async ({ name, tool, settings, add, run }, context) => {
      context.skip(!isSlow, 'only with SBP_SLOW_TESTS=1');
      const tools = installed(await managersIn, context);
      const folder = join(work, `by-${name.split(' ')[0]}`);
      await mkdir(folder);
      const project = {
        'package.json': '{ "name": "own", "version": "1.0.0", "type": "module" }',
        ...settings,
      };
      for (const [file, text] of Object.entries(project)) await writeFile(join(folder, file), text);
      const call = (words: readonly string[]): Promise<Ended> =>
        tool === null
          ? execute('npm', words, folder)
          : byNode(folder, [join(tools, 'node_modules', tool), ...words], { CI: '1' });
      expect(await call(add(tarball))).toMatchObject({ code: 0 });
      await withBuiltIn({}, async ({ profile }) => {
        const { encryption, ...others } = profile;
        const key = await readFile(encryption?.key ?? '', 'utf8');
        await writeFile(join(folder, 'encrypt.mjs'), encrypting(key));
        const own = { ...others, encryption: { scheme: 'module', module: './encrypt.mjs' } };
        await writeFile(join(folder, 'own.yaml'), stringify(own));
        const signer = '--key authority/signer.key --cert authority/signer.pem';
        for (const words of [
          'run --target own.yaml --quiet',
          'report reports/results.json --rejudge --out again',
          'certify --init-authority authority',
          `certify --target own.yaml ${signer} --out certified --quiet`,
          'verify certified --ca authority/root.pem',
          'selftest --defect a-bic-missing',
        ]) {
          const { code, said } = await call(run(['sbp-banks-conformance', ...words.split(' ')]));
          expect([words, code, code === 0 ? '' : said]).toEqual([words, 0, '']);
        }
      });
      const written = ['junit.xml', 'report.html', 'results.json', 'summary.md'];
      expect(await readdir(join(folder, 'reports'))).toEqual(expect.arrayContaining(written));
      expect((await resultsIn(join(folder, 'reports'))).verdict).toBe('conforming');
    },
  );
});

/** A user's module that encrypts as the built-in reference expects. */
const encrypting = (key: string): string => `
  import { publicEncrypt } from 'node:crypto';
  const key = ${JSON.stringify(key)};
  export default (plain) => publicEncrypt({ key, oaepHash: 'sha256' }, Buffer.from(plain)).toString('base64');
`;

/** A project with the examples of the documentation and a running service. Returns a call of the program. */
async function embedded(project: string | null, context: Context): Promise<string> {
  const folder = installed(project, context);
  const page = await readFile(join(packageFolder, 'docs', 'embedding.md'), 'utf8');
  for (const name of ['service', 'command']) {
    const file = fileURLToPath(new URL(`${name}.test-support.mjs`, import.meta.url));
    await cp(file, join(folder, `${name}.js`));
  }
  for (const [, name = '', code = ''] of page.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)) {
    await writeFile(join(folder, name), code);
  }
  return folder;
}

const wrongStatus = { DEFECT: 'a-missing-flag-400' };
const wrongTests = ['a.missing.useAuthByCert', 'a.missing.compared'];
const lastTitle = 'everything that was provisioned could be judged';
const lastInNode = 'the command line would exit with code 0';

async function inVitest(folder: string, env: Readonly<Record<string, string>>, ...more: readonly string[]) {
  const reporters = ['--reporter=json', '--outputFile=out.json', '--reporter=default'];
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'banks.test.js', ...reporters, ...more];
  const { code, said } = await byNode(folder, args, env);
  const { testResults } = JSON.parse(await readFile(join(folder, 'out.json'), 'utf8')) as {
    readonly testResults: readonly {
      readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
    }[];
  };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const having = (...states: readonly string[]): readonly string[] =>
    tests.filter(({ status }) => states.includes(status)).map(({ title }) => title.split(':')[0] ?? '');
  return {
    code,
    said,
    failed: having('failed'),
    passed: having('passed'),
    skipped: having('skipped', 'pending'),
  };
}

async function inNode(folder: string, env: Readonly<Record<string, string>>) {
  const args = ['--test', '--test-reporter=tap', 'banks.node-test.js'];
  const { code, said } = await byNode(folder, args, env);
  return { code, said, failed: [...said.matchAll(/^not ok \d+ - ([^:\n]+)/gm)].map(([, name = '']) => name) };
}

describe('embedded', () => {
  const waived = { ...wrongStatus, WAIVED: 'a.missing.useAuthByCert.status' };
  const unread = { DEFECT: 'b-unauthorized-says-nothing', REVIEWS: 'reviews.json' };
  const refused = ['b.unauthorized.unknown-partner', 'b.unauthorized.wrong-password'];

  it.for([
    ['a conforming service', {}, [0, 0, 0], [], []],
    [
      'one that refuses with the wrong status',
      wrongStatus,
      [1, 1, 1],
      wrongTests,
      [...wrongTests, lastInNode],
    ],
    ['one with a waived failure', waived, [0, 0, 0], [], []],
    ['one whose text a person has refused', unread, [1, 1, 1], refused, [lastInNode]],
    ['one that is down', { DOWN: '1' }, [3, 1, 1], [lastTitle], [lastInNode]],
  ] as const)(
    'in vitest and node:test, says of %s what the command line says',
    async ([, env, codes, red, redInNode], context) => {
      context.skip(!(isSlow || env === wrongStatus), 'only with SBP_SLOW_TESTS=1');
      const folder = await embedded(beside, context);
      const decision = { text: 'Код 17', decision: 'fail', name: 'A. Person', date: '2026-01-01' };
      const reviews = refused.map((id) => ({ ...decision, case: id }));
      await writeFile(join(folder, 'reviews.json'), JSON.stringify(reviews));
      if ('DOWN' in env) expectWarnings(/^! no usable answer from the target/);
      const [command, vitest, node] = await Promise.all([
        byNode(folder, ['command.js'], env),
        inVitest(folder, env),
        inNode(folder, env),
      ]);
      expect([command.code, vitest.code, node.code]).toEqual(codes);
      expect([new Set(vitest.failed), new Set(node.failed)]).toEqual([new Set(red), new Set(redInNode)]);
      for (const { said } of [vitest, node]) expect(said).not.toContain(testPartners.valid.password);
    },
  );

  it('shows in vitest why a case fails, and leaves out what is not provisioned', async (context) => {
    const folder = await embedded(beside, context);
    const { passed, skipped, said } = await inVitest(folder, wrongStatus);
    expect(passed).toEqual(expect.arrayContaining(['b.unauthorized.wrong-password', lastTitle]));
    const left = skipped.filter((title) => !title.includes('.observed.')).toSorted();
    const conditions = 'a.unavailable b.ip-blocked b.partner-blocked b.reward-unavailable b.unavailable';
    expect(left.join(' ')).toBe(conditions);
    expect(said).toContain(
      'a.missing.useAuthByCert.status: A answers 400 instead of 422 for a request without',
    );
    expect(said).toContain('curl --include');
    const filtered = await inVitest(folder, { DOWN: '1' }, '-t', 'a.success');
    expect(filtered).toMatchObject({ code: 1, failed: [] });
  });

  it('shows in node:test why a case is skipped or fails', async (context) => {
    const { said } = await inNode(await embedded(alone, context), wrongStatus);
    expect(said).toMatch(/ok \d+ - b\.ip-blocked:.*# SKIP not-provisioned/);
    expect(said).toContain('A answers 400 instead of 422 for a request without');
  });

  it('keeps its verdicts whatever the settings of the project, and refuses a pool that it cannot run in', async (context) => {
    context.skip(!isSlow, 'only with SBP_SLOW_TESTS=1');
    const folder = await embedded(beside, context);
    const orders = ['--sequence.shuffle', '--sequence.concurrent'];
    const settings = ['--testTimeout=1', '--hookTimeout=1', '--retry=2', ...orders];
    expect(await inVitest(folder, {}, ...settings)).toMatchObject({ code: 0, failed: [] });
    const { failed } = await inVitest(folder, wrongStatus, ...settings);
    expect(failed).toEqual(expect.arrayContaining(wrongTests));
    const vm = await byNode(folder, ['node_modules/vitest/vitest.mjs', 'run', '--pool=vmThreads']);
    expect(vm).toMatchObject({ code: 1, said: expect.stringContaining('VM context') });
  });

  it('opens in the browser interface of vitest by the three lines of the page on embedding', async (context) => {
    context.skip(!isSlow, 'only with SBP_SLOW_TESTS=1');
    const folder = await embedded(beside, context);
    await withBuiltIn({}, async ({ profile }) => {
      await writeFile(join(folder, 'staging.yaml'), stringify(profile));
      const args = 'node_modules/vitest/vitest.mjs --ui --watch --open=false staging.test.js'.split(' ');
      const child = start(process.execPath, args, folder, { env: cleanEnvironment({ CI: '1' }) });
      try {
        await expect.poll(child.said).toMatch(/Tests {2}.*\d+ passed/);
        const address = /http:\S+__vitest__\/\S*/.exec(child.said())?.[0] ?? '';
        expect((await fetch(address, { redirect: 'manual' })).status).toBeLessThan(400);
        expect(child.said()).not.toContain(testPartners.valid.password);
      } finally {
        child.signal('SIGINT');
      }
    });
  });
});
