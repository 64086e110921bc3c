import { generateKeyPairSync } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Certificate } from '../certificate/certificate.ts';
import { authority, hasOpenssl, make, openssl, withRoot } from '../certificate/certificate.test-support.ts';
import { opensslCommand } from '../certificate/page.ts';
import { withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply } from '../execution/small-service.test-support.ts';
import { plainReference, startBuiltIn } from './built-in.ts';
import type { BuiltIn } from './built-in.ts';
import { call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';
import { program } from './program.ts';
import { writeProfile } from './small-profile.test-support.ts';

let good: BuiltIn;
let bad: BuiltIn;
beforeAll(async () => {
  good = await startBuiltIn(plainReference);
  bad = await startBuiltIn({ ...plainReference, defects: ['a-unauthorized-401'] });
});
afterAll(async () => {
  await good.reference.close();
  await bad.reference.close();
});

const ask = (folder: string, ...words: readonly string[]): Promise<Outcome> =>
  call((invocation) => program(words, invocation), [], { cwd: folder });

interface Profile {
  variants: Record<string, { readonly conditions?: object }>;
  conditions: Record<string, object>;
}

/** Writes the profile of a reference, edited. */
async function writeTarget(
  folder: string,
  { profile }: BuiltIn,
  edit: (profile: Profile) => void = () => undefined,
): Promise<string> {
  const said = parse(profile) as Profile;
  edit(said);
  const file = join(folder, 'target.yaml');
  await writeFile(file, stringify(said));
  return file;
}

const signing = ['--key', 'ca/signer.key', '--cert', 'ca/signer.pem', '--out', 'out', '--quiet'] as const;

const certificateOf = async (folder: string): Promise<Certificate> =>
  JSON.parse(await readFile(join(folder, 'out', 'certificate.json'), 'utf8')) as Certificate;

/** Does the work beside a demonstration authority in `ca`. */
const withAuthority = (work: (folder: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    expect((await ask(folder, 'certify', '--init-authority', 'ca')).code).toBe(0);
    await work(folder);
  });

describe('certify --init-authority', () => {
  it('writes a root and a signer for tests, keys for the owner alone, and overwrites nothing', async () => {
    await withAuthority(async (folder) => {
      const before = await filesOf(join(folder, 'ca'));
      expect(Object.keys(before).toSorted()).toEqual(['root.key', 'root.pem', 'signer.key', 'signer.pem']);
      for (const name of ['root.key', 'signer.key']) {
        expect((await stat(join(folder, 'ca', name))).mode & 0o777).toBe(0o600);
      }
      const again = await ask(folder, 'certify', '--init-authority', 'ca');
      expect(again.code).toBe(2);
      expect(again.err).toMatch(/root\.pem is there already/);
      expect(await filesOf(join(folder, 'ca'))).toEqual(before);
    });
  });
});

describe('certify', () => {
  it('states for each variant the class that it has reached itself', async () => {
    await withAuthority(async (folder) => {
      const target = await writeTarget(folder, good, ({ conditions }) => delete conditions['ip-blocked']);
      const ran = await ask(folder, 'certify', '--target', target, ...signing);
      expect([ran.code, ran.out]).toEqual([0, '']);
      const { variants, outside, reviews } = await certificateOf(folder);
      expect(variants).toMatchObject({ a: { class: 'full' }, b: { class: 'core' } });
      const gap = { verdict: 'inconclusive', reason: 'not-provisioned', waived: false };
      expect(outside).toEqual([
        { requirement: 'b.ip-blocked.status', ...gap },
        { requirement: 'b.ip-blocked.meaning', ...gap },
      ]);
      expect(reviews).toEqual([]);
      expect((await ask(folder, 'verify', 'out', '--ca', 'ca/root.pem')).code).toBe(0);
    });
  });

  it('speaks of no variant that was not run; holds for several rounds, in Russian', async () => {
    await withAuthority(async (folder) => {
      const target = await writeTarget(folder, good);
      const more = ['--variant', 'b', '--repeat', '2', '--language', 'ru', '--thorough'];
      expect((await ask(folder, 'certify', '--target', target, ...more, ...signing)).code).toBe(0);
      expect(await certificateOf(folder)).toMatchObject({
        notClaimed: ['a'],
        variants: { b: { class: 'full' } },
      });
      const page = await readFile(join(folder, 'out', 'certificate.html'), 'utf8');
      expect(page).toContain('Сертификат соответствия');
      const verified = await ask(folder, 'verify', 'out', '--ca', 'ca/root.pem');
      expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('VALID')]);
    });
  });

  it('gives none for a target that fails, says why, and takes away the one of an earlier run', async () => {
    await withAuthority(async (folder) => {
      const target = await writeTarget(folder, good);
      const first = await ask(folder, 'certify', '--target', target, ...signing);
      expect([first.code, first.err.includes('is removed')]).toEqual([0, false]);
      const { id, issuedAt } = await certificateOf(folder);
      const failing = await writeTarget(folder, bad);
      const ran = await ask(folder, 'certify', '--target', failing, ...signing);
      expect(ran.code).toBe(1);
      expect(ran.err.replaceAll(/\s+/g, ' ')).toContain(
        `! out: the certificate of ${issuedAt.slice(0, 10)} (${id}) is removed; one of this run replaces it`,
      );
      expect(ran.err).toMatch(
        /No certificate:\n {2}✗ variant a does not reach class core: a\.unauthorized\.status fails/,
      );
      const names = Object.keys(await filesOf(join(folder, 'out')));
      expect(names).toContain('results.json');
      expect(names.filter((name) => /certificate|chain|SUMS/.test(name))).toEqual([]);
      const verified = await ask(folder, 'verify', 'out', '--ca', 'ca/root.pem');
      expect([verified.code, verified.out]).toEqual([1, expect.stringContaining('SHA256SUMS is missing')]);
    });
  });

  it('gives none, and 3, where only some cases were run', async () => {
    await withAuthority(async (folder) => {
      const target = await writeTarget(folder, good);
      const ran = await ask(folder, 'certify', '--target', target, '--case', 'a.*', ...signing);
      expect(ran.code).toBe(3);
      expect(ran.err).toMatch(/cases were left out of the run/);
    });
  });

  it('names what fails outside of the class, and keeps the exit code of the run', async () => {
    const blocked = await startBuiltIn({ ...plainReference, defects: ['b-ip-blocked-text-of-unavailable'] });
    try {
      await withAuthority(async (folder) => {
        const target = await writeTarget(folder, blocked);
        expect((await ask(folder, 'certify', '--target', target, ...signing)).code).toBe(1);
        const { variants, outside } = await certificateOf(folder);
        expect(variants).toMatchObject({ a: { class: 'full' }, b: { class: 'core' } });
        expect(outside).toContainEqual({
          requirement: 'b.ip-blocked.meaning',
          verdict: 'fail',
          reason: null,
          waived: false,
        });
        expect((await ask(folder, 'verify', 'out', '--ca', 'ca/root.pem')).code).toBe(0);
      });
    } finally {
      await blocked.reference.close();
    }
  });

  it('gives none for a requirement of the class that fails, waived or not', async () => {
    await withAuthority(async (folder) => {
      const waivers = ['a.unauthorized.status', 'a.status.no-401'].map((requirement) => ({
        requirement,
        reason: 'known',
        owner: 'me',
        until: '2099-01-01',
      }));
      const target = await writeTarget(folder, bad, (profile) => Object.assign(profile, { waivers }));
      const ran = await ask(folder, 'certify', '--target', target, ...signing);
      expect(ran.code).toBe(3);
      expect(ran.err).toMatch(/a\.unauthorized\.status fails, waived/);
    });
  });

  it('holds where a pattern of the profile decides, and states the pattern', async () => {
    await withAuthority(async (folder) => {
      const texts = { missing: '{parameter}', unavailable: '.' };
      const target = await writeTarget(folder, good, (profile) => Object.assign(profile, { texts }));
      const ran = await ask(folder, 'certify', '--target', target, ...signing);
      expect([ran.code, ran.err.split('\n').filter((line) => line.includes('✗'))]).toEqual([0, []]);
      expect((await certificateOf(folder)).texts).toEqual({ a: texts, b: texts });
      expect((await ask(folder, 'verify', 'out', '--ca', 'ca/root.pem')).code).toBe(0);
    });
  });
});

describe('what a profile takes from the environment', () => {
  const env = { PATTERN: 'parameter.*repeat', NAME: 'a name that is a secret' };
  const askWith = (folder: string, ...words: readonly string[]): Promise<Outcome> =>
    call((invocation) => program(words, invocation), [], { cwd: folder, env });

  it('is no pattern of a certificate, and nothing is sent', async () => {
    await withAuthority(async (folder) => {
      const texts = { missing: '${PATTERN}' };
      const target = await writeTarget(folder, good, (profile) => Object.assign(profile, { texts }));
      const ran = await askWith(folder, 'certify', '--target', target, ...signing);
      expect(ran.code).toBe(2);
      expect(ran.err).toMatch(/texts\.missing \(variant a\): found a pattern that holds a secret/);
      expect(ran.err).not.toContain(env.PATTERN);
    });
  });

  it('is masked where it is the name of the target', async () => {
    await withAuthority(async (folder) => {
      const name = '${NAME}';
      const target = await writeTarget(folder, good, (profile) => Object.assign(profile, { name }));
      const ran = await askWith(folder, 'certify', '--target', target, ...signing);
      expect(ran.code).toBe(0);
      expect((await certificateOf(folder)).target.name).toBe('***');
      expect(JSON.stringify(await filesOf(join(folder, 'out')))).not.toContain(env.NAME);
      expect((await ask(folder, 'verify', 'out', '--ca', 'ca/root.pem')).code).toBe(0);
    });
  });
});

describe('a text that only a person can decide on', () => {
  const text = 'zzz';
  const strange = ({ kind }: Call): Reply =>
    kind === 'unavailable'
      ? { status: 500, body: JSON.stringify({ description_status: text }) }
      : 'documented';

  it('prevents class full until a person has decided, and the certificate names the person', async () => {
    await withAuthority((folder) =>
      withService(strange, async ({ url }) => {
        const target = await writeProfile(folder, url, { variants: { a: {} } });
        const words = ['certify', '--target', target, ...signing];
        expect((await ask(folder, ...words)).code).toBe(0);
        expect(await certificateOf(folder)).toMatchObject({
          variants: { a: { class: 'core' } },
          reviews: [],
        });
        const decided = { text, decision: 'pass', name: 'A. Person', date: '2026-11-20' };
        await writeFile(join(folder, 'reviews.yaml'), stringify([{ case: 'a.unavailable', ...decided }]));
        const ran = await ask(folder, ...words, '--reviews', 'reviews.yaml');
        expect([ran.code, ran.out]).toEqual([0, '']);
        const { variants, reviews: named } = await certificateOf(folder);
        expect(variants).toMatchObject({ a: { class: 'full' } });
        expect(named.map(({ case: id, name }) => [id, name])).toEqual([['a.unavailable', 'A. Person']]);
        const verified = await ask(folder, 'verify', 'out', '--ca', 'ca/root.pem');
        expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('VALID')]);
      }),
    );
  });
});

describe.skipIf(!hasOpenssl())('what certify is to sign with', () => {
  const refuse = async (folder: string, ...more: readonly string[]): Promise<string> => {
    const ran = await ask(folder, 'certify', '--base-url', 'http://127.0.0.1:9', '--out', 'out', ...more);
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.err).toMatch(/nothing was sent/);
    expect(await filesOf(join(folder, 'out'))).toEqual({});
    return ran.err;
  };

  it('is said to be wrong in a sentence of its own for each thing that is wrong', async () => {
    await withRoot(async (folder) => {
      make(folder, 'signer', { issuer: 'root' });
      make(folder, 'other', { issuer: 'root' });
      make(folder, 'server', { issuer: 'root', extensions: ['extendedKeyUsage=serverAuth'] });
      make(folder, 'envelope', { issuer: 'root', extensions: ['keyUsage=critical,keyEncipherment'] });
      make(folder, 'edwards', { issuer: 'root', kind: 'ed25519' });
      make(folder, 'past', { issuer: 'root', days: -1 });
      openssl(folder, 'genrsa', '-out', 'short.key', '1024');
      openssl(
        folder,
        'pkcs8',
        '-topk8',
        '-in',
        'signer.key',
        '-out',
        'locked.key',
        '-passout',
        'pass:opens it',
      );
      const pair = (key: string, cert: string): readonly string[] => ['--key', key, '--cert', cert];
      const rows = [
        [['--key', 'signer.key'], /certify needs --cert/],
        [pair('none.key', 'signer.pem'), /--key: none\.key cannot be read \(ENOENT\)/],
        [pair('signer.pem', 'signer.pem'), /signer\.pem: found no private key in PEM/],
        [pair('signer.key', 'signer.key'), /signer\.key: found no certificate in PEM/],
        [pair('other.key', 'signer.pem'), /other\.key is not the key of signer\.pem/],
        [pair('short.key', 'signer.pem'), /found an RSA key of 1024 bits/],
        [pair('edwards.key', 'edwards.pem'), /found a key of type ed25519, expected RSA or EC/],
        [pair('server.key', 'server.pem'), /may not be used for signing: its extended key usage/],
        [pair('envelope.key', 'envelope.pem'), /may not sign: its key usage is keyEncipherment/],
        [pair('past.key', 'past.pem'), /was no longer valid now/],
        [pair('locked.key', 'signer.pem'), /found an encrypted private key and no passphrase/],
        [
          [...pair('locked.key', 'signer.pem'), '--passphrase-env', 'UNSET'],
          /the variable that it names is not set/,
        ],
        [
          [...pair('signer.key', 'signer.pem'), '--chain', 'other.pem'],
          /none of its 1 certificates issued that of/,
        ],
        [[...pair('signer.key', 'signer.pem'), '--valid-days', '0'], /--valid-days: found "0"/],
      ] as const;
      for (const [more, message] of rows) expect(await refuse(folder, ...more)).toMatch(message);
    });
  });

  it('may be an EC key with a passphrase under an authority in between; no key reaches an output', async () => {
    await withRoot(async (folder) => {
      make(folder, 'between', { issuer: 'root', extensions: authority });
      make(folder, 'signer', { issuer: 'between', kind: 'ec' });
      openssl(
        folder,
        'pkcs8',
        '-topk8',
        '-in',
        'signer.key',
        '-out',
        'locked.key',
        '-passout',
        'pass:opens it',
      );
      const key = await readFile(join(folder, 'signer.key'), 'utf8');
      await writeFile(
        join(folder, 'chain.pem'),
        `${key}${await readFile(join(folder, 'between.pem'), 'utf8')}`,
      );
      const target = await writeTarget(folder, good);
      const words = [
        'certify',
        '--target',
        target,
        '--key',
        'locked.key',
        '--cert',
        'signer.pem',
        '--chain',
        'chain.pem',
        '--passphrase-env',
        '${PHRASE}',
        '--out',
        'out',
      ];
      const env = { PHRASE: 'opens it' };
      const ran = await call((invocation) => program(words, invocation), [], { cwd: folder, env });
      expect(ran.code).toBe(0);
      expect((await ask(folder, 'verify', 'out', '--ca', 'root.pem')).code).toBe(0);
      const [, body = ''] = key.split('\n');
      const outputs = { ...(await filesOf(join(folder, 'out'))), out: ran.out, err: ran.err };
      const leaks = Object.entries(outputs).filter(
        ([, text]) => text.includes(body) || text.includes('opens it'),
      );
      expect(leaks.map(([name]) => name)).toEqual([]);
      openssl(
        join(folder, 'out'),
        `${opensslCommand.replace('openssl ', '').replace('root.pem', '../root.pem')}`,
      );
    });
  });
});

describe('verify', () => {
  it('says in its own words what is no certificate and what is no CA', async () => {
    await withAuthority(async (folder) => {
      await writeFile(
        join(folder, 'key.pem'),
        generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }),
      );
      const rows = [
        [['verify'], /verify needs a folder/],
        [['verify', 'ca'], /verify needs --ca FILE/],
        [['verify', 'none', '--ca', 'ca/root.pem'], /none: found no such folder/],
        [['verify', 'ca/root.pem', '--ca', 'ca/root.pem'], /found something else than a folder/],
        [['verify', 'ca', '--ca', 'key.pem'], /key\.pem: found no certificate in PEM/],
        [['verify', 'ca', '--ca', 'none.pem'], /none\.pem cannot be read \(ENOENT\)/],
      ] as const;
      for (const [words, message] of rows) {
        const { code, err } = await ask(folder, ...words);
        expect([code, err]).toEqual([2, expect.stringMatching(message)]);
      }
      const other = await ask(folder, 'verify', 'ca', '--ca', 'ca/root.pem');
      expect([other.code, other.out]).toEqual([1, expect.stringContaining('SHA256SUMS is missing')]);
    });
  });
});
