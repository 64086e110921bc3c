import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { specification } from '../spec/variant.ts';
import { loadTarget } from '../target/load-target.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import { init, initWith } from './init.ts';
import type { Ask } from './init.ts';
import { publicKey } from './small-profile.test-support.ts';

const env = {
  SBP_BASE_URL: 'https://staging.example.test/api',
  SBP_BANK_CODE: 'acme',
  SBP_PARTNER_NAME: '1042',
  SBP_PARTNER_PASSWORD: 'a password: "with" #signs',
  SBP_ENCRYPTION_KEY: publicKey,
};

const load = (folder: string, file: string, variables: Readonly<Record<string, string>> = env) =>
  loadTarget(
    { profilePath: join(folder, file), flags: {}, env: variables, cwd: folder },
    specification.variants,
  );

describe('init', () => {
  it('writes a profile that loads as soon as its variables are set', async () => {
    await inFolder(async (folder) => {
      const { code, out } = await call(init, [], { cwd: folder });
      expect(code).toBe(0);
      const named = out.match(/SBP_\w+/g) ?? [];
      expect(named.toSorted()).toEqual(Object.keys(env).toSorted());
      const target = await load(folder, 'target.yaml');
      expect(target.baseUrl).toBe(env.SBP_BASE_URL);
      expect(Object.keys(target.variants)).toEqual(['a', 'b']);
      expect(target.variants['b']?.credentials.partnerPassword).toBe(env.SBP_PARTNER_PASSWORD);
      expect(target.warnings).toEqual([]);
    });
  });

  it('writes what the options give, the key relative to the profile', async () => {
    await inFolder(async (folder) => {
      await mkdir(join(folder, 'profiles'));
      await copyFile(publicKey, join(folder, 'service.pem'));
      const options = ['--out', 'profiles/b.yaml', '--base-url', 'http://localhost:1/x', '--variant', 'b'];
      const more = ['--bank-code', 'no: #1', '--partner', '7', '--key', 'service.pem'];
      await call(init, [...options, ...more.map((word) => word.replace('no: #1', 'acme'))], { cwd: folder });
      const target = await load(folder, 'profiles/b.yaml', { SBP_PARTNER_PASSWORD: 'a password' });
      expect(target.baseUrl).toBe('http://localhost:1/x');
      expect(target.variants).toMatchObject({ b: { bankCode: 'acme', credentials: { partnerName: '7' } } });
      expect(Object.keys(target.variants)).toEqual(['b']);
    });
  });

  it('shows examples of conditions that load once they are uncommented', async () => {
    await inFolder(async (folder) => {
      await call(init, [], { cwd: folder });
      const text = await readFile(join(folder, 'target.yaml'), 'utf8');
      const [before, after = ''] = text.split('# conditions:');
      const [examples = '', rest = ''] = after.split('\n\n');
      const uncommented = `${before}conditions:${examples.replaceAll(/^# /gm, '')}\n${rest}`;
      await writeFile(join(folder, 'more.yaml'), uncommented);
      const more = { BLOCKED_PASSWORD: 'blocked password', NO_REWARD_PASSWORD: 'other password' };
      const target = await load(folder, 'more.yaml', { ...env, ...more });
      expect(Object.keys(target.variants['b']?.conditions ?? {})).toHaveLength(5);
    });
  });

  it('never overwrites a file', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'target.yaml'), 'mine');
      const asked = call(init, [], { cwd: folder });
      await expect(asked).rejects.toMatchObject({ code: 'profile-not-written', fault: 'usage' });
      expect(await readFile(join(folder, 'target.yaml'), 'utf8')).toBe('mine');
    });
  });

  it.each([
    [['--variant', 'c'], '--variant: found "c", expected one of a, b'],
    [['--base-url', 'ftp://x'], '--base-url: found "ftp://x", expected a URL'],
  ])('refuses %s', async (options, message) => {
    await inFolder(async (folder) => {
      const asked = call(init, options, { cwd: folder });
      await expect(asked).rejects.toThrow(message);
    });
  });

  it('asks a person for what goes in, and never for a password', async () => {
    await inFolder(async (folder) => {
      const answers = ['https://x.test', 'b', 'acme', '1042', publicKey];
      const questions: string[] = [];
      const ask: Ask = (question) => {
        questions.push(question);
        return Promise.resolve(answers[questions.length - 1] ?? '');
      };
      await call((invocation) => initWith(invocation, ask), [], { cwd: folder });
      const target = await load(folder, 'target.yaml', { SBP_PARTNER_PASSWORD: 'a password' });
      expect(target).toMatchObject({ baseUrl: 'https://x.test', variants: { b: { bankCode: 'acme' } } });
      expect(questions.join()).not.toMatch(/password/i);
    });
  });
});
