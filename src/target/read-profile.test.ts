import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { specification } from '../spec/variant.ts';
import { loadTarget } from './load-target.ts';
import type { Target } from './target.ts';

const key = resolve(import.meta.dirname, '../../fixtures/keys/service.pem');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbp-profile-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function load(profile: object, env: Readonly<Record<string, string>> = {}): Promise<Target> {
  const name = `${crypto.randomUUID()}.yaml`;
  await writeFile(join(folder, name), JSON.stringify(profile));
  return await loadTarget({ profilePath: name, flags: {}, env, cwd: folder }, specification.variants);
}

const minimal = {
  baseUrl: 'http://127.0.0.1:1',
  variants: { a: {} },
  credentials: { partnerName: 'p', partnerPassword: 'literal', useAuthByCert: 'true' },
  encryption: { scheme: 'command', command: ['encrypt', ''] },
};

test('${file:PATH} reads a secret beside the profile without its last line break', async () => {
  await writeFile(join(folder, 'unix'), 'first\nsecond\n\n');
  await writeFile(join(folder, 'windows'), 'secret\r\n');
  const credentials = { partnerName: 'p', partnerPassword: '${file:windows}', useAuthByCert: '${file:unix}' };
  expect((await load({ ...minimal, credentials })).variants['a']?.credentials).toStrictEqual({
    partnerName: 'p',
    partnerPassword: 'secret',
    useAuthByCert: 'first\nsecond\n',
  });
});

test('a literal password is warned about by its path', async () => {
  expect((await load(minimal)).warnings).toStrictEqual([
    'credentials.partnerPassword stands in the profile as plain text; use ${NAME}',
  ]);
});

test('commands run in the folder of the profile, and unauthorized is there without being named', async () => {
  const target = await load(minimal);
  expect(target.folder).toBe(folder);
  expect(target.variants['a']?.conditions).toStrictEqual({ unauthorized: {} });
  expect(target.variants['a']?.encryption).toStrictEqual({
    scheme: 'command',
    command: ['encrypt', ''],
    folder,
    template: '{password}',
  });
});

test('a module is named by its absolute path', async () => {
  await writeFile(join(folder, 'encrypt.mjs'), '');
  const target = await load({ ...minimal, encryption: { scheme: 'module', module: './encrypt.mjs' } });
  expect(target.variants['a']?.encryption).toMatchObject({ module: join(folder, 'encrypt.mjs') });
});

const settings = {
  SBP_VARIANTS: 'b',
  SBP_BANK_CODE: 'filled',
  SBP_PARTNER_PASSWORD: 'from-environment',
  SBP_ENCRYPTION_KEY: key,
  SBP_ENCRYPTION_HASH: 'sha512',
};

test('variables fill what the profile leaves out', async () => {
  const credentials = { partnerName: 1, useAuthByCert: 'true' };
  const profile = { baseUrl: 'http://127.0.0.1:1', credentials, encryption: { scheme: 'rsa-oaep' } };
  const target = await load(profile, settings);
  expect(Object.keys(target.variants)).toStrictEqual(['b']);
  expect(target.variants['b']).toMatchObject({
    bankCode: 'filled',
    credentials: { partnerPassword: 'from-environment' },
    encryption: { hash: 'sha512', mgf1: 'sha512' },
  });
});

test('variables for another encryption scheme than that of the profile are passed over', async () => {
  expect((await load(minimal, settings)).variants['a']?.encryption).not.toHaveProperty('hash');
});

test('a variant with another scheme inherits only what that scheme has a use for', async () => {
  const variants = { a: { encryption: { scheme: 'cms' } } };
  const encryption = { scheme: 'rsa-oaep', hash: 'sha1', key, encoding: 'hex', template: 'x{password}' };
  const merged = (await load({ ...minimal, variants, encryption })).variants['a']?.encryption;
  expect(merged).toMatchObject({ scheme: 'cms', cipher: 'aes256', encoding: 'hex', template: 'x{password}' });
  expect(merged).not.toHaveProperty('hash');
});
