import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { cutValueWarnings, readEnvironment, settingNames } from './environment.ts';
import { openTargetFolder } from './target.test-support.ts';

const { folder, put } = openTargetFolder();
const writeEnv = (text: string) => put('.env', text);

test('.env fills what the environment leaves out or empty, and the process keeps its own', async () => {
  writeEnv('SBP_PROBE_ONE=file\nSBP_PROBE_TWO="of the file"\nSBP_PROBE_THREE=kept\n');
  const env = await readEnvironment(folder, { SBP_PROBE_ONE: 'real', SBP_PROBE_TWO: '', OTHER: undefined });
  expect(env).toStrictEqual({ SBP_PROBE_ONE: 'real', SBP_PROBE_TWO: 'of the file', SBP_PROBE_THREE: 'kept' });
  expect(process.env['SBP_PROBE_THREE']).toBeUndefined();
});

test('no .env is no error, a folder in its place is one', async () => {
  await mkdir(join(folder, 'wrong', '.env'), { recursive: true });
  expect(await readEnvironment(join(folder, 'empty'), { A: '1' })).toStrictEqual({ A: '1' });
  await expect(readEnvironment(join(folder, 'wrong'), {})).rejects.toThrow('.env: found a folder');
});

test('.env.example names every variable', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../.env.example'), 'utf8');
  expect(Object.keys(parse(text)).toSorted()).toStrictEqual(settingNames.toSorted());
});

describe('a value in .env that is cut at a #', () => {
  const name = 'SBP_PARTNER_PASSWORD';

  async function warnings(text: string, more: Readonly<Record<string, string>> = {}) {
    writeEnv(text);
    return cutValueWarnings(folder, await readEnvironment(folder, more), ['STAGING_PASSWORD']);
  }

  test.for([
    `${name}=first#second`,
    `export ${name} = first#second#third`,
    `A=1\r\n${name}=first words#second # a comment\r\nB=2`,
    `${name}: first#second`,
    `${name}='first#second`,
  ])('is reported by its name alone: %j', async (text) => {
    const said = `.env: ${name} ends in front of a #; if that is a part of the value, write ${name}='…', or ${name}=\`…\` if it contains a '`;
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
