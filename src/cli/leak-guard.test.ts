import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partner } from '../run/small-service.test-support.ts';
import type { Call, Reply } from '../run/small-service.test-support.ts';
import { spawnProgram } from './child.test-support.ts';
import { filesOf } from './fake-terminal.test-support.ts';
import { openSite, publicKey, writeLeakyReviews } from './small-profile.test-support.ts';
import type { Answer, Site } from './small-profile.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

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
    // The beginning of a ciphertext reveals nothing.
    text.length > 100 ? '' : text.slice(0, 12),
  ];
  return found.filter((one) => one.length >= 8);
}

async function ran(answer: Answer, profile: object, cases: readonly string[]) {
  const { run, folder, service } = await openSite({ answer, profile });
  const ended = await run('--retries', '0', ...cases.flatMap((id) => ['--case', id]));
  return { ...ended, files: await filesOf(join(folder, 'reports')), calls: service.calls };
}

describe('a run', () => {
  it.each([partner.password, 'requirement1'])(
    'whose reviews hold the password %s ends in exit code 4, and nothing of it is written or printed',
    async (partnerPassword) => {
      const profile = { credentials: { partnerName: 1042, partnerPassword, useAuthByCert: 'true' } };
      const { run, folder } = await openSite({ profile: profile });
      await writeLeakyReviews(folder, partnerPassword);
      const { code, out, err } = await run(
        '--retries',
        '0',
        '--case',
        'a.success',
        '--reviews',
        'reviews.yaml',
      );
      expect([code, out, await filesOf(join(folder, 'reports'))]).toEqual([4, '', {}]);
      expect(err).toContain('error: a secret of the profile (credentials.partnerPassword) is in the results');
    },
  );

  it.each(['description_status', '<password>x<secret>'])(
    'with the ordinary password %s and ordinary headers keeps its reports',
    async (partnerPassword) => {
      const answer: Answer = ({ kind }) =>
        kind === 'unauthorized'
          ? { status: 200, body: JSON.stringify({ banks: [{ name: 'Bank', bic: '044525225' }] }) }
          : 'documented';
      const credentials = { partnerName: 1042, partnerPassword, useAuthByCert: 'true' };
      const headers = { 'X-Type': 'application/json', 'X-Kind': 'unauthorized' };
      const cases = ['?.success', '?.missing.*', '?.un*'];
      const { files } = await ran(answer, { credentials, headers }, cases);
      expect(Object.keys(files)).toContain('results.json');
      expect(files['report.html']).toContain('</html>');
    },
  );
});

/** A service that answers with every secret it was sent, in every encoding. */
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
  const cases = ['?.success', '?.missing.*', '?.un*', '?.request.*', '?.observed.password.*'];
  const { files, out, err, calls } = await ran(indiscreet, profile, cases);
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

/** The partner's password. The profile takes it from the environment. */
const secret = partner.password;
const env = { SECRET: secret };
const credentials = { partnerName: 1042, useAuthByCert: 'true', partnerPassword: '${SECRET}' };
/** Files that contain the secret on purpose. */
const own = ['target.yaml', 'encrypt.mjs', 'signer.key'];

const open = (more: object, path = '') =>
  openSite({ profile: (url) => ({ baseUrl: `${url}${path}`, credentials, conditions: {}, ...more }), env });

/** Outputs and files of the folder that contain the secret. */
async function leaksIn(folder: string, said: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !own.includes(entry.name));
  const texts = files.map(
    async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'utf8')] as const,
  );
  const forms = spellings(secret);
  return [['what was said', said] as const, ...(await Promise.all(texts))].flatMap(([name, text]) =>
    forms.some((form) => text.includes(form)) ? [name] : [],
  );
}

const few = ['--case', 'a.success', '--case', 'a.missing.*'];
const commands = [
  ['run', ...few],
  ['run', '--dry-run'],
  ['doctor', '--try-encryption'],
] as const;

/** The output of all commands, and every place that contains the secret. */
async function saidOf({ ask, folder }: Site) {
  let said = '';
  for (const [command, ...options] of commands) {
    const { out, err } = await ask(command, '--target', 'target.yaml', ...options);
    said += `${out}\n${err}\n`;
  }
  return { said, leaks: await leaksIn(folder, said) };
}

describe('a secret is in no output', () => {
  it.each([
    ['as it is', secret],
    ['in base64', encodeURIComponent(Buffer.from(secret).toString('base64'))],
  ])('that stands in the path of baseUrl, %s', async (_title, path) => {
    const site = await open({}, `/${path}/api`);
    const { said, leaks } = await saidOf(site);
    expect([leaks, said]).toEqual([[], expect.stringContaining('an address whose path holds a secret')]);
    const address = ['--base-url', `${site.service.url}/${path}`];
    const { code, err } = await site.ask('run', '--target', 'target.yaml', ...address);
    expect([code, await leaksIn(site.folder, err)]).toEqual([2, []]);
    expect(site.service.calls).toEqual([]);
  });

  it.each<readonly [place: string, more: object]>([
    ['at the top', { [secret]: 1 }],
    ['of the credentials', { credentials: { ...credentials, [secret]: 'x' } }],
    ['of a setting of a condition', { conditions: { unavailable: { [secret]: 'x' } } }],
    ['of a header', { headers: { [secret.replaceAll(/[/=]/g, '-')]: 'x', [secret]: 'y' } }],
    ['of a waiver', { waivers: [{ [secret]: 'x' }] }],
  ])('that is a key %s', async (_place, more) => {
    const site = await open(more);
    const { said, leaks } = await saidOf(site);
    expect([leaks, said.match(/^error: .*target\.yaml/gm)?.length]).toEqual([[], commands.length]);
    expect(site.service.calls).toEqual([]);
  });

  it('that stands in any text of a waiver', async () => {
    expectWarnings(/^! waiver of .*: stale/);
    const text = `of ${secret}`;
    const waivers = [{ requirement: text, reason: text, owner: text, until: '2999-01-01' }];
    const site = await open({ waivers });
    expect(await saidOf(site)).toEqual({ said: expect.stringMatching(/waiver/), leaks: [] });
  });

  const byModule = { encryption: { scheme: 'module', module: './encrypt.mjs' } };
  it.each([
    ['while it is loaded', `throw new Error(\`no licence for ${secret}\`);`],
    ['by the call, as a text', 'export default async (plain) => { throw plain; };'],
    ['in base64', 'export default (plain) => { throw new Error(Buffer.from(plain).toString("base64")); };'],
    ['on a later line', 'export default (plain) => { throw new Error(`a\\n${plain}`); };'],
    ['as its name', 'export default (plain) => { const e = new Error("x"); e.name = plain; throw e; };'],
    ['as a cause', 'export default (plain) => { throw new Error("x", { cause: plain }); };'],
  ])('that a module of the profile throws %s', async (_how, source) => {
    const site = await open(byModule);
    await writeFile(join(site.folder, 'encrypt.mjs'), source);
    expect(await saidOf(site)).toEqual({ said: expect.stringMatching(/encrypt\.mjs/), leaks: [] });
    expect(site.service.calls).toEqual([]);
  });

  it('that is a key which stands twice', async () => {
    const site = await open({});
    await appendFile(site.target, `"${secret}": 1\n"${secret}": 2\n`);
    expect(await saidOf(site)).toEqual({ said: expect.stringContaining('the same key'), leaks: [] });
  });

  it('that a module throws where nobody catches it', async () => {
    expectWarnings(/^! interrupted/);
    const late = ['plain', 'Object.assign(new Error("x"), { stack: plain })'];
    const runs = late.map(async (thrown) => {
      const { folder } = await open(byModule);
      const source = `export default (plain) => { setTimeout(() => { throw ${thrown}; }); return "x".repeat(30); };`;
      await writeFile(join(folder, 'encrypt.mjs'), source);
      const { code, said } = await spawnProgram(folder, ['run', '--target', 'target.yaml', ...few], env);
      expect([thrown, code, said]).toEqual([thrown, 3, expect.stringContaining('uncaught-exception')]);
      expect([thrown, await leaksIn(folder, said)]).toEqual([thrown, []]);
    });
    await Promise.all(runs);
  });

  it('that is given to --passphrase-env in place of the name of a variable', async () => {
    const { ask, folder } = await open({});
    const passphrase = 'a-Passphrase_0815';
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const form = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
    await writeFile(join(folder, 'signer.key'), privateKey.export(form));
    const signer = ['--key', 'signer.key', '--cert', publicKey, '--out', 'o'];
    for (const name of [passphrase, `${passphrase} `, `\${${passphrase}}`]) {
      const words = ['certify', '--target', 'target.yaml', ...signer, '--passphrase-env', name];
      const { code, out, err } = await ask(...words);
      expect([code, err]).toEqual([2, expect.stringContaining('--passphrase-env')]);
      expect(`${out}${err}`).not.toContain(passphrase);
    }
  });
});

it('a folder in the place of a report is said, and nothing is searched in it', async () => {
  const { run, folder } = await openSite();
  await mkdir(join(folder, 'reports', 'results.json'), { recursive: true });
  const { err } = await run('--retries', '0', '--case', 'a.success', '--out', 'reports');
  expect(err).toContain('(report-not-written)');
  expect(err).not.toContain('defect of the suite');
});
