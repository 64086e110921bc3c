import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { authority, hasOpenssl, make, openssl, withRoot } from '../certificate/certificate.test-support.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { opensslCommand } from '../certificate/page.ts';
import { withService } from '../execution/small-service.test-support.ts';
import { startBuiltIn } from './built-in.ts';
import { ask, askIn, filesOf, inFolder } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';
import { writeProfile } from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';

const signing = ['--key', 'ca/signer.key', '--cert', 'ca/signer.pem', '--out', 'out', '--quiet'] as const;

interface Profile {
  readonly conditions: Record<string, object>;
}

interface Desk {
  readonly folder: string;
  /** `certify` against the reference, its profile edited, signed by the demonstration signer. */
  readonly certify: (edit?: (profile: Profile) => unknown, ...more: readonly string[]) => Promise<Outcome>;
  readonly certificate: () => Promise<Certificate>;
  /** Exit code of `verify`, and its last line. */
  readonly verify: () => Promise<readonly [number, string]>;
}

/** Does the work beside a reference with these defects and a demonstration authority in `ca`. */
const atDesk = (
  work: (desk: Desk) => Promise<void>,
  { defects = [] as readonly string[], env = {} } = {},
): Promise<void> =>
  inFolder(async (folder) => {
    expect((await ask(folder, 'certify', '--init-authority', 'ca')).code).toBe(0);
    const { reference, profile } = await startBuiltIn({ defects });
    try {
      await work({
        folder,
        async certify(edit = () => undefined, ...more) {
          const edited = structuredClone(profile) as object & Profile;
          edit(edited);
          await writeFile(join(folder, 'target.yaml'), stringify(edited));
          return askIn({ cwd: folder, env }, 'certify', '--target', 'target.yaml', ...signing, ...more);
        },
        certificate: async () =>
          JSON.parse(await readFile(join(folder, 'out', 'certificate.json'), 'utf8')) as Certificate,
        async verify() {
          const { code, out } = await ask(folder, 'verify', 'out', '--ca', 'ca/root.pem');
          return [code, out.trimEnd().split('\n').at(-1)?.slice(0, 7) ?? ''];
        },
      });
    } finally {
      await reference.close();
    }
  });

const valid = [0, 'VALID: '] as const;

it('certify --init-authority writes a root and a signer for tests, keys for the owner alone, and overwrites nothing', async () => {
  await inFolder(async (folder) => {
    await ask(folder, 'certify', '--init-authority', 'ca');
    const before = await filesOf(join(folder, 'ca'));
    expect(Object.keys(before).toSorted()).toEqual(['root.key', 'root.pem', 'signer.key', 'signer.pem']);
    for (const name of ['root.key', 'signer.key']) {
      expect((await stat(join(folder, 'ca', name))).mode & 0o777).toBe(0o600);
    }
    const again = await ask(folder, 'certify', '--init-authority', 'ca');
    expect([again.code, again.err]).toEqual([2, expect.stringMatching(/root\.pem is there already/)]);
    expect(await filesOf(join(folder, 'ca'))).toEqual(before);
  });
});

describe('certify', () => {
  it('states for each variant the class that it has reached itself', async () => {
    await atDesk(async ({ certify, certificate, verify, folder }) => {
      const ran = await certify(({ conditions }) => delete conditions['ip-blocked']);
      expect([ran.code, ran.out]).toEqual([0, '– 2 not tested · out/results.json\n']);
      const { variants, outside } = await certificate();
      expect(variants).toMatchObject({ a: { class: 'full' }, b: { class: 'core' } });
      const gap = { verdict: 'inconclusive', reason: 'not-provisioned', waived: false };
      expect(outside).toEqual(
        ['status', 'meaning'].map((aspect) => ({ requirement: `b.ip-blocked.${aspect}`, ...gap })),
      );
      expect(await verify()).toEqual(valid);
      const json = JSON.parse(
        (await ask(folder, 'verify', 'out', '--ca', 'ca/root.pem', '--json')).out,
      ) as object;
      expect(json).toMatchObject({ valid: true, refusals: [], certificate: { variants: {} } });
      await ask(folder, 'certify', '--init-authority', 'other');
      const bad = await ask(folder, 'verify', 'out', '--ca', 'other/root.pem', '--json');
      expect([bad.code, JSON.parse(bad.out)]).toMatchObject([
        1,
        { valid: false, refusals: [expect.any(String)] },
      ]);
    });
  });

  it('holds for one variant, several rounds, Russian, and texts that a pattern decides', async () => {
    await atDesk(async ({ certify, certificate, verify, folder }) => {
      const texts = { missing: '{parameter}', unavailable: '.' };
      const more = ['--variant', 'b', '--repeat', '2', '--language', 'ru', '--thorough'];
      expect((await certify((profile) => Object.assign(profile, { texts }), ...more)).code).toBe(0);
      expect(await certificate()).toMatchObject({
        notClaimed: ['a'],
        variants: { b: { class: 'full' } },
        texts: { b: texts },
      });
      expect(await readFile(join(folder, 'out', 'certificate.html'), 'utf8')).toContain(
        'Сертификат соответствия',
      );
      expect(await verify()).toEqual(valid);
    });
  });

  it('gives none for a target that fails, waived or not, says why, and takes away the one of an earlier run', async () => {
    await atDesk(
      async ({ certify, verify, folder }) => {
        await writeFile(join(folder, 'ca', 'x'), '');
        const reference = ['certify', '--reference', ...signing];
        expect((await ask(folder, ...reference)).code).toBe(0);
        const ran = await certify();
        expect(ran.code).toBe(1);
        expect(ran.err.replaceAll(/\s+/g, ' ')).toMatch(
          /! out: the certificate of \d{4}-\d\d-\d\d \([\w-]+\) is removed; one of this run replaces it/,
        );
        expect(ran.err).toMatch(
          /No certificate:\n {2}✗ variant a does not reach class core: a\.unauthorized\.status fails/,
        );
        const names = Object.keys(await filesOf(join(folder, 'out')));
        expect(names.filter((name) => /certificate|chain|SUMS/.test(name))).toEqual([]);
        expect(names).toContain('results.json');
        expect((await verify())[0]).toBe(1);
        const waivers = ['a.unauthorized.status', 'a.status.no-401'].map((requirement) => {
          return { requirement, reason: 'known', owner: 'me', until: '2099-01-01' };
        });
        const waived = await certify((profile) => Object.assign(profile, { waivers }));
        expect([waived.code, waived.err]).toEqual([
          3,
          expect.stringMatching(/a\.unauthorized\.status fails, waived/),
        ]);
      },
      { defects: ['a-unauthorized-401'] },
    );
  });

  it('gives none, and 3, where only some cases were run, and none of the reference where nobody asked for it', async () => {
    await atDesk(async ({ certify, folder }) => {
      const ran = await certify(undefined, '--case', 'a.*', '--json');
      expect([ran.code, ran.err]).toEqual([3, expect.stringMatching(/cases were excluded from the run/)]);
      expect(JSON.parse(ran.out)).toMatchObject({ exitCode: 3, verdict: 'incomplete' });
      const unnamed = await ask(folder, 'certify', ...signing);
      expect([unnamed.code, unnamed.err]).toEqual([2, expect.stringContaining('found no target')]);
    });
  });

  it('names what fails outside of the class, and keeps the exit code of the run', async () => {
    await atDesk(
      async ({ certify, certificate, verify }) => {
        expect((await certify()).code).toBe(1);
        const { variants, outside } = await certificate();
        expect(variants).toMatchObject({ a: { class: 'full' }, b: { class: 'core' } });
        const failing = { requirement: 'b.ip-blocked.meaning', verdict: 'fail', reason: null, waived: false };
        expect(outside).toContainEqual(failing);
        expect(await verify()).toEqual(valid);
      },
      { defects: ['b-ip-blocked-text-of-unavailable'] },
    );
  });

  it('takes no pattern from the environment, and masks a name that comes from there', async () => {
    const env = { PATTERN: 'parameter.*repeat', NAME: 'a name that is a secret' };
    await atDesk(
      async ({ certify, certificate, verify, folder }) => {
        const refused = await certify((profile) =>
          Object.assign(profile, { texts: { missing: '${PATTERN}' } }),
        );
        expect(refused.code).toBe(2);
        expect(refused.err).toMatch(/texts\.missing \(variant a\): found a pattern that holds a secret/);
        expect(refused.err).not.toContain(env.PATTERN);
        expect((await certify((profile) => Object.assign(profile, { name: '${NAME}' }))).code).toBe(0);
        expect((await certificate()).target.name).toBe('***');
        expect(JSON.stringify(await filesOf(join(folder, 'out')))).not.toContain(env.NAME);
        expect(await verify()).toEqual(valid);
      },
      { env },
    );
  });

  it('gives no class full before a person has decided on a text, and then names the person', async () => {
    const text = 'zzz';
    const strange: Answer = ({ kind }) =>
      kind === 'unavailable'
        ? { status: 500, body: JSON.stringify({ description_status: text }) }
        : 'documented';
    await atDesk(({ certificate, verify, folder }) =>
      withService(strange, async ({ url }) => {
        await writeProfile(folder, url, { variants: { a: {} } });
        const words = ['certify', '--target', 'target.yaml', ...signing];
        expect((await ask(folder, ...words)).code).toBe(0);
        expect(await certificate()).toMatchObject({ variants: { a: { class: 'core' } }, reviews: [] });
        const decision = { decision: 'pass', name: 'A Person', date: '2026-11-01' };
        await writeFile(
          join(folder, 'reviews.yaml'),
          stringify([{ case: 'a.unavailable', text, ...decision }]),
        );
        expect((await ask(folder, ...words, '--reviews', 'reviews.yaml')).code).toBe(0);
        const { variants, reviews } = await certificate();
        expect(variants).toMatchObject({ a: { class: 'full' } });
        expect(reviews).toContainEqual(expect.objectContaining({ name: 'A Person' }));
        expect(await verify()).toEqual(valid);
      }),
    );
  });
});

describe.runIf(hasOpenssl())('what a certificate is signed with', () => {
  const locked = [
    'pkcs8',
    '-topk8',
    '-in',
    'signer.key',
    '-out',
    'locked.key',
    '-passout',
    'pass:opens it',
  ] as const;
  const pair = (key: string, cert: string): readonly string[] => ['--key', key, '--cert', cert];

  it('is said to be wrong in a sentence of its own for each thing that is wrong', async () => {
    await withRoot(async (folder) => {
      make(folder, 'signer', { issuer: 'root' });
      make(folder, 'other', { issuer: 'root' });
      make(folder, 'server', { issuer: 'root', extensions: ['extendedKeyUsage=serverAuth'] });
      make(folder, 'past', { issuer: 'root', days: -1 });
      openssl(folder, 'genrsa', '-out', 'short.key', '1024');
      openssl(folder, ...locked);
      const rows = [
        [pair('none.key', 'signer.pem'), /--key: none\.key: found no such file/],
        [pair('signer.pem', 'signer.pem'), /signer\.pem: found no private key in PEM/],
        [pair('signer.key', 'signer.key'), /signer\.key: found no certificate in PEM/],
        [pair('other.key', 'signer.pem'), /other\.key is not the key of signer\.pem/],
        [pair('short.key', 'signer.pem'), /found an RSA key of 1024 bits/],
        [pair('server.key', 'server.pem'), /may not be used for signing: its extended key usage/],
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
        [[...pair('signer.key', 'signer.pem'), '--sign-with', 'x'], /found --key and --sign-with/],
      ] as const;
      for (const [more, message] of rows) {
        const { code, err } = await ask(folder, 'certify', '--reference', '--out', 'out', ...more);
        expect([code, err]).toEqual([2, expect.stringMatching(message)]);
        expect(await filesOf(join(folder, 'out'))).toEqual({});
      }
    });
  });

  it('may be an EC key with a passphrase under an authority in between; no key reaches an output', async () => {
    await withRoot(async (folder) => {
      make(folder, 'between', { issuer: 'root', extensions: authority });
      make(folder, 'signer', { issuer: 'between', kind: 'ec' });
      openssl(folder, ...locked);
      const key = await readFile(join(folder, 'signer.key'), 'utf8');
      await writeFile(
        join(folder, 'chain.pem'),
        `${key}${await readFile(join(folder, 'between.pem'), 'utf8')}`,
      );
      const signer = [
        ...pair('locked.key', 'signer.pem'),
        '--chain',
        'chain.pem',
        '--passphrase-env',
        '${PHRASE}',
      ];
      const words = ['certify', '--reference', '--out', 'out', ...signer];
      const ran = await askIn({ cwd: folder, env: { PHRASE: 'opens it' } }, ...words);
      expect(ran.code).toBe(0);
      expect((await ask(folder, 'verify', 'out', '--ca', 'root.pem')).code).toBe(0);
      const [, body = ''] = key.split('\n');
      for (const text of [...Object.values(await filesOf(join(folder, 'out'))), ran.out, ran.err]) {
        expect(text.includes(body) || text.includes('opens it')).toBe(false);
      }
      openssl(join(folder, 'out'), opensslCommand.replace('openssl ', '').replace('root.pem', '../root.pem'));
    });
  });
});
