// Wrong usage and wrong profiles: one message, exit code 2, and nothing is sent.

import { requirements } from '#banks/requirements.ts';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callerFolder, packageFolder } from '../base/package.ts';
import { execute } from './child.test-support.ts';
import { ask, askIn, filesOf, openFolder, refusedWith, rowsOf } from './fake-terminal.test-support.ts';

const keys = join(packageFolder, 'fixtures/keys');

/** A password that must not appear in any message. */
const password = 'literal-pass-word-0815';
/** A valid profile, one line per key. A line replaces the one with the same key, or is added. */
function profile(line = 'language: en'): string {
  const lines = new Map([
    ['baseUrl', 'baseUrl: {{url}}/api'],
    ['variants', 'variants: { a: {}, b: { bankCode: acme } }'],
    [
      'credentials',
      `credentials: { partnerName: 1042, partnerPassword: "${password}", useAuthByCert: "true" }`,
    ],
    ['encryption', 'encryption: { scheme: rsa-oaep, key: {{keys}}/service.pem }'],
  ]);
  lines.set(line.split(':')[0] ?? '', line);
  return [...lines.values(), ''].join('\n');
}

let folder: string;
let url: string;
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => server.close();
});
beforeEach(async () => {
  connections = 0;
  folder = await openFolder();
});

const filled = (text: string): string => text.replaceAll('{{url}}', url).replaceAll('{{keys}}', keys);
const put = (name: string, content: string): Promise<void> => writeFile(join(folder, name), filled(content));

/** Carries these words out. `missing` are expected parts that stderr lacks, `flaws` what no message may contain. */
async function attempt(words: readonly string[], says: readonly string[], env = {}) {
  const { code, out, err } = await askIn({ cwd: folder, env }, ...words);
  const last = err.trimEnd().split('\n').at(-1) ?? '';
  return {
    code,
    out,
    connections,
    messages: err.match(/^error: /gm)?.length,
    hasHint: /^ {2}.+ \([a-z0-9]+(-[a-z0-9]+)*\)$/.test(last),
    missing: says.filter((part) => !err.includes(part)),
    flaws: err.match(/^\s+at |node:internal|ENOENT:|EISDIR:|literal-pass-word/gm) ?? [],
  };
}

const refused = { code: 2, out: '', connections: 0, messages: 1, hasHint: true, missing: [], flaws: [] };
/** An escape sequence, or a line that a CI server reads as a command. */
const steering = new RegExp(String.raw`\u001b|^\s*::|##\[`, 'm');

describe('a wrong profile is one message and exit code 2, and nothing is sent', () => {
  it.each([
    ['conditions: { ip-bloked: {} }', 'did you mean `ip-blocked`?'],
    ['headers: { X: "${file:no}" }', 'headers.X: found'],
  ])('%s', async (line, said) => {
    await put('target.yaml', profile(line));
    expect(await attempt(['run', '--target', 'target.yaml'], ['target.yaml: ', said])).toEqual(refused);
    expect(await attempt(['doctor', '--target', 'target.yaml'], ['target.yaml: ', said])).toEqual(refused);
  });

  it.each(['\u001b[2K\u001b[31mname.yaml', 'x\n::error::pwned.yaml', '##[error]x.yaml'])(
    'a file called %j steers no terminal and no CI server',
    async (name) => {
      await put(name, '7');
      const { code, err } = await ask(folder, 'run', '--target', name);
      expect([code, err]).toEqual([2, expect.not.stringMatching(steering)]);
    },
  );
});

describe('wrong usage is one message and exit code 2, and nothing is sent', () => {
  it.each(rowsOf('wrong-usage'))('%s', async (command = '', ...says) => {
    for (const [name, text] of [
      ['x.json', '{}'],
      ['x.txt', 'x'],
      ['x.pem', 'x'],
    ] as const)
      await put(name, text);
    await put('old.json', '{"schemaVersion":1,"suite":{}}');
    await put('target.yaml', profile());
    await mkdir(join(folder, 'empty'));
    expect(await attempt(filled(command).split(' '), says)).toEqual(refused);
  });

  it.each([
    ['SBP_BASE_URL', 'http://127.0.0.1:9', ['found no profile, expected the file of one']],
    ['SBP_TARGET', 'no.yaml', ['no.yaml: found no such file']],
  ])('%s=%s', async (name, value, says) => {
    expect(await attempt(['run'], says, { [name]: value })).toEqual(refused);
  });

  it('SBP_BASE_URL=service.test, over the base URL of a profile', async () => {
    await put('target.yaml', profile());
    const says = ['SBP_BASE_URL: found a string, expected an http'];
    expect(await attempt(['run', '--target', 'target.yaml'], says, { SBP_BASE_URL: 'service.test' })).toEqual(
      refused,
    );
  });
});

it('the good profile that the rows break comes as far as sending', async () => {
  await put('target.yaml', profile());
  const words = ['run', '--target', 'target.yaml', '--case', 'a.success', '--retries', '0'];
  expect((await ask(folder, ...words, '--dry-run', '--rate', '.5')).code).toBe(0);
  expect([connections, (await ask(folder, ...words)).code]).toEqual([0, 3]);
  expect(connections).toBeGreaterThan(0);
});

it.each([
  ['run -h', 0, 'Usage: npx sbp-banks-conformance run [options]', ''],
  ['help run', 0, 'Usage: npx sbp-banks-conformance run [options]', ''],
  ['', 2, '', 'Usage: npx sbp-banks-conformance [options] [command]'],
])('%j is understood', async (words, code, out, err) => {
  const said = await ask('.', ...words.split(' ').filter((word) => word !== ''));
  expect(said).toEqual({
    code,
    out: expect.stringContaining(out) as string,
    err: expect.stringContaining(err) as string,
  });
});

it('`requirements` lists the catalogue, with requests', async () => {
  const { out } = await ask(folder, 'requirements', '--json');
  const rows = JSON.parse(out) as readonly Readonly<Record<'id' | 'section' | 'requests', string>>[];
  expect(rows.map(({ id }) => id).toSorted()).toEqual(requirements.map(({ id }) => id).toSorted());
  expect(rows.filter(({ requests }) => requests.length === 0)).toEqual([]);
  expect(rows.filter(({ section }) => !/^[24-7][\d., ]*$/.test(section))).toEqual([]);
});

it('a Node that is too old gets the version that is needed, with exit code 2', async () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })";
  const imitated = `data:text/javascript,${encodeURIComponent(old)}`;
  const args = ['--import', imitated, join(packageFolder, 'src/cli/main.ts'), 'run'];
  const { code, err } = await execute(process.execPath, args, folder);
  const manifest = await readFile(join(packageFolder, 'package.json'), 'utf8');
  const needed = /"node": ">=(.*)"/.exec(manifest)?.[1];
  const hint = 'npm install --save-dev node@24 puts one beside this package, for npx and npm scripts';
  expect([code, err]).toEqual([2, `error: found Node.js 20.20.2, expected ${needed} or newer\n  ${hint}\n`]);
});

describe('`mock`', () => {
  it.each([
    [[], 'RSA-OAEP, SHA-256, MGF1 SHA-256, base64'],
    [['--mgf1', 'sha1', '--tls'], 'RSA-OAEP, SHA-256, MGF1 SHA-1, base64'],
    [['--scheme', 'rsa-pkcs1', '--encoding', 'base64url'], 'RSA PKCS#1 v1.5, base64url'],
  ])('with %j serves what it says, and writes a profile for it', async (options, name) => {
    const stop = new AbortController();
    const words = ['mock', '--write-target', 'mock.yaml', ...options];
    const serving = askIn({ cwd: folder, signal: stop.signal }, ...words);
    await expect.poll(() => filesOf(folder)).toContain('mock.yaml');
    const { code } = await ask(folder, 'run', '--target', 'mock.yaml', '--quiet', '--case', 'b.missing.*');
    stop.abort();
    const { out } = await serving;
    expect([code, out]).toEqual([0, expect.stringContaining(`Passwords are encrypted by ${name}.`)]);
    expect(out).toMatch(
      /^\d\d:\d\d:\d\d POST \/partner\/acme\/sbp\/banks\/ 422: partnerPassword is missing$/m,
    );
  });
});

describe('relative paths', () => {
  it('are those of the caller, also in an npm script of a checkout', async () => {
    const words = ['--prefix', packageFolder, 'run', '-s', 'cli', '--', 'init', '--out', 'mine.yaml'];
    const { out } = await execute('npm', words, folder);
    expect(out).toContain('Then: npx sbp-banks-conformance doctor --target mine.yaml\n');
    expect(await filesOf(folder)).toEqual(['mine.yaml']);
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

it('a profile whose blanks are still there is refused by their names', async () => {
  await ask(folder, 'init');
  const { err } = await askIn(
    { cwd: folder, env: { TARGET_PASSWORD: 'x' } },
    'run',
    '--target',
    'target.yaml',
  );
  for (const name of ['baseUrl', 'bankCode']) expect(err).toContain(name);
  expect(await ask(folder, 'init')).toMatchObject(refusedWith('not-written'));
});
