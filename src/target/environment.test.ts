import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'dotenv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cutValueWarnings,
  idleWarnings,
  isTargetNamed,
  misspeltWarnings,
  readEnvironment,
  refuseMisspelt,
  settingNames,
} from './environment.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbp-environment-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const writeEnv = (text: string) => writeFile(join(folder, '.env'), text);

test('.env fills what the environment leaves out or empty, and the process keeps its own', async () => {
  await writeEnv('SBP_PROBE_ONE=file\nSBP_PROBE_TWO="of the file"\nSBP_PROBE_THREE=kept\n');
  const env = await readEnvironment(folder, { SBP_PROBE_ONE: 'real', SBP_PROBE_TWO: '', OTHER: undefined });
  expect(env).toStrictEqual({ SBP_PROBE_ONE: 'real', SBP_PROBE_TWO: 'of the file', SBP_PROBE_THREE: 'kept' });
  expect(process.env['SBP_PROBE_THREE']).toBeUndefined();
});

test('no .env is no error, a folder in its place is one', async () => {
  await mkdir(join(folder, 'wrong', '.env'), { recursive: true });
  expect(await readEnvironment(join(folder, 'empty'), { A: '1' })).toStrictEqual({ A: '1' });
  await expect(readEnvironment(join(folder, 'wrong'), {})).rejects.toThrow('.env: found a folder');
});

test.for([
  ['SBP_TARGET', true],
  ['SBP_BASE_URL', true],
  ...settingNames.slice(1).flatMap((name) => (name === 'SBP_BASE_URL' ? [] : [[name, false] as const])),
  ['SBP_OTHER', false],
] as const)('%s alone names a target: %s, and empty never', ([name, isNamed]) => {
  expect(isTargetNamed({}, { [name]: 'x', PATH: '/bin' })).toBe(isNamed);
  expect(isTargetNamed({}, { [name]: '' })).toBe(false);
});

test('--target and --base-url name a target', () => {
  expect(isTargetNamed({ target: 'x' }, {})).toBe(true);
  expect(isTargetNamed({ baseUrl: '' }, {})).toBe(true);
  expect(isTargetNamed({ target: undefined, baseUrl: null }, {})).toBe(false);
});

test.for([
  [{ PATH: '/bin', SBP_OTHER: 'x', SBP_CA: ' ' }, []],
  [
    { SBP_PARTNER_PASSWORD: 'word', SBP_VARIANTS: 'a' },
    [
      'SBP_VARIANTS, SBP_PARTNER_PASSWORD have no effect: the target is named by --target, --base-url, SBP_TARGET or SBP_BASE_URL',
    ],
  ],
  [{ SBP_TARGET: 'x' }, ['SBP_TARGET has no effect on the built-in reference, which --reference asks for']],
] as const)('beside a run of the reference, %j is warned of by its names', ([env, warnings]) => {
  expect(idleWarnings(env)).toEqual(warnings);
});

test('a misspelt name is refused where variables describe the target, and a warning where a profile does', () => {
  const env = { SBP_BASE_URL: 'http://x', SBP_BANKCODE: 'acme' };
  expect(() => refuseMisspelt(env)).toThrow('SBP_BANKCODE: found an unknown variable');
  const said = 'SBP_BANKCODE is set, and nothing reads it; did you mean SBP_BANK_CODE?';
  expect(misspeltWarnings(env, [])).toEqual([said]);
  expect(misspeltWarnings(env, ['SBP_BANKCODE'])).toEqual([]);
  const beside = { SBP_PARTNER_NAME: '1', SBP_PARTNER_NAME2: '2', SBP_SOMETHING: '3' };
  expect(() => refuseMisspelt(beside)).not.toThrow();
  expect(misspeltWarnings(beside, [])).toEqual([]);
});

test('.env.example names every variable', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../.env.example'), 'utf8');
  expect(Object.keys(parse(text)).toSorted()).toStrictEqual(settingNames.toSorted());
});

describe('a value in .env that is cut at a #', () => {
  const name = 'SBP_PARTNER_PASSWORD';

  async function warnings(text: string, more: Readonly<Record<string, string>> = {}) {
    await writeEnv(text);
    return cutValueWarnings(folder, await readEnvironment(folder, more), ['STAGING_PASSWORD']);
  }

  test.for([
    `${name}=first#second`,
    `export ${name} = first#second#third`,
    `A=1\r\n${name}=first words#second # a comment\r\nB=2`,
    `${name}: first#second`,
    `${name}='first#second`,
  ])('is reported by its name alone: %j', async (text) => {
    const said = `.env: ${name} ends in front of a #; if that is a part of the value, write ${name}='…'`;
    expect(await warnings(text)).toEqual([said]);
  });

  test('is reported where the profile refers to it, and of no other variable', async () => {
    const found = await warnings('STAGING_PASSWORD=a#b\nOTHER=a#b');
    expect(found).toEqual([expect.stringContaining('STAGING_PASSWORD')]);
  });

  test.for([
    `${name}='first#second'`,
    `${name}="first#second" # a comment`,
    `${name}=\`first#second\``,
    `${name}=first # a comment`,
    `${name}='first'# a comment`,
    `# ${name}=first#second`,
    `${name}=first`,
    `${name}=${' '.repeat(500_000)}`,
  ])('is not in %j', async (text) => {
    expect(await warnings(text)).toEqual([]);
  });

  test('does no harm where the environment has the value, or there is no .env', async () => {
    expect(await warnings(`${name}=first#second`, { [name]: 'first#second' })).toEqual([]);
    await rm(join(folder, '.env'));
    expect(await cutValueWarnings(folder, { [name]: 'first' }, [])).toEqual([]);
  });
});
