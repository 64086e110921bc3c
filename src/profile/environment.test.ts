import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { linesOfFile, settingNames } from './environment.ts';
import { say } from '../messages/message.ts';
import { readEnvironment } from '../base/environment.ts';
import { openTargetFolder } from './target.test-support.ts';

const { folder, put } = openTargetFolder();

test('.env fills what the environment leaves out or empty, and the process keeps its own', async () => {
  put('.env', 'SBP_PROBE_ONE=file\nSBP_PROBE_TWO="of the file"\nSBP_PROBE_THREE=kept\n');
  const env = await readEnvironment(folder, { SBP_PROBE_ONE: 'real', SBP_PROBE_TWO: '', OTHER: undefined });
  expect(env).toStrictEqual({ SBP_PROBE_ONE: 'real', SBP_PROBE_TWO: 'of the file', SBP_PROBE_THREE: 'kept' });
  expect(process.env['SBP_PROBE_THREE']).toBeUndefined();
});

test('no .env is no error, a folder in its place is one', async () => {
  await mkdir(join(folder, 'wrong', '.env'), { recursive: true });
  expect(await readEnvironment(join(folder, 'empty'), { A: '1' })).toStrictEqual({ A: '1' });
  expect(await linesOfFile(join(folder, 'empty'), { [name]: 'first' }, [])).toEqual([]);
  await expect(readEnvironment(join(folder, 'wrong'), {})).rejects.toThrow('.env: found a folder');
});

test('.env.example names both variables of the suite, and no other that begins like them', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../.env.example'), 'utf8');
  const own = Object.keys(parse(text)).filter((each) => each.startsWith('SBP_'));
  expect(own.toSorted()).toStrictEqual(settingNames.toSorted());
});

const name = 'A_PASSWORD';

test.for<readonly [string, readonly string[], Readonly<Record<string, string>>?]>([
  [`${name}=first#second`, [name]],
  [`export ${name} = first#second#third`, [name]],
  [`A=1\r\n${name}=first words#second # a comment\r\nB=2`, [name]],
  [`${name}: first#second`, [name]],
  [`${name}='first#second`, [name]],
  ['STAGING_PASSWORD=a#b\nOTHER=a#b', ['STAGING_PASSWORD']],
  [`${name}='first#second'`, []],
  [`${name}="first#second" # a comment`, []],
  [`${name}=\`first#second\``, []],
  [`${name}=first # a comment`, []],
  [`${name}='first'# a comment`, []],
  [`# ${name}=first#second`, []],
  [`${name}=first`, []],
  [`${name}=${' '.repeat(500_000)}`, []],
  [`${name}=first#second`, [], { [name]: 'first#second' }],
])('of the used values in .env %j, those that end at a # are reported by their names: %j', async (row) => {
  const [text, cut, more = {}] = row;
  put('.env', text);
  const notes = await linesOfFile(folder, await readEnvironment(folder, more), ['STAGING_PASSWORD', name]);
  const warnings = notes.map(({ words }) => say(words, 'en'));
  const said = cut.map((each) => expect.stringContaining(`.env: ${each}: the value ends in front of a #`));
  expect(warnings).toEqual(said);
  expect(warnings.join()).not.toMatch(/first|second/);
});
