import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings, targetAt } from '../execution/small-run.test-support.ts';
import { documentedReply, withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply } from '../execution/small-service.test-support.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { renderHtml } from '../report/html/page.ts';
import { sampleResults } from '../report/sample-results.test-data.ts';
import { call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import { recordTerminal, stopLeaks } from './leak-guard.ts';
import type { Outputs } from './leak-guard.ts';
import { run } from './run.ts';
import { publicKey, writeLeakyReviews, writeProfile } from './small-profile.test-support.ts';

const secret = 'Zq7+planted/secret=42';

const redactorFor = (partnerPassword: string) =>
  createTargetRedactor(
    targetAt('http://127.0.0.1:1', {
      settings: { credentials: { ...settings.credentials, partnerPassword } },
    }),
  );

const guard = (outputs: Partial<Outputs>, password = secret, folder = '/') =>
  stopLeaks({ files: [], terminal: '', ...outputs }, redactorFor(password), folder);

const isGone = (file: string): Promise<boolean> =>
  access(file).then(
    () => false,
    () => true,
  );

describe('a file with a secret', () => {
  it.each([
    ['as it is', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['base64', Buffer.from(secret).toString('base64')],
    ['hex', Buffer.from(secret).toString('hex')],
  ])('is deleted, and named with the setting but without the secret: %s', async (_how, text) => {
    await inFolder(async (folder) => {
      const [bad, good] = [join(folder, 'report.html'), join(folder, 'junit.xml')];
      await writeFile(bad, `<p>requirement ${text}</p>`);
      await writeFile(good, '<p>requirement Zq7+planted</p>');
      const files = [bad, good, bad, join(folder, 'not-there')];
      expect(await guard({ files }, secret, folder)).toEqual([
        'report.html held a secret of the profile (credentials.partnerPassword) and was deleted',
      ]);
      expect([await isGone(bad), await isGone(good)]).toEqual([true, false]);
    });
  });

  it('stays where only the terminal or the summary of the step holds it', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'report.html');
      await writeFile(file, '<p>requirement</p>');
      const found = await guard({ files: [file], terminal: `x ${secret}`, drafts: [secret, 'harmless'] });
      expect(found).toEqual([
        expect.stringMatching(
          /^a secret of the profile \(credentials\.partnerPassword\) stands in what was printed/,
        ),
        expect.stringMatching(/^the summary of the step would have held a secret of the profile \(cred/),
      ]);
      expect(await isGone(file)).toBe(false);
    });
  });

  it.each(['document', 'function', 'requirement1', 'aria-label', 'nonconforming'])(
    'is one with the ordinary password %s only where the data hold it as well',
    async (password) => {
      await inFolder(async (folder) => {
        const file = join(folder, 'report.html');
        const data = sampleResults();
        await writeFile(file, `${renderHtml(data)} ${password}`);
        expect(await guard({ files: [file], terminal: password, data }, password)).toEqual([]);
        const planted = { ...data, target: { ...data.target, name: `of ${password}.` } };
        expect(await guard({ files: [file], data: planted }, password)).toHaveLength(
          password === 'nonconforming' ? 0 : 1,
        );
      });
    },
  );

  it('is found where Results hold the secret in an answer', async () => {
    const results = sampleResults();
    const planted = { ...results, cases: results.cases.map((one) => ({ ...one, note: `found ${secret}` })) };
    expect(await guard({ drafts: [renderHtml(results)] })).toEqual([]);
    expect(await guard({ drafts: [renderHtml(planted)], data: planted })).toHaveLength(1);
  });
});

it('the terminal is remembered and searched, output and errors', async () => {
  const silent = { write: () => undefined, writeError: () => undefined };
  for (const kind of ['write', 'writeError'] as const) {
    const { terminal, written } = recordTerminal({ ...silent, width: 80, color: false, isLive: false });
    terminal[kind](`x ${secret.slice(0, 10)}`);
    terminal[kind](`${secret.slice(10)} y`);
    const found = await guard({ terminal: written() });
    expect(found).toHaveLength(1);
    expect(found.join()).not.toContain(secret.slice(0, 8));
  }
});

/** What a run of these cases against a service comes to. */
async function ran(
  answer: (call: Call) => Reply,
  profile: Readonly<Record<string, unknown>>,
  cases: readonly string[],
) {
  return withService(answer, ({ url, calls }) =>
    inFolder(async (folder) => {
      const target = await writeProfile(folder, url, profile);
      const chosen = cases.flatMap((id) => ['--case', id]);
      const out = join(folder, 'reports');
      const ended = await call(run, ['--target', target, '--out', out, '--retries', '0', ...chosen], {
        cwd: folder,
      });
      return { ...ended, files: await filesOf(out), calls: [...calls], folder };
    }),
  );
}

describe('a run', () => {
  it('whose reviews hold the password ends in exit code 4, without the file', async () => {
    const { code, err, files } = await inFolder(async (folder) => {
      const reviews = await writeLeakyReviews(folder, 'small+service/secret=1042');
      return ran(() => 'documented', { reviews, variants: { a: {} } }, ['a.success']);
    });
    expect(code).toBe(4);
    expect(Object.keys(files)).not.toContain('results.json');
    expect(err).toContain('results.json held a secret of the profile (credentials.partnerPassword)');
    expect(err).not.toContain('small+service');
  });

  it.each(['conformance', 'requirement1', 'expected', 'description_status', 'application/json', 'document'])(
    'with the ordinary password %s and ordinary headers keeps its reports',
    async (partnerPassword) => {
      const answer = (sent: Call): Reply =>
        sent.kind === 'unauthorized'
          ? { status: 200, body: JSON.stringify({ banks: [{ name: 'Bank', bic: '044525225' }] }) }
          : 'documented';
      const credentials = { partnerName: 1042, partnerPassword, useAuthByCert: 'true' };
      const headers = { 'X-Type': 'application/json', 'X-Kind': 'unauthorized' };
      const { code, files } = await ran(answer, { credentials, headers }, ['*.success', '*.missing.*']);
      expect([0, 1, 3]).toContain(code);
      expect(Object.keys(files)).toContain('results.json');
      expect(files['report.html']).toContain('</html>');
    },
  );

  it('keeps a ciphertext out of its reports that the target echoes with blanks for each +, in the text and in a header', async () => {
    const answer = (sent: Call): Reply => {
      const documented = documentedReply(sent);
      const echo = new URL(sent.url, 'http://x').searchParams.get('partnerPassword') ?? '';
      return { ...documented, headers: { 'X-Echo': echo }, body: `${documented.body} ${echo}` };
    };
    const { files, calls } = await ran(answer, { variants: { b: { bankCode: 'acme' } } }, [
      'b.observed.raw-ciphertext',
    ]);
    const sent = calls.map(({ url }) => /partnerPassword=([^&]*)/.exec(url)?.[1] ?? '');
    const tails = sent.flatMap((text) =>
      decodeURIComponent(text)
        .split('+')
        .filter(({ length }) => length > 7),
    );
    expect(tails.length).toBeGreaterThan(0);
    for (const text of Object.values(files)) for (const tail of tails) expect(text).not.toContain(tail);
  });

  it('keeps its reports and the BIC where one equals the first hex digits of a ciphertext', async () => {
    const answer = ({ params }: Call): Reply => {
      const bic = (params['partnerPassword'] ?? '').slice(0, 8);
      return { status: 200, body: JSON.stringify({ banks: [{ name: 'Bank', bic }] }) };
    };
    const encryption = { scheme: 'rsa-oaep', hash: 'sha256', encoding: 'hex', key: publicKey };
    const { files } = await ran(answer, { encryption, variants: { a: {} } }, ['a.success']);
    expect(files['results.json']).toMatch(/\\"bic\\":\\"[\da-f]{8}\\"/);
    expect(files['results.json']).not.toContain('"bic\\":\\"<');
  });

  it('keeps a password out of its reports that the target echoes in UTF-16', async () => {
    const answer = (sent: Call): Reply => ({
      status: 422,
      body: Buffer.from(`{"description_status":"${sent.password ?? sent.body}"}`, 'utf16le').toString(
        'latin1',
      ),
    });
    const { files } = await ran(answer, { variants: { a: {} } }, ['a.success', 'a.unencrypted.*']);
    for (const text of Object.values(files)) {
      const read = text.replaceAll(/\\u0000|&#0;|\0|�/g, '');
      expect(read).not.toContain('small+service/secret=1042');
    }
    expect(files['results.json']).toContain('<password>');
  });
});
