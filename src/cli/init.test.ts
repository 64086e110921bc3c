// The template of `init`: complete, loadable, and filled by options.

import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { packageFolder } from '../base/package.ts';
import { schemes } from '../encryption/settings.ts';
import { loadTarget } from '../profile/load.ts';
import { profileSchema } from '../profile/schema.ts';
import { ask, openFolder } from './fake-terminal.test-support.ts';

const env = {
  TARGET_PASSWORD: 'a password: "with" #signs',
  BLOCKED_PASSWORD: 'blocked-one',
  NO_REWARD_PASSWORD: 'x-none-x',
  GATEWAY_KEY: 'gateway-key',
};

let folder = '';
beforeEach(async () => {
  folder = await openFolder();
  const keys = join(packageFolder, 'fixtures/keys');
  for (const name of ['service.pem', 'ca.pem', 'client.pem'])
    await copyFile(join(keys, 'service.pem'), join(folder, name));
  await copyFile(join(keys, 'service.key'), join(folder, 'client.key'));
  await writeFile(join(folder, 'encrypt.mjs'), 'export default (plain) => plain;\n');
});

const load = (variables: Readonly<Record<string, string>> = env) =>
  loadTarget({ file: 'target.yaml', flags: {}, env: variables, cwd: folder });
const text = (): Promise<string> => readFile(join(folder, 'target.yaml'), 'utf8');
const whole = ['--base-url', 'http://localhost:1/x', '--bank-code', 'acme', '--partner', '0042'];

describe('init', () => {
  it.each(schemes)(
    'writes a profile for %s that loads, over a file where that is asked for',
    async (scheme) => {
      const key = ['command', 'module'].includes(scheme) ? 'encrypt.mjs' : 'service.pem';
      const words = ['init', '--scheme', scheme, '--key', key, '--force', ...whole];
      for (const _again of [1, 2]) {
        const { code, out, err } = await ask(folder, ...words);
        expect([code, err, out]).toEqual([0, '', expect.not.stringContaining('Fill in')]);
      }
      const { baseUrl, variants, warnings } = await load();
      expect([baseUrl, Object.keys(variants), warnings]).toEqual(['http://localhost:1/x', ['a', 'b'], []]);
      const { credentials, encryption, bankCode } = variants.b ?? {};
      expect([bankCode, credentials?.partnerName, encryption?.scheme]).toEqual(['acme', '0042', scheme]);
      expect(credentials?.partnerPassword).toBe(env.TARGET_PASSWORD);
    },
  );

  it('shows an example of everything else, which loads once it is used', async () => {
    await ask(folder, 'init', '--key', 'service.pem', ...whole);
    const used = (await text())
      .replaceAll(/^( *)# (?=\w+:|  )/gm, '$1')
      .replaceAll('…, partnerPassword', '"1043", partnerPassword');
    await writeFile(join(folder, 'target.yaml'), used.replaceAll(/^concurrency: requests.*$/gm, ''));
    const { variants, name, production, limits } = await load();
    expect(Object.keys(variants.b?.conditions ?? {})).toHaveLength(5);
    expect([name, production.length, limits.rate]).toEqual(['Staging', 1, 50]);
    for (const key of Object.keys(profileSchema.shape)) expect(used).toMatch(new RegExp(`^${key}:`, 'm'));
  });

  it('says that a folder is not there, and of a file that is there something else', async () => {
    const { code, err } = await ask(folder, 'init', '--out', 'nowhere/target.yaml');
    expect([code, err]).toEqual([2, expect.stringContaining('found a folder above it that is not there')]);
    await writeFile(join(folder, 'there.yaml'), '');
    const other = await ask(folder, 'init', '--out', 'there.yaml');
    expect(other.err).toContain('found a file of that name');
  });

  it('claims what --variant says, and names the blanks', async () => {
    const { out } = await ask(folder, 'init', '--variant', 'b');
    expect(out).toContain('in place of each …: baseUrl, bankCode, partnerName, key.\n');
    expect(await text()).not.toMatch(/^ {2}a:/m);
    // All at once.
    await expect(load()).rejects.toThrow(
      /4 problems\n {2}baseUrl: found a blank of `init`[^]* {2}variants\.b\.bankCode: found a blank[^]*partnerName[^]*key/,
    );
  });
});
