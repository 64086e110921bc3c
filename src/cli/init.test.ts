import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { specification } from '../spec/variant.ts';
import { loadTarget } from '../target/load.ts';
import { profileSchema } from '../target/schema.ts';
import { schemes } from '../target/schema.ts';
import { call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import type { Ask } from './init-answers.ts';
import { init, initWith } from './init.ts';
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

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/keys/${name}`, import.meta.url));

/** Every example of a draft put to use: the lines of a paragraph from the one that begins with a key on. */
function uncommented(text: string): string {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    const lines = paragraph.split('\n');
    const start = lines.findIndex((line) => /^# [A-Za-z0-9]+:(?: |$)/.test(line));
    return lines
      .map((line, index) => (start >= 0 && index >= start ? line.replace(/^# /, '') : line))
      .join('\n');
  });
  return paragraphs.join('\n\n');
}

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

  it.each(schemes)('writes a profile for %s that the loader takes', async (scheme) => {
    await inFolder(async (folder) => {
      await copyFile(publicKey, join(folder, 'service.pem'));
      await writeFile(join(folder, 'encrypt.mjs'), 'export default (plain) => plain;\n');
      const key = { command: 'encrypt.mjs', module: 'encrypt.mjs' }[String(scheme)] ?? 'service.pem';
      for (const options of [['--key', key], []]) {
        const { code, err } = await call(init, ['--scheme', scheme, '--force', ...options], { cwd: folder });
        expect([code, err]).toEqual([0, '']);
        if (scheme === 'module')
          await copyFile(join(folder, 'encrypt.mjs'), join(folder, 'encrypt-password.mjs'));
        const target = await load(folder, 'target.yaml');
        expect(target.variants['b']?.encryption).toMatchObject({ scheme });
        expect(target.warnings).toEqual([]);
      }
    });
  });

  it('names every scheme, and shows examples of everything else that load once they are uncommented', async () => {
    await inFolder(async (folder) => {
      await call(init, [], { cwd: folder });
      const text = await readFile(join(folder, 'target.yaml'), 'utf8');
      for (const scheme of schemes) expect(text).toMatch(new RegExp(`scheme: .*# .*\\b${scheme}\\b`));
      await copyFile(fixture('service.pem'), join(folder, 'service.pem'));
      await mkdir(join(folder, 'keys'));
      for (const [name, from] of [
        ['ca.pem', 'service.pem'],
        ['client.pem', 'service.pem'],
        ['client.key', 'service.key'],
      ] as const)
        await copyFile(fixture(from), join(folder, 'keys', name));
      await writeFile(join(folder, 'reviews.yaml'), '[]');
      await writeFile(join(folder, 'more.yaml'), uncommented(text));
      const names = ['BLOCKED_PASSWORD', 'NO_REWARD_PASSWORD', 'GATEWAY_KEY', 'TLS_PASSPHRASE'];
      const more = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
      const target = await load(folder, 'more.yaml', { ...env, ...more });
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
      for (const key of [...keys, 'texts', 'headers', 'conditions', 'credentials'])
        expect(text).toMatch(new RegExp(`^(?:# )?${key}:`, 'm'));
      for (const way of [
        'credentials',
        'headers',
        'baseUrl',
        'localAddress',
        'proxy',
        'setup',
        'teardown',
        'until',
      ])
        expect(text).toMatch(new RegExp(`^#   .*\\b${way}\\b`, 'm'));
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

  it('overwrites one where that is asked for', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'target.yaml'), 'mine');
      expect((await call(init, ['--force'], { cwd: folder })).code).toBe(0);
      expect(await readFile(join(folder, 'target.yaml'), 'utf8')).toContain('baseUrl:');
    });
  });

  it('says that the key is not there yet', async () => {
    await inFolder(async (folder) => {
      const { code, err } = await call(init, ['--key', 'nowhere.pem'], { cwd: folder });
      expect([code, err]).toEqual([0, '! nowhere.pem is not there yet: put it there before the first run\n']);
    });
  });

  it.each([
    [['--variant', 'c'], '--variant: found "c", expected one of a, b'],
    [['--base-url', 'ftp://x'], '--base-url: found "ftp://x", expected an http or https URL'],
    [
      ['--base-url', 'https://user:secret@x'],
      '--base-url: found "https://…@x", expected an http or https URL',
    ],
    [['--bank-code', 'a/b'], '--bank-code: found "a/b", expected one path segment'],
    [['--variant', 'a', '--bank-code', 'acme'], '--bank-code: found "acme", expected none'],
    [['--partner', 'name'], '--partner: found "name", expected digits, variant b sends an int'],
    [['--scheme', 'rsa-oeap'], 'did you mean rsa-oaep?'],
    [['--out', '/nowhere/target.yaml'], '/nowhere/target.yaml: found no such folder'],
  ])('refuses %s', async (options, message) => {
    await inFolder(async (folder) => {
      const asked = call(init, options, { cwd: folder });
      await expect(asked).rejects.toThrow(message);
    });
  });

  it('asks a person for what goes in, and never for a password', async () => {
    await inFolder(async (folder) => {
      const answers = ['https://x.test', 'b', 'acme', '1042', 'cms', publicKey];
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

  /** What comes of these answers, with the questions and what was said between them. */
  async function interview(folder: string, answers: readonly string[]) {
    const questions: string[] = [];
    const ask: Ask = (question) => {
      questions.push(question);
      return Promise.resolve(answers[questions.length - 1] ?? '');
    };
    const asked = call((invocation) => initWith(invocation, ask), [], { cwd: folder });
    const [outcome] = await Promise.allSettled([asked]);
    return { outcome, questions };
  }

  it('checks each answer where it is given, and asks again', async () => {
    await inFolder(async (folder) => {
      const { outcome, questions } = await interview(folder, [
        'ftp://x',
        'https://user:secret-1@x.test',
        'https://x.test',
        'c',
        'b',
        'a/b',
        'acme',
        'name',
        '1042',
        'rsa-oeap',
        'cms',
        publicKey,
      ]);
      expect(questions.map((question) => question.slice(0, 4))).toEqual(
        'Base Base Base Vari Vari Bank Bank Name Name Encr Encr Cert'.split(' '),
      );
      expect(outcome).toMatchObject({ status: 'fulfilled', value: { code: 0 } });
      const said = outcome.status === 'fulfilled' ? outcome.value.err.trim().split('\n') : [];
      expect(said).toEqual([
        expect.stringMatching(/^! found "ftp:\/\/x", expected an http or https URL/),
        expect.stringMatching(/^! found "https:\/\/…@x.test", expected an http or https URL/),
        '! found "c", expected one of a, b',
        expect.stringMatching(/^! found "a\/b", expected one path segment/),
        '! found "name", expected digits, variant b sends an int',
        expect.stringMatching(/^! found "rsa-oeap", .*; did you mean rsa-oaep\?$/),
      ]);
      const target = await load(folder, 'target.yaml', { SBP_PARTNER_PASSWORD: 'a password' });
      expect(target.baseUrl).toBe('https://x.test');
    });
  });

  it('gives up where a third answer is wrong', async () => {
    await inFolder(async (folder) => {
      const { outcome, questions } = await interview(folder, ['one', 'two', 'three', 'https://x.test']);
      expect(questions).toHaveLength(3);
      const message = expect.stringMatching(/^--base-url: found "three", expected an http or https URL/);
      expect(outcome).toMatchObject({ reason: { code: 'wrong-option-value', message } });
      expect(await filesOf(folder)).toEqual({});
    });
  });

  it('asks nothing where the profile is there already', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'target.yaml'), 'mine');
      const { outcome, questions } = await interview(folder, []);
      expect(outcome).toMatchObject({ reason: { code: 'profile-not-written' } });
      expect(questions).toEqual([]);
    });
  });
});
