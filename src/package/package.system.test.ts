import { spawn } from 'node:child_process';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { startBuiltIn } from '../cli/built-in.ts';
import { need } from '../cli/integration/tools.test-support.ts';
import { linksOf } from '../documentation/markdown.test-support.ts';
import { testPartners } from '../reference/profile.ts';
import type { Results } from '../result/results.ts';
import { packageFolder } from '../suite.ts';
import {
  besideVitest,
  cleanEnvironment,
  execute,
  install,
  pack,
  temporaryFolder,
} from './tarball.test-support.ts';

// Packing, installing and starting programs takes its time where a machine is busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 360_000 });

const require = createRequire(import.meta.url);
const program = ['node_modules', 'sbp-banks-conformance', 'dist', 'cli', 'main.js'];

let work = '';
let remove = async (): Promise<void> => undefined;
let tarball = '';
/** Folders of projects that have the package installed, alone and beside vitest; null where npm cannot install. */
let alone: string | null = null;
let beside: string | null = null;

const versions = ['20', '22.19.0', '26'] as const;
/** The folder of a project that has other versions of Node installed. */
let runtimes: Promise<string | null> = Promise.resolve(null);

beforeAll(async () => {
  ({ folder: work, remove } = await temporaryFolder());
  const names = versions.map((one) => `node-${one}@npm:node-${process.platform}-${process.arch}@${one}`);
  runtimes = install(join(work, 'runtimes'), names);
  tarball = await pack(work);
  alone = await install(join(work, 'alone'), [tarball]);
  beside = alone === null ? null : await besideVitest(alone, join(work, 'beside'));
});
afterAll(async () => {
  await runtimes;
  await remove();
});

/** Another version of Node. */
async function nodeOf(version: (typeof versions)[number], context: Parameters<typeof need>[0]) {
  const folder = installed(await runtimes, context);
  return join(folder, 'node_modules', `node-${version}`, 'bin', 'node');
}

/** The folder of an installed project; the test is skipped, or fails where tools are required, if npm could not make it. */
function installed(folder: string | null, context: Parameters<typeof need>[0]): string {
  need(context, folder !== null, 'a registry or a cache that npm can install from');
  return folder ?? '';
}

const resultsOf = async (folder: string): Promise<Results> =>
  JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;

describe('the tarball', () => {
  const namesInside = async (): Promise<readonly string[]> => {
    const { said } = await execute('tar', ['-tzf', tarball], work);
    return said
      .trim()
      .split('\n')
      .map((name) => name.replace(/^package\//, ''));
  };

  it('holds what is run, described and licensed, and nothing else', async () => {
    const names = await namesInside();
    const kinds = (name: string): string =>
      name
        .replace(/^dist\/.*(\.d\.ts|\.js|\.js\.map)$/, 'dist/*$1')
        .replace(/^(docs\/schemas)\/.*\.schema\.json$/, '$1/*')
        .replace(/^docs\/(?:api\/|ci\/|reference\/)?[\w.-]+\.md$/, 'docs/*.md');
    const groups = new Set(names.map(kinds));
    expect([...groups].toSorted()).toEqual([
      '.env.example',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist/*.d.ts',
      'dist/*.js',
      'dist/*.js.map',
      'docs/*.md',
      'docs/ci/gitlab.yml',
      'docs/reference/openapi.yaml',
      'docs/report.svg',
      'docs/schemas/*',
      'fixtures/banks/banks.json',
      'fixtures/keys/README.md',
      'fixtures/keys/loopback.key',
      'fixtures/keys/loopback.pem',
      'fixtures/keys/service.key',
      'fixtures/keys/service.pem',
      'fixtures/targets/staging.yaml',
      'package.json',
    ]);
    expect(
      names.filter((name) => /\.test|test-(data|support)|corpus|golden|dist\/package/.test(name)),
    ).toEqual([]);
  });

  it('holds what its pages link to', async () => {
    const names = await namesInside();
    const lost: string[] = [];
    for (const page of names.filter((name) => name.endsWith('.md'))) {
      const text = await readFile(join(packageFolder, page), 'utf8');
      const paths = linksOf(text).map((link) => link.split('#')[0] ?? '');
      const missing = paths.filter((path) => {
        const to = posix.join(posix.dirname(page), decodeURI(path));
        return path !== '' && !names.some((name) => name === to || name.startsWith(`${to}/`));
      });
      lost.push(...missing.map((path) => `${page}: ${path}`));
    }
    expect(lost).toEqual([]);
  });

  it('is of the size that CONTRIBUTING states, to a tenth', async () => {
    const text = await readFile(join(packageFolder, 'CONTRIBUTING.md'), 'utf8');
    const [, packed, unpacked] = /tarball\shas about (\d+) kB \(([\d.]+) MB unpacked/.exec(text) ?? [];
    const { said } = await execute('tar', ['-tvzf', tarball], work);
    const sizes = said
      .trim()
      .split('\n')
      .map((line) => Number(line.trim().split(/\s+/)[2]));
    const size = sizes.reduce((sum, each) => sum + each, 0) / 1e6;
    const ratios = [(await stat(tarball)).size / 1000 / Number(packed), size / Number(unpacked)];
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.1);
  });

  it('is what publint and are-the-types-wrong want a package of ES modules to be', async () => {
    const content = await readFile(tarball);
    const packed = { tarball: Uint8Array.from(content).buffer };
    const { messages } = await publint({ pack: packed, strict: true });
    expect(messages).toEqual([]);
    const attw = join(dirname(require.resolve('@arethetypeswrong/cli/package.json')), 'dist', 'index.js');
    const types = await execute(process.execPath, [attw, '--profile', 'esm-only', tarball], work);
    expect(types).toMatchObject({ code: 0 });
  });
});

describe('installed without vitest', () => {
  it('runs, certifies and verifies', async (context) => {
    const folder = installed(alone, context);
    const run = await execute('npx', ['--no-install', 'sbp-banks-conformance', 'run'], folder);
    expect(run).toMatchObject({ code: 0, said: expect.stringContaining('VARIANT B: CONFORMING') });
    expect((await resultsOf(join(folder, 'reports'))).verdict).toBe('conforming');
    const signer = '--key authority/signer.key --cert authority/signer.pem';
    for (const words of [
      'certify --init-authority authority',
      `certify --reference ${signer} --out certified`,
      'verify certified --ca authority/root.pem',
    ]) {
      const ended = await execute(process.execPath, [join(...program), ...words.split(' ')], folder);
      expect([words, ended.code]).toEqual([words, 0]);
    }
  });

  it('says for --ui and for the vitest entry what to install', async (context) => {
    const folder = installed(alone, context);
    const ui = await execute(process.execPath, [join(...program), 'run', '--ui'], folder);
    expect(ui).toMatchObject({
      code: 2,
      said: expect.stringContaining('npm install --save-dev vitest @vitest/ui'),
    });
    const code =
      "import('sbp-banks-conformance/vitest').catch((error) => console.log(error.message, error.hint))";
    const entry = await execute(process.execPath, ['-e', code], folder);
    expect(entry.said).toBe(
      'sbp-banks-conformance/vitest: found no vitest, expected version 5 beside this package npm install --save-dev vitest\n',
    );
  });

  it.for(['22.19.0', '26'] as const)('runs on Node %s', async (version, context) => {
    const folder = installed(alone, context);
    const other = await nodeOf(version, context);
    const shown = await execute(other, ['--version'], work);
    expect(shown.said).toContain(`v${version}`);
    const run = [join(...program), 'run', '--quiet', '--out', `on-${version}`];
    const said: unknown = expect.stringContaining('built-in reference');
    expect(await execute(other, run, folder)).toMatchObject({ code: 0, said });
  });

  it('says on Node 20 which version it needs', async (context) => {
    const folder = installed(alone, context);
    const ended = await execute(await nodeOf('20', context), [join(...program), 'run'], folder);
    const said = /^error: found Node\.js 20\.\S+, expected 22\.19 or newer\n.*\(node-version\)\n$/;
    expect(ended).toEqual({ code: 2, said: expect.stringMatching(said) });
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
    const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
    const types = ['--typeRoots', join(packageFolder, 'node_modules', '@types'), '--types', 'node'];
    const own = await execute(
      process.execPath,
      [tsc, ...options, ...types, '--skipLibCheck', 'user.mts'],
      folder,
    );
    expect(own).toEqual({ code: 0, said: '' });
    const schema = "console.log(import.meta.resolve('sbp-banks-conformance/schemas/target.schema.json'))";
    const { said } = await execute(process.execPath, ['--input-type=module', '-e', schema], folder);
    expect(JSON.parse(await readFile(fileURLToPath(said.trim()), 'utf8'))).toHaveProperty(
      'properties.baseUrl',
    );
  });
});

/** A project with the examples of the documentation, the service that they are aimed at, and a call of the program likewise. */
async function embedded(project: string | null, context: Parameters<typeof need>[0]): Promise<string> {
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

const wrongStatus = { REFUSAL: '401' };
const wrongTests = ['a.unauthorized.unknown-partner', 'a.unauthorized.wrong-password'];
const wrongRequirements = 'a.unauthorized.status,a.status.no-401';
const lastTitle = 'everything that was provisioned could be judged';
const lastInNode = 'the command line would exit with code 0';

/** Runs the program against the service of the examples. */
const byCommand = (folder: string, env: Readonly<Record<string, string>>) =>
  execute(process.execPath, ['command.js'], folder, env);

/** Runs the example for vitest. */
const byVitest = async (
  folder: string,
  env: Readonly<Record<string, string>>,
  ...more: readonly string[]
) => {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=json', '--outputFile=out.json', '--reporter=default'];
  const ended = await execute(
    process.execPath,
    [vitest, 'run', 'banks.test.js', ...reporters, ...more],
    folder,
    env,
  );
  const { testResults } = JSON.parse(await readFile(join(folder, 'out.json'), 'utf8')) as {
    readonly testResults: readonly {
      readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
    }[];
  };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const having = (...states: readonly string[]) =>
    tests.filter(({ status }) => states.includes(status)).map(({ title }) => title.split(':')[0]);
  return {
    ...ended,
    failed: having('failed'),
    passed: having('passed'),
    skipped: having('skipped', 'pending'),
  };
};

/** Runs the example for node:test. */
const byNode = async (folder: string, env: Readonly<Record<string, string>>) => {
  const args = ['--test', '--test-reporter=tap', 'banks.node-test.js'];
  const { code, said } = await execute(process.execPath, args, folder, env);
  const failed = [...said.matchAll(/^not ok \d+ - ([^:\n]+)/gm)].map(([, name = '']) => name);
  return { code, said, failed };
};

describe('embedded in a project of vitest', () => {
  it('passes for a conforming service, and leaves out what is not provisioned', async (context) => {
    const folder = await embedded(beside, context);
    const { code, failed, passed, skipped } = await byVitest(folder, {});
    expect({ code, failed }).toEqual({ code: 0, failed: [] });
    expect(passed).toContain('a.unauthorized.wrong-password');
    expect(passed).toContain(lastTitle);
    // The limit of failed logins may also exclude what is only observed.
    const titles = skipped.map(String).filter((title) => !title.includes('.observed.'));
    const left = titles.toSorted();
    const conditions = 'a.unavailable b.ip-blocked b.partner-blocked b.reward-unavailable b.unavailable';
    expect(left.join(' ')).toBe(conditions);
  });

  it('fails for one that refuses with the wrong status, and shows why', async (context) => {
    const folder = await embedded(beside, context);
    const { code, failed, said } = await byVitest(folder, wrongStatus);
    expect(code).toBe(1);
    expect(failed).toEqual(expect.arrayContaining(wrongTests));
    expect(failed.every((title) => title?.startsWith('a.'))).toBe(true);
    expect(said).toContain('a.unauthorized.status: status: expected 403, got 401');
    expect(said).toContain('curl --include');
    expect(said).not.toContain('test-only-password');
  });

  it('fails where the target is down, filtered or not', async (context) => {
    const folder = await embedded(beside, context);
    const { code, failed, said } = await byVitest(folder, { DOWN: '1' });
    expect({ code, failed }).toEqual({ code: 1, failed: [lastTitle] });
    expect(said).toContain('the target does not answer');
    const filtered = await byVitest(folder, { DOWN: '1' }, '-t', 'a.success');
    expect(filtered).toMatchObject({ code: 1, failed: [] });
  });

  it('keeps its verdicts whatever the settings of the project, and refuses a pool that it cannot run in', async (context) => {
    const folder = await embedded(beside, context);
    const settings =
      '--testTimeout=1 --hookTimeout=1 --retry=2 --sequence.shuffle --sequence.concurrent'.split(' ');
    expect(await byVitest(folder, {}, ...settings)).toMatchObject({ code: 0, failed: [] });
    const wrong = await byVitest(folder, wrongStatus, ...settings);
    expect(wrong.failed).toEqual(expect.arrayContaining(wrongTests));
    const vm = await execute(
      process.execPath,
      [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--pool=vmThreads'],
      folder,
    );
    expect(vm).toMatchObject({ code: 1, said: expect.stringContaining('expected forks or threads') });
  });

  it('opens its browser interface, and writes the reports where they are asked for', async (context) => {
    const folder = installed(beside, context);
    const { reference, profile } = await startBuiltIn();
    try {
      await writeFile(join(folder, 'target.yaml'), stringify(profile));
      const args = [
        join(...program),
        'run',
        '--ui',
        ...'--target target.yaml --variant a --out ui'.split(' '),
      ];
      const child = spawn(process.execPath, args, {
        cwd: folder,
        env: cleanEnvironment({ CI: '1' }),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)));
      try {
        await expect.poll(() => said, { timeout: 30_000 }).toMatch(/Tests {2}\d+ passed/);
        const address = /http:\S+__vitest__\/\S*/.exec(said)?.[0] ?? '';
        const answer = await fetch(address, { redirect: 'manual' });
        expect(answer.status).toBeLessThan(400);
        await expect.poll(() => said, { timeout: 30_000 }).toContain('Waiting for file changes');
      } finally {
        child.kill('SIGINT');
      }
      const { cases, verdict } = await resultsOf(join(folder, 'ui'));
      expect(verdict).toBe('conforming');
      expect(new Set(cases.map(({ variant }) => variant))).toEqual(new Set(['a']));
      expect(said).not.toContain(testPartners.valid.password);
    } finally {
      await reference.close();
    }
  });
});

describe('embedded in a project of node:test', () => {
  it('passes for a conforming service', async (context) => {
    const folder = await embedded(alone, context);
    const { code, failed, said } = await byNode(folder, {});
    expect({ code, failed }).toEqual({ code: 0, failed: [] });
    expect(said).toMatch(/ok \d+ - b\.ip-blocked:.*# SKIP not-provisioned/);
  });

  it('fails for one that refuses with the wrong status, and where the target is down', async (context) => {
    const folder = await embedded(alone, context);
    const wrong = await byNode(folder, wrongStatus);
    expect(wrong).toMatchObject({ code: 1, failed: expect.arrayContaining([...wrongTests, lastInNode]) });
    expect(wrong.failed.every((id) => id.startsWith('a.') || id === lastInNode)).toBe(true);
    expect(wrong.said).toContain('expected 403, got 401');
    const down = await byNode(folder, { DOWN: '1' });
    expect(down).toMatchObject({ code: 1, failed: [lastInNode] });
    expect(down.said).toContain('target-unavailable');
  });
});

describe('embedded in either', () => {
  const refused = wrongTests;
  const decision = { text: 'zzz', decision: 'fail', name: 'A. Person', date: '2026-01-01' };
  const reviews = JSON.stringify(refused.map((id) => ({ ...decision, case: id })));

  it.for([
    ['a waived failure', { ...wrongStatus, WAIVED: wrongRequirements }, 0, [], []],
    ['a text that a person has refused', { TEXT: 'zzz', REVIEWS: 'reviews.json' }, 1, refused, [lastInNode]],
  ] as const)('says of %s what the command line says', async ([, env, code, red, redInNode], context) => {
    const folder = await embedded(beside, context);
    await writeFile(join(folder, 'reviews.json'), reviews);
    const [inCommand, inVitest, inNode] = await Promise.all([
      byCommand(folder, env),
      byVitest(folder, env),
      byNode(folder, env),
    ]);
    expect(inCommand).toMatchObject({ code });
    expect([inVitest.code, inNode.code]).toEqual([code, code]);
    expect([new Set(inVitest.failed), new Set(inNode.failed)]).toEqual([new Set(red), new Set(redInNode)]);
  });
});
