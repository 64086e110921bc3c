import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bind } from '../client/raw-server.test-support.ts';
import { displayWidth } from '../base/text-width.ts';
import { subjects } from '../reference/defects.ts';
import { callerFolder, packageFolder } from '../base/package.ts';
import { settingNames } from '../profile/environment.ts';
import { execute } from './child.test-support.ts';
import { commands } from './command.ts';
import type { CommandName } from './command.ts';
import { ask, askIn, filesOf, openFolder, rowsOf } from './fake-terminal.test-support.ts';
import type { OptionTable } from './option.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

const keys = join(packageFolder, 'fixtures/keys/');

/** A password that must not appear in any message. */
const password = 'literal-pass-word-0815';
const credentials = `{ partnerName: 1042, partnerPassword: "${password}", useAuthByCert: "true" }`;
/** A valid profile, one line per key. A line replaces the one with the same key, or is added. */
function profile(line = 'language: en'): string {
  const lines = new Map([
    ['baseUrl', 'baseUrl: {{url}}/api'],
    ['variants', 'variants: { a: {}, b: { bankCode: acme } }'],
    ['credentials', `credentials: ${credentials}`],
    ['encryption', 'encryption: { scheme: rsa-oaep, key: {{keys}}/service.pem }'],
  ]);
  lines.set(line.split(':')[0] ?? '', line);
  return [...lines.values(), ''].join('\n');
}

/** The content of a file; null for a folder. */
type Content = string | Uint8Array | null;

let folder: string;
let url: string;
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
beforeAll(async () => {
  const { port, close } = await bind(server);
  url = `http://127.0.0.1:${port}`;
  return close;
});
beforeEach(async () => {
  connections = 0;
  folder = await openFolder();
});

async function put(files: Readonly<Record<string, Content>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    if (content === null) await mkdir(file);
    else if (typeof content !== 'string') await writeFile(file, content);
    else await writeFile(file, content.replaceAll('{{url}}', url).replaceAll('{{keys}}/', keys));
  }
}

/** Runs these words. `missing` are expected parts that stderr lacks, `flaws` what no message may contain. */
async function attempt(words: readonly string[], says: readonly string[], env = {}) {
  const { code, out, err } = await askIn({ cwd: folder, env }, ...words);
  const last = err.trimEnd().split('\n').at(-1) ?? '';
  const seen = {
    code,
    out,
    connections,
    messages: err.match(/^error: /gm)?.length,
    hasHint: /^ {2}.+ \([a-z0-9]+(-[a-z0-9]+)*\)$/.test(last),
    missing: says.filter((part) => !err.includes(part)),
    flaws: err.match(/^\s+at |node:internal|ENOENT:|EISDIR:|literal-pass-word/gm) ?? [],
  };
  return { err, seen };
}

const refused = { code: 2, out: '', connections: 0, messages: 1, hasHint: true, missing: [], flaws: [] };
/** An escape sequence, or a line that a CI server reads as a command. */
const steering = new RegExp(String.raw`\u001b|^\s*::|##\[`, 'm');

describe('a wrong profile is one message and exit code 2, and nothing is sent', () => {
  it.each(rowsOf('wrong-profiles'))('%s', async (line, ...says) => {
    await put({ 'target.yaml': profile(line), 'empty.pem': '' });
    const { seen } = await attempt(['run', '--target', 'target.yaml'], ['target.yaml', ...says]);
    expect(seen).toEqual(refused);
  });

  it.each([
    ['a tab that indents', 'variants:\n\ta: {}\n', 'line 2, column 1: a tab is in a place where spaces'],
    ['a repeated key', `${profile()}variants: { a: {} }`, 'line 6, column 1: the same key'],
    ['a binary file', Uint8Array.of(0xff, 0xfe, 0), 'found a file that is not UTF-8'],
    ['a huge file', `# ${'x'.repeat(2_000_000)}`, 'found a file larger than 256 KiB'],
    ['a page of HTML', '<html></html>', 'found a string, expected a mapping'],
  ])('%s', async (_title, content, said) => {
    await put({ 'target.yaml': content });
    expect((await attempt(['run', '--target', 'target.yaml'], ['target.yaml: ', said])).seen).toEqual(
      refused,
    );
  });

  it('a key of 200,000 characters is cut', async () => {
    await put({ 'target.yaml': `${profile()}? "${'k'.repeat(200_000)}"\n: 1` });
    const { err, seen } = await attempt(['run', '--target', 'target.yaml'], ['found an unknown key']);
    expect(seen).toEqual(refused);
    expect(err.length).toBeLessThan(1000);
  });

  it.each(['\u001b[2K\u001b[31mname.yaml', 'x\n::error::pwned.yaml', '##[error]x.yaml'])(
    'a file called %j steers no terminal and no CI server',
    async (name) => {
      await put({ [name]: '7' });
      const { err, seen } = await attempt(['run', '--target', name], ['expected a mapping']);
      expect(seen).toEqual(refused);
      expect(err).not.toMatch(steering);
      await put({ 'target.yaml': profile() });
      const words = 'run --target target.yaml --retries 0 --case a.success --out'.split(' ');
      const ran = await ask(folder, ...words, name.replace('.yaml', ''));
      expect(ran.code).toBe(3);
      expect(`${ran.out}${ran.err}`).not.toMatch(steering);
    },
  );
});

describe('wrong usage is one message and exit code 2, and nothing is sent', () => {
  it.each(rowsOf('wrong-usage'))('%s', async (command = '', ...says) => {
    const texts = { 'x.json': '{}', 'x.txt': 'x', 'x.pem': 'x' };
    const label = '{"schemaVersion":1,"label":"x"}';
    await put({ 'target.yaml': profile(), ...texts, 'label.json': label, empty: null });
    expect((await attempt(command.split(' '), says)).seen).toEqual(refused);
  });

  it('a folder called .env', async () => {
    await put({ '.env': null });
    expect((await attempt(['run'], ['.env: found a folder'])).seen).toEqual(refused);
  });

  it.each([
    ['SBP_BASE_URL', 'http://127.0.0.1:9', ['SBP_BASE_URL: found no profile, expected one with variants']],
    ['SBP_TARGET', 'no.yaml', ['no.yaml: found no such file']],
    [
      'SBP_BASEURL',
      'http://127.0.0.1:9',
      ['SBP_BASEURL: found an unknown variable', 'did you mean SBP_BASE_URL?'],
    ],
  ])('%s=%s', async (name, value, says) => {
    expect((await attempt(['run'], says, { [name]: value })).seen).toEqual(refused);
  });

  it('SBP_BASE_URL=service.test, over the base URL of a profile', async () => {
    await put({ 'target.yaml': profile() });
    const says = ['SBP_BASE_URL: found "service.test"'];
    const { seen } = await attempt(['run', '--target', 'target.yaml'], says, {
      SBP_BASE_URL: 'service.test',
    });
    expect(seen).toEqual(refused);
  });
});

it('the good profile that the rows break comes as far as sending', async () => {
  // It ends with the path of another bank.
  await put({ 'target.yaml': profile('baseUrl: {{url}}/partner/other/sbp/banks') });
  const words = ['run', '--target', 'target.yaml', '--case', 'a.success'];
  expect((await ask(folder, ...words, '--dry-run', '--rate', '.5')).code).toBe(0);
  expect((await ask(folder, ...words, '--retries', '0')).code).toBe(3);
  expect(connections).toBeGreaterThan(0);
});

const names = Object.keys(commands) as readonly CommandName[];

describe.each(names)('the help of `%s`', (name) => {
  it('fits into 80 columns, and names every option of its examples and its table', async () => {
    const { out } = await ask(folder, name, '--help');
    const wide = out.split('\n').filter((line) => displayWidth(line) > 80);
    expect(wide.filter((line) => !line.startsWith('  npx '))).toEqual([]);
    expect(out).toMatch(
      new RegExp(`^Usage: npx sbp-banks-conformance ${name}( .*)? \\[options\\]\n\n[A-Z].*\\.\n`),
    );
    const { examples, options } = commands[name];
    const groups: OptionTable = options;
    const given = examples.flatMap(([args]) => args.match(/(?<=--)[a-z][a-z0-9-]+/g) ?? []);
    const all = Object.values(groups).flatMap((group) => Object.keys(group));
    for (const option of [...given, ...all, 'help'])
      expect(out).toMatch(new RegExp(`^ {2}--${option}[ \n]`, 'm'));
    for (const { variable } of Object.values(groups).flatMap((group) => Object.values(group))) {
      if (variable !== undefined) expect(settingNames).toContain(variable);
    }
  });
});

it.each([
  ['run -h', 0, /^Usage: .* run \[options\]/],
  ['help run', 0, /^Usage: .* run \[options\]/],
  ['-v', 0, /^\d+\.\d+\.\d+\n$/],
  ['help', 0, /<command> \[options\]/],
  ['', 2, /<command> \[options\]/],
])('%j is understood', async (words, code, answer) => {
  const said = await ask('.', ...words.split(' ').filter((word) => word !== ''));
  expect([said.code, said.out]).toEqual([code, expect.stringMatching(answer)]);
});

it('`requirements` lists exactly the catalogue that follows from the specification, with cases and checks', async () => {
  const { out } = await ask(folder, 'requirements', '--json');
  const rows = JSON.parse(out) as readonly Readonly<Record<'id' | 'section' | 'cases' | 'checks', string>>[];
  expect(rows.map(({ id }) => id).toSorted()).toEqual(rowsOf('requirements').flat().toSorted());
  expect(rows.filter(({ cases, checks }) => cases.length === 0 || checks.length === 0)).toEqual([]);
  expect(rows.filter(({ section }) => !/^[24-7][\d., ]*$/.test(section))).toEqual([]);
});

describe('`mock`', () => {
  it.each([
    ['--mgf1 sha1', 'RSA-OAEP, SHA-256, MGF1 SHA-1, base64'],
    ['--hash sha512 --encoding hex', 'RSA-OAEP, SHA-512, MGF1 SHA-512, hex'],
    ['--scheme rsa-pkcs1 --encoding base64url', 'RSA PKCS#1 v1.5, base64url'],
  ])('with %s expects %s: it prints that whole, and writes it into its profile', async (options, name) => {
    const own = await openFolder();
    const stop = new AbortController();
    const words = ['mock', '--write-target', 'mock.yaml', ...options.split(' ')];
    const serving = askIn({ cwd: own, signal: stop.signal }, ...words);
    await expect.poll(async () => Object.keys(await filesOf(own))).toContain('mock.yaml');
    const tried = ['--case', '?.success', '--case', '?.unencrypted.*', '--format', 'json'];
    const { code } = await ask(own, 'run', '--target', 'mock.yaml', '--quiet', ...tried);
    stop.abort();
    const { out } = await serving;
    expect([code, out]).toEqual([0, expect.stringContaining(`Passwords are encrypted by ${name}.`)]);
  });

  it('serves until it is stopped, and writes a profile by which `run` finds it conforming', async () => {
    const stop = new AbortController();
    const serving = askIn({ cwd: folder, signal: stop.signal }, 'mock', '--write-target', 'mock.yaml');
    const written = async (): Promise<readonly string[]> => Object.keys(await filesOf(folder));
    await expect.poll(written).toContain('mock.yaml');
    const words = ['run', '--target', 'mock.yaml', '--format', 'json', '--variant', 'b', '--complete'];
    const { code, out } = await ask(folder, ...words);
    stop.abort();
    expect([code, out]).toEqual([0, expect.stringContaining('CONFORMING')]);
    const served = await serving;
    expect(served).toMatchObject({ code: 0, out: expect.stringContaining('mock.yaml') as string });
    expect(served.out).toMatch(
      /^\d\d:\d\d:\d\d POST \/partner\/acme\/sbp\/banks\/ 422: partnerPassword is missing$/m,
    );
    // The profile finds its key after both were moved.
    expect(await readdir(folder)).toContain('mock.service.pem');
    const profile = await readFile(join(folder, 'mock.yaml'), 'utf8');
    expect(profile).toMatch(/^# yaml-language-server: \$schema=\S+\n[^]*key: \.\/mock\.service\.pem/);
  });

  it('lists every defect and tolerance within 80 columns, as JSON with what each violates', async () => {
    const { out } = await ask(folder, 'mock', '--list');
    for (const { id } of subjects) expect(out.split('\n')).toContain(`  ${id}`);
    expect(out.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
    const rows: unknown = JSON.parse((await ask(folder, 'mock', '--list', '--json')).out);
    expect(rows).toHaveLength(subjects.length);
    const [id, summary, violates] = ['a-bic-number', expect.any(String), ['a.success.record']];
    expect(rows).toContainEqual({ kind: 'defect', id, summary, violates });
  });
});

it('a Node that is too old gets the version that is needed, with exit code 2', async () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })";
  const imitated = `data:text/javascript,${encodeURIComponent(old)}`;
  const args = ['--import', imitated, join(packageFolder, 'src/cli/main.ts'), 'run'];
  const { code, err } = await execute(process.execPath, args, folder);
  const { engines } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  const needed = `found Node.js 20.20.2, expected ${engines.node.slice(2)} or newer`;
  const hint =
    'npm install --save-dev node@24 puts one beside this package, for npx and npm scripts (node-version)';
  expect([code, err]).toEqual([2, `error: ${needed}\n  ${hint}\n`]);
  for (const entry of ['index', 'vitest']) {
    const path = JSON.stringify(pathToFileURL(join(packageFolder, 'src', `${entry}.ts`)).href);
    const importing = `import(${path}).catch(({ message }) => console.log(message))`;
    const imported = await execute(process.execPath, ['--import', imitated, '-e', importing], folder);
    expect(imported.out).toBe(`sbp-banks-conformance: ${needed}\n  ${hint}\n`);
  }
});

const noService =
  'Tested the built-in reference implementation, not your service. Next: npx sbp-banks-conformance init\n';
const quick = ['--case', 'a.success', '--format', 'json', '--quiet'];

describe('what names a target', () => {
  it.each([
    [{}, [], ''],
    [
      { CI: 'true' },
      [],
      '! This run tests the built-in reference, not your service: no target is named. Name one by --target FILE, or say --reference.\n',
    ],
    [
      { CI: 'true', SBP_TARGET: 'no.yaml' },
      ['--reference'],
      '! SBP_TARGET has no effect on the built-in reference, which --reference asks for\n',
    ],
  ])('%j, %j: the reference is run, and the last line says so', async (env, options, warning) => {
    if (warning !== '')
      expectWarnings(/^! (?:SBP_\w+[\w ,.]* no effect|This run tests the built-in reference)/);
    const { code, out, err } = await askIn({ cwd: folder, env }, 'run', ...quick, ...options);
    const last = '✓ 1 passed · reports/selection/results.json\n';
    expect([code, out, err.replaceAll('\n  ', ' ')]).toEqual([0, last, `${warning}${noService}`]);
  });

  it.each([
    [{ SBP_BASEURL: 'https://x.test' }, 'SBP_BASEURL: found an unknown variable', 'SBP_BASE_URL?'],
    [{ SBP_TARGT: 'x.yaml', SBP_PARTNER_NAME: '1' }, 'SBP_TARGT: found an unknown', 'SBP_TARGET?'],
    [{ SBP_BASE_URL: 'http://127.0.0.1:9' }, 'found no profile, expected', 'partnerPassword'],
  ])('%j is an error, and the reference is not run', async (env, ...says) => {
    const { code, out, err } = await askIn({ env }, 'run', ...quick);
    expect([code, out]).toEqual([2, '']);
    for (const part of says) expect(err).toContain(part);
  });
});

describe('relative paths', () => {
  it('are those of the caller, also in an npm script of a checkout', async () => {
    const words = ['--prefix', packageFolder, 'run', '-s', 'cli', '--', 'init', '--out', 'mine.yaml'];
    const { out } = await execute('npm', words, folder);
    expect(out).toContain('Then: npx sbp-banks-conformance doctor --target mine.yaml\n');
    expect(Object.keys(await filesOf(folder))).toEqual(['mine.yaml']);
  });

  it('are those of the working folder in every other script', () => {
    const own = join(packageFolder, 'package.json');
    const script = { npm_lifecycle_event: 'cli', npm_package_json: own, INIT_CWD: '/home/caller' };
    const cwd = dirname(own);
    expect(callerFolder(cwd, script)).toBe('/home/caller');
    expect(callerFolder('/elsewhere', script)).toBe('/elsewhere');
    for (const env of [{ npm_package_json: '/x/package.json' }, { npm_lifecycle_event: 'test' }])
      expect(callerFolder(cwd, { ...script, ...env })).toBe(cwd);
  });
});
