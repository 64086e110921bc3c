import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { loadTarget } from './load.ts';
import type { TargetFlags } from './environment.ts';

const root = resolve(import.meta.dirname, '../..');
const keys = join(root, 'fixtures/keys');
const env = { PASSWORD: 'correct-horse-battery', GATEWAY: 'gateway-key-value', PLACE: 'value-from-outside' };
const secrets = [...Object.values(env), 'literal-password', 'user:info', 'private-header', 'in-the-proxy'];

const valid = {
  baseUrl: 'http://127.0.0.1:1/api',
  variants: { a: {}, b: { bankCode: 'acme' } },
  credentials: { partnerName: 1042, partnerPassword: '${PASSWORD}', useAuthByCert: 'true' },
  encryption: { scheme: 'rsa-oaep', key: `${keys}/service.pem` },
  headers: { 'X-Key': '${GATEWAY}' },
};

const rows = readFileSync(join(root, 'fixtures/targets/broken.txt'), 'utf8')
  .replaceAll('KEYS', keys)
  .split('\n')
  .flatMap((line) => {
    const [, path, value = '', says = ''] = /^([^#\s]\S*) = (.*) ?=> (.*)$/.exec(line) ?? [];
    return path === undefined ? [] : [[path, value.trim(), says] as const];
  });

const million = 'x'.repeat(1_000_000);
const texts: readonly (readonly [title: string, text: string | Uint8Array, says: string])[] = [
  ['an empty file', '', 'found nothing, the file is empty, expected a mapping'],
  ['comments alone', '# nothing\n', 'found nothing, the file is empty'],
  ['a list', '- a\n', 'found a list, expected a mapping'],
  ['no UTF-8', Uint8Array.of(0x6e, 0xff, 0xfe), 'found a file that is not UTF-8'],
  ['more than 1 MiB', `# ${million}${million}`, 'found a file larger than 1 MiB'],
  ['a syntax error', 'name: x\ncredentials:\n  partnerPassword: "literal-password\n', 'line 4, column 1: '],
  [
    'a password that YAML misreads',
    'credentials:\n  partnerPassword: @literal-password',
    'line 2, column 20: a value begins with a reserved character',
  ],
  [
    'a password that looks like an alias',
    'credentials: { partnerPassword: *literal-password }',
    'line 1, column 33: an alias has no anchor',
  ],
  [
    'an alias that is lost behind a good one',
    'name: &n x\nlanguage: *n\nheaders:\n  X: *literal-password\n',
    'line 4, column 6: an alias has no anchor',
  ],
  [
    'a password that looks like a tag',
    'credentials: { partnerPassword: !literal-password }',
    'line 1, column 33: a tag is not known',
  ],
  ['the same key twice', 'name: x\nname: y\n', 'line 2, column 1: the same key stands twice: "name"'],
  [
    'a password twice as a key',
    'credentials: { partnerPassword: literal-password }\ntexts: { literal-password: 1, literal-password: 2 }',
    'line 2, column 31: the same key stands twice: "***", expected YAML 1.2',
  ],
  [
    'the password of a variable twice as a key',
    'credentials: { partnerPassword: "${PASSWORD}" }\ncorrect-horse-battery: 1\ncorrect-horse-battery: 2',
    'the same key stands twice: "***"',
  ],
  ['a key twice beside an alias that holds itself', 'a: &x { b: *x }\nc: 1\nc: 2', 'stands twice: "c"'],
  ['two documents', 'name: x\n---\nname: y\n', 'a second document begins'],
  ['a bomb of aliases', bomb(), 'more than 100'],
  ['an alias that holds itself', 'name: &x { a: *x }', 'an alias that holds itself'],
  ['nesting', `a: ${'['.repeat(34)}${']'.repeat(34)}`, 'nesting deeper than 32 levels'],
  ['a flood of brackets', '['.repeat(5000), 'line 1, column'],
  ['a key of a million characters', `? ${million}\n: 1\n`, '…]: found an unknown key'],
  ['a variable of a million characters', `name: \${${million}}`, '…}, which is not set, expected xxx'],
];

function bomb(): string {
  const row = (name: string, of: string) =>
    `${name}: &${name} [${Array.from({ length: 9 }, () => `*${of}`).join(', ')}]`;
  return ['a: &a [x]', row('b', 'a'), row('c', 'b'), row('d', 'c')].join('\n');
}

const settings = {
  SBP_BASE_URL: 'http://127.0.0.1:1',
  SBP_PARTNER_NAME: '1',
  SBP_PARTNER_PASSWORD: 'literal-password',
  SBP_USE_AUTH_BY_CERT: 'true',
  SBP_ENCRYPTION_SCHEME: 'rsa-oaep',
  SBP_ENCRYPTION_KEY: `${keys}/service.pem`,
};

const environments: readonly (readonly [changed: Readonly<Record<string, string>>, says: string])[] = [
  [{ SBP_BASE_URL: '' }, 'SBP_BASE_URL: found nothing'],
  [{ SBP_BASE_URL: 'http://user:info@h' }, 'SBP_BASE_URL: found a URL with user information'],
  [{ SBP_VARIANTS: 'a,c' }, 'SBP_VARIANTS: found the unknown variant "c"'],
  [{ SBP_VARIANTS: '__proto__' }, 'SBP_VARIANTS: found the unknown variant "__proto__"'],
  [{ SBP_VARIANTS: 'b' }, 'SBP_BANK_CODE: found nothing'],
  [{ SBP_VARIANTS: 'b', SBP_BANK_CODE: 'a b' }, 'SBP_BANK_CODE: found "a b"'],
  [{ SBP_BANK_CODE: 'x', SBP_PARTNER_NAME: 'n' }, 'SBP_PARTNER_NAME: found a text that is not digits'],
  [{ SBP_PARTNER_PASSWORD: ' ' }, 'SBP_PARTNER_PASSWORD: found nothing'],
  [{ SBP_USE_AUTH_BY_CERT: '' }, 'SBP_USE_AUTH_BY_CERT: found nothing'],
  [{ SBP_ENCRYPTION_SCHEME: '' }, 'SBP_ENCRYPTION_SCHEME: found nothing'],
  [{ SBP_ENCRYPTION_SCHEME: 'command', SBP_ENCRYPTION_KEY: '' }, 'encryption.command: found nothing'],
  [
    { SBP_ENCRYPTION_SCHEME: 'cms', SBP_ENCRYPTION_HASH: 'sha1' },
    'SBP_ENCRYPTION_HASH: found a setting that cms',
  ],
  [{ SBP_ENCRYPTION_MGF1: 'md5' }, 'SBP_ENCRYPTION_MGF1: found "md5"'],
  [{ SBP_ENCRYPTION_KEY: 'nowhere' }, 'SBP_ENCRYPTION_KEY: found no such file at'],
  [{ SBP_CA: 'nowhere' }, 'SBP_CA: found no such file at'],
  [{ SBP_TARGET: 'nowhere.yaml' }, 'nowhere.yaml: found no such file, expected a target profile'],
];

const flags: readonly (readonly [flags: TargetFlags, says: string])[] = [
  [{ baseUrl: 'host' }, '--base-url: found "host", expected an http or https URL'],
  [{ concurrency: 0 }, '--concurrency: found 0'],
  [{ rate: Number.NaN }, '--rate: found NaN'],
  [{ timeout: 0.5 }, '--timeout: found 0.5'],
  [{ retries: -1 }, '--retries: found -1'],
  [{ variants: ['B'] }, '--variant: found "B", expected one of a, b; did you mean `b`?'],
  [{ variants: ['b'] }, '--variant: found b, which the target does not claim, expected one of a'],
];

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbp-target-'));
  await mkdir(join(folder, 'folder.yaml'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function failure(
  profilePath: string | null,
  variables: Readonly<Record<string, string>>,
  chosen: TargetFlags = {},
): Promise<UserError> {
  const sources = { profilePath, flags: chosen, env: variables, cwd: folder };
  const error: unknown = await loadTarget(sources, specification.variants).then(
    () => 'loaded',
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw new Error(`no UserError but ${String(error)}`);
  for (const secret of secrets) expect(`${error.message}\n${error.hint}`).not.toContain(secret);
  expect(error.message.length).toBeLessThan(2000);
  expect(error.code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(error.hint).not.toBe('');
  return error;
}

/** The profile as JSON with the value put in, or taken out where it is empty. */
function changed(path: string, value: string): string {
  const copy: unknown = structuredClone(valid);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const parent = steps.reduce<unknown>((found, step) => {
    const member = { ...(Reflect.get(Object(found), step) as object | undefined) };
    Reflect.set(Object(found), step, member);
    return member;
  }, copy);
  const leaf = { value: value === '' ? undefined : (JSON.parse(value) as unknown), enumerable: true };
  Object.defineProperty(parent, last, { ...leaf, configurable: true, writable: true });
  return JSON.stringify(copy);
}

async function write(text: string | Uint8Array, name = `${crypto.randomUUID()}.yaml`): Promise<string> {
  await writeFile(join(folder, name), text);
  return name;
}

describe('a broken profile is one error that names the place and tells no secret', () => {
  test('and the profile that the rows break is a good one', async () => {
    expect(rows.length).toBeGreaterThan(100);
    const file = await write(JSON.stringify(valid));
    const sources = { profilePath: file, flags: {}, env, cwd: folder };
    await expect(loadTarget(sources, specification.variants)).resolves.toMatchObject({ source: file });
  });

  test.for(rows)('%s = %s', async ([path, value, says]) => {
    const file = await write(changed(path, value));
    const error = await failure(file, env);
    expect(error.message).toContain(file);
    expect(error.message).toContain(says);
    expect(error.fault).toBe('profile');
  });

  test.for(texts)('%s', async ([, text, says]) => {
    const file = await write(text);
    const error = await failure(file, env);
    expect(error.message).toContain(file);
    expect(error.message).toContain(says);
    expect(error.fault).toBe('profile');
  });

  test('a folder is no profile', async () => {
    expect((await failure('folder.yaml', env)).message).toBe(
      'folder.yaml: found a folder, expected a target profile in YAML',
    );
  });

  test.for([
    ['two\n::error::lines.yaml', String.raw`two\u{a}::error::lines.yaml: `],
    ['escape\u001b[31m.yaml', String.raw`escape\u{1b}[31m.yaml: `],
    ['::error::x.yaml', './::error::x.yaml: '],
    ['##[error]x.yaml', String.raw`#\x23[error]x.yaml: `],
  ])(
    'the file %j is named so that it steers no terminal and no CI server',
    async ([name = '', shown = '']) => {
      for (const text of ['name: [', 'x: 1', '- a', '${', JSON.stringify({ ...valid, http2: 1, x: 1 })])
        expect((await failure(await write(text, name), env)).message.startsWith(shown)).toBe(true);
      expect((await failure(`none${name}`, env)).message).toContain('no such file');
      expect((await failure(`none${name}`, env)).message).not.toMatch(/\n|\p{Cc}/u);
    },
  );

  test('of many problems five are listed and the others counted', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`key-${index}`, index]));
    const file = await write(JSON.stringify({ ...valid, ...unknown }));
    const lines = (await failure(file, env)).message.split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe(`${file}: 7 problems`);
    expect(lines[6]).toBe('  and 2 more');
  });

  test('a password that the limit of a quotation would cut through is masked before it is cut', async () => {
    const credentials = { ...valid.credentials, partnerPassword: 'literal-password' };
    const long = `${'x'.repeat(50)}literal-password`;
    const said = async (more: object): Promise<string> =>
      (await failure(await write(JSON.stringify({ ...valid, credentials, ...more })), env)).message;
    expect(await said({ http2: 'literal-password' })).toContain('http2: found "***", expected true or false');
    expect(await said({ language: long })).toContain(`language: found "${'x'.repeat(50)}***", expected`);
    expect(await said({ encryption: { scheme: 'cms', key: long } })).toContain(
      `"${'x'.repeat(50)}***", looked`,
    );
    expect(await said({ variants: { [long]: {} } })).toContain(`unknown variant "${'x'.repeat(50)}***"`);
  });

  test.each([
    ['encryption', { scheme: 'rsa-oaep', key: '-----BEGIN PRIVATE KEY-----\nliteral-password' }, 'PEM text'],
    ['encryption', { scheme: 'module', module: 'literal-password\n' }, 'a text of several lines'],
    ['tls', { pfx: 'literal-password\nx', passphrase: 'x' }, 'a text of several lines'],
    ['tls', { ca: '-----BEGIN CERTIFICATE----- literal-password' }, 'PEM text'],
  ])('what stands in %s instead of a path is not shown: %j', async (key, value, found) => {
    const file = await write(JSON.stringify({ ...valid, [key]: value }));
    expect((await failure(file, env)).message).toContain(`found ${found}, expected the path of a file`);
  });

  test('a secret that is a word of the interface does not maim the names of settings', async () => {
    const changes = { 'X-Fault': 'unavailable', 'X-Other': 'conditions', 'X-Third': 'partnerName' };
    const more = { headers: changes, conditions: { 'reward-unavailabel': {}, unavailable: { x: 1 } } };
    const { message } = await failure(await write(JSON.stringify({ ...valid, ...more })), env);
    expect(message).toContain('conditions.reward-unavailabel: found');
    expect(message).toContain('did you mean `reward-unavailable`?');
    expect(message).toContain('conditions.unavailable');
    expect(message).not.toContain('***');
  });
});

describe('a wrong variable or option is one error that names it', () => {
  test.for(environments)('%j', async ([variables, says]) => {
    const error = await failure(null, { ...settings, ...variables });
    expect(error.message.startsWith(says)).toBe(true);
    expect(error.fault).toBe('profile');
  });

  test.for(flags)('%j', async ([chosen, says]) => {
    const error = await failure(null, { ...settings, SBP_VARIANTS: 'a' }, chosen);
    expect(error.message.startsWith(says)).toBe(true);
    expect(error.fault).toBe('usage');
  });

  test('an unknown variant is the fault of the option even where nothing else is set', async () => {
    const unknown = { fault: 'usage', code: 'unknown-variant' };
    expect(await failure(null, {}, { variants: ['c'] })).toMatchObject(unknown);
  });

  test('an empty environment names every variable that is missing', async () => {
    const { message } = await failure(null, {});
    expect(message).toContain('5 problems');
    expect(message).toContain('SBP_BASE_URL: found nothing');
    expect(message).toContain('SBP_ENCRYPTION_SCHEME: found nothing');
  });
});
