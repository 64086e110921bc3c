import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { displayWidth } from '../report/text-width.ts';
import { subjects } from '../selftest/subject.ts';
import { settingNames } from '../target/environment.ts';
import { catalogue } from './catalogue.test-data.ts';
import { commands } from './command.ts';
import type { CommandName } from './command.ts';
import { ask, askIn, call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import type { OptionTable } from './option.ts';
import { onSite } from './small-profile.test-support.ts';

const start = fileURLToPath(new URL('main.ts', import.meta.url));
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/keys/${name}`, import.meta.url));

/** A password that no message may show. */
const password = 'literal-pass-word-0815';
const parts = {
  baseUrl: 'baseUrl: {{url}}/api',
  variants: 'variants: { a: {}, b: { bankCode: acme } }',
  credentials: `credentials: { partnerName: 1042, partnerPassword: "${password}", useAuthByCert: "true" }`,
  encryption: `encryption: { scheme: rsa-oaep, key: ${fixture('service.pem')} }`,
};
/** A good profile with parts replaced, and more lines below it. */
const profile = (changed: Partial<typeof parts> | string): string =>
  typeof changed === 'string'
    ? `${Object.values(parts).join('\n')}\n${changed}\n`
    : Object.values({ ...parts, ...changed }).join('\n');
const encryption = (text: string): string => profile({ encryption: `encryption: { ${text} }` });

/** The content of a file, null for a folder. */
type Content = string | Uint8Array | null;
type Files = Readonly<Record<string, Content>>;

let folder: string;
let url: string;
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  connections = 0;
  folder = await mkdtemp(join(tmpdir(), 'sbp-usage-'));
  return () => rm(folder, { recursive: true });
});

async function put(files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    if (content === null) await mkdir(join(folder, name));
    else
      await writeFile(
        join(folder, name),
        typeof content === 'string' ? content.replaceAll('{{url}}', url) : content,
      );
  }
}

/** What comes of words: what is said on standard error, and the rest of what was seen; `missing` are parts that are not said, `flaws` what no message may hold. */
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
/** An escape sequence, or a line that a CI server takes for a command. */
const steering = new RegExp(String.raw`\u001b|^\s*::|##\[`, 'm');

type ProfileRow = [title: string, text: Content, says: readonly string[], files?: Files];
type CommandRow = [command: string, files: Files, ...says: string[]];

describe('a wrong profile is one message and exit code 2, and nothing is sent', () => {
  it.each<ProfileRow>([
    [
      'a tab that indents',
      'baseUrl: {{url}}\nvariants:\n\ta: {}\n',
      ['line 3, column 1', 'a tab stands where spaces'],
    ],
    ['an alias without its anchor', profile('tls: *material'), ['line 5, column 6', 'no anchor before it']],
    ['a merge key', profile('limits: { <<: { retries: 1 } }'), ['limits["<<"]: found an unknown key']],
    ['a key that stands twice', profile('variants: { a: {} }'), ['line 5, column 1', 'same key']],
    ['a binary file', Uint8Array.of(0xff, 0xfe, 0), ['found a file that is not UTF-8']],
    ['a huge file', `# ${'x'.repeat(2_000_000)}`, ['found a file larger than 1 MiB']],
    ['a page of HTML', '<html></html>', ['found a string, expected a mapping']],
    ['a folder', null, ['found a folder, expected a target profile']],
    [
      'a secret without its file',
      profile('headers: { X: "${file:no}" }'),
      ['headers.X: found ${file:no}, no such file'],
    ],
    [
      'an unset variable',
      profile('name: "${NOWHERE_SET}"'),
      ['name: found ${NOWHERE_SET}, which is not set'],
    ],
    [
      'a private key',
      encryption(`scheme: rsa-oaep, key: ${fixture('service.key')}`),
      ['found a private key'],
    ],
    [
      'a key file that is missing',
      encryption('scheme: rsa-oaep, key: no.pem'),
      ['found no such file at "no.pem"'],
    ],
    [
      'an EC key',
      encryption(`scheme: rsa-oaep, key: ${fixture('ec.pem')}`),
      ['encryption.key: found a key of type ec'],
    ],
    ['an empty authority', profile('tls: { ca: ca.pem }'), ['tls.ca: found an empty file'], { 'ca.pem': '' }],
    [
      'negative limits',
      profile('limits: { concurrency: -1, timeout: -1 }'),
      ['limits.concurrency', 'limits.timeout'],
    ],
    ['an unknown condition', profile('conditions: { ip-bloked: {} }'), ['did you mean `ip-blocked`?']],
    [
      'an unknown variant',
      profile({ variants: 'variants: { c: {} }' }),
      ['variants.c: found the unknown variant "c"'],
    ],
    ['a pattern that is none', profile('texts: { missing: "(" }'), ['texts.missing', 'unterminated group']],
    [
      'an address without scheme',
      profile({ baseUrl: 'baseUrl: x.test/api' }),
      ['baseUrl: found "x.test/api"'],
    ],
    ['a program that is not there', encryption('scheme: command, command: [./no]'), ['encryption.command']],
    ['a module that is not there', encryption('scheme: module, module: ./no.mjs'), ['found no such file']],
    ['reviews that are not there', profile('reviews: no.yaml'), ['reviews: found no such file at "no.yaml"']],
  ])('%s', async (_title, text, says, files = {}) => {
    await put({ 'target.yaml': text, ...files });
    expect((await attempt(['run', '--target', 'target.yaml'], ['target.yaml', ...says])).seen).toEqual(
      refused,
    );
  });

  it('a key of a million characters is cut', async () => {
    await put({ 'target.yaml': profile(`? "${'k'.repeat(1_000_000)}"\n: 1`) });
    const { err, seen } = await attempt(['run', '--target', 'target.yaml'], ['found an unknown key']);
    expect(seen).toEqual(refused);
    expect(err.length).toBeLessThan(1000);
  });

  it.each([
    '\u001b[2K\u001b[31mname.yaml',
    'x\n::error::pwned.yaml',
    '::error::pwned.yaml',
    '##[error]x.yaml',
  ])('a file called %j steers no terminal and no CI server', async (name) => {
    await put({ [name]: '7' });
    const { err, seen } = await attempt(['run', '--target', name], ['expected a mapping']);
    expect(seen).toEqual(refused);
    expect(err).not.toMatch(steering);
    await put({ 'target.yaml': profile('') });
    const ran = await ask(
      folder,
      'run',
      '--target',
      'target.yaml',
      '--retries',
      '0',
      '--case',
      'a.success',
      '--out',
      name.replace('.yaml', ''),
    );
    expect(ran.code).toBe(3);
    expect(`${ran.out}${ran.err}`).not.toMatch(steering);
  });
});

describe('wrong usage is one message and exit code 2, and nothing is sent', () => {
  it.each([
    ['rnu', 'unknown command "rnu"', 'did you mean run?'],
    ['run --taget x', 'run has no option --taget', 'did you mean --target?'],
    ['run fast', 'run takes no argument "fast"'],
    ['run --case --quiet', '--case: found no value, expected GLOB'],
    ['run --rate 1 --rate 2', '--rate is given twice'],
    ['run --rate 0', '--rate: found "0", expected a number above 0'],
    ['run --rate 1e3', '--rate: found "1e3"'],
    ['run --concurrency -1', '--concurrency: found "-1", expected a whole number from 1'],
    ['run --concurrency 257', '--concurrency: found 257, expected a whole number from 1 to 256'],
    ['run --timeout 0.5', '--timeout: found "0.5"'],
    ['run --retries 21', '--retries: found 21, expected a whole number from 0 to 20'],
    ['run --variant B', '--variant: found "B", expected one of a, b; did you mean `b`?'],
    ['run --language de', '--language: found "de", expected en or ru'],
    ['run --format json,htlm', '--format: found "htlm", expected one of json, html', 'did you mean html?'],
    ['run --case a.nothing', '--case a.nothing selects none'],
    ['run --requirement a.x', '--requirement a.x selects none'],
    [
      'run --base-url http://user:literal-pass-word-0815@host',
      '--base-url: found a URL with user information',
    ],
    ['run --quiet=yes', '--quiet: found a value, expected none'],
    ['run --quiet --verbose', 'found --quiet and --verbose'],
    ['run --json --dry-run', 'found --json and --dry-run'],
    ['run --json --ui', 'found --json and --ui'],
    ['run --jobs 2', '--jobs: found one target'],
    ['doctor --timeout soon', '--timeout: found "soon"'],
    ['doctor --concurrency 1', 'doctor has no option --concurrency'],
  ])('%s', async (command, ...says) => {
    await put({ 'target.yaml': profile('') });
    expect(
      (
        await attempt(
          [...command.split(' '), '--target', 'target.yaml'].slice(0, command === 'rnu' ? 1 : 9),
          says,
        )
      ).seen,
    ).toEqual(refused);
  });

  it.each<CommandRow>([
    ['run --target no.yaml', {}, 'no.yaml: found no such file'],
    ['run --require-target', {}, '--require-target: found no target'],
    ['run', { '.env': null }, '.env: found a folder'],
    ['doctor', {}, 'doctor: found no target'],
    ['mock --port 70000', {}, '--port: found 70000, expected 0 to 65535'],
    ['mock --language fr', {}, '--language: found "fr", expected ru or en'],
    ['mock --defect a-bic-numbr', {}, 'a-bic-numbr'],
    ['mock --banks no.json', {}, '--banks: found no such file at', 'expected a JSON array'],
    ['mock --banks x.json', { 'x.json': '{}' }, '--banks: found something else than an array'],
    ['mock --write-target /nowhere/target.yaml', {}, '--write-target: found no such folder'],
    ['selftest --defect x-*', {}, '--defect x-* selects none'],
    ['report no.json', {}, 'no.json: found no such file'],
    ['report x.json', { 'x.json': 'x' }, 'x.json', 'no JSON'],
    [
      'report x.json',
      { 'x.json': '{"schemaVersion":1,"label":"x"}' },
      'x.json: found an object with `schemaVersion`',
    ],
    ['report --target no.yaml', {}, 'no.yaml: found no such file'],
    ['compare', {}, 'found 0 of the 2'],
    ['compare x.json', {}, 'found 1 of the 2'],
    ['compare x.json y.json z.json', {}, 'compare takes no argument "z.json"'],
    ['compare x.json y.json --format markdwn', {}, 'did you mean markdown?'],
    ['matrix', {}, 'matrix: found no results file'],
    ['matrix empty', { empty: null }, 'empty: found a folder without results.json'],
    ['matrix x.json', { 'x.json': 'no' }, 'x.json'],
    ['verify', {}, 'verify needs a folder'],
    ['verify ca', {}, 'verify needs --ca FILE'],
    ['verify ca --ca no.pem', {}, 'no.pem cannot be read (ENOENT)'],
    ['verify ca --ca x.pem', { 'x.pem': 'x' }, 'x.pem: found no certificate in PEM'],
    ['certify --key x', {}, 'certify needs --cert, --out'],
    ['init --variant c', {}, '--variant: found "c", expected one of a, b'],
    ['init --base-url ftp://x', {}, '--base-url: found "ftp://x", expected an http or https URL'],
    ['init --base-url https://user:secret@x', {}, '--base-url: found "https://…@x"'],
    ['init --bank-code a/b', {}, '--bank-code: found "a/b", expected one path segment'],
    ['init --variant a --bank-code acme', {}, '--bank-code: found "acme", expected none'],
    ['init --partner name', {}, '--partner: found "name", expected digits'],
    ['init --scheme rsa-oeap', {}, 'did you mean rsa-oaep?'],
    ['init --out /nowhere/target.yaml', {}, '/nowhere/target.yaml: found no such folder'],
    ['init', { 'target.yaml': 'mine' }, 'target.yaml: found a file that is there already'],
  ])('%s', async (command, files, ...says) => {
    await put(files);
    expect((await attempt(command.split(' '), says)).seen).toEqual(refused);
  });

  const settings = {
    SBP_BASE_URL: 'http://127.0.0.1:9',
    SBP_PARTNER_NAME: '1',
    SBP_PARTNER_PASSWORD: password,
    SBP_USE_AUTH_BY_CERT: 'true',
    SBP_ENCRYPTION_SCHEME: 'rsa-oaep',
    SBP_ENCRYPTION_KEY: fixture('service.pem'),
  };
  it.each([
    ['SBP_BASE_URL', 'service.test', 'SBP_BASE_URL: found "service.test"'],
    ['SBP_VARIANTS', 'b', 'SBP_BANK_CODE: found nothing'],
    ['SBP_VARIANTS', ',', 'SBP_VARIANTS: found no variant'],
    ['SBP_PARTNER_PASSWORD', '', 'SBP_PARTNER_PASSWORD: found nothing'],
    ['SBP_ENCRYPTION_HASH', 'md5', 'SBP_ENCRYPTION_HASH: found "md5"'],
    ['SBP_ENCRYPTION_KEY', fixture('service.key'), 'SBP_ENCRYPTION_KEY: found a private key'],
    ['SBP_CA', 'no.pem', 'SBP_CA: found no such file'],
    ['SBP_TARGET', 'no.yaml', 'no.yaml: found no such file'],
    ['SBP_BANKCODE', 'acme', 'did you mean SBP_BANK_CODE?'],
  ])('%s=%s', async (name, value, says) => {
    expect((await attempt(['run'], [says], { ...settings, [name]: value })).seen).toEqual(refused);
  });
});

it('the good profile that the rows break comes as far as sending', async () => {
  await put({ 'target.yaml': profile('') });
  const words = ['run', '--target', 'target.yaml', '--retries', '0', '--case', 'a.success', '--rate', '.5'];
  expect((await ask(folder, ...words)).code).toBe(3);
  expect(connections).toBeGreaterThan(0);
});

it('a pattern that would backtrack for years neither hangs a run nor convicts the target', async () => {
  const endless = JSON.stringify({ description_status: `partnerName ${'a'.repeat(60)}!` });
  await onSite(
    async ({ run, results }) => {
      const began = performance.now();
      await run('--format', 'json', '--quiet', '--case', 'a.missing.partnerName');
      expect(performance.now() - began).toBeLessThan(5000);
      const found = (await results()).requirements.find(({ id }) => id === 'a.missing.partnerName.meaning');
      expect(found?.verdict).toBe('review');
    },
    {
      answer: ({ kind }) => (kind === 'missing' ? { status: 422, body: endless } : 'documented'),
      profile: () => ({ texts: { missing: '(a+)+$' } }),
    },
  );
});

const names = Object.keys(commands) as readonly CommandName[];

describe.each(names)('the help of `%s`', (name) => {
  it('fits into 80 columns, and names every option of its examples and its table', async () => {
    const { out } = await call(name, ['--help']);
    expect(out.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
    expect(out).toMatch(
      new RegExp(`^Usage: sbp-banks-conformance ${name}( .*)? \\[options\\]\n\n[A-Z].*\\.\n`),
    );
    const { examples, options } = commands[name];
    const groups: OptionTable = options;
    const given = examples.flatMap(([args]) => args.match(/(?<=--)[a-z-]+/g) ?? []);
    const all = Object.values(groups).flatMap((group) => Object.keys(group));
    for (const option of [...given, ...all, 'help'])
      expect(out).toMatch(new RegExp(`^ {2}--${option}[ \n]`, 'm'));
    for (const { variable } of Object.values(groups).flatMap((group) => Object.values(group))) {
      if (variable !== undefined) expect(settingNames).toContain(variable);
    }
  });
});

describe('words that people try', () => {
  it.each([
    ['run -h', 0, /^Usage: .* run \[options\]/],
    ['help run', 0, /^Usage: .* run \[options\]/],
    ['-v', 0, /^\d+\.\d+\.\d+\n$/],
    ['help', 0, /<command> \[options\]/],
    ['', 2, /<command> \[options\]/],
  ])('%j is understood', async (words, code, answer) => {
    const said = await ask('.', ...words.split(' ').filter((word) => word !== ''));
    expect([said.code, said.out]).toEqual([code, expect.stringMatching(answer)]);
    expect(said.out.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
  });
});

it('`requirements` lists exactly the catalogue that follows from the specification, with cases and checks', async () => {
  const { out } = await call('requirements', ['--json']);
  const rows = JSON.parse(out) as readonly Readonly<Record<'id' | 'section' | 'cases' | 'checks', string>>[];
  expect(rows.map(({ id }) => id).toSorted()).toEqual(catalogue.toSorted());
  expect(rows.filter(({ cases, checks }) => cases.length === 0 || checks.length === 0)).toEqual([]);
  expect(rows.filter(({ section }) => !/^[24-7][\d., ]*$/.test(section))).toEqual([]);
});

describe('`mock`', () => {
  it('serves until it is stopped, and writes a profile by which `run` finds it conforming', async () => {
    const stop = new AbortController();
    await inFolder(async (own) => {
      const serving = call('mock', ['--write-target', 'mock.yaml'], { cwd: own, signal: stop.signal });
      await expect
        .poll(async () => Object.keys(await filesOf(own)), { timeout: 3000 })
        .toContain('mock.yaml');
      const words = ['--target', 'mock.yaml', '--format', 'json', '--complete'];
      const { code, out } = await call('run', words, { cwd: own });
      stop.abort();
      expect([code, out]).toEqual([0, expect.stringContaining('CONFORMING')]);
      expect(await serving).toMatchObject({ code: 0, out: expect.stringContaining('mock.yaml') as string });
    });
  });

  it('lists every defect and tolerance within 80 columns, as JSON with what each violates', async () => {
    const { out } = await call('mock', ['--list']);
    for (const { id } of subjects) expect(out.split('\n')).toContain(`  ${id}`);
    expect(out.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
    const rows: unknown = JSON.parse((await call('mock', ['--list', '--json'])).out);
    const summary = expect.any(String) as string;
    expect(rows).toHaveLength(subjects.length);
    expect(rows).toContainEqual({
      kind: 'defect',
      id: 'a-bic-number',
      summary,
      violates: ['a.success.record'],
    });
  });
});

describe('a Node that is too old', () => {
  const imitated = `data:text/javascript,${encodeURIComponent(
    "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })",
  )}`;

  it('is told which one is needed, with exit code 2', async () => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', imitated, start, 'run'], {
      encoding: 'utf8',
    });
    const { engines } = JSON.parse(await readFile(join(start, '../../../package.json'), 'utf8')) as {
      readonly engines: { readonly node: string };
    };
    expect([status, stderr]).toEqual([
      2,
      `error: found Node.js 20.20.2, expected ${engines.node.slice(2)} or newer\n  install a newer one and run this again (node-version)\n`,
    ]);
  });
});
