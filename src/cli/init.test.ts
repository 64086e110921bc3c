import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { schemeNames } from '../encryption/registry.ts';
import { packageFolder } from '../base/package.ts';
import { settingNames } from '../profile/environment.ts';
import { loadTarget } from '../profile/load.ts';
import { profileSchema } from '../profile/schema.ts';
import { ask, filesOf, openFolder } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';
import { publicKey } from './small-profile.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

/** Environment that a drafted `target.yaml` needs. */
const env = { TARGET_PASSWORD: 'a password: "with" #signs' };
/** Values for its blanks. */
const fillings = {
  baseUrl: 'https://staging.example.test/api',
  bankCode: 'acme',
  partnerName: '"1042"',
  key: publicKey,
};

let folder = '';
beforeEach(async () => {
  folder = await openFolder();
});

const init = (...args: readonly string[]): Promise<Outcome> => ask(folder, 'init', ...args);
const load = (file: string, variables: Readonly<Record<string, string>> = env) =>
  loadTarget({ profilePath: join(folder, file), flags: {}, env: variables, cwd: folder });
const textOf = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
const putKey = (name: string, from = 'service.pem'): Promise<void> =>
  copyFile(join(packageFolder, 'fixtures/keys', from), join(folder, name));

const filled = (text: string): string =>
  text.replaceAll(
    /(?<=^ *(baseUrl|bankCode|partnerName|key): )…/gm,
    (_blank, name: keyof typeof fillings) => fillings[name],
  );

async function fillIn(file: string): Promise<void> {
  await writeFile(join(folder, file), filled(await textOf(file)));
}

/** Uncomments every example of a draft: in each paragraph, the lines from the first key on. */
function uncommented(text: string): string {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    const lines = paragraph.split('\n');
    const first = lines.findIndex((line) => /^# [A-Za-z0-9]+:(?: |$)/.test(line));
    const isExample = (index: number): boolean => first >= 0 && index >= first;
    return lines.map((line, index) => (isExample(index) ? line.replace(/^# /, '') : line)).join('\n');
  });
  return paragraphs.join('\n\n');
}

describe('init', () => {
  it('marks and lists what is to be filled in, and then loads', async () => {
    const { code, out, err } = await init();
    const said =
      'Fill in, in place of each …: baseUrl, variants.b.bankCode, credentials.partnerName, encryption.key.\n';
    expect([code, err, out]).toEqual([0, '', expect.stringContaining(said)]);
    expect(out).toContain("write TARGET_PASSWORD='…' into .env");
    await expect(load('target.yaml')).rejects.toThrow(/baseUrl: found the placeholder/);
    await fillIn('target.yaml');
    const target = await load('target.yaml');
    expect([target.baseUrl, Object.keys(target.variants)]).toEqual([fillings.baseUrl, ['a', 'b']]);
    expect(target.variants['b']?.credentials.partnerPassword).toBe(env.TARGET_PASSWORD);
    expect(target.warnings).toEqual([]);
  });

  it('writes what the options give, the key relative to the profile', async () => {
    await mkdir(join(folder, 'profiles'));
    await putKey('service.pem');
    const options = '--out profiles/b.yaml --base-url http://localhost:1/x --variant b --bank-code acme';
    const { out } = await init(...options.split(' '), '--partner', '7', '--key', 'service.pem');
    expect(out).not.toContain('Fill in');
    const { baseUrl, variants } = await load('profiles/b.yaml', { B_PASSWORD: 'a password' });
    expect([baseUrl, Object.keys(variants)]).toEqual(['http://localhost:1/x', ['b']]);
    expect(variants).toMatchObject({ b: { bankCode: 'acme', credentials: { partnerName: '7' } } });
  });

  it.each(schemeNames)(
    'writes a profile for %s that the loader takes, over a file where that is asked for',
    async (scheme) => {
      await putKey('service.pem');
      for (const name of ['encrypt.mjs', 'encrypt-password.mjs']) {
        await writeFile(join(folder, name), 'export default (plain) => plain;\n');
      }
      const key = ['command', 'module'].includes(scheme) ? 'encrypt.mjs' : 'service.pem';
      for (const options of [['--key', key], []]) {
        const { code, err } = await init('--scheme', scheme, '--force', ...options);
        expect([code, err]).toEqual([0, '']);
        await fillIn('target.yaml');
        const target = await load('target.yaml');
        expect(target.variants['b']?.encryption).toMatchObject({ scheme });
        expect(target.warnings).toEqual([]);
      }
    },
  );

  it('names every scheme, and shows examples of everything else that load once they are uncommented', async () => {
    await init();
    const text = await textOf('target.yaml');
    for (const scheme of schemeNames) expect(text).toMatch(new RegExp(`scheme: .*# .*\\b${scheme}\\b`));
    await mkdir(join(folder, 'keys'));
    for (const name of ['service.pem', 'keys/ca.pem', 'keys/client.pem']) await putKey(name);
    await putKey('keys/client.key', 'service.key');
    await writeFile(join(folder, 'reviews.yaml'), '[]');
    await writeFile(join(folder, 'more.yaml'), uncommented(filled(text)));
    const names = [
      'BLOCKED_PASSWORD',
      'NO_REWARD_PASSWORD',
      'GATEWAY_KEY',
      'TLS_PASSPHRASE',
      'PROXY_PASSWORD',
    ];
    const more = Object.fromEntries(names.map((name) => [name, `value-of-${name}`]));
    const target = await load('more.yaml', { ...env, ...more });
    expect(Object.keys(target.variants['b']?.conditions ?? {})).toHaveLength(5);
    expect(target).toMatchObject({
      name: 'Staging',
      waivers: [{ owner: 'payouts team' }],
      production: [expect.any(String)],
      language: 'en',
      limits: { rate: 50 },
      reviewsFile: join(folder, 'reviews.yaml'),
    });
    const keys = Object.keys(profileSchema.safeParse({}).data ?? {});
    for (const key of [...keys, 'headers', 'conditions', 'credentials']) {
      expect(text).toMatch(new RegExp(`^(?:# )?${key}:`, 'm'));
    }
    for (const way of 'credentials headers baseUrl localAddress proxy setup teardown until'.split(' ')) {
      expect(text).toMatch(new RegExp(`^#   .*\\b${way}\\b`, 'm'));
    }
  });

  it.each([
    ['staging.yaml', 'STAGING'],
    ['eu-west 2.yml', 'EU_WEST_2'],
    ['sbp.yaml', 'TARGET_SBP'],
    ['2nd.yaml', 'TARGET_2ND'],
    ['сервис.yaml', 'TARGET'],
  ])(
    'names the variables of %s after it, so that none of them names a target by itself',
    async (file, prefix) => {
      await init('--out', file);
      const text = await textOf(file);
      expect(text).toContain(`partnerPassword: "\${${prefix}_PASSWORD}"`);
      const needed = text.replaceAll(/#.*/g, '').match(/(?<=\$\{)\w+(?=\})/g) ?? [];
      const isWrong = (name: string): boolean =>
        !name.startsWith(`${prefix}_`) || settingNames.includes(name);
      expect(needed.filter(isWrong)).toEqual([]);
    },
  );

  it('refuses the path of the operation, whatever the bank code, and says what remains without it', async () => {
    const { code, err } = await init('--base-url', 'https://x.test/api/partner/acme/sbp/banks/');
    const said = 'at the end, expected the address in front of it: https://x.test/api\n';
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
    expect(await filesOf(folder)).toEqual({});
  });

  it('says that the key is not there yet', async () => {
    expectWarnings(/^! nowhere\.pem is not there yet/);
    const { code, err } = await init('--key', 'nowhere.pem');
    expect([code, err]).toEqual([0, '! nowhere.pem is not there yet: put it there before the first run\n']);
  });
});
