import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { authority, hasOpenssl, make, openssl, withRoot } from '../certificate/certificate.test-support.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { Verification } from '../certificate/verify.ts';
import { packageFolder } from '../base/package.ts';
import { ask, askIn, filesOf, refusedWith } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';
import { openReference, openSite } from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

let ca: string;
const demonstration = (name: string): string => join(ca, 'demo', name);
const signing = (): readonly string[] =>
  `--key ${demonstration('signer.key')} --cert ${demonstration('signer.pem')} --out out --quiet`.split(' ');

beforeAll(async () => {
  ca = await mkdtemp(join(tmpdir(), 'sbp-ca-'));
  await ask(ca, 'certify', '--init-authority', 'demo');
});
afterAll(() => rm(ca, { recursive: true }));

/** The reference with these defects, and `certify` with a changed profile and the demonstration signer. */
async function openDesk(defects: readonly string[] = [], env = {}) {
  const site = await openReference({ defects, env });
  const certify = async (changes = {}, ...more: readonly string[]): Promise<Outcome> => {
    await writeFile(site.target, stringify({ ...site.profile, ...changes }));
    return site.ask('certify', '--target', 'target.yaml', ...signing(), ...more);
  };
  return { ...site, certify };
}

const certificateIn = async (folder: string): Promise<Certificate> =>
  JSON.parse(await readFile(join(folder, 'out', 'certificate.json'), 'utf8')) as Certificate;

const verify = (folder: string, root = demonstration('root.pem'), ...more: readonly string[]) =>
  ask(folder, 'verify', 'out', '--ca', root, ...more);

/** Without the line breaks of a narrow terminal. */
const unfolded = (text: string): string => text.replaceAll(/\n {2,4}(?! *[!✓✗–] )(?! {2}variant)/g, ' ');

async function expectValid(folder: string): Promise<void> {
  const { code, out } = await verify(folder);
  expect([code, out]).toEqual([0, expect.stringMatching(/^VALID: /)]);
}

async function expectRecord(folder: string): Promise<string> {
  const { code, out } = await verify(folder);
  expect([code, unfolded(out)]).toEqual([
    1,
    expect.stringMatching(/^NO CERTIFICATE, but a record .*same verdicts/),
  ]);
  expect(out).toMatch(/^Record of a run, no certificate, of /m);
  return unfolded(out);
}

it('certify --init-authority writes keys for the owner alone, and overwrites nothing', async () => {
  const before = await filesOf(join(ca, 'demo'));
  expect(Object.keys(before).toSorted()).toEqual(['root.key', 'root.pem', 'signer.key', 'signer.pem']);
  for (const name of ['root.key', 'signer.key']) {
    expect((await stat(demonstration(name))).mode & 0o777).toBe(0o600);
  }
  const again = await ask(ca, 'certify', '--init-authority', 'demo');
  expect([again.code, again.err]).toEqual([2, expect.stringMatching(/root\.pem is there already/)]);
  expect(await filesOf(join(ca, 'demo'))).toEqual(before);
});

describe('certify', () => {
  it('states for each variant the class that it has reached itself, without what the environment keeps', async () => {
    const env = { PATTERN: 'parameter.*repeat', NAME: 'a name that is a secret' };
    const { certify, folder, profile } = await openDesk([], env);
    const refused = await certify({ texts: { missing: '${PATTERN}' } });
    const said = /texts\.missing \(variant a\): found a pattern that holds a secret/;
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(said)]);
    expect(refused.err).not.toContain(env.PATTERN);
    const { 'ip-blocked': _left, ...conditions } = Object(profile['conditions']) as Record<string, object>;
    const ran = await certify({ conditions, name: '${NAME}' });
    const signed =
      /^✓ signed: variant a class full, variant b class core · until \d{4}-\d\d-\d\d · out\/certificate\.json\n– 2 not tested · out\/results\.json\n$/;
    expect([ran.code, ran.out]).toEqual([0, expect.stringMatching(signed)]);
    const { variants, outside, target } = await certificateIn(folder);
    expect([variants, target.name]).toMatchObject([{ a: { class: 'full' }, b: { class: 'core' } }, '***']);
    expect(JSON.stringify(await filesOf(join(folder, 'out')))).not.toContain(env.NAME);
    const gap = { verdict: 'inconclusive', reason: 'not-provisioned', waived: false };
    expect(outside).toEqual(
      ['status', 'meaning'].map((aspect) => ({ requirement: `b.ip-blocked.${aspect}`, ...gap })),
    );
    const good = await verify(folder, undefined, '--json');
    const parts = { valid: true, refusals: [], certificate: { variants: {} } };
    expect(JSON.parse(good.out)).toMatchObject(parts);
    const foreign = join(packageFolder, 'fixtures/keys/loopback.pem');
    const bad = await verify(folder, foreign, '--json');
    const refusal = { valid: false, refusals: [expect.any(String)] };
    expect([bad.code, JSON.parse(bad.out)]).toMatchObject([1, refusal]);
  });

  it('holds for one variant, with a page in Russian; a run without logins replaces it by a record; a selection is refused', async () => {
    expectWarnings(
      /former certificate is removed/,
      /^! inconclusive: b\./,
      /^! No valid request was accepted/,
    );
    const { certify, folder } = await openDesk();
    const texts = { missing: '{parameter}', unavailable: '.' };
    const russian = await certify({ texts }, '--variant', 'b', '--language', 'ru');
    const signed = /^✓ signed: variant b class full · until \d{4}-\d\d-\d\d · out\/certificate\.json$/m;
    expect([russian.code, russian.out]).toEqual([0, expect.stringMatching(signed)]);
    await writeFile(join(folder, 'policy.yaml'), 'class: full\ngreatestAge: 9\n');
    const spoken = (await verify(folder, undefined, '--policy', 'policy.yaml')).out;
    expect(spoken).toMatch(/^VALID: .*\n.*\nCertificate of .*\n(?: .*\n)? {2}variant b: class full, /);
    expect(spoken).toMatch(/ {2}✓ greatestAge: found 1 day, expected 9 days at most\n/);
    await writeFile(join(folder, 'out', 'extra.txt'), '');
    const refused = await verify(folder);
    expect([refused.code, refused.out]).toEqual([
      1,
      'NOT VALID: files: extra.txt is in the folder and not in SHA256SUMS\n',
    ]);
    await rm(join(folder, 'out', 'extra.txt'));
    const stated = { notClaimed: ['a'], variants: { b: { class: 'full' } }, texts: { b: texts } };
    expect(await certificateIn(folder)).toMatchObject(stated);
    const page = await readFile(join(folder, 'out', 'certificate.html'), 'utf8');
    expect(page).toContain('Сертификат соответствия');
    await expectValid(folder);
    expect(await certify({ texts }, '--case', 'b.*')).toMatchObject(refusedWith('unknown-option'));
    await expectValid(folder);
    const changes = { texts, limits: { failedLogins: 0 } };
    const { code, out, err } = await certify(changes, '--variant', 'b', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([3, { exitCode: 3, verdict: 'incomplete' }]);
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(
      /! out: the former certificate is removed; one of this run replaces it/,
    );
    expect(err).toMatch(
      /No certificate, but a signed record[^\n]*:\n {2}✗ Variant b does not reach class core/,
    );
    const names = Object.keys(await filesOf(join(folder, 'out')));
    expect(names.filter((name) => /certificate|record/.test(name))).toEqual(['record.html', 'record.json']);
    await expectRecord(folder);
  });

  it('removes nothing that is not of a certificate, and never what it is to sign with', async () => {
    const { folder, certify } = await openDesk(['a-missing-400']);
    await mkdir(join(folder, 'out'));
    const own = join(folder, 'out', 'chain.pem');
    await copyFile(demonstration('root.pem'), own);
    const refused = await certify();
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/out holds chain\.pem, expected/)]);
    await writeFile(join(folder, 'out', 'SHA256SUMS'), '');
    const named = await certify({}, '--chain', own);
    expect([named.code, named.err]).toEqual([2, expect.stringMatching(/out holds chain\.pem, expected/)]);
    expect(await readFile(own)).toEqual(await readFile(demonstration('root.pem')));
  });

  it('signs a record of a target that fails, waived or not, which says why; another certificate replaces it', async () => {
    expectWarnings(/former certificate is removed/);
    const waivers = ['a.unauthorized.status', 'a.status.no-401'].map((requirement) => {
      return { requirement, reason: 'known', owner: 'me', until: '2099-01-01' };
    });
    const { certify, folder } = await openDesk(['a-unauthorized-401']);
    const failed = await certify(undefined, '--variant', 'a');
    expect([failed.code, failed.out]).toEqual([
      1,
      expect.stringMatching(/^✗ signed record: variant a no class/),
    ]);
    const why = /✗ (?:record: )?Variant a does not reach class core\. Failed: a\.unauthorized\.status/;
    expect([failed.err, await expectRecord(folder)]).toEqual([
      expect.stringMatching(why),
      expect.stringMatching(why),
    ]);
    const waived = await certify({ waivers }, '--variant', 'a');
    expect([waived.code, await expectRecord(folder)]).toEqual([
      3,
      expect.stringMatching(/Failed and waived: a\.unauthorized\.status/),
    ]);
    const { outside } = JSON.parse(await readFile(join(folder, 'out', 'record.json'), 'utf8')) as Certificate;
    expect(outside).toContainEqual(expect.objectContaining({ waived: true, owner: 'me' }));
  });

  it('names what fails outside of the class, keeps the exit code of the run, and how to verify it', async () => {
    const { certify, folder } = await openDesk(['b-ip-blocked-text-of-unavailable']);
    expect((await certify(undefined, '--variant', 'b')).code).toBe(1);
    const { variants, outside } = await certificateIn(folder);
    expect(variants).toMatchObject({ b: { class: 'core' } });
    const failing = { requirement: 'b.ip-blocked.meaning', verdict: 'fail', reason: null, waived: false };
    expect(outside).toContainEqual(failing);
    await expectValid(folder);
  });

  it('gives no class full before a person has decided on a text, and then names the person', async () => {
    expectWarnings(/former certificate is removed/);
    const answer: Answer = ({ kind }) =>
      kind === 'unavailable' ? { status: 500, body: '{"description_status":"zzz"}' } : 'documented';
    const { folder, ask: say } = await openSite({ answer });
    const words = ['certify', '--target', 'target.yaml', ...signing()];
    const { code, out } = await say(...words.filter((word) => word !== '--quiet'));
    expect([code, out]).toEqual([0, expect.stringMatching(/ verify out --ca FILE, with the root/)]);
    const core = { variants: { a: { class: 'core' } }, reviews: [] };
    expect(await certificateIn(folder)).toMatchObject(core);
    const person = { name: 'A Person', date: '2026-11-01' };
    const review = { case: 'a.unavailable', text: 'zzz', decision: 'pass', ...person };
    await writeFile(join(folder, 'reviews.yaml'), stringify([review]));
    expect((await say(...words, '--reviews', 'reviews.yaml')).code).toBe(0);
    const { variants, reviews } = await certificateIn(folder);
    expect(variants).toMatchObject({ a: { class: 'full' } });
    expect(reviews).toContainEqual(expect.objectContaining({ name: 'A Person' }));
    await expectValid(folder);
  });
});

describe.runIf(hasOpenssl())('what a certificate is signed with', () => {
  const locked = 'pkcs8 -topk8 -in signer.key -out locked.key -passout pass:opens-it';
  const good = '--key signer.key --cert signer.pem';

  it('is said to be wrong in a sentence of its own for each thing that is wrong', async () => {
    await withRoot(async (folder) => {
      make(folder, 'signer', { issuer: 'root' });
      make(folder, 'other', { issuer: 'root' });
      openssl(folder, locked);
      const rows = [
        ['--key none.key --cert signer.pem', /--key: none\.key: found no such file/],
        [
          '--key signer.pem --cert signer.pem',
          /signer\.pem: found no private key, expected a private key in PEM, DER/,
        ],
        [
          '--key signer.key --cert signer.key',
          /signer\.key: found no certificate, expected a certificate in PEM, DER/,
        ],
        ['--key other.key --cert signer.pem', /other\.key is not the key of signer\.pem/],
        ['--key locked.key --cert signer.pem', /found an encrypted private key and no passphrase/],
        ['--key locked.key --cert signer.pem --passphrase-env UNSET', /variable that it names is not set/],
        [`${good} --chain other.pem`, /none of its 1 certificates issued that of/],
        [`${good} --valid-days 0`, /--valid-days: found "0"/],
        [`${good} --sign-with x`, /found --key and --sign-with/],
      ] as const;
      for (const [more, message] of rows) {
        const words = ['certify', '--reference', '--out', 'out', ...more.split(' ')];
        const { code, err } = await ask(folder, ...words);
        expect([code, err]).toEqual([2, expect.stringMatching(message)]);
        expect(await filesOf(join(folder, 'out'))).toEqual({});
      }
    });
  });

  it('may be an EC key with a passphrase under an authority in between; no key reaches an output', async () => {
    await withRoot(async (folder) => {
      make(folder, 'between', { issuer: 'root', extensions: authority });
      make(folder, 'signer', { issuer: 'between', kind: 'ec' });
      openssl(folder, locked);
      const key = await readFile(join(folder, 'signer.key'), 'utf8');
      const between = await readFile(join(folder, 'between.pem'), 'utf8');
      await writeFile(join(folder, 'chain.pem'), `${key}${between}`);
      const signer = '--key locked.key --cert signer.pem --chain chain.pem --passphrase-env ${PHRASE}';
      const words = ['certify', '--reference', '--variant', 'a', '--out', 'out', ...signer.split(' ')];
      const ran = await askIn({ cwd: folder, env: { PHRASE: 'opens-it' } }, ...words);
      expect([ran.code, (await verify(folder, 'root.pem')).code]).toEqual([0, 0]);
      const [, body = ''] = key.split('\n');
      for (const text of [...Object.values(await filesOf(join(folder, 'out'))), ran.out, ran.err]) {
        expect(text.includes(body) || text.includes('opens-it')).toBe(false);
      }
    });
  });
});

it('by GOST is valid where a program checks signature and chain, and refused where it finds them wrong', async (context) => {
  const { folder, ask: askHere } = await openReference();
  const gost = '-engine gost -newkey gost2012_256 -pkeyopt paramset:A -md_gost12_256 -nodes';
  try {
    openssl(folder, `req -x509 ${gost} -keyout signer.key -out signer.pem -subj /CN=gost`);
  } catch {
    context.skip('no engine for GOST');
  }
  const sign = 'openssl cms -sign -engine gost -binary -md md_gost12_256 -outform DER';
  expectWarnings(/verify cannot check a signature by CN=gost/);
  const words = ['certify', '--reference', '--variant', 'a', '--out', 'out', '--cert', 'signer.pem'];
  const made = await askHere(...words, '--sign-with', `${sign} -signer signer.pem -inkey signer.key`);
  expect([made.code, made.err]).toEqual([
    0,
    expect.stringMatching(/verify cannot check a signature by CN=gost/),
  ]);
  const check = 'openssl cms -verify -engine gost -binary -inform DER -in "$SIGNATURE" -CAfile "$CA"';
  const program = ['--verify-with', `${check} -content "$CONTENT" -out /dev/null`];
  const valid = await verify(folder, 'signer.pem', ...program);
  expect(valid.out).toMatch(/^VALID: [^]*The program of --verify-with checked signature and chain/);
  expect((await verify(folder, 'signer.pem')).out).toMatch(/name a program that can by --verify-with/);
  const foreign = await verify(folder, demonstration('root.pem'), ...program);
  expect([foreign.code, foreign.out]).toEqual([
    1,
    expect.stringMatching(/--verify-with: the command failed/),
  ]);
  await writeFile(join(folder, 'out', 'SHA256SUMS'), 'x');
  const changed = await verify(folder, 'signer.pem', ...program);
  expect([changed.code, changed.out]).toEqual([
    1,
    expect.stringMatching(/signature: --verify-with|signature: S/),
  ]);
});

it('is valid, and still refused where it does not meet a policy, each line of which is listed', async () => {
  const { folder, certify } = await openDesk();
  await certify({}, '--variant', 'a');
  const asked = 'class: full\nvariants: [a]\nhosts: [bank.test]\ngreatestAge: 1\nrules: [1]\n';
  await writeFile(join(folder, 'policy.yaml'), asked);
  const { code, out } = await verify(folder, undefined, '--policy', 'policy.yaml');
  const digest = createHash('sha256').update(asked).digest('hex');
  expect([code, unfolded(out)]).toEqual([
    1,
    expect.stringContaining(`\nPolicy policy.yaml, SHA-256 ${digest}\n`),
  ]);
  expect([...out.matchAll(/([✓✗]) (\w+): found/g)].map(([, sign, name]) => `${sign} ${name}`)).toEqual([
    '✗ rules',
    '✓ class',
    '✓ variants',
    '✗ hosts',
    '✓ greatestAge',
  ]);
  expect(out).toMatch(/^NOT VALID for policy\.yaml: 2 of 5 lines of this policy are not met\./);
  const { policy } = JSON.parse(
    (await verify(folder, undefined, '--policy', 'policy.yaml', '--json')).out,
  ) as Pick<Verification, 'policy'>;
  expect(policy).toMatchObject({
    file: 'policy.yaml',
    sha256: digest,
    lines: [{ member: 'rules' }, {}, {}, {}, {}],
  });
  expect((await verify(folder, undefined, '--policy', 'default')).code).toBe(0);
});

const planted =
  '<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) ::error::x \u001b[2J';

it('texts that a service or a profile plants in a record are harmless wherever it is shown', async () => {
  expectWarnings(/./);
  const folder = await mkdtemp(join(tmpdir(), 'sbp-banks-'));
  try {
    const banks = [{ name: planted, bic: '044525225' }];
    await writeFile(join(folder, 'banks.json'), JSON.stringify(banks));
    const options = {
      defects: ['a-bic-number', 'a-unauthorized-401'],
      banksFile: join(folder, 'banks.json'),
    };
    const site = await openReference(options);
    const waiver = {
      requirement: 'a.unauthorized.status',
      reason: planted,
      owner: planted,
      until: '2090-01-01',
    };
    const profile = { ...site.profile, name: planted, waivers: [waiver] };
    await writeFile(site.target, stringify(profile));
    const made = await site.ask('certify', '--target', 'target.yaml', ...signing());
    const out = ['verify', 'out', '--ca', demonstration('root.pem')];
    const shown = [
      made,
      await site.ask(...out),
      await site.ask(...out, '--policy', 'default'),
      await site.ask('explain', 'a.success.record', '--results', 'out'),
      await site.ask('report', 'out', '--format', 'html,markdown,junit', '--out', 'again'),
      await site.ask('recheck', 'out', '--target', 'target.yaml', '--out', 'again/recheck.html'),
    ];
    for (const one of shown) expect(`${one.out}${one.err}`).not.toContain('\u001b');
    expect(shown[1]?.out).toContain('<script>alert(1)</script>');
    const files = {
      ...(await filesOf(join(site.folder, 'out'))),
      ...(await filesOf(join(site.folder, 'again'))),
    };
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['record.html', 'recheck.html', 'summary.md']));
    for (const [name, text] of Object.entries(files).filter(([file]) => !file.endsWith('.p7s'))) {
      expect([name, text.includes('\u001b')]).toEqual([name, false]);
      if (!name.endsWith('.html')) continue;
      expect([name, /<script>alert|<img/.test(text)]).toEqual([name, false]);
    }
    expect(files['record.html']).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  } finally {
    await rm(folder, { recursive: true });
  }
});
