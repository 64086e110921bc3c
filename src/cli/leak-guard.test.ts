import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTargetRedactor } from '../execution/session.ts';
import { settings, targetAt } from '../execution/small-run.test-support.ts';
import { withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply } from '../execution/small-service.test-support.ts';
import { renderHtml } from '../report/html/render-html.ts';
import { sampleResults } from '../report/sample-results.test-data.ts';
import type { Target } from '../target/target.ts';
import { call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import { holdsSecret, recordTerminal, stopLeaks } from './leak-guard.ts';
import { run } from './run.ts';
import { writeProfile } from './small-profile.test-support.ts';

const secret = 'Zq7+planted/secret=42';

const targetWith = (partnerPassword: string): Target =>
  targetAt('http://127.0.0.1:1', {
    settings: { credentials: { ...settings.credentials, partnerPassword } },
  });

const isGone = (file: string): Promise<boolean> =>
  access(file).then(
    () => false,
    () => true,
  );

const spellings = {
  'as it is': secret,
  'percent-encoded': encodeURIComponent(secret),
  base64: Buffer.from(secret).toString('base64'),
  hex: Buffer.from(secret).toString('hex'),
  'cut off': secret.slice(0, 12),
};

describe('a file with a secret', () => {
  it.each(Object.entries(spellings))(
    'is deleted with all others of the run, and named without the secret: %s',
    async (_how, text) => {
      await inFolder(async (folder) => {
        const target = targetWith(secret);
        const [bad, good] = [join(folder, 'report.html'), join(folder, 'junit.xml')];
        await writeFile(bad, `<p>requirement ${text}</p>`);
        await writeFile(good, '<p>requirement</p>');
        const outputs = { files: [bad, good], terminal: '' };
        const found = await stopLeaks(outputs, target, createTargetRedactor(target), folder);
        expect(found).toEqual([
          'report.html held a secret of the profile and was deleted',
          'what else the run had written was deleted with it: junit.xml',
        ]);
        expect([await isGone(bad), await isGone(good)]).toEqual([true, true]);
      });
    },
  );

  it('that is not there is not named', async () => {
    await inFolder(async (folder) => {
      const target = targetWith(secret);
      const [bad, good] = [join(folder, 'report.html'), join(folder, 'junit.xml')];
      await writeFile(bad, secret);
      const outputs = { files: [bad, good, bad], terminal: '' };
      const found = await stopLeaks(outputs, target, createTargetRedactor(target), folder);
      expect(found).toEqual(['report.html held a secret of the profile and was deleted']);
    });
  });

  it('stays where none of the files of the run holds a secret', async () => {
    await inFolder(async (folder) => {
      const target = targetWith(secret);
      const file = join(folder, 'report.html');
      await writeFile(file, '<p>requirement</p>');
      const outputs = { files: [file], terminal: secret };
      const found = await stopLeaks(outputs, target, createTargetRedactor(target), folder);
      expect(found).toHaveLength(1);
      expect(await isGone(file)).toBe(false);
    });
  });

  it('is found where Results hold the secret in an answer', async () => {
    const target = targetWith(secret);
    const results = sampleResults();
    const planted = { ...results, cases: results.cases.map((one) => ({ ...one, note: `found ${secret}` })) };
    const redactor = createTargetRedactor(target);
    expect(await holdsSecret(renderHtml(results), target, redactor)).toBe(false);
    expect(await holdsSecret(renderHtml(planted), target, redactor)).toBe(true);
  });

  it('is found by a ciphertext that only the run knows', async () => {
    const target = targetWith(secret);
    const redactor = createTargetRedactor(target);
    redactor.add('cGxhbnRlZC1jaXBoZXJ0ZXh0', '<ciphertext>');
    expect(await holdsSecret('sent cGxhbnRlZC1jaXBoZXJ0ZXh0', target, redactor)).toBe(true);
  });

  it('is found although its password begins with a word of every report', async () => {
    const target = targetWith('requirement1');
    const redactor = createTargetRedactor(target);
    expect(await holdsSecret('20 requirements judged', target, redactor)).toBe(false);
    expect(await holdsSecret('the password is requirement1', target, redactor)).toBe(true);
  });
});

describe('the terminal', () => {
  it('is remembered and searched, output and errors', async () => {
    const target = targetWith(secret);
    const redactor = createTargetRedactor(target);
    const silent = { write: () => undefined, writeError: () => undefined };
    for (const kind of ['write', 'writeError'] as const) {
      const { terminal, written } = recordTerminal({ ...silent, width: 80, color: false, isLive: false });
      terminal[kind](`x ${secret.slice(0, 10)}`);
      terminal[kind](`${secret.slice(10)} y`);
      const found = await stopLeaks({ files: [], terminal: written() }, target, redactor, '/');
      expect(found).toHaveLength(1);
      expect(found.join()).not.toContain(secret.slice(0, 8));
    }
  });
});

describe('a run', () => {
  it('whose waiver holds the password ends in exit code 4, without the file', async () => {
    await withService(
      () => 'documented',
      ({ url }) =>
        inFolder(async (folder) => {
          const waivers = [
            {
              requirement: 'a.unavailable.meaning',
              reason: 'see small+service/secret=1042',
              owner: 'team',
              until: '2999-01-01',
            },
          ];
          const target = await writeProfile(folder, url, { waivers, variants: { a: {} } });
          const out = join(folder, 'reports');
          const options = ['--target', target, '--out', out, '--format', 'json', '--case', 'a.success'];
          const { code, err } = await call(run, options, { cwd: folder });
          expect(code).toBe(4);
          expect(await filesOf(out)).toEqual({});
          expect(err).toContain('results.json held a secret');
          expect(err).not.toContain('small+service');
        }),
    );
  });

  it.each(['conformance', 'requirement1', 'expected', 'description_status', 'application/json'])(
    'with the ordinary password %s and ordinary headers ends in its own code',
    async (password) => {
      const answer = ({ kind }: Call): Reply =>
        kind === 'unauthorized'
          ? { status: 200, body: JSON.stringify({ banks: [{ name: 'Bank', bic: '044525225' }] }) }
          : 'documented';
      await withService(answer, ({ url }) =>
        inFolder(async (folder) => {
          const credentials = { partnerName: 1042, partnerPassword: password, useAuthByCert: 'true' };
          const headers = { 'X-Type': 'application/json', 'X-Kind': 'unauthorized' };
          const target = await writeProfile(folder, url, { credentials, headers });
          const out = join(folder, 'reports');
          const cases = ['--case', '*.success', '--case', '*.missing.*', '--retries', '0'];
          const { code } = await call(run, ['--target', target, '--out', out, ...cases], { cwd: folder });
          expect([0, 1, 3]).toContain(code);
          expect(Object.keys(await filesOf(out))).toContain('results.json');
          expect(await readFile(join(out, 'report.html'), 'utf8')).toContain('</html>');
        }),
      );
    },
  );
});
