import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { loadTarget } from './load-target.ts';
import type { TargetFlags } from './assignment.ts';

const keys = resolve(import.meta.dirname, '../../fixtures/keys');
const env = { PASSWORD: 'correct-horse-battery', GATEWAY: 'gateway-key-value', PLACE: 'value-from-outside' };
const secrets = [...Object.values(env), 'literal-password', 'user:info', 'private-header', 'in-the-proxy'];

const valid = {
  baseUrl: 'http://127.0.0.1:1/api',
  variants: { a: {}, b: { bankCode: 'acme' } },
  credentials: { partnerName: 1042, partnerPassword: '${PASSWORD}', useAuthByCert: 'true' },
  encryption: { scheme: 'rsa-oaep', key: `${keys}/service.pem` },
  headers: { 'X-Key': '${GATEWAY}' },
};

const waiver = { requirement: 'a.success.status', reason: 'known', owner: 'team', until: '2027-01-31' };
const command = { command: 'true' };
const request = { url: 'http://127.0.0.1:1/' };

/** Value to put into the valid profile at a path, and what the message says; undefined takes the value out. */
type Row = readonly [path: string, value: unknown, says: string];

const rows: readonly Row[] = [
  ['baseURL', 'http://x', 'baseURL: found an unknown key, expected one of name, baseUrl,'],
  ['variantes', {}, 'did you mean `variants`?'],
  ['baseUrl', undefined, 'baseUrl: found nothing'],
  ['baseUrl', 'ftp://host/x', 'baseUrl: found "ftp://host/x", expected an http or https URL'],
  ['baseUrl', 'not a url', 'baseUrl: found "not a url"'],
  ['baseUrl', 'http:/host', 'baseUrl: found "http:/host"'],
  ['baseUrl', 'http://host/x?y=1', 'baseUrl: found a URL with a query or a fragment'],
  ['baseUrl', 'http://host/x#y', 'baseUrl: found a URL with a query or a fragment'],
  ['baseUrl', 'http://user:info@host/', 'baseUrl: found a URL with user information'],
  ['baseUrl', 'http://${PLACE}:x', 'baseUrl: found a string'],
  ['baseUrl', ['http://host'], 'baseUrl: found a list'],
  ['variants', undefined, 'variants: found no variant, expected at least one of a, b'],
  ['variants', {}, 'variants: found no variant'],
  ['variants', ['a'], 'variants: found a list'],
  ['variants.A', {}, 'variants.A: found the unknown variant "A", expected one of a, b; did you mean `a`?'],
  ['variants.a.bankcode', 'x', 'variants.a.bankcode: found an unknown key'],
  ['variants.a.bankCode', 'x', 'variants.a.bankCode: found a bank code, expected none'],
  [
    'variants.b',
    null,
    'variants.b.bankCode: found nothing, expected the <bank_code> of /partner/<bank_code>',
  ],
  ['variants.b.bankCode', 'a/b', 'variants.b.bankCode: found "a/b", expected one path segment'],
  ['variants.b.bankCode', 'a%20', 'variants.b.bankCode: found "a%20"'],
  ['variants.b.bankCode', '..', 'variants.b.bankCode: found ".."'],
  [
    'variants.a.conditions',
    { 'ip-blocked': {} },
    'variants.a.conditions.ip-blocked: found a condition that variant a does not have',
  ],
  ['variants.a.texts', { 'ip-blocked': 'x' }, 'variants.a.texts.ip-blocked: found a condition'],
  ['credentials', undefined, 'credentials.partnerName: found nothing'],
  [
    'credentials.partnerPassword',
    undefined,
    'credentials.partnerPassword: found nothing, expected the API password',
  ],
  ['credentials.partnerPassword', 123456789, 'credentials.partnerPassword: found a number, expected'],
  ['credentials.partnerPassword', { 'literal-password': 1 }, 'credentials.partnerPassword: found a mapping'],
  ['credentials.partnerPassword', '', 'credentials.partnerPassword: found an empty string'],
  ['credentials.password', 'literal-password', 'credentials.password: found an unknown key'],
  [
    'credentials.partnerName',
    'name',
    'credentials.partnerName: found a text that is not digits alone, expected digits, variant b',
  ],
  ['credentials.partnerName', 1.5, 'credentials.partnerName: found a text that is not digits alone'],
  ['credentials.partnerName', true, 'credentials.partnerName: found a boolean'],
  [
    'credentials.partnerName',
    '${PASSWORD}',
    'credentials.partnerName: found a text that is not digits alone',
  ],
  ['credentials.useAuthByCert', [], 'credentials.useAuthByCert: found a list'],
  ['encryption', undefined, 'encryption.scheme: found nothing, expected one of rsa-oaep'],
  ['encryption.scheme', 'rsa-oeap', 'did you mean `rsa-oaep`?'],
  [
    'encryption.scheme',
    'jwt',
    'encryption.scheme: found "jwt", expected one of rsa-oaep, rsa-pkcs1, cms, jwe, command, module; did you mean `jwe`?',
  ],
  [
    'encryption.hash',
    'sha265',
    'encryption.hash: found "sha265", expected one of sha1, sha256, sha384, sha512; did you mean `sha256`?',
  ],
  ['encryption.cipher', 'aes128', 'encryption.cipher: found a setting that rsa-oaep has no use for'],
  ['encryption.encoding', 'pem', 'encryption.encoding: found pem with rsa-oaep'],
  [
    'encryption.template',
    'literal-password',
    'encryption.template: found a string, expected a string that holds {password}',
  ],
  ['encryption.key', undefined, 'encryption.key: found nothing, expected the file of the certificate'],
  ['encryption.key', 'nowhere.pem', 'encryption.key: found no such file at "nowhere.pem", looked for in'],
  ['encryption.key', '${PLACE}', 'encryption.key: found no such file, expected'],
  ['encryption.key', '.', 'encryption.key: found a folder at "."'],
  ['encryption.key', `${keys}/service.key`, 'encryption.key: found a private key'],
  [
    'encryption',
    { scheme: 'command', command: ['x'], key: 'y' },
    'encryption.key: found a setting that command has no use for',
  ],
  [
    'encryption',
    { scheme: 'command', command: 'x y' },
    'encryption.command: found a string, expected a list',
  ],
  ['encryption', { scheme: 'module', module: './none.mjs' }, 'encryption.module: found no such file'],
  ['encryption', { scheme: 'cms', key: `${keys}/service.pub.pem` }, 'encryption.key: found a public key'],
  [
    'variants.b.encryption',
    { scheme: 'cms', hash: 'sha1' },
    'variants.b.encryption.hash: found a setting that cms has no use for',
  ],
  ['conditions.ip-bloked', {}, 'conditions.ip-bloked: found an unknown key'],
  ['conditions.missing', {}, 'conditions.missing: found an unknown key'],
  [
    'conditions.ip-blocked',
    { localAdress: '::1' },
    'conditions.ip-blocked.localAdress: found an unknown key',
  ],
  [
    'conditions.ip-blocked',
    { localAddress: 'localhost' },
    'conditions.ip-blocked.localAddress: found "localhost", expected an IPv4 or IPv6 address',
  ],
  [
    'conditions.ip-blocked',
    { proxy: 'socks://u:in-the-proxy@h' },
    'conditions.ip-blocked.proxy: found a string, expected an http or https URL of a proxy',
  ],
  [
    'conditions.ip-blocked',
    { baseUrl: 'http://h?x' },
    'conditions.ip-blocked.baseUrl: found a URL with a query',
  ],
  [
    'conditions.partner-blocked',
    { credentials: { partnerName: 'x' } },
    'conditions.partner-blocked.credentials.partnerName: found a text',
  ],
  [
    'conditions.partner-blocked',
    { unknownPartner: 1 },
    'conditions.partner-blocked.unknownPartner: found an unknown key',
  ],
  [
    'conditions.unauthorized',
    { unknownPartner: 'x' },
    'conditions.unauthorized.unknownPartner: found a text',
  ],
  [
    'conditions.unavailable',
    { teardown: command },
    'conditions.unavailable.teardown: found a teardown without a setup',
  ],
  [
    'conditions.unavailable',
    { setup: { ...command, request } },
    'conditions.unavailable.setup: found a mapping, expected either command or request',
  ],
  [
    'conditions.unavailable',
    { setup: { request: {} } },
    'conditions.unavailable.setup.request.url: found nothing',
  ],
  [
    'conditions.unavailable',
    { setup: command, until: { status: 99, within: 1 } },
    'conditions.unavailable.until.status: found 99',
  ],
  [
    'headers',
    { 'Content-Length': '3' },
    'headers.Content-Length: found this name, expected a header that the suite does not set itself',
  ],
  ['headers', { 'A B': 'x' }, 'headers["A B"]: found this name'],
  ['headers', { X: 'private-header\r\nY: z' }, 'headers.X: found a string, expected a header value'],
  ['headers', { X: 'private-header ж' }, 'headers.X: found a string'],
  ['headers', { X: 12345678 }, 'headers.X: found a number, expected a string; put a number in quotes'],
  ['headers', { X: '1', x: '2' }, 'headers: found a mapping, expected every header once'],
  ['tls', { cert: `${keys}/service.pem` }, 'tls.key: found nothing, expected the private key of tls.cert'],
  ['tls', { cert: 'x', key: 'y', pfx: 'z' }, 'tls.pfx: found both cert and pfx'],
  [
    'tls',
    { pfx: `${keys}/service.key`, passphrase: 'literal-password' },
    'tls: found material that OpenSSL refuses',
  ],
  ['tls', { pfx: 'nowhere.p12' }, 'tls.pfx: found no such file at "nowhere.p12"'],
  ['tls', { ca: `${keys}/service.key` }, 'tls.ca: found a private key'],
  [
    'tls',
    { cert: `${keys}/service.pem`, key: `${keys}/cyrillic.key` },
    'tls: found material that OpenSSL refuses',
  ],
  ['texts', { missing: '(' }, 'texts.missing: found a string, expected a regular expression'],
  ['texts', { missing: '{parameter' }, 'texts.missing: found a string'],
  ['texts', { success: 'x' }, 'texts.success: found an unknown key'],
  ['limits', { concurrency: 0 }, 'limits.concurrency: found 0, expected a whole number from 1 to 256'],
  ['limits', { timeout: 1.5 }, 'limits.timeout: found 1.5, expected a whole number'],
  ['limits', { rate: -1 }, 'limits.rate: found -1, expected a number of requests per second above 0'],
  ['limits', { retries: '2' }, 'limits.retries: found "2"'],
  ['http2', 'yes', 'http2: found "yes", expected true or false'],
  ['language', 'de', 'language: found "de", expected one of en, ru'],
  ['production', ['['], 'production[0]: found a string, expected a regular expression'],
  [
    'waivers',
    [{ ...waiver, until: '2027-02-30' }],
    'waivers[0].until: found "2027-02-30", expected a date that exists',
  ],
  ['waivers', [{ ...waiver, owner: undefined }], 'waivers[0].owner: found nothing'],
  ['waivers', [{ ...waiver, untill: 1 }], 'did you mean `until`?'],
  [
    'name',
    '${UNSET_NAME}',
    'name: found ${UNSET_NAME}, which is not set, expected UNSET_NAME in the environment',
  ],
  ['name', '${PASWORD}', 'did you mean `PASSWORD`?'],
  ['name', '${literal-password}', 'name: found a `${` that names nothing'],
  ['headers', { X: '${file:nowhere}' }, 'headers.X: found ${file:nowhere}, no such file'],
];

const texts: readonly (readonly [title: string, text: string | Uint8Array, says: string])[] = [
  ['an empty file', '', 'found nothing, the file is empty, expected a mapping'],
  ['comments alone', '# nothing\n', 'found nothing, the file is empty'],
  ['a list', '- a\n', 'found a list, expected a mapping'],
  ['no UTF-8', Uint8Array.of(0x6e, 0xff, 0xfe), 'found a file that is not UTF-8'],
  ['more than 1 MiB', `# ${'x'.repeat(1024 * 1024)}`, 'found a file larger than 1 MiB'],
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
  ['the same key twice', 'name: x\nname: y\n', 'line 2, column 1: the same key stands twice'],
  ['two documents', 'name: x\n---\nname: y\n', 'a second document begins'],
  ['a bomb of aliases', bomb(), 'more than 100'],
  ['an alias that holds itself', 'name: &x { a: *x }', 'an alias that holds itself'],
  ['a flood of brackets', '['.repeat(5000), 'line 1, column'],
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
  expect(error.code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(error.hint).not.toBe('');
  return error;
}

function changed(value: object, [step = '', ...rest]: readonly string[], leaf: unknown): object {
  const member: unknown = Reflect.get(value, step) ?? {};
  return { ...value, [step]: rest.length === 0 ? leaf : changed(Object(member), rest, leaf) };
}

async function write(text: string | Uint8Array): Promise<string> {
  const name = `${crypto.randomUUID()}.yaml`;
  await writeFile(join(folder, name), text);
  return name;
}

describe('a broken profile is one error that names the place and tells no secret', () => {
  test('and the profile that the rows break is a good one', async () => {
    const file = await write(JSON.stringify(valid));
    const sources = { profilePath: file, flags: {}, env, cwd: folder };
    await expect(loadTarget(sources, specification.variants)).resolves.toMatchObject({ source: file });
  });

  test.for(rows)('%s: %j', async ([path, value, says]) => {
    const file = await write(JSON.stringify(changed(valid, path.split('.'), value)));
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

  test('of many problems five are listed and the others counted', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`key-${index}`, index]));
    const file = await write(JSON.stringify({ ...valid, ...unknown }));
    const lines = (await failure(file, env)).message.split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe(`${file}: 7 problems`);
    expect(lines[6]).toBe('  and 2 more');
  });

  test('a password in the wrong place is masked in the message', async () => {
    const credentials = { ...valid.credentials, partnerPassword: 'literal-password' };
    const file = await write(JSON.stringify({ ...valid, http2: 'literal-password', credentials }));
    expect((await failure(file, env)).message).toContain('http2: found "***", expected true or false');
  });

  test('a password that the limit of a quotation would cut through is masked before it is cut', async () => {
    const credentials = { ...valid.credentials, partnerPassword: 'literal-password' };
    const language = `${'x'.repeat(50)}literal-password`;
    const file = await write(JSON.stringify({ ...valid, language, credentials }));
    expect((await failure(file, env)).message).toContain(`language: found "${'x'.repeat(50)}***", expected`);
    const encryption = { scheme: 'rsa-oaep', key: language };
    const second = await write(JSON.stringify({ ...valid, encryption, credentials }));
    expect((await failure(second, env)).message).toContain(`at "${'x'.repeat(50)}***", looked for`);
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
    expect(await failure(null, {}, { variants: ['c'] })).toMatchObject({
      fault: 'usage',
      code: 'unknown-variant',
    });
  });

  test('an empty environment names every variable that is missing', async () => {
    const { message } = await failure(null, {});
    expect(message).toContain('5 problems');
    expect(message).toContain('SBP_BASE_URL: found nothing');
    expect(message).toContain('SBP_ENCRYPTION_SCHEME: found nothing');
  });
});
