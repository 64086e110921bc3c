import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings, targetAt } from '../execution/small-run.test-support.ts';
import { documentedReply, partner } from '../execution/small-service.test-support.ts';
import type { Call, Reply } from '../execution/small-service.test-support.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { renderHtml } from '../report/html/page.ts';
import { sampleResults } from '../report/sample-results.test-data.ts';
import { fakeTerminal, filesOf, inFolder } from './fake-terminal.test-support.ts';
import { recordTerminal, stopLeaks } from './leak-guard.ts';
import type { Outputs } from './leak-guard.ts';
import { documented, onSite, publicKey, writeLeakyReviews } from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';

const secret = 'Zq7+planted/secret=42';

function guard(outputs: Partial<Outputs>, partnerPassword = secret, folder = '/') {
  const own = { ...settings, credentials: { ...settings.credentials, partnerPassword } };
  const redactor = createTargetRedactor(targetAt('http://127.0.0.1:1', { settings: own }));
  return stopLeaks({ files: [], terminal: '', ...outputs }, redactor, folder);
}

const isGone = (file: string): Promise<boolean> =>
  access(file).then(
    () => false,
    () => true,
  );

describe('an output with a secret', () => {
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
      const { terminal, written } = recordTerminal(fakeTerminal().terminal);
      terminal.writeError(`x ${text.slice(0, 10)}`);
      terminal.writeError(`${text.slice(10)} y`);
      expect(await guard({ files, terminal: written(), drafts: [text, 'harmless'] }, secret, folder)).toEqual(
        [
          'report.html held a secret of the profile (credentials.partnerPassword) and was deleted',
          expect.stringMatching(
            /^a secret of the profile \(credentials\.partnerPassword\) is in what was printed/,
          ),
          expect.stringMatching(/^the summary of the step would have held a secret of the profile \(cred/),
        ],
      );
      expect([await isGone(bad), await isGone(good)]).toEqual([true, false]);
    });
  });

  it.each(['document', 'requirement1', 'aria-label', 'nonconforming'])(
    'is one with the ordinary password %s only where the data hold it as well',
    async (password) => {
      await inFolder(async (folder) => {
        const file = join(folder, 'report.html');
        const data = sampleResults();
        await writeFile(file, `${renderHtml(data)} ${password}`);
        expect(await guard({ files: [file], terminal: password, data }, password)).toEqual([]);
        const planted = { ...data, target: { ...data.target, name: `of ${password}.` } };
        const count = password === 'nonconforming' ? 0 : 1;
        expect(await guard({ files: [file], data: planted }, password)).toHaveLength(count);
      });
    },
  );
});

/** The results of a run of these cases. */
const ran = (answer: Answer, profile: object, cases: readonly string[]) =>
  onSite(
    async ({ run, folder, service: { calls } }) => {
      const ended = await run('--retries', '0', ...cases.flatMap((id) => ['--case', id]));
      return { ...ended, files: await filesOf(join(folder, 'reports')), calls: [...calls] };
    },
    { answer, profile: () => profile },
  );

describe('a run', () => {
  it('whose reviews hold the password ends in exit code 4, without the file', async () => {
    await inFolder(async (folder) => {
      const reviews = await writeLeakyReviews(folder, partner.password);
      const { code, err, files } = await ran(documented, { reviews }, ['a.success']);
      expect([code, Object.keys(files).includes('results.json')]).toEqual([4, false]);
      expect(err).toContain('results.json held a secret of the profile (credentials.partnerPassword)');
      expect(err).not.toContain('small+service');
    });
  });

  it.each(['conformance', 'requirement1', 'description_status', 'application/json', 'document'])(
    'with the ordinary password %s and ordinary headers keeps its reports',
    async (partnerPassword) => {
      const answer: Answer = ({ kind }) =>
        kind === 'unauthorized'
          ? { status: 200, body: JSON.stringify({ banks: [{ name: 'Bank', bic: '044525225' }] }) }
          : 'documented';
      const credentials = { partnerName: 1042, partnerPassword, useAuthByCert: 'true' };
      const headers = { 'X-Type': 'application/json', 'X-Kind': 'unauthorized' };
      const { files } = await ran(answer, { credentials, headers }, ['*.success', '*.missing.*']);
      expect(Object.keys(files)).toContain('results.json');
      expect(files['report.html']).toContain('</html>');
    },
  );

  it('keeps a ciphertext out of its reports that the target echoes with blanks for each +', async () => {
    const answer: Answer = (sent) => {
      const reply = documentedReply(sent);
      const echo = new URL(sent.url, 'http://x').searchParams.get('partnerPassword') ?? '';
      return { ...reply, headers: { 'X-Echo': echo }, body: `${reply.body} ${echo}` };
    };
    const profile = { variants: { b: { bankCode: 'acme' } } };
    const { files, calls } = await ran(answer, profile, ['b.observed.raw-ciphertext']);
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
    const answer: Answer = ({ params }) => {
      const bic = (params['partnerPassword'] ?? '').slice(0, 8);
      return { status: 200, body: JSON.stringify({ banks: [{ name: 'Bank', bic }] }) };
    };
    const encryption = { scheme: 'rsa-oaep', hash: 'sha256', encoding: 'hex', key: publicKey };
    const { files } = await ran(answer, { encryption }, ['a.success']);
    expect(files['results.json']).toMatch(/\\"bic\\":\\"[\da-f]{8}\\"/);
  });

  it('keeps a password out of its reports that the target echoes in UTF-16', async () => {
    const answer: Answer = (sent) => {
      const text = `{"description_status":"${sent.password ?? sent.body}"}`;
      return { status: 422, body: Buffer.from(text, 'utf16le').toString('latin1') };
    };
    const { files } = await ran(answer, {}, ['a.success', 'a.unencrypted.*']);
    for (const text of Object.values(files)) {
      expect(text.replaceAll(/\\u0000|&#0;|\0|�/g, '')).not.toContain(partner.password);
    }
    expect(files['results.json']).toContain('<password>');
  });
});

function spellings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const once = encodeURIComponent(text);
  const found = [
    text,
    once,
    once.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    encodeURIComponent(once),
    JSON.stringify(text).slice(1, -1),
    text.replaceAll('/', String.raw`\/`),
    text.replaceAll('+', '&#43;').replaceAll('=', '&#61;'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    // The beginning of a ciphertext gives nothing away.
    text.length > 100 ? '' : text.slice(0, 12),
  ];
  return found.filter((one) => one.length >= 8);
}

/** A service that answers with everything secret that it was sent, in every way to write it. */
function indiscreet({ kind, params, password, headers }: Call): Reply {
  const { partnerPassword = '' } = params;
  const key = String(headers['x-gateway-key']);
  const written = [partnerPassword, password ?? '', key].flatMap(spellings);
  const echo = { 'X-Echo': encodeURIComponent(partnerPassword), 'X-Key': key };
  return kind === 'success'
    ? { status: 200, headers: echo, body: JSON.stringify({ banks: [], echo: written }) }
    : { status: 400, headers: echo, body: JSON.stringify({ description_status: written.join(' | ') }) };
}

it('no output contains a secret of the run, in any spelling, even if the target reveals it', async () => {
  const gatewayKey = 'gateway+key/4711=secret';
  const profile = { variants: { a: {}, b: { bankCode: 'acme' } }, headers: { 'X-Gateway-Key': gatewayKey } };
  const { files, out, err, calls } = await ran(indiscreet, profile, []);
  const outputs = Object.entries({ ...files, 'standard output': out, 'standard error': err });
  const ciphertexts = calls.flatMap(({ params, password }) =>
    password === null ? [] : (params['partnerPassword'] ?? []),
  );
  expect(ciphertexts.length).toBeGreaterThan(50);
  expect(outputs.join('')).toContain('<ciphertext>');
  const secrets = [partner.password, gatewayKey, ...ciphertexts].flatMap(spellings);
  const leaks = outputs.flatMap(([name, text]) =>
    secrets.filter((each) => text.includes(each)).map((each) => `${name}: ${each.slice(0, 20)}`),
  );
  expect(leaks.slice(0, 5)).toEqual([]);
});
