import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../base/errors.ts';
import type { TargetFlags } from './environment.ts';
import { changed, openTargetFolder, putKeyFiles } from './target.test-support.ts';

const root = resolve(import.meta.dirname, '../..');
const keys = join(root, 'fixtures/keys');
const env = {
  PASSWORD: 'correct-horse-battery',
  GATEWAY: 'gateway-key-value',
  PLACE: 'value-from-outside',
  OPENER: 'пароль-от-ключа',
};
const literal = [
  'literal-password',
  'user:info',
  'private-header',
  'in-the-proxy',
  'wrong-passphrase',
  'correct horse',
];
const secrets = [...Object.values(env), ...literal];

const valid = {
  baseUrl: 'http://127.0.0.1:1/api',
  variants: { a: {}, b: { bankCode: 'acme' } },
  credentials: { partnerName: 1042, partnerPassword: '${PASSWORD}', useAuthByCert: 'true' },
  encryption: { scheme: 'rsa-oaep', key: `${keys}/service.pem` },
  headers: { 'X-Key': '${GATEWAY}' },
};

/** Rows `WHAT => what the message says` of a file of fixtures/targets. */
const rowsOf = (name: string) =>
  readFileSync(join(root, 'fixtures/targets', name), 'utf8')
    .replaceAll('KEYS', keys)
    .split('\n')
    .flatMap((line) => {
      const [, what, says = ''] = /^([^#\s].*?) ?=> (.*)$/.exec(line) ?? [];
      return what === undefined ? [] : [[what, says] as const];
    });

const long = 'x'.repeat(200_000);
const texts: readonly (readonly [title: string, text: string | Uint8Array, says: string])[] = [
  ...rowsOf('broken-yaml.txt').map(([text, says]) => [text, String(JSON.parse(text)), says] as const),
  ['no UTF-8', Uint8Array.of(0x6e, 0xff, 0xfe), 'found a file that is not UTF-8'],
  ['more than 256 KiB', `# ${long}${long}`, 'found a file larger than 256 KiB'],
  ['a bomb of aliases', bomb(), 'more than 100'],
  ['nesting', `a: ${'['.repeat(34)}${']'.repeat(34)}`, 'nesting deeper than 32 levels'],
  ['a flood of brackets', '['.repeat(16 * 1024), 'line 1, column'],
  ['a key of 200,000 characters', `? ${long}\n: 1\n`, '…]: found an unknown key'],
  ['a variable of 200,000 characters', `name: \${${long}}`, '…}, which is not set, expected xxx'],
];

function bomb(): string {
  const row = (name: string, of: string) =>
    `${name}: &${name} [${Array.from({ length: 9 }, () => `*${of}`).join(', ')}]`;
  return ['a: &a [x]', row('b', 'a'), row('c', 'b'), row('d', 'c')].join('\n');
}

const flags: readonly (readonly [flags: TargetFlags, says: string])[] = [
  [{ baseUrl: 'host' }, '--base-url: found "host", expected http://'],
  [{ concurrency: 0 }, '--concurrency: found 0'],
  [{ rate: Number.NaN }, '--rate: found NaN'],
  [{ timeout: 0.5 }, '--timeout: found 0.5'],
  [{ retries: -1 }, '--retries: found -1'],
  [{ variants: ['B'] }, '--variant: found "B", expected one of a, b; did you mean `b`?'],
  [{ variants: ['b'] }, '--variant: found b, which the target does not claim, expected one of a'],
];

const files = openTargetFolder();
const { folder, load, put, putProfile } = files;
mkdirSync(join(folder, 'folder.yaml'));
mkdirSync(join(folder, env.PASSWORD));
putKeyFiles(files, env.OPENER);

async function failure(
  profilePath: string | null,
  variables: Readonly<Record<string, string>>,
  flags: TargetFlags = {},
): Promise<UserError> {
  const error: unknown = await load('', variables, { profilePath, flags }).then(
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

describe('a broken profile is one error that names the place and shows no secret', () => {
  test('and the profile that the rows break is a good one', async () => {
    await expect(load(valid, env)).resolves.toMatchObject({ baseUrl: valid.baseUrl });
  });

  const broken = rowsOf('broken.txt').map(([row, says]) => {
    const [, path = '', value = ''] = /^(\S*) = (.*)$/.exec(`${row} `) ?? [];
    const given: unknown = value.trim() === '' ? undefined : JSON.parse(value);
    return [row, JSON.stringify(changed(valid, path, given)), says] as const;
  });

  test.for([...broken, ...texts])('%s', async ([, text, says]) => {
    const file = put(`${crypto.randomUUID()}.yaml`, text);
    const { message, fault } = await failure(file, env);
    expect(message).toContain(file);
    expect(message).toContain(says);
    expect(fault).toBe('profile');
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
        expect((await failure(put(name, text), env)).message.startsWith(shown)).toBe(true);
      expect((await failure(`none${name}`, env)).message).toContain('no such file');
      expect((await failure(`none${name}`, env)).message).not.toMatch(/\n|\p{Cc}/u);
    },
  );

  test('of many problems five are listed and the others counted', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`key-${index}`, index]));
    const file = putProfile({ ...valid, ...unknown });
    const lines = (await failure(file, env)).message.split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe(`${file}: 7 problems`);
    expect(lines[6]).toBe('  and 2 more');
  });

  test('a password that the limit of a quotation would cut through is masked before it is cut', async () => {
    const credentials = { ...valid.credentials, partnerPassword: 'literal-password' };
    const long = `${'x'.repeat(50)}literal-password`;
    const said = async (more: object): Promise<string> =>
      (await failure(putProfile({ ...valid, credentials, ...more }), env)).message;
    expect(await said({ http2: 'literal-password' })).toContain('http2: found "***", expected true or false');
    expect(await said({ language: long })).toContain(`language: found "${'x'.repeat(50)}***", expected`);
    expect(await said({ encryption: { scheme: 'cms', key: long } })).toContain(
      `"${'x'.repeat(50)}***", looked`,
    );
    expect(await said({ variants: { [long]: {} } })).toContain(`unknown variant "${'x'.repeat(50)}***"`);
  });

  test('a secret that is a word of the interface does not maim the names of settings', async () => {
    const changes = { 'X-Fault': 'unavailable', 'X-Other': 'conditions', 'X-Third': 'partnerName' };
    const more = { headers: changes, conditions: { 'reward-unavailabel': {}, unavailable: { x: 1 } } };
    const { message } = await failure(putProfile({ ...valid, ...more }), env);
    expect(message).toContain('conditions.reward-unavailabel: found');
    expect(message).toContain('did you mean `reward-unavailable`?');
    expect(message).toContain('conditions.unavailable');
    expect(message).not.toContain('***');
  });
});

describe('a wrong variable or option is one error that names it', () => {
  test('SBP_BASE_URL', async () => {
    const file = putProfile(valid);
    for (const [address, says] of [
      ['host', 'SBP_BASE_URL: found "host", expected http://'],
      ['http://user:info@h', 'SBP_BASE_URL: found a URL with user information'],
    ] as const) {
      const error = await failure(file, { ...env, SBP_BASE_URL: address });
      expect([error.message.startsWith(says), error.fault]).toEqual([true, 'profile']);
    }
  });

  test('SBP_TARGET', async () => {
    const error = await failure(null, { SBP_TARGET: 'nowhere.yaml' });
    expect(error.message).toContain('nowhere.yaml: found no such file, expected a target profile');
  });

  test.for(flags)('%j', async ([chosen, says]) => {
    const error = await failure(putProfile({ ...valid, variants: { a: {} } }), env, chosen);
    expect(error.message.startsWith(says)).toBe(true);
    expect(error.fault).toBe('usage');
  });

  test('an unknown variant is the fault of the option even where nothing else is set', async () => {
    const unknown = { fault: 'usage', code: 'unknown-variant' };
    expect(await failure(null, {}, { variants: ['c'] })).toMatchObject(unknown);
  });
});
