import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partner, withService } from '../execution/small-service.test-support.ts';
import type { Reply } from '../execution/small-service.test-support.ts';
import { sampleResults } from '../report/sample-results.test-data.ts';
import { certify } from './certify.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';
import { run } from './run.ts';
import { outcomeOfRun, stepOutputs } from './run-outcome.ts';
import { writeProfile } from './small-profile.test-support.ts';

const refusing = ({ kind }: { readonly kind: string }): Reply =>
  kind === 'missing' ? { status: 400, body: '{"description_status":"no"}' } : 'documented';

/** A run against a small service, in a folder of its own. */
const ran = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  see: (folder: string, ran: Outcome) => Promise<void> | void = () => undefined,
): Promise<Outcome> =>
  withService(refusing, ({ url }) =>
    inFolder(async (folder) => {
      const target = await writeProfile(folder, url, { variants: { a: {} } });
      const given = ['--target', target, '--out', join(folder, 'out'), ...args];
      const outcome = await call(run, given, { cwd: folder, env: forFolder(env, folder) });
      await see(folder, outcome);
      return outcome;
    }),
  );

const forFolder = (env: Readonly<Record<string, string>>, folder: string) =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace('$folder', folder)]));

describe('run --json', () => {
  it('prints one line of JSON on standard output, and what is for people on standard error', async () => {
    const { code, out, err } = await ran(['--json', '--format', 'json,html']);
    expect(out.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(out)).toEqual({
      suite: { name: 'sbp-banks-conformance', version: expect.any(String) },
      target: { name: 'a service of few banks', baseUrl: expect.stringMatching(/^http:\/\/127/) },
      verdict: 'nonconforming',
      exitCode: code,
      interrupted: false,
      counts: { pass: 14, fail: 8, review: 3, inconclusive: 0 },
      staleWaivers: 0,
      classes: { a: null },
      folder: 'out',
      reports: { json: 'out/results.json', html: 'out/report.html' },
    });
    expect(code).toBe(1);
    expect(err).toContain('VARIANT A: NONCONFORMING');
    expect(err).toContain('out/report.html');
  });

  it('with --quiet is that line and nothing else', async () => {
    const { out, err } = await ran(['--json', '--quiet']);
    expect(JSON.parse(out)).toMatchObject({ verdict: 'nonconforming' });
    expect(err.replaceAll(/^! .*\n/gm, '')).toBe('');
  });

  it('tells the exit code that the program ends with, of `certify` too', async () => {
    await inFolder(async (folder) => {
      await call(certify, ['--init-authority', 'ca'], { cwd: folder });
      const signer = ['--reference', '--key', 'ca/signer.key', '--cert', 'ca/signer.pem', '--out', 'out'];
      const wanting = ['--case', 'a.success', '--json', '--quiet'];
      const { code, out } = await call(certify, [...signer, ...wanting], { cwd: folder });
      expect(code).toBe(3);
      expect(JSON.parse(out)).toMatchObject({ exitCode: 3, verdict: 'incomplete' });
    });
  });

  it('lists no report that is not there', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'results.json'), '{}');
      const outcome = outcomeOfRun(sampleResults(), 4, { folder, formats: ['json', 'html'] });
      expect(outcome).toMatchObject({ exitCode: 4, folder });
      expect(outcome.reports).toEqual({ json: join(folder, 'results.json') });
      expect(stepOutputs({ ...outcome, folder: 'a\nb=c' })).toContain('\nfolder=a b=c\n');
    });
  });
});

describe('run --verbose', () => {
  it('prints each exchange on standard error, and no secret', async () => {
    const { out, err } = await ran(['--verbose']);
    const lines = err.split('\n').filter((line) => /^\d\d:\d\d:\d\d\.\d{3} {2}/.test(line));
    expect(lines.length).toBeGreaterThan(20);
    expect(lines).toContainEqual(
      expect.stringMatching(/ {2}a\.missing\.partnerName {2}POST \/partner\/sbp\/banks {2}400 {2}\d+ ms$/),
    );
    expect(lines.join('\n')).not.toContain(partner.password);
    expect(out).toContain('OBSERVATIONS');
  });

  it.each([
    ['--quiet', '--verbose'],
    ['--json', '--dry-run'],
    ['--json', '--ui'],
  ])('%s and %s exclude each other, and nothing is sent', async (one, other) => {
    await withService(refusing, ({ url, calls }) =>
      inFolder(async (folder) => {
        const target = await writeProfile(folder, url);
        await expect(call(run, ['--target', target, one, other], { cwd: folder })).rejects.toMatchObject({
          code: 'options-exclude-each-other',
        });
        expect(calls).toEqual([]);
      }),
    );
  });
});

describe('run --require-target', () => {
  it('judges no built-in reference in place of a target that is not named', async () => {
    await inFolder(async (folder) => {
      const asked = call(run, ['--require-target'], { cwd: folder });
      await expect(asked).rejects.toMatchObject({ code: 'no-target', fault: 'usage' });
    });
  });

  it('changes nothing where one is', async () => {
    expect((await ran(['--require-target', '--quiet'])).code).toBe(1);
  });
});

describe('in GitHub Actions', () => {
  it('the outcome is handed to later steps, paths absolute', async () => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: '$folder/output' };
    await ran(['--quiet', '--format', 'json'], env, async (folder) => {
      const lines = (await readFile(join(folder, 'output'), 'utf8')).split('\n');
      expect(lines).toEqual([
        'verdict=nonconforming',
        'exit-code=1',
        'passed=14',
        'failed=8',
        'review=3',
        'inconclusive=0',
        'stale-waivers=0',
        'classes={"a":null}',
        `folder=${join(folder, 'out')}`,
        'report=',
        `results=${join(folder, 'out', 'results.json')}`,
        expect.stringMatching(/^suite-version=\d+\./),
        '',
      ]);
    });
  });

  it('stale waivers are counted', () => {
    const results = sampleResults();
    const count = (of: typeof results): string | undefined =>
      stepOutputs(outcomeOfRun(of, 1, { folder: 'out', formats: [] }))
        .split('\n')
        .find((line) => line.startsWith('stale-waivers='));
    expect(count({ ...results, waivers: [] })).toBe('stale-waivers=0');
    const waiver = { requirement: 'a.success.status', reason: 'known', owner: 'me', until: '2999-01-01' };
    expect(count({ ...results, waivers: [{ ...waiver, state: 'stale' }] })).toBe('stale-waivers=1');
  });

  it('outputs that cannot be written cost a warning and nothing else', async () => {
    const { code, err } = await ran(['--quiet'], { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: '/dev/null/x' });
    expect(code).toBe(1);
    expect(err).toMatch(/^! GITHUB_OUTPUT: .*ENOTDIR/m);
  });

  it('elsewhere nothing is written to such a file', async () => {
    await ran(['--quiet'], { GITHUB_OUTPUT: '$folder/output' }, async (folder) => {
      await expect(readFile(join(folder, 'output'))).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });
});

it('reports are hyperlinks where the terminal can follow them', async () => {
  await withService(refusing, ({ url }) =>
    inFolder(async (folder) => {
      const target = await writeProfile(folder, url, { variants: { a: {} } });
      const out: string[] = [];
      const terminal = {
        write: (text: string) => void out.push(text),
        writeError: () => undefined,
        width: 80,
        color: false,
        isLive: false,
        hasLinks: true,
      };
      await call(run, ['--target', target], { cwd: folder, terminal });
      expect(out.join('').replaceAll('\u001b', '')).toMatch(
        /\]8;;file:\/\/\S+\/report\.html\\reports\/report\.html\]8;;\\/,
      );
    }),
  );
});

it('a file in the place of the folder of the reports is told as what it is', async () => {
  await inFolder(async (folder) => {
    const target = await writeProfile(folder, 'http://127.0.0.1:1');
    const asked = call(run, ['--target', target, '--out', 'target.yaml'], { cwd: folder });
    await expect(asked).rejects.toThrow(/target\.yaml: found a file of that name, expected a folder/);
    const below = call(run, ['--target', target, '--out', 'target.yaml/reports'], { cwd: folder });
    await expect(below).rejects.toThrow(/found a file .*, expected a folder/);
  });
});
