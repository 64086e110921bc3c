import { rmSync, symlinkSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocked, partner } from '../run/small-service.test-support.ts';
import type { Call, Reply } from '../run/small-service.test-support.ts';
import { catalogueOf } from '../operation/catalogue.test-data.ts';
import { ask, askIn, fakeTerminal, filesOf, openFolder, refusedWith } from './fake-terminal.test-support.ts';
import {
  deviating,
  openSite,
  switchedBy,
  writeLeakyReviews,
  writeProfile,
} from './small-profile.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

const both = { variants: { a: {}, b: { bankCode: 'acme' } } };
const count = (text: string, part: string): number => text.split(part).length - 1;

const all = catalogueOf('a');
/** Failures of a `deviating` service. Its texts come under review. */
const failed = all.filter((id) => /^a\.missing\..*\.(?:status|names)$/.test(id));
const review = all.filter((id) => /^a\.missing\..*\.meaning$/.test(id)).length;
const found = { pass: all.length - failed.length - review, fail: failed.length, review };

describe('a run without a verdict', () => {
  it('of a target that is down says so once, exits with code 3 and writes its reports', async () => {
    const { run, results, folder } = await openSite({ profile: { baseUrl: 'http://127.0.0.1:9' } });
    const { code, out } = await run('--retries', '0');
    expect([code, count(out, 'no usable answer from the target: connect ECONNREFUSED')]).toEqual([3, 1]);
    expect(await results()).toMatchObject({ verdict: 'incomplete', rootCauses: [{}] });
    expect(Object.keys(await filesOf(join(folder, 'reports')))).toContain('report.html');
    expectWarnings(/^! no usable answer from the target/);
    const quiet = await run('--retries', '0', '--quiet');
    expect([quiet.code, quiet.out]).toEqual([3, `– ${all.length} not tested · reports/report.html\n`]);
    const why = /^! no usable answer from the target: connect ECONNREFUSED .*: check\s+host and port/m;
    expect(quiet.err).toMatch(why);
  });

  it('of a service that breaks at a plain password says where to look, not that it is down', async () => {
    const broken = { status: 500, body: '{"error":"boom"}' };
    const { run } = await openSite({
      answer: ({ kind }) => (kind === 'unencrypted' ? broken : 'documented'),
    });
    expectWarnings(/^! inconclusive: /, /^! The answer, or its absence/);
    const { code, err } = await run('--quiet', '--retries', '0');
    expect([code, err]).toEqual([3, expect.stringContaining('The service runs: find these requests')]);
    expect(err).not.toContain('Check that the service runs');
  });

  it('quietly says what could not be brought about', async () => {
    const { run } = await openSite({
      profile: { ...both, conditions: { 'ip-blocked': { localAddress: '192.0.2.1' } } },
    });
    const options = '--quiet --retries 0 --case b.ip-blocked* --case *.success';
    expectWarnings(/^! inconclusive: /, /^! Excluded from this run/, /^! The condition could not be created/);
    const { code, err } = await run(...options.split(' '));
    expect([code, count(err, '! inconclusive: '), count(err, 'b.ip-blocked.status')]).toEqual([3, 1, 1]);
    expect(err).toContain('! The condition could not be created.');
  });
});

describe('what a run prints', () => {
  const wordy = ({ kind }: Call): Reply =>
    kind === 'missing' || kind === 'unauthorized'
      ? { status: 400, body: JSON.stringify({ description_status: 'длинный ответ '.repeat(30) }) }
      : 'documented';

  it.each([
    ['ru', [], 'НАРУШЕНИЯ'],
    ['en', ['--language', 'en'], 'FAILURES'],
  ])('in %s is no wider than 80 columns; a flag wins over the profile: %j', async (shown, options, title) => {
    const { run, results, folder } = await openSite({ answer: wordy, profile: { language: 'ru' } });
    const { code, out, err } = await run(...options);
    expect([code, count(out, title)]).toEqual([1, 1]);
    const progress = err.split('\n').filter((line) => !/^[!✗] /u.test(line));
    const lines = [...out.split('\n'), ...progress].filter(
      (line) => !/^\s*(?:\$ curl|(?:\$ )?npx) /.test(line),
    );
    expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
    const page = await readFile(join(folder, 'reports', 'report.html'), 'utf8');
    expect(page).toContain(`lang="${shown}"`);
    expect((await results()).cases[0]?.title).toBe('valid credentials obtain the list of banks');
  });

  it('is the last line and warnings where it is to be quiet, a stale waiver among them', async () => {
    const waiver = { requirement: 'a.success.status', reason: 'x', owner: 'y', until: '2999-01-01' };
    const { run } = await openSite({ profile: { waivers: [waiver] } });
    expectWarnings(/^! waiver of a\.success\.status: stale/);
    const { code, out, err } = await run('--quiet', '--case', 'a.success');
    expect([code, out]).toEqual([1, '✗ 1 stale waiver · reports/report.html\n']);
    const lines = err
      .replaceAll('\n  ', ' ')
      .split('\n')
      .filter((line) => !/partnerPassword is in the profile/.test(line));
    expect(lines).toEqual([expect.stringMatching(/^! waiver of a\.success\.status: stale/), '']);
  });

  it('is first what it will do to whom, and verbosely each exchange, without a secret', async () => {
    const profile = (url: string) => ({ conditions: { unavailable: switchedBy(url) } });
    const { folder, target, service } = await openSite({ answer: deviating, profile });
    const { terminal, out, err } = fakeTerminal();
    await askIn({ cwd: folder, terminal }, 'run', '--target', target, '--verbose');
    const said = err().replaceAll(/\n {2}/g, ' ');
    const plan = /^\d+ cases, about (\d+) to (\d+) requests and at most 100 failed logins to (\S+)$/m;
    const [, least, most, whom] = plan.exec(said) ?? [];
    const sent = service.calls.length;
    const isAsSaid = Number(least) > 10 && sent >= Number(least) && sent <= Number(most);
    expect([whom, isAsSaid]).toEqual([service.url, true]);
    expect(said).toContain(`it brings about unavailable by: POST ${service.url}/down`);
    const lines = err().match(/^\d\d:\d\d:\d\d\.\d{3} {2}.*/gm) ?? [];
    expect(lines.length).toBeGreaterThan(20);
    const shown = / {2}a\.missing\.partnerName {2}POST \/partner\/sbp\/banks {2}400 {2}\d+ ms$/m;
    expect(lines.join('\n')).toMatch(shown);
    expect(lines.join('\n')).not.toContain(partner.password);
    expect(out()).toContain('OBSERVATIONS');
    expect(out()).toContain('\n  reports/report.html\n');
  });

  it('is first what it will do, in the language of the reports', async () => {
    const { run } = await openSite({ profile: { language: 'ru' } });
    const { err } = await run('--case', 'a.success');
    expect(err).toMatch(/^! credentials\.partnerPassword: пароль стоит в профиле открытым текстом;/m);
    expect(err).toMatch(/^1 тест, примерно \d–\d+ запросов, неудачных входов не более 100; адрес:\s+http/m);
  });

  it('for a program is one line of JSON, with the text for people on standard error', async () => {
    const { run } = await openSite({ answer: deviating });
    const { code, out, err } = await run('--json', '--format', 'json,html');
    expect(out.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(out)).toEqual({
      suite: { name: 'sbp-banks-conformance', version: expect.any(String) },
      target: { name: 'a service of few banks', baseUrl: expect.stringMatching(/^http:\/\/127/) },
      verdict: 'nonconforming',
      exitCode: code,
      interrupted: false,
      counts: { ...found, inconclusive: 0 },
      failed,
      staleWaivers: 0,
      classes: { a: null },
      folder: 'reports',
      reports: { json: 'reports/results.json', html: 'reports/report.html' },
    });
    expect([code, count(err, 'VARIANT A: NONCONFORMING')]).toEqual([1, 1]);
    expect(err).toContain('reports/report.html');
  });
});

describe('in GitHub Actions', () => {
  const env = (folder: string) => ({
    GITHUB_ACTIONS: 'true',
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'step.md'),
  });
  const few = ['--quiet', '--case', 'a.missing.*', '--format', 'json'];

  it('a run prints annotations, appends its summary and hands its outcome on, paths absolute', async () => {
    const { run, folder } = await openSite({ answer: deviating, env });
    const { code, out } = await run();
    const reports = join(folder, 'reports');
    expect(code).toBe(1);
    expect(out).toMatch(/^::error title=a\.missing\.partnerName\.status::/m);
    const summary = await readFile(join(reports, 'summary.md'), 'utf8');
    expect(await readFile(join(folder, 'step.md'), 'utf8')).toBe(summary);
    expect((await readFile(join(folder, 'output'), 'utf8')).split('\n')).toEqual([
      'verdict=nonconforming',
      'exit-code=1',
      `passed=${found.pass}`,
      `failed=${found.fail}`,
      `review=${found.review}`,
      'inconclusive=0',
      'stale-waivers=0',
      'classes={"a":null}',
      `folder=${reports}`,
      `report=${join(reports, 'report.html')}`,
      `results=${join(reports, 'results.json')}`,
      expect.stringMatching(/^suite-version=\d+\./),
      '',
    ]);
    expect((await run(...few)).out).not.toContain('::notice');
  });

  it('files that cannot be written to cost a warning and nothing else', async () => {
    const lost = { GITHUB_OUTPUT: '/dev/null/x', GITHUB_STEP_SUMMARY: '/dev/null/x', GITHUB_ACTIONS: 'true' };
    const { run } = await openSite({ env: lost });
    expectWarnings(/^! GITHUB_STEP_SUMMARY: /, /^! GITHUB_OUTPUT: /);
    const { code, err } = await run(...few);
    expect(code).toBe(0);
    expect(err).toMatch(/^! GITHUB_STEP_SUMMARY: .*ENOTDIR.*\n! GITHUB_OUTPUT: .*ENOTDIR/m);
  });

  it('a summary that holds a secret is not appended', async () => {
    const { run, folder } = await openSite({ env });
    await writeLeakyReviews(folder, partner.password);
    await writeFile(join(folder, 'step.md'), 'before\n');
    const leaky = ['--format', 'markdown', '--reviews', 'reviews.yaml'];
    const { code, err } = await run(...leaky, '--case', '*.success');
    expect([code, count(err, partner.password)]).toEqual([4, 0]);
    expect(err).toContain('(secret-in-output)');
    expect(await readFile(join(folder, 'step.md'), 'utf8')).toBe('before\n');
  });
});

describe('the folder of the reports', () => {
  it('is tried out before anything is sent', async () => {
    const { run, service } = await openSite();
    for (const out of '/proc/nothing/reports /dev/null/reports target.yaml target.yaml/reports'.split(' ')) {
      expect(await run('--out', out)).toMatchObject(refusedWith('report-not-written'));
    }
    expect(service.calls).toEqual([]);
  });

  it('that is lost during the run costs no summary, and makes 3 of 0', async () => {
    const folder = await openFolder();
    const out = join(folder, 'reports');
    const answer = (): Reply => {
      rmSync(out, { recursive: true, force: true });
      symlinkSync('/dev/null', out);
      return 'documented';
    };
    const { run } = await openSite({ answer });
    const ran = await run('--out', out);
    expect([ran.code, count(ran.out, 'VARIANT A')]).toEqual([3, 1]);
    expect(ran.err).toContain('report-not-written');
  });

  it('is made where it is not there, and holds no trace of the trial; elsewhere than in GitHub nothing is written for it', async () => {
    const env = (folder: string) => ({ GITHUB_ACTIONS: 'false', GITHUB_OUTPUT: join(folder, 'output') });
    const { run, folder } = await openSite({ answer: deviating, env });
    const { out } = await run('--out', 'deep/er', '--format', 'json', '--case', 'a.missing.*');
    expect(out).not.toMatch(/^::/m);
    expect(await readdir(folder)).not.toContain('output');
    expect(await readdir(join(folder, 'deep', 'er'))).toEqual(['results.json']);
  });
});

describe('run --dry-run', () => {
  const gatewayKey = 'gateway-key-0815';
  const setup = { request: { url: 'http://user:pass@127.0.0.1:1/down' } };
  const unavailable = {
    setup,
    teardown: { command: `echo ${partner.password}` },
    until: { status: 500, within: 10 },
  };
  const profile = {
    ...both,
    headers: { 'X-Gateway-Key': gatewayKey },
    conditions: {
      unauthorized: { unknownPartner: '900900900' },
      'partner-blocked': { credentials: { partnerName: 1043, partnerPassword: blocked.password } },
      unavailable,
    },
  };

  it('prints every request with its case, secrets masked, within 80 columns, and sends none', async () => {
    const { run, service, folder } = await openSite({ profile });
    const { code, out } = await run('--dry-run');
    expect([code, service.calls.length, await readdir(folder)]).toEqual([0, 0, ['target.yaml']]);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const joined = out.replaceAll(/\n {4}/g, '');
    expect(joined).toContain(`a.success (baseline)\n  POST ${service.url}/partner/sbp/banks\n`);
    expect(joined).toContain('X-Gateway-Key: <secret>');
    expect(joined).toMatch(/a\.unauthorized\.wrong-password .*\n(.*\n)+?.*one of at most 100; not repeated/);
    expect(joined).toMatch(/b\.ip-blocked.*\n {2}not sent: the profile does not say/);
    expect(joined.replaceAll(' ', '')).toContain('beforeit:POSThttp://127.0.0.1:1/down');
    expect(joined.replaceAll(' ', '')).toContain('repeateduntilitisanswered500,for10ms');
    for (const secret of [partner.password, blocked.password, gatewayKey, 'user:pass']) {
      const spelled = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
      expect(spelled.filter((text) => joined.includes(text))).toEqual([]);
    }
    expect(joined.replaceAll(/x{9,}/g, '')).not.toMatch(/[A-Za-z0-9+/]{150}/);
  });

  it('prints the very requests that a run sends, of the cases that are selected', async () => {
    const cases = ['--case', '?.success', '--case', '?.missing.*', '--case', 'b.observed.method.*'];
    const fits = (line: string): string => line.replace(/partnerPassword=[^&]*/g, 'partnerPassword=…');
    const { run, service } = await openSite({ profile: both });
    const { out } = await run('--dry-run', ...cases);
    const lines = out.replaceAll(/\n {4}/g, '').match(/^ {2}[A-Z]+ http\S+/gm) ?? [];
    await run('--quiet', ...cases);
    const sent = service.calls.map(({ method, url }) => fits(`${method} ${service.url}${url}`));
    expect(new Set(lines.map((line) => fits(line.trim())))).toEqual(new Set(sent));
  });

  it('names the file where the encryption cannot work', async () => {
    const folder = await openFolder();
    const encryption = { scheme: 'command', command: ['false'] };
    const file = await writeProfile(folder, 'http://127.0.0.1:1', { encryption });
    const { code, err } = await ask(folder, 'run', '--target', file, '--dry-run');
    expect([code, err]).toEqual([2, expect.stringContaining(`${file}: encryption`)]);
  });
});
