import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { specification } from '../spec/variant.ts';
import { cutWarnings } from './cut-value.ts';
import { readEnvironment } from './environment.ts';
import { loadTarget } from './load-target.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbp-cut-value-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const name = 'SBP_PARTNER_PASSWORD';

/** What is said of a `.env` with that text. */
async function said(text: string, more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  await writeFile(join(folder, '.env'), text);
  return cutWarnings(folder, await readEnvironment(folder, more), ['STAGING_PASSWORD']);
}

test.for([
  `${name}=first#second`,
  `export ${name} = first#second#third`,
  `A=1\r\n${name}=first words#second # a comment\r\nB=2`,
  `${name}: first#second`,
  `${name}='first#second`,
])('a value that is cut at a # is told by its name alone: %j', async (text) => {
  expect(await said(text)).toEqual([
    `.env: ${name} ends in front of a #; if that is a part of the value, write ${name}='…'`,
  ]);
  expect((await said(text)).join()).not.toMatch(/first|second/);
});

test('so is that of a variable that the profile refers to, and of no other', async () => {
  expect(await said('STAGING_PASSWORD=a#b\nOTHER=a#b')).toEqual([
    expect.stringContaining('STAGING_PASSWORD'),
  ]);
});

test.for([
  `${name}='first#second'`,
  `${name}="first#second" # a comment`,
  `${name}=\`first#second\``,
  `${name}=first # a comment`,
  `${name}='first'# a comment`,
  `# ${name}=first#second`,
  `${name}=first`,
])('nothing is said of %j', async (text) => {
  expect(await said(text)).toEqual([]);
});

test('a target whose settings are read from there warns of it', async () => {
  const lines = [
    'SBP_BASE_URL=http://127.0.0.1:1',
    'SBP_PARTNER_NAME=7',
    `${name}=first#second`,
    'SBP_USE_AUTH_BY_CERT=true',
    `SBP_ENCRYPTION_KEY=${resolve(import.meta.dirname, '../../fixtures/keys/service.pem')}`,
    'SBP_ENCRYPTION_SCHEME=rsa-oaep',
  ];
  await writeFile(join(folder, '.env'), lines.join('\n'));
  const env = await readEnvironment(folder, {});
  const sources = { profilePath: null, flags: {}, env, cwd: folder };
  const { warnings } = await loadTarget(sources, specification.variants);
  expect(warnings).toEqual([expect.stringContaining(`.env: ${name} ends in front of a #`)]);
});

test('nothing is said where the environment has the value, or where there is no .env', async () => {
  expect(await said(`${name}=first#second`, { [name]: 'first#second' })).toEqual([]);
  await rm(join(folder, '.env'));
  expect(await cutWarnings(folder, { [name]: 'first' }, [])).toEqual([]);
});
