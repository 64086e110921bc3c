import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'dotenv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  hasTargetSettings,
  readEnvironment,
  refuseSlips,
  settingNames,
  slipWarnings,
} from './environment.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbp-environment-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test('.env fills what the environment leaves out or empty, and the process keeps its own', async () => {
  await writeFile(
    join(folder, '.env'),
    'SBP_PROBE_ONE=file\nSBP_PROBE_TWO="of the file"\nSBP_PROBE_THREE=kept\n',
  );
  const env = await readEnvironment(folder, { SBP_PROBE_ONE: 'real', SBP_PROBE_TWO: '', OTHER: undefined });
  expect(env).toStrictEqual({ SBP_PROBE_ONE: 'real', SBP_PROBE_TWO: 'of the file', SBP_PROBE_THREE: 'kept' });
  expect(process.env['SBP_PROBE_THREE']).toBeUndefined();
});

test('no .env is no error, a folder in its place is one', async () => {
  const empty = join(folder, 'empty');
  await mkdir(join(folder, 'wrong', '.env'), { recursive: true });
  await mkdir(empty);
  expect(await readEnvironment(empty, { A: '1' })).toStrictEqual({ A: '1' });
  await expect(readEnvironment(join(folder, 'wrong'), {})).rejects.toThrow('.env: found a folder');
});

test.for(settingNames)('%s alone says that a target is meant, empty it does not', (name) => {
  expect(hasTargetSettings({}, { [name]: 'x' })).toBe(true);
  expect(hasTargetSettings({}, { [name]: '' })).toBe(false);
});

test('--target and --base-url say that a target is meant; no setting and foreign variables do not', () => {
  expect(hasTargetSettings({ target: 'x' }, {})).toBe(true);
  expect(hasTargetSettings({ baseUrl: '' }, {})).toBe(true);
  expect(hasTargetSettings({ target: undefined, baseUrl: null }, { SBP_OTHER: 'x', PATH: '/bin' })).toBe(
    false,
  );
});

test('a slip of the pen is refused where variables describe the target, and told where a profile does', () => {
  const env = { SBP_BASE_URL: 'http://x', SBP_BANKCODE: 'acme' };
  expect(() => refuseSlips(env)).toThrow('SBP_BANKCODE: found an unknown variable');
  const told = 'SBP_BANKCODE is set, and nothing reads it; did you mean SBP_BANK_CODE?';
  expect(slipWarnings(env, [])).toEqual([told]);
  expect(slipWarnings(env, ['SBP_BANKCODE'])).toEqual([]);
});

test('a variable beside the one that it is near is none', () => {
  const env = { SBP_PARTNER_NAME: '1', SBP_PARTNER_NAME2: '2', SBP_SOMETHING: '3' };
  expect(() => refuseSlips(env)).not.toThrow();
  expect(slipWarnings(env, [])).toEqual([]);
});

test('.env.example names every variable', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../.env.example'), 'utf8');
  expect(Object.keys(parse(text)).toSorted()).toStrictEqual(settingNames.toSorted());
});
